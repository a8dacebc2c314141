extension ObservableType {
    /// Hands every element to a closure (RxSwift: `bind(onNext:)`). An error ends the binding: give errors a place first
    /// (`catch`, `materialize`, an ``ErrorTracker``).
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext)
    }

    /// Sends every element to a relay (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: PublishRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: BehaviorRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay whose elements may be missing (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: BehaviorRelay<Element?>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay whose elements may be missing (RxSwift: `bind(to:)`). An error ends the binding.
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to relay: PublishRelay<Element?>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every event, the end included, to a subject (RxSwift: `bind(to:)`).
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to observer: some ObserverType<Element>) -> any Disposable {
        subscribe(observer)
    }

    /// Sends every event, the end included, to a subject whose elements may be missing (RxSwift: `bind(to:)`).
    ///
    /// - Returns: disposing it ends the binding.
    @inlinable
    @discardableResult
    public func bind(to observer: some ObserverType<Element?>) -> any Disposable {
        subscribe { event in observer.on(event.map { $0 }) }
    }
}
