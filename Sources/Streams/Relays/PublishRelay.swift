/// A subject that can neither fail nor end: the sending end of an Input (RxSwift: `PublishRelay`).
public final class PublishRelay<Element> {
    private var subscribers = Subscribers<Element>()

    public init() {}

    /// Whether anyone is subscribed.
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sends an element to those subscribed at this moment.
    public func accept(_ element: Element) {
        guard subscribers.enqueue(.next(element)) else { return }
        while let (event, sinks) = subscribers.next() {
            for (_, sink) in sinks { sink(event) }
        }
    }

    /// The receiving end.
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            let key = self.subscribers.add(sink)
            lifetime.insert(ActionDisposable { [weak self] in self?.subscribers.remove(key) })
        }
    }

    /// The receiving end as a `Signal`: nothing is replayed.
    public func asSignal() -> Signal<Element> {
        Signal(source: asObservable())
    }
}
