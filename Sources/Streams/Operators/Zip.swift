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

    /// Combines the first elements of five sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>,
        resultSelector: @escaping (A, B, C, D, E) throws -> Element
    ) -> Observable<Element> {
        let sources = (a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable(), e.asObservable())
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>(), Queue<D>(), Queue<E>())
            let all = Combination(of: 5, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty || kept.3.isEmpty || kept.4.isEmpty { return }
                let firsts = (
                    kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst(), kept.3.removeFirst(),
                    kept.4.removeFirst()
                )
                all.send { try resultSelector(firsts.0, firsts.1, firsts.2, firsts.3, firsts.4) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
            sources.4.feed(kept.4, of: all, lifetime)
        }
    }

    /// Combines the elements of five sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>
    ) -> Observable<Element> where Element == (A, B, C, D, E) {
        zip(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
    }

    /// Combines the first elements of six sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>,
        resultSelector: @escaping (A, B, C, D, E, F) throws -> Element
    ) -> Observable<Element> {
        let sources = (
            a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable(), e.asObservable(), f.asObservable()
        )
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>(), Queue<D>(), Queue<E>(), Queue<F>())
            let all = Combination(of: 6, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty || kept.3.isEmpty || kept.4.isEmpty
                    || kept.5.isEmpty
                {
                    return
                }
                let firsts = (
                    kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst(), kept.3.removeFirst(),
                    kept.4.removeFirst(), kept.5.removeFirst()
                )
                all.send { try resultSelector(firsts.0, firsts.1, firsts.2, firsts.3, firsts.4, firsts.5) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
            sources.4.feed(kept.4, of: all, lifetime)
            sources.5.feed(kept.5, of: all, lifetime)
        }
    }

    /// Combines the elements of six sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>
    ) -> Observable<Element> where Element == (A, B, C, D, E, F) {
        zip(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Combines the first elements of seven sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>,
        _ g: some ObservableConvertibleType<G>,
        resultSelector: @escaping (A, B, C, D, E, F, G) throws -> Element
    ) -> Observable<Element> {
        let sources = (
            a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable(), e.asObservable(), f.asObservable(),
            g.asObservable()
        )
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>(), Queue<D>(), Queue<E>(), Queue<F>(), Queue<G>())
            let all = Combination(of: 7, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty || kept.3.isEmpty || kept.4.isEmpty
                    || kept.5.isEmpty || kept.6.isEmpty
                {
                    return
                }
                let firsts = (
                    kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst(), kept.3.removeFirst(),
                    kept.4.removeFirst(), kept.5.removeFirst(), kept.6.removeFirst()
                )
                all.send { try resultSelector(firsts.0, firsts.1, firsts.2, firsts.3, firsts.4, firsts.5, firsts.6) }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
            sources.4.feed(kept.4, of: all, lifetime)
            sources.5.feed(kept.5, of: all, lifetime)
            sources.6.feed(kept.6, of: all, lifetime)
        }
    }

    /// Combines the elements of seven sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>,
        _ g: some ObservableConvertibleType<G>
    ) -> Observable<Element> where Element == (A, B, C, D, E, F, G) {
        zip(a, b, c, d, e, f, g) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// Combines the first elements of eight sequences, then the second ones, and so on (RxSwift: `zip`). Completes when
    /// all sources have; an error thrown by `resultSelector` ends the sequence. Elements that one source is ahead of
    /// the others are buffered.
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>,
        _ g: some ObservableConvertibleType<G>, _ h: some ObservableConvertibleType<H>,
        resultSelector: @escaping (A, B, C, D, E, F, G, H) throws -> Element
    ) -> Observable<Element> {
        let sources = (
            a.asObservable(), b.asObservable(), c.asObservable(), d.asObservable(), e.asObservable(), f.asObservable(),
            g.asObservable(), h.asObservable()
        )
        return AnonymousObservable { lifetime, sink in
            let kept = (Queue<A>(), Queue<B>(), Queue<C>(), Queue<D>(), Queue<E>(), Queue<F>(), Queue<G>(), Queue<H>())
            let all = Combination(of: 8, sink) { all in
                if kept.0.isEmpty || kept.1.isEmpty || kept.2.isEmpty || kept.3.isEmpty || kept.4.isEmpty
                    || kept.5.isEmpty || kept.6.isEmpty || kept.7.isEmpty
                {
                    return
                }
                let firsts = (
                    kept.0.removeFirst(), kept.1.removeFirst(), kept.2.removeFirst(), kept.3.removeFirst(),
                    kept.4.removeFirst(), kept.5.removeFirst(), kept.6.removeFirst(), kept.7.removeFirst()
                )
                all.send {
                    try resultSelector(firsts.0, firsts.1, firsts.2, firsts.3, firsts.4, firsts.5, firsts.6, firsts.7)
                }
            }
            sources.0.feed(kept.0, of: all, lifetime)
            sources.1.feed(kept.1, of: all, lifetime)
            sources.2.feed(kept.2, of: all, lifetime)
            sources.3.feed(kept.3, of: all, lifetime)
            sources.4.feed(kept.4, of: all, lifetime)
            sources.5.feed(kept.5, of: all, lifetime)
            sources.6.feed(kept.6, of: all, lifetime)
            sources.7.feed(kept.7, of: all, lifetime)
        }
    }

    /// Combines the elements of eight sequences, in order, as tuples (RxSwift: `zip`).
    @inlinable
    public static func zip<A, B, C, D, E, F, G, H>(
        _ a: some ObservableConvertibleType<A>, _ b: some ObservableConvertibleType<B>,
        _ c: some ObservableConvertibleType<C>, _ d: some ObservableConvertibleType<D>,
        _ e: some ObservableConvertibleType<E>, _ f: some ObservableConvertibleType<F>,
        _ g: some ObservableConvertibleType<G>, _ h: some ObservableConvertibleType<H>
    ) -> Observable<Element> where Element == (A, B, C, D, E, F, G, H) {
        zip(a, b, c, d, e, f, g, h) { ($0, $1, $2, $3, $4, $5, $6, $7) }
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
