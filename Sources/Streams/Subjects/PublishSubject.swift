/// Both ends of a sequence: what is sent goes to those subscribed at that moment (RxSwift: `PublishSubject`).
///
/// Nothing is replayed, except that a subscriber who comes after the stop event gets that stop event.
public final class PublishSubject<Element>: ObservableType, ObserverType, Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    @usableFromInline var stopEvent: Event<Element>?
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    /// A subject without subscribers.
    @inlinable
    public init() {}

    /// Whether anyone is subscribed.
    @inlinable
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sends an event. After a stop event nothing is sent any more.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard stopEvent == nil else { return }
        if event.isStopEvent { stopEvent = event }
        send(event)
    }

    /// The receiving end.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            if let stopEvent = self.stopEvent { sink(stopEvent) } else { self.join(lifetime, sink) }
        }
    }
}
