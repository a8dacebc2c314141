import Streams

/// A slot of one value.
final class ValueSlot: LiveSlot {
    private let tag: String
    /// Makes the newest content; nil when that has been rendered: then its markup is all that is kept of it.
    private var newest: (() -> HTML)?
    private var newestStatus: Int?
    private var markup: [UInt8] = []
    private var offered = InputSet()

    init(
        name: String, part: String?, tag: String, page: Page,
        subscribe: (_ take: @escaping Slot.Take) -> any Disposable
    ) {
        self.tag = tag
        super.init(name: name, part: part, page: page)
        page.lifetime.insert(
            subscribe { status, content in
                self.newestStatus = status
                self.newest = content
                self.mark()
            })
        mark()
    }

    override var status: Int? { newestStatus }
    override var offers: InputSet { offered }

    override func render() {
        var rendering = Rendering(isSlotContent: true)
        if let newest { rendering.write(newest(), on: page) } else if version > 0 { return }
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
