/// A value over time that can neither fail nor end: a subscriber gets the current value at once, then every change
/// (RxSwift: `BehaviorRelay`).
public final class BehaviorRelay<Element>: ObservableType, Multicasting {
    @usableFromInline var subscribers = Subscribers<Element>()
    @usableFromInline var newest: Element
    #if DEBUG
        @usableFromInline let resource = Resource()
    #endif

    /// A relay whose value is this until another is accepted.
    @inlinable
    public init(value: Element) {
        newest = value
    }

    /// The newest value.
    @inlinable
    public var value: Element { newest }

    /// Whether anyone is subscribed.
    @inlinable
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sets the value and sends it to those subscribed.
    @inlinable
    public func accept(_ element: Element) {
        // Released after it has been replaced: what it disposes of may ask for the value.
        let former = newest
        newest = element
        withExtendedLifetime(former) {}
        send(.next(element))
    }

    /// The receiving end: the current value, then every change.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            self.join(lifetime, sink, replaying: CollectionOfOne(self.newest))
        }
    }

    /// The receiving end as a `Driver`.
    @inlinable
    public func asDriver() -> Driver<Element> {
        Driver(source: asObservable())
    }
}
