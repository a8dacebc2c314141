/// A value over time that can be read and not set: what a ``BehaviorRelay`` shows to those who must not send into it
/// (ReactiveSwift: `Property`).
public final class Property<Element>: ObservableConvertibleType {
    private let relay: BehaviorRelay<Element>

    /// - Parameter relay: the relay whose values it has.
    public init(_ relay: BehaviorRelay<Element>) {
        self.relay = relay
    }

    /// The newest value.
    public var value: Element { relay.value }

    /// The sequence of its values, which begins with the current one.
    public func asObservable() -> Observable<Element> { relay.asObservable() }

    /// The sequence of its values for the page.
    public func asDriver() -> Driver<Element> { relay.asDriver() }
}
