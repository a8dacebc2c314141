/// A value over time that can fail or end: a subscriber gets the current value at once, then what is sent (RxSwift:
/// `BehaviorSubject`). Who comes after the stop event gets only that.
///
/// For a value that can't fail, which is what a page shows, use ``BehaviorRelay``.
public final class BehaviorSubject<Element>: ObservableType, ObserverType, Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    @usableFromInline var stopEvent: Event<Element>?
    @usableFromInline var newest: Element
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    /// A subject whose value is this until another is sent.
    @inlinable
    public init(value: Element) {
        newest = value
    }

    /// Whether anyone is subscribed.
    @inlinable
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// The newest value.
    ///
    /// - Throws: the error with which the sequence ended.
    @inlinable
    public func value() throws -> Element {
        if let error = stopEvent?.error { throw error }
        return newest
    }

    /// Sends an event. After a stop event nothing is sent any more.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard stopEvent == nil else { return }
        // Released after it has been replaced: what it disposes of may ask for the value.
        let former = newest
        if case .next(let element) = event { newest = element } else { stopEvent = event }
        withExtendedLifetime(former) {}
        send(event)
    }

    /// The receiving end: the current value, then what is sent.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            if let stopEvent = self.stopEvent { return sink(stopEvent) }
            self.join(lifetime, sink, replaying: CollectionOfOne(self.newest))
        }
    }
}
