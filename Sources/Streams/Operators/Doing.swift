extension ObservableType {
    /// Looks at events on their way, without changing them (RxSwift: `do`). What `onNext` throws is the error.
    ///
    /// - Parameters:
    ///   - onNext: before an element is sent on.
    ///   - afterNext: after it has been delivered.
    ///   - onError: before the error is sent on.
    ///   - afterError: after it has been delivered.
    ///   - onCompleted: before the completion is sent on.
    ///   - afterCompleted: after it has been delivered.
    ///   - onSubscribe: before the source is subscribed to.
    ///   - onSubscribed: after that.
    ///   - onDispose: once, when the subscription is over, by disposal or by a stop event; then after the closures for
    ///     that.
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
