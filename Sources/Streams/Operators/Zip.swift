// One function for each number of sources; see CombineLatest.swift for the reason.

extension Observable {
    /// Combines the first elements of two sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    ///
    ///     1-2---|  and  -a--b-|  →  -(1a)--(2b)-|
    @inlinable
    public static func zip<A, B>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        resultSelector: @escaping (A, B) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>())
            let all = Combination(of: 2, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty { return }
                let firsts = (kept.0.removeFirst(), kept.1.removeFirst())
                all.send { try resultSelector(firsts.0, firsts.1) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
        }
    }

    /// Combines the elements of two sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>
    ) -> Observable<Element> where Element == (A, B) {
        zip(a, b) { ($0, $1) }
    }

    /// Combines the first elements of three sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>,
        resultSelector: @escaping (A, B, C) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable(), c.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>())
            let all = Combination(of: 3, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty { return }
                let firsts = (kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst())
                all.send { try resultSelector(firsts.0, firsts.1, firsts.2) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
        }
    }

    /// Combines the elements of three sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>
    ) -> Observable<Element> where Element == (A, B, C) {
        zip(a, b, c) { ($0, $1, $2) }
    }

    /// Combines the first elements of four sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        resultSelector: @escaping (A, B, C, D) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>(), Queue<D>())
            let all = Combination(of: 4, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty || kept.3.isEmpty { return }
                let firsts = (kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst(), kept.3.removeFirst())
                all.send { try resultSelector(firsts.0, firsts.1, firsts.2, firsts.3) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
        }
    }

    /// Combines the elements of four sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>
    ) -> Observable<Element> where Element == (A, B, C, D) {
        zip(a, b, c, d) { ($0, $1, $2, $3) }
    }
}

extension Observable {
    /// Combines the first elements of any number of sequences of one type, then the second ones, and so on (RxSwift:
    /// `zip`). Without any sequence it completes at once. As in RxSwift, and unlike the forms above, this one also
    /// completes when the only sequence that still runs sends an element that nothing can be combined with.
    @inlinable
    public static func zip<Source: ObservableConvertibleType>(
        _ sources: [Source], resultSelector: @escaping ([Source.Element]) throws -> Element
    ) -> Observable<Element> {
        let sources = sources.map { $0.asObservable() }
        return AnonymousObservable { lifetime, sink in
            guard !sources.isEmpty else { return sink(.completed) }
            let kept = sources.map { _ in Queue<Source.Element>() }
            let all = Combination(of: sources.count, sink) { all in
                if kept.contains(where: \.isEmpty) { return all.completeIfOthersHave() }
                let firsts = kept.map { $0.removeFirst() }
                all.send { try resultSelector(firsts) }
            }
            for (source, queue) in Swift.zip(sources, kept) {
                source.feed(queue, of: all, lifetime)
            }
        }
    }

    /// Combines the elements of any number of sequences of one type, in order, as arrays (RxSwift: `zip`).
    @inlinable
    public static func zip(_ sources: [some ObservableConvertibleType<Element>]) -> Observable<[Element]> {
        Observable<[Element]>.zip(sources) { $0 }
    }
}
