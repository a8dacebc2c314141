extension Observable {
    /// Merges several sequences into one, in the order of their events; completes when all have (RxSwift: `merge`).
    ///
    ///     a--c-|  and  -b---d|  →  ab-c-d|
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            let merged = Merged(sources.count, sink)
            if sources.isEmpty { sink(.completed) }
            for source in sources {
                guard !lifetime.isStopped else { return }
                source.start.subscribe(within: lifetime) { merged.take($0) }
            }
        }
    }

    /// Merges several sequences into one, in the order of their events; completes when all have (RxSwift: `merge`).
    ///
    ///     a--c-|  and  -b---d|  →  ab-c-d|
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }
}

/// State of a merge: the number of sequences that have not completed.
@usableFromInline
final class Merged<Element> {
    @usableFromInline var running: Int
    @usableFromInline let sink: (Event<Element>) -> Void

    @inlinable
    init(_ running: Int, _ sink: @escaping (Event<Element>) -> Void) {
        self.running = running
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        if case .completed = event {
            running -= 1
            if running > 0 { return }
        }
        sink(event)
    }
}
