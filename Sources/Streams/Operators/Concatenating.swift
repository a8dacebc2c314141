extension Observable {
    /// Concatenates sequences: each is subscribed to when the one before has completed (RxSwift: `concat`).
    ///
    ///     a-b|  and  -c|  →  a-b-c|
    @inlinable
    public static func concat(_ sources: [Observable<Element>]) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            var rest = sources[...]
            Trampoline(in: lifetime) { current, next in
                guard let source = rest.popFirst() else { return sink(.completed) }
                source.start.subscribe(in: current) { event in
                    if case .completed = event { next() } else { sink(event) }
                }
            }.next()
        }
    }

    /// Concatenates sequences: each is subscribed to when the one before has completed (RxSwift: `concat`).
    ///
    ///     a-b|  and  -c|  →  a-b-c|
    @inlinable
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        concat(sources)
    }
}

extension ObservableType {
    /// Continues with another sequence after this one's completion (RxSwift: `concat`).
    ///
    ///     a-b|  and  -c|  →  a-b-c|
    @inlinable
    public func concat(_ other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        .concat(asObservable(), other.asObservable())
    }

    /// Sends these elements before those of the source (RxSwift: `startWith`).
    ///
    ///     -a-|  →  xa-|
    @inlinable
    public func startWith(_ elements: Element...) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            for element in elements {
                guard !lifetime.isStopped else { return }
                sink(.next(element))
            }
            if !lifetime.isStopped { source.run(lifetime, sink) }
        }
    }
}
