/// Someone who is subscribed: events go to the sink for as long as the lifetime is not stopped.
@usableFromInline
struct Subscriber<Element> {
    @usableFromInline let lifetime: CompositeDisposable
    @usableFromInline let sink: (Event<Element>) -> Void

    @inlinable
    init(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        self.lifetime = lifetime
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        if !lifetime.isStopped { sink(event) }
    }
}

/// Those who are subscribed, in the order in which they came.
@usableFromInline
struct Subscribers<Element> {
    @usableFromInline var first: Subscriber<Element>?
    /// Nil for most subjects: they have one subscriber, and that sends nothing back to them.
    @usableFromInline var more: MoreSubscribers<Element>?

    @inlinable
    init() {}

    /// The subscribers that the next event goes to; those who come during its delivery are not among them. It is
    /// mutating only so that it reads the variable in place instead of a copy.
    @inlinable
    mutating func now() -> (first: ((Event<Element>) -> Void)?, others: [Subscriber<Element>?]?) {
        guard let first, !first.lifetime.isStopped else { return (nil, more?.places) }
        return (first.sink, more?.places)
    }
}

/// The subscribers after the first, and the events that wait.
@usableFromInline
final class MoreSubscribers<Element> {
    /// The place of a subscriber that has left becomes nil, and is removed when many are: so nobody has to move, and
    /// each subscriber is found by its index.
    @usableFromInline var places: [Subscriber<Element>?] = []
    private var empty = 0
    /// Each event that waits, with those subscribed at the moment when it was sent: who comes later does not get it.
    @usableFromInline var waiting: [(event: Event<Element>, subscribers: [Subscriber<Element>])] = []

    @inlinable
    init() {}

    @inlinable
    func append(_ subscriber: Subscriber<Element>) {
        subscriber.lifetime.place = UInt32(places.count)
        places.append(subscriber)
    }

    /// Returns the removed subscriber; see `Multicast.takeOut`.
    func remove(_ lifetime: CompositeDisposable) -> Subscriber<Element>? {
        // A lifetime is subscribed to one source only, so its place is its place here.
        let place = Int(lifetime.place)
        guard place < places.count, let subscriber = places[place], subscriber.lifetime === lifetime else { return nil }
        places[place] = nil
        empty += 1
        if empty == places.count {
            removeAll()
        } else if empty > 16, empty > places.count / 2 {
            close()
        }
        return subscriber
    }

    func removeAll() {
        places = []
        empty = 0
    }

    /// Closes the gaps.
    private func close() {
        places.removeAll { $0 == nil }
        for place in places.indices { places[place]?.lifetime.place = UInt32(place) }
        empty = 0
    }
}
