/// A ``Signal``'s way to share: nothing is replayed.
public enum SignalSharingStrategy: SharingStrategy {
    /// One subscription for all.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share()
    }
}

/// Something that happens for the page: never fails, shared, and never replayed (RxSwift: `Signal`). Alerts,
/// navigation and one-shot confirmations are signals: who subscribes later must not see them again.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

extension Signal {
    /// Hands every element to a closure (RxSwift: `emit(onNext:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends every element to a relay (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to relay: PublishRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every element to a relay (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to relay: BehaviorRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    /// Sends every element to a relay whose elements may be missing (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to relay: BehaviorRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every element to a relay whose elements may be missing (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to relay: PublishRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject whose elements may be missing (RxSwift: `emit(to:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func emit(to observer: some ObserverType<Element?>) -> any Disposable {
        source.bind(to: observer)
    }
}

extension ObservableConvertibleType {
    /// This sequence as a signal: after an error comes `element` (RxSwift: `asSignal(onErrorJustReturn:)`).
    @inlinable
    public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
        Signal(sharing: asObservable().catchAndReturn(element))
    }

    /// This sequence as a signal: after an error it goes on as `other` (RxSwift: `asSignal(onErrorSignalWith:)`).
    @inlinable
    public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
        Signal(sharing: asObservable().catch { _ in other.source })
    }

    /// This sequence as a signal: after an error it goes on as what `recover` makes of that (RxSwift:
    /// `asSignal(onErrorRecover:)`).
    @inlinable
    public func asSignal(onErrorRecover recover: @escaping (any Error) -> Signal<Element>) -> Signal<Element> {
        Signal(sharing: asObservable().catch { recover($0).source })
    }
}

extension PublishRelay {
    /// The receiving end as a `Signal`: nothing is replayed.
    @inlinable
    public func asSignal() -> Signal<Element> {
        Signal(source: self)
    }
}
