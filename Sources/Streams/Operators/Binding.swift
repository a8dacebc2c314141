extension Observable {
    /// Sends every element to a relay (RxSwift: `bind(to:)`). An error ends the binding: give errors a place first
    /// (`catch`, `materialize`, an ``ErrorTracker``).
    @discardableResult
    public func bind(to relay: PublishRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }

    /// Sends every element to a relay (RxSwift: `bind(to:)`).
    @discardableResult
    public func bind(to relay: BehaviorRelay<Element>) -> any Disposable {
        subscribe(onNext: { relay.accept($0) })
    }
}
