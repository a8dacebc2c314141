extension SharedSequence {
    /// Each element transformed (RxSwift: `map`).
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) -> Result) -> SharedSequence<Strategy, Result> {
        .init(sharing: source.map(transform))
    }

    /// Only what `transform` makes something of (RxSwift: `compactMap`).
    @inlinable
    public func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> SharedSequence<Strategy, Result> {
        .init(sharing: source.compactMap(transform))
    }

    /// Only the elements that pass (RxSwift: `filter`).
    @inlinable
    public func filter(_ isIncluded: @escaping (Element) -> Bool) -> SharedSequence {
        .init(sharing: source.filter(isIncluded))
    }

    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public func distinctUntilChanged(_ areSame: @escaping (Element, Element) -> Bool) -> SharedSequence {
        .init(sharing: source.distinctUntilChanged(areSame))
    }

    /// Everything so far folded into one value, sent after each element (RxSwift: `scan`).
    @inlinable
    public func scan<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: source.scan(seed, accumulator: accumulator))
    }

    /// `element` first (RxSwift: `startWith`).
    @inlinable
    public func startWith(_ element: Element) -> SharedSequence {
        .init(sharing: source.startWith(element))
    }

    /// All but the first `count` elements (RxSwift: `skip`).
    @inlinable
    public func skip(_ count: Int) -> SharedSequence {
        .init(sharing: source.skip(count))
    }

    /// For each element a sequence; all are listened to (RxSwift: `flatMap`).
    @inlinable
    public func flatMap<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: source.flatMap(transform))
    }

    /// For each element a sequence; only the newest one is listened to (RxSwift: `flatMapLatest`).
    @inlinable
    public func flatMapLatest<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: source.flatMapLatest(transform))
    }

    /// For each element a sequence, unless the one before is still running (RxSwift: `flatMapFirst`).
    @inlinable
    public func flatMapFirst<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: source.flatMapFirst(transform))
    }

    /// This sequence's elements, each with the newest of `other` (RxSwift: `withLatestFrom`).
    @inlinable
    public func withLatestFrom<Other, Result>(
        _ other: SharedSequence<some SharingStrategy, Other>, resultSelector: @escaping (Element, Other) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: source.withLatestFrom(other, resultSelector: resultSelector))
    }

    /// The newest element of `other` whenever this sequence sends one (RxSwift: `withLatestFrom`).
    @inlinable
    public func withLatestFrom<Other>(
        _ other: SharedSequence<some SharingStrategy, Other>
    ) -> SharedSequence<Strategy, Other> {
        .init(sharing: source.withLatestFrom(other))
    }

    /// Several sequences as one, in the order of their events (RxSwift: `merge`).
    @inlinable
    public static func merge(_ sources: SharedSequence...) -> SharedSequence {
        merge(sources)
    }

    /// Several sequences as one, in the order of their events (RxSwift: `merge`).
    @inlinable
    public static func merge(_ sources: [SharedSequence]) -> SharedSequence {
        .init(sharing: .merge(sources.map { $0.source }))
    }

    /// Looks at elements on their way, without changing them (RxSwift: `do`).
    @inlinable
    public func `do`(
        onNext: ((Element) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> SharedSequence {
        .init(
            sharing: source.do(
                onNext: onNext, onCompleted: onCompleted, onSubscribe: onSubscribe, onDispose: onDispose))
    }

    /// An element once nothing newer has come for `dueTime` (RxSwift: `debounce`).
    public func debounce(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        .init(sharing: source.debounce(dueTime, scheduler: scheduler))
    }

    /// The first element at once, then at most one each `dueTime` (RxSwift: `throttle`).
    public func throttle(_ dueTime: Duration, latest: Bool = true, scheduler: Scheduler) -> SharedSequence {
        .init(sharing: source.throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// Every element, later (RxSwift: `delay`).
    public func delay(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        .init(sharing: source.delay(dueTime, scheduler: scheduler))
    }
}

extension SharedSequence where Element: Equatable {
    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public func distinctUntilChanged() -> SharedSequence {
        .init(sharing: source.distinctUntilChanged())
    }
}
