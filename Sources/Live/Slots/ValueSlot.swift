import Streams

/// A slot of one value.
final class ValueSlot<Element>: LiveSlot {
    private let tag: String
    /// Nil when the newest value has been rendered: then its markup is all that is kept of it.
    private var newest: Element?
    private var markup: [UInt8] = []
    private var offered = InputSet()
    private var newestStatus: Int?
    private let statusOf: (Element) -> Int?
    private let content: (Element) -> HTML

    init(
        name: String, part: String?, tag: String, source: Observable<Element>, page: Page,
        status: @escaping (Element) -> Int?, content: @escaping (Element) -> HTML
    ) {
        self.tag = tag
        statusOf = status
        self.content = content
        super.init(name: name, part: part, page: page)
        page.lifetime.insert(source.subscribe(onNext: { self.take($0) }))
        mark()
    }

    private func take(_ value: Element) {
        newest = .some(value)
        newestStatus = statusOf(value)
        mark()
    }

    override var status: Int? { newestStatus }
    override var offers: InputSet { offered }

    override func render() {
        var rendering = Rendering(isSlotContent: true)
        if let newest { rendering.write(content(newest), on: page) } else if version > 0 { return }
        newest = nil
        offered = rendering.offers
        guard rendering.bytes != markup || version == 0 else { return }
        markup = rendering.bytes
        _ = takeVersion()
    }

    override func writeContent(into rendering: inout Rendering) {
        rendering.bytes.append(contentsOf: markup)
    }

    override func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? 0 else { return [] }
        guard let part else { return [SlotEvent(name: name, version: self.version, data: markup)] }
        var rendering = Rendering()
        rendering.writeOpenTag(tag)
        rendering.writeAttribute(" id", part)
        rendering.bytes.append(">")
        rendering.bytes.append(contentsOf: markup)
        rendering.writeCloseTag(tag)
        return [SlotEvent(name: name, version: self.version, data: rendering.bytes)]
    }
}
