/// A subject that can neither fail nor end: the sending end of an Input (RxSwift: `PublishRelay`).
public final class PublishRelay<Element>: Multicast<Element> {
    /// A relay without subscribers.
    @inlinable
    public override init() {}

    /// Sends an element to those subscribed at this moment.
    @inlinable
    public func accept(_ element: Element) {
        send(.next(element))
    }

    @inlinable override var start: Start<Element> {
        Start { self.join($0, $1) }
    }

    /// The receiving end as a `Signal`: nothing is replayed.
    @inlinable
    public func asSignal() -> Signal<Element> {
        Signal(source: self)
    }
}
