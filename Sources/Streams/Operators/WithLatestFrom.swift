extension ObservableType {
    /// This sequence's elements, each with the newest of `other`; nothing before `other` has one (RxSwift:
    /// `withLatestFrom`). What `resultSelector` throws is the error; so is a failure of `other`, while its completion
    /// leaves the newest as it is.
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

    /// The newest element of `other` whenever this sequence sends one (RxSwift: `withLatestFrom`).
    ///
    ///     a--b--c|  and  -1--2  →  ---1--2|
    @inlinable
    public func withLatestFrom<Other>(_ other: some ObservableConvertibleType<Other>) -> Observable<Other> {
        withLatestFrom(other) { _, newest in newest }
    }
}
