/// A type that contains a sequence: observables, subjects, relays and the traits (RxSwift:
/// `ObservableConvertibleType`).
///
/// Operators take their further sources as this type, so a ``Single`` can be passed to `flatMapLatest` as it is.
public protocol ObservableConvertibleType<Element> {
    /// Type of the sequence's elements.
    associatedtype Element

    /// The sequence.
    func asObservable() -> Observable<Element>
}

/// The type that operators extend: observables, subjects and relays (RxSwift: `ObservableType`).
public protocol ObservableType<Element>: ObservableConvertibleType {}

/// A receiver of events: the subjects, and the observer of ``Observable/create(_:)`` (RxSwift: `ObserverType`).
public protocol ObserverType<Element> {
    /// Type of the elements that its `next` events carry.
    associatedtype Element

    /// Sends an event. After a stop event further events are ignored.
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

/// A type-erased observer (RxSwift: `AnyObserver`).
public struct AnyObserver<Element>: ObserverType {
    @usableFromInline let send: (Event<Element>) -> Void

    /// Creates an observer that passes every event to a closure.
    @inlinable
    public init(eventHandler: @escaping (Event<Element>) -> Void) {
        send = eventHandler
    }

    /// Sends an event.
    @inlinable
    public func on(_ event: Event<Element>) { send(event) }
}
