/// The subscribers of a subject or relay, and the order of delivery to them.
///
/// Delivery is serial: what is sent while an event is being delivered (a subscriber that feeds its own source) waits
/// until every subscriber has that event. So all subscribers see one order, and the last value that each sees is the
/// newest. RxSwift delivers the inner event at once, which lets later subscribers end on the older value; a live page
/// would then show it.
struct Subscribers<Element> {
    typealias Sink = (Event<Element>) -> Void

    private var sinks: [(key: Int, sink: Sink)] = []
    private var nextKey = 0
    /// Each event with the newest subscriber of the moment when it was sent: who comes later does not get it.
    private var waiting: [(event: Event<Element>, newest: Int)] = []
    private var isDelivering = false

    var isEmpty: Bool { sinks.isEmpty }

    mutating func add(_ sink: @escaping Sink) -> Int {
        nextKey += 1
        sinks.append((nextKey, sink))
        return nextKey
    }

    /// Gives what it removes: to release it can end other subscriptions, which must not happen in the middle of this.
    @discardableResult
    mutating func remove(_ key: Int) -> Sink? {
        sinks.firstIndex { $0.key == key }.map { sinks.remove(at: $0).sink }
    }

    mutating func removeAll() {
        sinks = []
    }

    /// Puts an event in line. True when the caller is the one to deliver: it then calls `next` until that gives nil.
    mutating func enqueue(_ event: Event<Element>) -> Bool {
        waiting.append((event, nextKey))
        defer { isDelivering = true }
        return !isDelivering
    }

    /// The next event in line with those who get it; nil ends the delivery.
    mutating func next() -> (Event<Element>, [(key: Int, sink: Sink)])? {
        guard !waiting.isEmpty else {
            isDelivering = false
            return nil
        }
        let (event, newest) = waiting.removeFirst()
        return (event, nextKey == newest ? sinks : sinks.filter { $0.key <= newest })
    }
}
