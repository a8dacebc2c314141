extension ObservableType {
    /// Sends the only element of this sequence when it has completed (RxSwift: `asSingle`). Without an element the
    /// error is ``StreamError/noElements``; with a second one it is ``StreamError/moreThanOneElement``, sent at once.
    ///
    ///     a--|   →  ---(a|)
    ///     a-b-|  →  --#
    @inlinable
    public func asSingle() -> Single<Element> {
        let only = reduce(Element?.none) { former, element in
            guard case .none = former else { throw StreamError.moreThanOneElement }
            return .some(element)
        }
        return Single(
            source: only.map { element in
                guard let element else { throw StreamError.noElements }
                return element
            })
    }

    /// Sends the first element, or nil when the sequence completes without one (RxSwift: `first`). The source is
    /// disposed of with that element.
    ///
    ///     -a-b-|  →  -(a|)
    ///     --|     →  --(nil|)
    @inlinable
    public func first() -> Single<Element?> {
        let source = asObservable().start
        return Single<Element?>(
            source: AnonymousObservable { lifetime, sink in
                let upstream = lifetime.child()
                source.subscribe(in: upstream) { event in
                    if let error = event.error { return sink(.error(error)) }
                    // So that nothing which this element makes the source send gets through.
                    upstream.isStopped = true
                    sink(.next(event.element))
                    if !lifetime.isStopped { sink(.completed) }
                    upstream.dispose()
                }
            })
    }
}
