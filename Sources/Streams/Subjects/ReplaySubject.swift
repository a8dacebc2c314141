/// Remembers what was sent: a subscriber gets the newest elements at once, then what is sent (RxSwift:
/// `ReplaySubject`). Who comes after the stop event gets the elements and that.
public final class ReplaySubject<Element>: ObservableType, ObserverType, Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    @usableFromInline var stopEvent: Event<Element>?
    @usableFromInline var recent: Recent<Element>
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    @inlinable
    init(capacity: Int) {
        recent = Recent(capacity: capacity)
    }

    /// A subject that remembers the newest `bufferSize` elements.
    @inlinable
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        ReplaySubject(capacity: bufferSize)
    }

    /// A subject that remembers every element. Its memory grows with each: for sequences that are known to be short.
    @inlinable
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(capacity: .max)
    }

    /// Whether anyone is subscribed.
    @inlinable
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sends an event. After a stop event nothing is sent any more.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard stopEvent == nil else { return }
        if case .next(let element) = event {
            let forgotten = recent.append(element)
            withExtendedLifetime(forgotten) {}
        } else {
            stopEvent = event
        }
        send(event)
    }

    /// The receiving end: the remembered elements, then what is sent.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            guard let stopEvent = self.stopEvent else {
                return self.join(lifetime, sink, replaying: self.recent.elements)
            }
            for element in self.recent.elements {
                guard !lifetime.isStopped else { return }
                sink(.next(element))
            }
            if !lifetime.isStopped { sink(stopEvent) }
        }
    }
}

/// The newest elements, up to a number. It gives what it forgets: to release that can come back here, which must not
/// happen in the middle of it.
@usableFromInline
struct Recent<Element> {
    @usableFromInline let capacity: Int
    @usableFromInline var elements: [Element] = []

    @inlinable
    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    @inlinable
    mutating func append(_ element: Element) -> Element? {
        guard elements.count == capacity else {
            elements.append(element)
            return nil
        }
        guard let oldest = elements.first else { return nil }
        if capacity > 1 {
            elements.removeFirst()
            elements.append(element)
        } else {
            elements[0] = element
        }
        return oldest
    }

    @inlinable
    mutating func removeAll() -> [Element] {
        let forgotten = elements
        elements = []
        return forgotten
    }
}
