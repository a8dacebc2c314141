/// A subject that remembers its newest elements: a subscriber gets those at once, then later events (RxSwift:
/// `ReplaySubject`). A subscriber that comes after the stop event gets the elements and that event.
public final class ReplaySubject<Element>: Multicast<Element>, ObserverType {
    @usableFromInline var end: End?
    @usableFromInline let recent: Recent<Element>

    @inlinable
    init(capacity: Int) {
        recent = Recent(capacity: capacity)
    }

    /// Returns a subject that remembers the newest `bufferSize` elements.
    @inlinable
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        ReplaySubject(capacity: bufferSize)
    }

    /// Returns a subject that remembers every element. Its memory grows with each: for sequences that are known to be
    /// short.
    @inlinable
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(capacity: .max)
    }

    /// Sends an event. After a stop event further events are ignored.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard end == nil else { return }
        if case .next(let element) = event {
            let forgotten = recent.append(element)
            withExtendedLifetime(forgotten) {}
        } else {
            end = End(event)
        }
        send(event)
    }

    @inlinable override var start: Start<Element> {
        Start { lifetime, sink in
            let replay = {
                for element in self.recent.elements {
                    if lifetime.isStopped { return }
                    sink(.next(element))
                }
            }
            guard let end = self.end else { return self.join(lifetime, sink, replay: replay) }
            replay()
            if !lifetime.isStopped { sink(end.event()) }
        }
    }
}

/// A buffer of the newest elements, up to a number. Its methods return what they remove, so that the caller releases
/// it: the release of an element can run code that uses this again, which must not happen in the middle of a change.
@usableFromInline
final class Recent<Element> {
    @usableFromInline let capacity: Int
    @usableFromInline var elements: [Element] = []

    @inlinable
    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    @inlinable
    func append(_ element: Element) -> Element? {
        guard elements.count == capacity else {
            elements.append(element)
            return nil
        }
        guard capacity > 0 else { return element }
        let oldest = elements.removeFirst()
        elements.append(element)
        return oldest
    }

    @inlinable
    func removeAll() -> [Element] { exchange(&elements, with: []) }
}
