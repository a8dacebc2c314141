import Streams

/// A slot of one-time events. They wait in a short queue until the page has them; a page that was away gets those it
/// missed, and none twice.
final class MomentSlot: LiveSlot {
    /// Number of events that wait at most; the oldest are dropped, since they are of no interest any more.
    private let capacity = 8

    private struct Moment {
        var version: Int
        var markup: [UInt8]
        var offers: Offers
    }

    private var waiting: [() -> HTML] = []
    private var moments: [Moment] = []

    init(name: String, page: Bindings, subscribe: (_ take: @escaping Slot.Take) -> any Disposable) {
        super.init(name: name, page: page)
        page.lifetime.insert(subscribe { self.take($0) })
    }

    private func take(_ content: @escaping () -> HTML) {
        waiting.append(content)
        if waiting.count > capacity { waiting.removeFirst() }
        mark()
    }

    override func offers(_ input: Int, value: String) -> Bool {
        moments.contains { $0.offers.contains(input, value: value) }
    }

    override func forgetMoments() {
        waiting = []
        moments = []
    }

    override func rebase(on shape: DocumentShape.Content?, at base: Int) {
        // Events of each opening have happened on the page, too.
        forgetMoments()
        returnTo(base)
    }

    override func render() {
        for content in waiting {
            var rendering = Rendering(isSlotContent: true)
            rendering.form = form
            rendering.write(content(), on: page)
            moments.append(Moment(version: takeVersion(), markup: rendering.bytes, offers: rendering.offers))
        }
        waiting = []
        moments.removeFirst(max(moments.count - capacity, 0))
    }

    override func writeContent(into rendering: inout Rendering) {
        for moment in moments { rendering.bytes.append(contentsOf: moment.markup) }
    }

    override func events(since version: Int?) -> [SlotEvent] {
        moments.filter { $0.version > version ?? 0 }.map {
            SlotEvent(name: name, version: $0.version, data: $0.markup)
        }
    }
}
