/// A value over time that can neither fail nor end: a subscriber gets the current value at once, then every change
/// (RxSwift: `BehaviorRelay`).
public final class BehaviorRelay<Element>: Multicast<Element> {
    @usableFromInline var newest: Element

    /// Creates a relay with an initial value.
    @inlinable
    public init(value: Element) {
        newest = value
    }

    /// The newest value.
    @inlinable
    public var value: Element { newest }

    /// Sets the value and sends it to the current subscribers.
    @inlinable
    public func accept(_ element: Element) {
        // Kept until the new value is in place: the release of the old one can run code that reads the value.
        let former = exchange(&newest, with: element)
        withExtendedLifetime(former) {}
        send(.next(element))
    }

    @inlinable override var start: Start<Element> {
        Start { lifetime, sink in
            self.join(lifetime, sink) { if !lifetime.isStopped { sink(.next(self.newest)) } }
        }
    }
}
