import Streams

/// A slot of one value.
final class ValueSlot<Element>: LiveSlot {
    let name: String
    var part: String? { place?.id }
    private let place: (id: String, tag: String)?
    private(set) var version = 0
    private(set) var isDirty = true
    private var newest: Element?
    private var rendered = Fragment()
    private let statusOf: (Element) -> Int?
    private let render: (Element) -> HTML

    init(
        name: String, part: (id: String, tag: String)?, source: Observable<Element>, page: Page,
        status: @escaping (Element) -> Int?, content: @escaping (Element) -> HTML
    ) {
        self.name = name
        place = part
        statusOf = status
        render = content
        let subscription = source.subscribe(onNext: { [weak self, weak page] value in
            self?.newest = .some(value)
            self?.isDirty = true
            page?.changed()
        })
        page.lifetime.insert(subscription)
    }

    var status: Int? { newest.flatMap(statusOf) }

    func refresh(_ page: Page, _ nextVersion: () -> Int) {
        isDirty = false
        let fragment = newest.map { Renderer.render(render($0), page: page, isSlotContent: true) } ?? Fragment()
        guard fragment != rendered || version == 0 else { return }
        rendered = fragment
        version = nextVersion()
    }

    var content: String { rendered.text }

    func offers(_ name: String) -> Bool { rendered.offers.contains(name) }

    func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? 0 else { return [] }
        var data = rendered.text
        if let place { data = "<\(place.tag) id=\"\(place.id.escapedForHTML())\">\(data)</\(place.tag)>" }
        return [SlotEvent(name: name, version: self.version, data: data)]
    }
}
