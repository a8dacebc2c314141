/// A read-only view of a ``BehaviorRelay``, for those who must not send into it (ReactiveSwift: `Property`).
public final class Property<Element>: ObservableConvertibleType {
    @usableFromInline let relay: BehaviorRelay<Element>

    /// - Parameter relay: the relay whose values this shows.
    @inlinable
    public init(_ relay: BehaviorRelay<Element>) {
        self.relay = relay
    }

    /// The newest value.
    public var value: Element { relay.value }

    /// The sequence of its values, beginning with the current one.
    public func asObservable() -> Observable<Element> { relay.asObservable() }
}
