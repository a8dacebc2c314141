// One function for each number of sources: a parameter pack would need a single one, but the compiler does not
// specialise what happens inside it, which makes an event several times slower.

extension Observable {
    /// Combines the newest elements of two sequences whenever one of them changes, once each has one (RxSwift:
    /// `combineLatest`). Completes when all sources have; an error thrown by `resultSelector` ends the sequence.
    ///
    ///     1---2-|  and  -a-b--|  →  -(1a)-(1b)(2b)-|
    @inlinable
    public static func combineLatest<A, B>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        resultSelector: @escaping (A, B) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Newest<A>(), Newest<B>())
            let all = Combination(of: 2, sink) { all in
                guard let a = kept.0.element, let b = kept.1.element else { return all.completeIfOthersHave() }
                all.send { try resultSelector(a, b) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
        }
    }

    /// Combines the newest elements of two sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>
    ) -> Observable<Element> where Element == (A, B) {
        combineLatest(a, b) { ($0, $1) }
    }

    /// Combines the newest elements of three sequences whenever one of them changes, once each has one (RxSwift:
    /// `combineLatest`). Completes when all sources have; an error thrown by `resultSelector` ends the sequence.
    @inlinable
    public static func combineLatest<A, B, C>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>,
        resultSelector: @escaping (A, B, C) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable(), c.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Newest<A>(), Newest<B>(), Newest<C>())
            let all = Combination(of: 3, sink) { all in
                guard let a = kept.0.element, let b = kept.1.element, let c = kept.2.element else {
                    return all.completeIfOthersHave()
                }
                all.send { try resultSelector(a, b, c) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
        }
    }

    /// Combines the newest elements of three sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>
    ) -> Observable<Element> where Element == (A, B, C) {
        combineLatest(a, b, c) { ($0, $1, $2) }
    }

    /// Combines the newest elements of four sequences whenever one of them changes, once each has one (RxSwift:
    /// `combineLatest`). Completes when all sources have; an error thrown by `resultSelector` ends the sequence.
    @inlinable
    public static func combineLatest<A, B, C, D>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        resultSelector: @escaping (A, B, C, D) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Newest<A>(), Newest<B>(), Newest<C>(), Newest<D>())
            let all = Combination(of: 4, sink) { all in
                guard
                    let a = kept.0.element, let b = kept.1.element, let c = kept.2.element,
                    let d = kept.3.element
                else { return all.completeIfOthersHave() }
                all.send { try resultSelector(a, b, c, d) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
        }
    }

    /// Combines the newest elements of four sequences as a tuple (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest<A, B, C, D>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>
    ) -> Observable<Element> where Element == (A, B, C, D) {
        combineLatest(a, b, c, d) { ($0, $1, $2, $3) }
    }
}

extension Observable {
    /// Combines the newest elements of any number of sequences of one type whenever one of them changes, once each has
    /// one (RxSwift: `combineLatest`). With an empty array it sends the result of `resultSelector([])` and completes.
    @inlinable
    public static func combineLatest<Source: ObservableConvertibleType>(
        _ sources: [Source], resultSelector: @escaping ([Source.Element]) throws -> Element
    ) -> Observable<Element> {
        let sources = sources.map { $0.asObservable() }
        return AnonymousObservable { lifetime, sink in
            let kept = sources.map { _ in Newest<Source.Element>() }
            var missing = true
            let all = Combination(of: sources.count, sink) { all in
                if missing {
                    guard kept.allSatisfy({ $0.element != nil }) else { return all.completeIfOthersHave() }
                    missing = false
                }
                all.send { try resultSelector(kept.compactMap(\.element)) }
            }
            for (source, newest) in Swift.zip(sources, kept) {
                source.feed(newest, of: all, lifetime)
            }
            if sources.isEmpty {
                all.combine(all)
                if !lifetime.isStopped { sink(.completed) }
            }
        }
    }

    /// Combines the newest elements of any number of sequences of one type as an array (RxSwift: `combineLatest`).
    @inlinable
    public static func combineLatest(_ sources: [some ObservableConvertibleType<Element>]) -> Observable<[Element]> {
        Observable<[Element]>.combineLatest(sources) { $0 }
    }
}
