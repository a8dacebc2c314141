extension Observable {
    /// Several sequences as one, in the order of their events; completed when all are (RxSwift: `merge`).
    ///
    ///     a--c-|  and  -b---d|  →  ab-c-d|
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            var running = sources.count
            if running == 0 { sink(.completed) }
            for source in sources {
                guard !lifetime.isStopped else { return }
                source.start.subscribe(in: lifetime.child()) { event in
                    guard case .completed = event else { return sink(event) }
                    running -= 1
                    if running == 0 { sink(.completed) }
                }
            }
        }
    }

    /// Several sequences as one, in the order of their events; completed when all are (RxSwift: `merge`).
    ///
    ///     a--c-|  and  -b---d|  →  ab-c-d|
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }
}
