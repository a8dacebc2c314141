extension Observable {
    /// The sequences one after the other: the next is subscribed to when the one before has completed (RxSwift:
    /// `concat`).
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

    /// The sequences one after the other: the next is subscribed to when the one before has completed (RxSwift:
    /// `concat`).
    ///
    ///     a-b|  and  -c|  →  a-b-c|
    @inlinable
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        concat(sources)
    }
}

extension ObservableType {
    /// This sequence, and after its completion the other one (RxSwift: `concat`).
    ///
    ///     a-b|  and  -c|  →  a-b-c|
    @inlinable
    public func concat(_ other: some ObservableConvertibleType<Element>) -> Observable<Element> {
        .concat(asObservable(), other.asObservable())
    }

    /// The elements first (RxSwift: `startWith`).
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
