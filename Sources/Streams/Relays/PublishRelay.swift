/// A subject that can neither fail nor end: the sending end of an Input (RxSwift: `PublishRelay`).
///
///     let taps = PublishRelay<Void>()
///     taps.subscribe(onNext: { print("tapped") }).disposed(by: bag)
///     taps.accept(())
///
/// Nothing is replayed: who subscribes later gets what is accepted from then on.
public final class PublishRelay<Element>: Multicast<Element> {
    /// A relay without subscribers.
    @inlinable
    public override init() {}

    /// Sends an element to those subscribed at this moment. When a subscriber accepts another one meanwhile, that is
    /// delivered once all have this one.
    @inlinable
    public func accept(_ element: Element) {
        send(.next(element))
    }

    @inlinable override var start: Start<Element> {
        Start { self.join($0, $1) }
    }
}
