/// The sharing strategy of a ``Driver``: a new subscriber gets the current value at once.
public enum DriverSharingStrategy: SharingStrategy {
    /// Shares one subscription among all subscribers; later ones get the newest value at once.
    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1)
    }
}

/// A value for the page: never fails, shared by its subscribers, and gives a new subscriber the current value at once
/// (RxSwift: `Driver`). Use it for what a page *shows*; use ``Signal`` for what *happens* once.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

extension Driver {
    /// Passes every value to a closure (RxSwift: `drive(onNext:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends every value to a relay (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ relay: BehaviorRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every value to a relay (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ relay: PublishRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ observer: some ObserverType<Element>) -> any Disposable {
        source.subscribe(observer)
    }

    /// Sends every value to a relay of optionals (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ relay: BehaviorRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every value to a relay of optionals (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ relay: PublishRelay<Element?>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Sends every event to a subject of optionals (RxSwift: `drive(_:)`).
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func drive(_ observer: some ObserverType<Element?>) -> any Disposable {
        source.bind(to: observer)
    }
}

extension ObservableConvertibleType {
    /// Returns this sequence as a driver; an error is replaced with `element` and the completion (RxSwift:
    /// `asDriver(onErrorJustReturn:)`).
    @inlinable
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
        Driver(sharing: asObservable().catchAndReturn(element))
    }

    /// Returns this sequence as a driver, which continues after an error with `other` (RxSwift:
    /// `asDriver(onErrorDriveWith:)`).
    @inlinable
    public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
        Driver(sharing: asObservable().catch { _ in other.source })
    }

    /// Returns this sequence as a driver, which continues after an error with the driver that `recover` returns
    /// (RxSwift: `asDriver(onErrorRecover:)`).
    @inlinable
    public func asDriver(onErrorRecover recover: @escaping (any Error) -> Driver<Element>) -> Driver<Element> {
        Driver(sharing: asObservable().catch { recover($0).source })
    }
}

extension BehaviorRelay {
    /// Returns this relay's values as a `Driver`.
    @inlinable
    public func asDriver() -> Driver<Element> {
        Driver(source: self)
    }

    /// Returns a part of this relay's value as a `Driver`, which sends when that part changes.
    ///
    /// It does what `asDriver().map(part).distinctUntilChanged()` does, in one step instead of three. Nothing is shared,
    /// since the relay has the value for all: `part` is called for each subscriber, and should be quick.
    ///
    /// - Parameter part: returns the part of a value.
    @inlinable
    public func select<Part: Equatable>(_ part: @escaping (Element) -> Part) -> Driver<Part> {
        select(part) { $0 }
    }

    /// Returns what is made of a part of this relay's value, as a `Driver`, which sends when that part changes.
    ///
    /// - Parameters:
    ///   - part: returns the part of a value; called for each value and subscriber.
    ///   - transform: makes the element of a part; called when the part has changed.
    @inlinable
    public func select<Part: Equatable, Result>(
        _ part: @escaping (Element) -> Part, _ transform: @escaping (Part) -> Result
    ) -> Driver<Result> {
        let source = start
        return Driver(
            source: AnonymousObservable { lifetime, sink in
                let newest = Newest<Part>()
                source.run(lifetime) { event in
                    guard case .next(let value) = event else { return }
                    let part = part(value)
                    guard newest.element != part else { return }
                    newest.keep(part)
                    sink(.next(transform(part)))
                }
            })
    }
}

extension Property {
    /// Returns this property's values as a `Driver`.
    public func asDriver() -> Driver<Element> { relay.asDriver() }
}
