/// The sharing strategy of a ``Signal``: nothing is replayed.
public enum SignalSharingStrategy: SharingStrategy {
    /// Shares one subscription among all subscribers.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share()
    }
}

/// An occurrence for the page: never fails, shared, and never replayed (RxSwift: `Signal`). Alerts, navigation and
/// one-shot confirmations are signals: later subscribers must not see them again.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

extension Signal {
    /// Passes every element to a closure (RxSwift: `emit(onNext:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends every element to a relay (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to relay: PublishRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every element to a relay (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to relay: BehaviorRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    /// Sends every element to a relay of optionals (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to relay: BehaviorRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every element to a relay of optionals (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to relay: PublishRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject of optionals (RxSwift: `emit(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func emit(to observer: some ObserverType<Element?>) -> any Disposable {
        source.bind(to: observer)
    }
}

extension ObservableConvertibleType {
    /// Returns this sequence as a signal; an error is replaced with `element` and the completion (RxSwift:
    /// `asSignal(onErrorJustReturn:)`).
    @inlinable
    public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
        Signal(sharing: asObservable().catchAndReturn(element))
    }

    /// Returns this sequence as a signal, which continues after an error with `other` (RxSwift:
    /// `asSignal(onErrorSignalWith:)`).
    @inlinable
    public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
        Signal(sharing: asObservable().catch { _ in other.source })
    }

    /// Returns this sequence as a signal, which continues after an error with the signal that `recover` returns
    /// (RxSwift: `asSignal(onErrorRecover:)`).
    @inlinable
    public func asSignal(onErrorRecover recover: @escaping (any Error) -> Signal<Element>) -> Signal<Element> {
        Signal(sharing: asObservable().catch { recover($0).source })
    }
}

extension PublishRelay {
    /// Returns this relay's elements as a `Signal`: nothing is replayed.
    @inlinable
    public func asSignal() -> Signal<Element> {
        Signal(source: self)
    }

    /// Returns a signal of what is made of some of this relay's elements.
    ///
    /// It does what `asSignal().compactMap(transform)` does, in one step instead of two. Nothing is shared: `transform`
    /// is called for each subscriber, and should be quick.
    ///
    /// - Parameter transform: returns an element of the signal; nil to drop the relay's element.
    @inlinable
    public func select<Result>(_ transform: @escaping (Element) -> Result?) -> Signal<Result> {
        let source = start
        return Signal(
            source: AnonymousObservable { lifetime, sink in
                source.run(lifetime) { event in
                    if case .next(let element) = event, let result = transform(element) { sink(.next(result)) }
                }
            })
    }
}
