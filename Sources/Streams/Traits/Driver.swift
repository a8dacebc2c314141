/// A ``Driver``'s way to share: a new subscriber gets the current value at once.
public enum DriverSharingStrategy: SharingStrategy {
    /// One subscription for all, who get the newest value at once.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1)
    }
}

/// A value for the page: never fails, shared by its subscribers, and gives a new subscriber the current value at once
/// (RxSwift: `Driver`). Use it for what a page *shows*; use ``Signal`` for what *happens* once.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

extension Driver {
    /// Hands every value to a closure (RxSwift: `drive(onNext:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends every value to a relay (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ relay: BehaviorRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every value to a relay (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ relay: PublishRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    /// Sends every value to a relay whose elements may be missing (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ relay: BehaviorRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every value to a relay whose elements may be missing (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ relay: PublishRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject whose elements may be missing (RxSwift: `drive(_:)`).
    ///
    /// - Returns: disposing it ends the subscription.
    @inlinable
    @discardableResult
    public func drive(_ observer: some ObserverType<Element?>) -> any Disposable {
        source.bind(to: observer)
    }
}

extension ObservableConvertibleType {
    /// This sequence for the page: an error becomes `element` (RxSwift: `asDriver(onErrorJustReturn:)`).
    @inlinable
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
        Driver(sharing: asObservable().catchAndReturn(element))
    }

    /// This sequence for the page: after an error it goes on as `other` (RxSwift: `asDriver(onErrorDriveWith:)`).
    @inlinable
    public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
        Driver(sharing: asObservable().catch { _ in other.source })
    }

    /// This sequence for the page: after an error it goes on as what `recover` makes of that (RxSwift:
    /// `asDriver(onErrorRecover:)`).
    @inlinable
    public func asDriver(onErrorRecover recover: @escaping (any Error) -> Driver<Element>) -> Driver<Element> {
        Driver(sharing: asObservable().catch { recover($0).source })
    }
}

extension BehaviorRelay {
    /// The receiving end as a `Driver`.
    @inlinable
    public func asDriver() -> Driver<Element> {
        Driver(source: self)
    }
}
