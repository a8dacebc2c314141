/// A subscriber: events go to the sink for as long as the lifetime is not stopped.
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

/// Subscribers in the order in which they subscribed.
@usableFromInline
struct Subscribers<Element> {
    @usableFromInline var first: Subscriber<Element>?
    /// Storage for further subscribers and for events that wait. Nil for most subjects: they have one subscriber, which
    /// sends nothing back to them.
    @usableFromInline var more: MoreSubscribers<Element>?

    @inlinable
    init() {}

    /// Returns the subscribers that the next event goes to; those who come during its delivery are not among them. The
    /// first is nil if there is none or if it is stopped. Mutating only so that it reads the variable in place instead
    /// of a copy.
    @inlinable
    mutating func now() -> (first: ((Event<Element>) -> Void)?, others: [Subscriber<Element>?]?) {
        guard let first, !first.lifetime.isStopped else { return (nil, more?.places) }
        return (first.sink, more?.places)
    }
}

/// The subscribers after the first, and the events that wait.
@usableFromInline
final class MoreSubscribers<Element> {
    /// The subscribers by index. The entry of a subscriber that has left becomes nil, and such entries are removed when
    /// they are more than 16 and more than half: so none has to move each time, and each is found by its index.
    @usableFromInline var places: [Subscriber<Element>?] = []
    private var empty = 0
    /// The events that wait, each with the subscribers at the moment when it was sent: later ones do not get it.
    @usableFromInline var waiting: [(event: Event<Element>, subscribers: [Subscriber<Element>])] = []

    @inlinable
    init() {}

    @inlinable
    func append(_ subscriber: Subscriber<Element>) {
        subscriber.lifetime.place = UInt32(places.count)
        places.append(subscriber)
    }

    /// Removes a subscriber and returns it, nil if it isn't here; see `Multicast.takeOut`.
    func remove(_ lifetime: CompositeDisposable) -> Subscriber<Element>? {
        // A lifetime is subscribed to one source only, so its `place` is the index here.
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

    /// Removes the empty entries.
    private func close() {
        places.removeAll { $0 == nil }
        for place in places.indices { places[place]?.lifetime.place = UInt32(place) }
        empty = 0
    }
}
