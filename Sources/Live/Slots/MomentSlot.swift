import Streams

/// A slot of things that happen once. They wait in a short queue until the page has them; a page that was away gets
/// those it missed, and none twice.
final class MomentSlot<Element>: LiveSlot {
    /// How many wait at most; the oldest give way. What happened long ago is no news.
    private let capacity = 8

    let name: String
    private(set) var version = 0
    private(set) var status: Int?
    private(set) var redirect: String?
    private var waiting: [Element] = []
    private var queue: [(version: Int, fragment: Fragment)] = []
    private let render: (Element) -> HTML

    init(
        name: String, source: Observable<Element>, page: Page,
        status: @escaping (Element) -> Int?, redirect: @escaping (Element) -> String?,
        content: @escaping (Element) -> HTML
    ) {
        self.name = name
        render = content
        let subscription = source.subscribe(onNext: { [weak self, weak page] element in
            guard let self else { return }
            self.status = status(element) ?? self.status
            self.redirect = redirect(element) ?? self.redirect
            self.waiting.append(element)
            if self.waiting.count > self.capacity { self.waiting.removeFirst() }
            page?.changed()
        })
        page.lifetime.insert(subscription)
    }

    func forgetAnswer() {
        status = nil
        redirect = nil
        waiting = []
        queue = []
    }

    var isDirty: Bool { !waiting.isEmpty }

    func refresh(_ page: Page, _ nextVersion: () -> Int) {
        for element in waiting {
            version = nextVersion()
            queue.append((version, Renderer.render(render(element), page: page, isSlotContent: true)))
        }
        waiting = []
        queue.removeFirst(max(queue.count - capacity, 0))
    }

    var content: String {
        queue.map(\.fragment.text).joined()
    }

    func offers(_ name: String) -> Bool {
        queue.contains { $0.fragment.offers.contains(name) }
    }

    func events(since version: Int?) -> [SlotEvent] {
        queue.filter { $0.version > version ?? 0 }.map {
            SlotEvent(name: name, version: $0.version, data: $0.fragment.text)
        }
    }
}
