extension ObservableType {
    /// Passes every element to a closure (RxSwift: `bind(onNext:)`). An error ends the binding silently, so handle
    /// errors first (`catch`, `materialize`, an ``ErrorTracker``).
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext)
    }

    /// Sends every element to a relay (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: PublishRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: BehaviorRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay of optionals (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: BehaviorRelay<Element?>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay of optionals (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: PublishRelay<Element?>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every event, stop events included, to a subject (RxSwift: `bind(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to observer: some ObserverType<Element>) -> any Disposable {
        subscribe(observer)
    }

    /// Sends every event, stop events included, to a subject of optionals (RxSwift: `bind(to:)`).
    ///
    /// - Returns: the subscription; disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to observer: some ObserverType<Element?>) -> any Disposable {
        subscribe { event in observer.on(event.map { $0 }) }
    }
}
