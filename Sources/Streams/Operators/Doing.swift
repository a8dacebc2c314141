extension ObservableType {
    /// Runs closures at the events of the sequence, without changing them (RxSwift: `do`). An error thrown by `onNext`
    /// or `afterNext` ends the sequence.
    ///
    /// - Parameters:
    ///   - onNext: runs before an element is sent on.
    ///   - afterNext: runs after it has been delivered.
    ///   - onError: runs before the error is sent on.
    ///   - afterError: runs after it has been delivered.
    ///   - onCompleted: runs before the completion is sent on.
    ///   - afterCompleted: runs after it has been delivered.
    ///   - onSubscribe: runs before the source is subscribed to.
    ///   - onSubscribed: runs after that.
    ///   - onDispose: runs once when the subscription ends, by disposal or by a stop event; after a stop event it runs
    ///     after the closures for that event.
    @inlinable
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil,
        afterNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        afterError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        afterCompleted: (() -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onSubscribed: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            onSubscribe?()
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    do {
                        try onNext?(element)
                        sink(event)
                        try afterNext?(element)
                    } catch { sink(.error(error)) }
                case .error(let error):
                    onError?(error)
                    guard let afterError else { return sink(event) }
                    lifetime.puttingOffItsEnd {
                        sink(event)
                        afterError(error)
                    }
                case .completed:
                    onCompleted?()
                    guard let afterCompleted else { return sink(event) }
                    lifetime.puttingOffItsEnd {
                        sink(event)
                        afterCompleted()
                    }
                }
            }
            onSubscribed?()
            if let onDispose { lifetime.insert(ActionDisposable(onDispose)) }
        }
    }
}
