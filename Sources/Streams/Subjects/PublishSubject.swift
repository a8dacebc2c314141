/// Both ends of a sequence: what is sent goes to those subscribed at that moment (RxSwift: `PublishSubject`).
///
///     let answers = PublishSubject<Int>()
///     answers.subscribe(onNext: { print($0) }, onCompleted: { print("done") }).disposed(by: bag)
///     answers.onNext(1)
///     answers.onCompleted()
///
/// Nothing is replayed, except that a subscriber who comes after the stop event gets that stop event.
public final class PublishSubject<Element>: Multicast<Element>, ObserverType {
    @usableFromInline var end: End?

    /// A subject without subscribers.
    @inlinable
    public override init() {}

    /// Sends an event. After a stop event nothing is sent any more.
    @inlinable
    public func on(_ event: Event<Element>) {
        guard end == nil else { return }
        if event.isStopEvent { end = End(event) }
        send(event)
    }

    @inlinable override var start: Start<Element> {
        Start { lifetime, sink in
            if let end = self.end { sink(end.event()) } else { self.join(lifetime, sink) }
        }
    }
}
