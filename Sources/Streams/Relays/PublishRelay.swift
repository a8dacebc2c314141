/// A subject that can neither fail nor end: the sending end of an Input (RxSwift: `PublishRelay`).
///
///     let taps = PublishRelay<Void>()
///     taps.subscribe(onNext: { print("tapped") }).disposed(by: bag)
///     taps.accept(())
///
/// Nothing is replayed: a subscriber gets only what is accepted after it has subscribed.
public final class PublishRelay<Element>: Multicast<Element> {
    /// Creates a relay without subscribers.
    @inlinable
    public override init() {}

    /// Sends an element to the current subscribers. If a subscriber makes it accept another one meanwhile, that one is
    /// delivered once all have received this one.
    @inlinable
    public func accept(_ element: Element) {
        send(.next(element))
    }

    @inlinable override var start: Start<Element> {
        Start { self.join($0, $1) }
    }
}
