/// A subject that can neither fail nor end: the sending end of an Input (RxSwift: `PublishRelay`).
public final class PublishRelay<Element>: ObservableType, Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    /// A relay without subscribers.
    @inlinable
    public init() {}

    /// Whether anyone is subscribed.
    @inlinable
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sends an element to those subscribed at this moment.
    @inlinable
    public func accept(_ element: Element) {
        send(.next(element))
    }

    /// The receiving end.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { self.join($0, $1) }
    }

    /// The receiving end as a `Signal`: nothing is replayed.
    @inlinable
    public func asSignal() -> Signal<Element> {
        Signal(source: asObservable())
    }
}
