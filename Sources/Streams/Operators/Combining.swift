extension Observable {
    /// Several sequences as one, in the order of their events; completed when all are.
    /// `a--c-|` and `-b---d|` → `ab-c-d|`
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        Observable { lifetime, sink in
            var running = sources.count
            if running == 0 { sink(.completed) }
            for source in sources {
                guard !lifetime.isDisposed else { return }
                source.subscribe(in: lifetime.child()) { event in
                    switch event {
                    case .next, .error: sink(event)
                    case .completed:
                        running -= 1
                        if running == 0 { sink(.completed) }
                    }
                }
            }
        }
    }

    /// Several sequences as one, in the order of their events; completed when all are.
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }

    /// This sequence, and after its completion the other one (RxSwift: `concat`).
    /// `ab|` and `-c|` → `ab-c|`
    public func concat(_ other: Observable<Element>) -> Observable<Element> {
        Observable { lifetime, sink in
            self.subscribe(in: lifetime.child()) { event in
                guard case .completed = event else { return sink(event) }
                other.subscribe(in: lifetime.child(), sink)
            }
        }
    }

    /// The newest elements of several sequences, combined whenever one of them changes, once all have one; completed
    /// when all are.
    /// `1---2-|` and `-a-b--|` → `-1a-1b-2b-|`
    public static func combineLatest<each Part>(
        _ sources: repeat Observable<each Part>,
        resultSelector: @escaping (repeat each Part) throws -> Element
    ) -> Observable<Element> {
        Observable { lifetime, sink in
            let progress = CombineProgress()
            let newest = (repeat Newest<each Part>())
            repeat progress.expect((each newest))
            let changed = {
                guard progress.missing == 0 else { return }
                do {
                    sink(.next(try resultSelector(repeat (each newest).value)))
                } catch { sink(.error(error)) }
            }
            repeat (each sources).combine(into: each newest, progress, lifetime, sink, changed)
        }
    }

    /// The newest elements of any number of sequences of one kind; no sequence at all gives one empty array.
    public static func combineLatest<Part>(_ sources: [Observable<Part>]) -> Observable<[Part]>
    where Element == [Part] {
        Observable { lifetime, sink in
            let progress = CombineProgress()
            let newest = sources.map { _ in Newest<Part>() }
            for newest in newest { progress.expect(newest) }
            if newest.isEmpty {
                sink(.next([]))
                sink(.completed)
            }
            let changed = {
                if progress.missing == 0 { sink(.next(newest.map(\.value))) }
            }
            for (source, newest) in zip(sources, newest) {
                source.combine(into: newest, progress, lifetime, sink, changed)
            }
        }
    }

    /// One source's part of `combineLatest`: keeps its newest element and says that something changed.
    private func combine<Result>(
        into newest: Newest<Element>,
        _ progress: CombineProgress,
        _ lifetime: CompositeDisposable,
        _ sink: @escaping (Event<Result>) -> Void,
        _ changed: @escaping () -> Void
    ) {
        guard !lifetime.isDisposed else { return }
        subscribe(in: lifetime.child()) { event in
            switch event {
            case .next(let element):
                if newest.element == nil { progress.missing -= 1 }
                newest.element = .some(element)
                changed()
            case .error(let error): sink(.error(error))
            case .completed:
                progress.running -= 1
                if progress.running == 0 { sink(.completed) }
            }
        }
    }

    /// This sequence's elements, each with the newest of `other`; nothing before `other` has one.
    public func withLatestFrom<Other, Result>(
        _ other: Observable<Other>, resultSelector: @escaping (Element, Other) throws -> Result
    ) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            var newest: Other?
            other.subscribe(in: lifetime.child()) { event in
                switch event {
                case .next(let element): newest = .some(element)
                case .error(let error): sink(.error(error))
                case .completed: break
                }
            }
            guard !lifetime.isDisposed else { return }
            self.runSafely(lifetime, sink) { element in
                if let newest { sink(.next(try resultSelector(element, newest))) }
            }
        }
    }

    /// The newest element of `other` whenever this sequence sends one.
    public func withLatestFrom<Other>(_ other: Observable<Other>) -> Observable<Other> {
        withLatestFrom(other) { _, newest in newest }
    }
}

/// How far a `combineLatest` is.
private final class CombineProgress {
    /// Sources that have not sent anything yet.
    var missing = 0
    /// Sources that have not completed.
    var running = 0

    func expect(_ newest: Newest<some Any>) {
        missing += 1
        running += 1
    }
}

/// The newest element of one source of a `combineLatest`.
private final class Newest<Element> {
    var element: Element?
    /// Asked for only once every source has sent something.
    var value: Element { element! }
}
