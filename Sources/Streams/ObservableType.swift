/// What has a sequence in it: observables, subjects, relays and the traits (RxSwift: `ObservableConvertibleType`).
///
/// Operators take their further sources as this, so a ``Single`` can be given to `flatMapLatest` as it is.
public protocol ObservableConvertibleType<Element> {
    /// What the sequence consists of.
    associatedtype Element

    /// The sequence.
    func asObservable() -> Observable<Element>
}

/// What the operators are on: observables, subjects and relays (RxSwift: `ObservableType`).
public protocol ObservableType<Element>: ObservableConvertibleType {}

/// What events can be sent to: the subjects, and the observer of ``Observable/create(_:)`` (RxSwift: `ObserverType`).
public protocol ObserverType<Element> {
    /// What its `next` events carry.
    associatedtype Element

    /// Sends an event. After a stop event nothing is sent any more.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Sends an element.
    @inlinable
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Ends the sequence with an error.
    @inlinable
    public func onError(_ error: any Error) { on(.error(error)) }

    /// Ends the sequence.
    @inlinable
    public func onCompleted() { on(.completed) }
}

/// An observer whose type doesn't matter (RxSwift: `AnyObserver`).
public struct AnyObserver<Element>: ObserverType {
    @usableFromInline let send: (Event<Element>) -> Void

    /// An observer that hands every event to a closure.
    @inlinable
    public init(eventHandler: @escaping (Event<Element>) -> Void) {
        send = eventHandler
    }

    /// Sends an event.
    @inlinable
    public func on(_ event: Event<Element>) { send(event) }
}
