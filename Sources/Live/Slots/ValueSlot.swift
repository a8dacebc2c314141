import Streams

/// A slot of one value.
final class ValueSlot: LiveSlot {
    private let tag: String
    /// Makes the newest content; nil when that has been rendered, since then only its markup is kept.
    private var newest: (() -> HTML)?
    private var markup: [UInt8] = []
    private var offered = Offers()

    init(
        name: String, part: String?, tag: String, page: Bindings,
        subscribe: (_ take: @escaping Slot.Take) -> any Disposable
    ) {
        self.tag = tag
        super.init(name: name, part: part, page: page)
        page.lifetime.insert(
            subscribe { content in
                self.newest = content
                self.mark()
            })
        mark()
    }

    override func offers(_ input: Int, value: String) -> Bool { offered.contains(input, value: value) }

    override func render() {
        var rendering = Rendering(isSlotContent: true)
        rendering.form = form
        if let newest { rendering.write(newest(), on: page) } else if isRendered { return }
        newest = nil
        offered = rendering.offers
        guard rendering.bytes != markup || !isRendered else { return }
        markup = rendering.bytes
        _ = takeVersion()
    }

    override var shape: DocumentShape.Content? { .value(page.withoutTexts(markup).contentHash) }

    override func rebase(on shape: DocumentShape.Content?, at base: Int) {
        if shape == self.shape { returnTo(base) }
    }

    override func writeContent(into rendering: inout Rendering) {
        rendering.bytes.append(contentsOf: markup)
    }

    override func events(since version: Int?) -> [SlotEvent] {
        guard self.version > version ?? -1 else { return [] }
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
