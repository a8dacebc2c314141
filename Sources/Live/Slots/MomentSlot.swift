import Streams

/// A slot of things that happen once. They wait in a short queue until the page has them; a page that was away gets
/// those it missed, and none twice.
final class MomentSlot: LiveSlot {
    /// How many wait at most; the oldest give way. What happened long ago is no news.
    private let capacity = 8

    private struct Moment {
        var version: Int
        var markup: [UInt8]
        var offers: InputSet
    }

    private var newestStatus: Int?
    private var newestRedirect: String?
    private var waiting: [() -> HTML] = []
    private var moments: [Moment] = []

    init(
        name: String, page: Page,
        subscribe: (
            _ take: @escaping (_ status: Int?, _ redirect: String?, _ content: @escaping () -> HTML) -> Void
        ) -> any Disposable
    ) {
        super.init(name: name, page: page)
        page.lifetime.insert(subscribe { self.take($0, $1, $2) })
    }

    private func take(_ status: Int?, _ redirect: String?, _ content: @escaping () -> HTML) {
        newestStatus = status ?? newestStatus
        newestRedirect = redirect ?? newestRedirect
        waiting.append(content)
        if waiting.count > capacity { waiting.removeFirst() }
        mark()
    }

    override var status: Int? { newestStatus }
    override var redirect: String? { newestRedirect }

    override var offers: InputSet {
        moments.reduce(into: InputSet()) { $0.formUnion($1.offers) }
    }

    override func forgetAnswer() {
        newestStatus = nil
        newestRedirect = nil
        waiting = []
        moments = []
    }

    override func render() {
        for content in waiting {
            var rendering = Rendering(isSlotContent: true)
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
