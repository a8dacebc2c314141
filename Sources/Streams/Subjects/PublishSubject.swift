/// Both ends of a sequence: what is sent goes to those subscribed at that moment (RxSwift: `PublishSubject`).
///
/// Nothing is replayed, except that a subscriber who comes after the stop event gets that stop event.
public final class PublishSubject<Element> {
    private var subscribers = Subscribers<Element>()
    private var stopEvent: Event<Element>?

    public init() {}

    /// Whether anyone is subscribed.
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sends an event. After a stop event nothing is sent any more.
    public func on(_ event: Event<Element>) {
        guard stopEvent == nil else { return }
        if event.isStopEvent { stopEvent = event }
        guard subscribers.enqueue(event) else { return }
        while let (event, sinks) = subscribers.next() {
            if event.isStopEvent { subscribers.removeAll() }
            for (_, sink) in sinks { sink(event) }
        }
    }

    /// Sends an element.
    public func onNext(_ element: Element) { on(.next(element)) }
    /// Ends the sequence with an error.
    public func onError(_ error: any Error) { on(.error(error)) }
    /// Ends the sequence.
    public func onCompleted() { on(.completed) }

    /// The receiving end.
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            if let stopEvent = self.stopEvent {
                sink(stopEvent)
                return
            }
            let key = self.subscribers.add(sink)
            lifetime.insert(ActionDisposable { [weak self] in self?.subscribers.remove(key) })
        }
    }
}
