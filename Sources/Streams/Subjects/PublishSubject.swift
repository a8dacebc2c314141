/// A sequence and its sending end: each event goes to the current subscribers (RxSwift: `PublishSubject`).
///
///     let answers = PublishSubject<Int>()
///     answers.subscribe(onNext: { print($0) }, onCompleted: { print("done") }).disposed(by: bag)
///     answers.onNext(1)
///     answers.onCompleted()
///
/// Nothing is replayed, except that a subscriber that comes after the stop event gets that stop event.
public final class PublishSubject<Element>: Multicast<Element>, ObserverType {
    @usableFromInline var end: End?

    /// Creates a subject without subscribers.
    @inlinable
    public override init() {}

    /// Sends an event. After a stop event further events are ignored.
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
