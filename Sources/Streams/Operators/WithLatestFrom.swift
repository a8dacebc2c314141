extension ObservableType {
    /// Combines each element of this sequence with the newest of `other`; elements that come before `other` has one are
    /// dropped (RxSwift: `withLatestFrom`). An error that `resultSelector` throws ends the sequence, and so does an
    /// error of `other`; after a completion of `other` its newest element stays in use.
    ///
    ///     a--b--c|  and  -1--2  →  ---(b1)--(c2)|
    @inlinable
    public func withLatestFrom<Other, Result>(
        _ other: some ObservableConvertibleType<Other>,
        resultSelector: @escaping (Element, Other) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable().start
        let other = other.asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            var newest: Other?
            other.subscribe(within: lifetime) { event in
                switch event {
                case .next(let element):
                    let former = newest
                    newest = .some(element)
                    withExtendedLifetime(former) {}
                case .error(let error): sink(.error(error))
                case .completed: break
                }
            }
            guard !lifetime.isStopped else { return }
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    guard let newest else { return }
                    do { sink(.next(try resultSelector(element, newest))) } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: sink(.completed)
                }
            }
        }
    }

    /// Sends the newest element of `other` whenever this sequence sends one (RxSwift: `withLatestFrom`).
    ///
    ///     a--b--c|  and  -1--2  →  ---1--2|
    @inlinable
    public func withLatestFrom<Other>(_ other: some ObservableConvertibleType<Other>) -> Observable<Other> {
        withLatestFrom(other) { _, newest in newest }
    }
}
