import Streams

/// A slot of things that happen once. They wait in a short queue until the page has them; a page that was away gets
/// those it missed, and none twice.
final class MomentSlot<Element>: LiveSlot {
    /// How many wait at most; the oldest give way. What happened long ago is no news.
    private let capacity = 8

    private struct Moment {
        var version: Int
        var markup: [UInt8]
        var offers: InputSet
    }

    private var newestStatus: Int?
    private var newestRedirect: String?
    private var waiting: [Element] = []
    private var moments: [Moment] = []
    private let statusOf: (Element) -> Int?
    private let redirectOf: (Element) -> String?
    private let content: (Element) -> HTML

    init(
        name: String, source: Observable<Element>, page: Page, status: @escaping (Element) -> Int?,
        redirect: @escaping (Element) -> String?, content: @escaping (Element) -> HTML
    ) {
        statusOf = status
        redirectOf = redirect
        self.content = content
        super.init(name: name, page: page)
        page.lifetime.insert(source.subscribe(onNext: { self.take($0) }))
    }

    private func take(_ element: Element) {
        newestStatus = statusOf(element) ?? newestStatus
        newestRedirect = redirectOf(element) ?? newestRedirect
        waiting.append(element)
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
        for element in waiting {
            var rendering = Rendering(isSlotContent: true)
            rendering.write(content(element), on: page)
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
