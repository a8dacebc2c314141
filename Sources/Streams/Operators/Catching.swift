extension Observable {
    /// After an error, the sequence that `handler` makes of it (RxSwift: `catch`).
    /// `a-# → a-xy|`
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        Observable { lifetime, sink in
            let upstream = lifetime.child()
            self.subscribe(in: upstream) { event in
                guard case .error(let error) = event else { return sink(event) }
                do {
                    try handler(error).subscribe(in: lifetime.child(), sink)
                } catch { sink(.error(error)) }
            }
        }
    }

    /// After an error, `element` and completed (RxSwift: `catchAndReturn`).
    /// `a-# → a-(x|)`
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        self.catch { _ in .just(element) }
    }
}
