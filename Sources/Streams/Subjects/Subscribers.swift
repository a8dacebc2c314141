/// The subscribers of a subject, a relay or a shared sequence, and the order of delivery to them.
///
/// Delivery is serial: what is sent while an event is being delivered (a subscriber that feeds its own source) waits
/// until every subscriber has that event. So all subscribers see one order, and the last value that each sees is the
/// newest. RxSwift delivers the inner event at once, which lets later subscribers end on the older value; a live page
/// would then show it.
@usableFromInline
struct Subscribers<Element> {
    @usableFromInline
    struct Entry {
        @usableFromInline let lifetime: CompositeDisposable
        @usableFromInline let sink: (Event<Element>) -> Void

        @inlinable
        init(lifetime: CompositeDisposable, sink: @escaping (Event<Element>) -> Void) {
            self.lifetime = lifetime
            self.sink = sink
        }

        @inlinable
        func take(_ event: Event<Element>) {
            if !lifetime.isStopped { sink(event) }
        }
    }

    /// What most subjects don't have, since they have one subscriber that does not feed them.
    @usableFromInline
    final class More {
        /// The subscribers after the first, in the order in which they came.
        @usableFromInline var others: [Entry] = []
        /// Each event that waits, with those subscribed at the moment when it was sent: who comes later does not get it.
        @usableFromInline var waiting: [(event: Event<Element>, entries: [Entry])] = []

        @usableFromInline
        init() {}
    }

    @usableFromInline var first: Entry?
    @usableFromInline var more: More?
    @usableFromInline var isDelivering = false

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { first == nil && (more?.others.isEmpty ?? true) }

    @usableFromInline
    var entries: [Entry] { (first.map { [$0] } ?? []) + (more?.others ?? []) }

    @usableFromInline
    mutating func add(_ entry: Entry) {
        if isEmpty {
            first = entry
        } else {
            withMore { $0.others.append(entry) }
        }
    }

    /// Takes out the subscriber with that lifetime, and gives it: to release it can end other subscriptions, which must
    /// not happen in the middle of this.
    @usableFromInline
    mutating func remove(_ lifetime: ObjectIdentifier) -> Entry? {
        if let entry = first, ObjectIdentifier(entry.lifetime) == lifetime {
            first = nil
            return entry
        }
        guard let more else { return nil }
        // Those who leave in the order in which they came, or the other way round, are found at once.
        if let last = more.others.last, ObjectIdentifier(last.lifetime) == lifetime { return more.others.removeLast() }
        guard let index = more.others.firstIndex(where: { ObjectIdentifier($0.lifetime) == lifetime }) else {
            return nil
        }
        return more.others.remove(at: index)
    }

    /// Takes out all, and gives them.
    @usableFromInline
    mutating func removeAll() -> [Entry] {
        let all = entries
        first = nil
        more?.others = []
        return all
    }

    /// Begins to deliver, unless an event is being delivered. Each look at a property of an object costs about as much as
    /// an operator, so an event takes one look here and one at the end.
    ///
    /// - Returns: the subscribers of this moment; who is added while the first is served doesn't get this event.
    @inlinable
    mutating func begin() -> (first: ((Event<Element>) -> Void)?, others: [Entry]?)? {
        guard !isDelivering else { return nil }
        isDelivering = true
        guard let first, !first.lifetime.isStopped else { return (nil, more?.others) }
        return (first.sink, more?.others)
    }

    /// Ends a delivery unless an event waits.
    @inlinable
    mutating func endUnlessWaiting() -> Bool {
        isDelivering = !(more?.waiting.isEmpty ?? true)
        return !isDelivering
    }

    /// Puts an event in line behind the one that is being delivered.
    @usableFromInline
    mutating func wait(_ event: Event<Element>) {
        let entries = event.isStopEvent ? removeAll() : entries
        withMore { $0.waiting.append((event, entries)) }
    }

    private mutating func withMore(_ change: (More) -> Void) {
        let more = more ?? More()
        self.more = more
        change(more)
    }
}

/// What has subscribers. The struct is never held open while an event is delivered, since that may change it.
@usableFromInline
protocol Multicasting<Element>: Leavable {
    associatedtype Element
    var subscribers: Subscribers<Element> { get set }
    func join(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void)
}

/// What a subscriber can leave.
@usableFromInline
protocol Leavable: AnyObject {
    func leave(_ lifetime: ObjectIdentifier)
}

extension Multicasting {
    /// Delivers an event to all subscribers of this moment; while one is being delivered it waits its turn. With a stop
    /// event all subscribers go.
    @inlinable
    func send(_ event: Event<Element>) {
        guard let (first, others) = subscribers.begin() else { return subscribers.wait(event) }
        if event.isStopEvent {
            let entries = subscribers.removeAll()
            for entry in entries { entry.take(event) }
        } else {
            first?(event)
            if let others {
                for entry in others { entry.take(event) }
            }
        }
        guard !subscribers.endUnlessWaiting() else { return }
        sendWaiting()
        subscribers.isDelivering = false
    }

    @usableFromInline
    func sendWaiting() {
        while let more = subscribers.more, !more.waiting.isEmpty {
            let waiting = more.waiting
            more.waiting = []
            for (event, entries) in waiting {
                for entry in entries { entry.take(event) }
            }
        }
    }

    /// Adds a subscriber for as long as the lifetime lasts.
    @inlinable
    func join(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        subscribers.add(.init(lifetime: lifetime, sink: sink))
        lifetime.insert(Membership(of: self, ObjectIdentifier(lifetime)))
    }

    /// Adds a subscriber, who first gets what is remembered. What that causes waits meanwhile as it does in ``send(_:)``:
    /// it has to reach this subscriber too, and after what it follows.
    @inlinable
    func join(
        _ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void,
        replaying elements: some Sequence<Element>
    ) {
        join(lifetime, sink)
        let isOutermost = !subscribers.isDelivering
        subscribers.isDelivering = true
        for element in elements {
            if lifetime.isStopped { break }
            sink(.next(element))
        }
        guard isOutermost, !subscribers.endUnlessWaiting() else { return }
        sendWaiting()
        subscribers.isDelivering = false
    }

    @inlinable
    func leave(_ lifetime: ObjectIdentifier) {
        let left = subscribers.remove(lifetime)
        withExtendedLifetime(left) {}
    }
}

/// A subscriber's place with a subject; disposal gives it up. A lifetime is with one subject once, so its identity is
/// the key: it lives for as long as it holds this.
@usableFromInline
final class Membership: Disposable {
    private weak var subject: (any Leavable)?
    private let lifetime: ObjectIdentifier

    @usableFromInline
    init(of subject: any Leavable, _ lifetime: ObjectIdentifier) {
        self.subject = subject
        self.lifetime = lifetime
    }

    @usableFromInline
    func dispose() {
        subject?.leave(lifetime)
        subject = nil
    }
}
