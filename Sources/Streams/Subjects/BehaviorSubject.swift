/// A value over time that can fail or end: a subscriber gets the current value at once, then later events (RxSwift:
/// `BehaviorSubject`). A subscriber that comes after the stop event gets only that event.
///
/// For a value that can't fail, such as a page's state, use ``BehaviorRelay``.
public final class BehaviorSubject<Element>: Multicast<Element>, ObserverType {
    @usableFromInline var end: End?
    @usableFromInline var newest: Element

    /// Creates a subject with an initial value.
    @inlinable
    public init(value: Element) {
        newest = value
    }

    /// The newest value.
    ///
    /// - Throws: the error with which the sequence ended.
    @inlinable
    public func value() throws -> Element {
        if case .failed(let error) = end { throw error }
        return newest
    }

    /// Sends an event. After a stop event further events are ignored.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard end == nil else { return }
        if case .next(let element) = event {
            // Kept until the new value is in place: the release of the old one can run code that reads the value.
            let former = exchange(&newest, with: element)
            withExtendedLifetime(former) {}
        } else {
            end = End(event)
        }
        send(event)
    }

    @inlinable override var start: Start<Element> {
        Start { lifetime, sink in
            if let end = self.end { return sink(end.event()) }
            self.join(lifetime, sink) { if !lifetime.isStopped { sink(.next(self.newest)) } }
        }
    }
}
