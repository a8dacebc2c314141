/// A value over time that can neither fail nor end: a subscriber gets the current value at once, then every change
/// (RxSwift: `BehaviorRelay`).
public final class BehaviorRelay<Element> {
    private var subscribers = Subscribers<Element>()
    /// The newest value.
    public private(set) var value: Element

    public init(value: Element) {
        self.value = value
    }

    /// Whether anyone is subscribed.
    public var hasObservers: Bool { !subscribers.isEmpty }

    /// Sets the value and sends it to those subscribed.
    public func accept(_ element: Element) {
        value = element
        guard subscribers.enqueue(.next(element)) else { return }
        while let (event, sinks) = subscribers.next() {
            for (_, sink) in sinks { sink(event) }
        }
    }

    /// The receiving end: the current value, then every change.
    public func asObservable() -> Observable<Element> {
        Observable { lifetime, sink in
            let key = self.subscribers.add(sink)
            lifetime.insert(ActionDisposable { [weak self] in self?.subscribers.remove(key) })
            sink(.next(self.value))
        }
    }

    /// The receiving end as a `Driver`.
    public func asDriver() -> Driver<Element> {
        Driver(source: asObservable())
    }
}
