extension SharedSequence {
    /// Each element transformed (RxSwift: `map`).
    @inlinable
    public consuming func map<Result>(_ transform: @escaping (Element) -> Result) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().map(transform))
    }

    /// Only what `transform` makes something of (RxSwift: `compactMap`).
    @inlinable
    public consuming func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> SharedSequence<
        Strategy, Result
    > {
        .init(sharing: unshared().compactMap(transform))
    }

    /// Only the elements that pass (RxSwift: `filter`).
    @inlinable
    public consuming func filter(_ isIncluded: @escaping (Element) -> Bool) -> SharedSequence {
        refined { $0.filter(isIncluded) }
    }

    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged(_ areSame: @escaping (Element, Element) -> Bool) -> SharedSequence {
        refined { $0.distinctUntilChanged(areSame) }
    }

    /// Only elements whose key differs from the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged(
        _ keySelector: @escaping (Element) -> some Equatable
    ) -> SharedSequence {
        refined { $0.distinctUntilChanged(keySelector) }
    }

    /// Only elements whose key differs from the one before by a comparison (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged<Key>(
        _ keySelector: @escaping (Element) -> Key, comparer areSame: @escaping (Key, Key) -> Bool
    ) -> SharedSequence {
        refined { $0.distinctUntilChanged(keySelector, comparer: areSame) }
    }

    /// Only elements that differ in a property from the one before (RxSwift: `distinctUntilChanged(at:)`).
    @inlinable
    public consuming func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> SharedSequence {
        refined { $0.distinctUntilChanged(at: keyPath) }
    }

    /// Everything so far folded into one value, sent after each element (RxSwift: `scan`).
    @inlinable
    public consuming func scan<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().scan(seed, accumulator: accumulator))
    }

    /// Everything so far folded into one value, which is changed where it is and sent after each element (RxSwift:
    /// `scan(into:accumulator:)`). The value that a driver keeps for later subscribers is copied for the next element.
    @inlinable
    public consuming func scan<Result>(
        into seed: Result, accumulator: @escaping (inout Result, Element) -> Void
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().scan(into: seed, accumulator: accumulator))
    }

    /// `element` first (RxSwift: `startWith`).
    @inlinable
    public consuming func startWith(_ element: Element) -> SharedSequence {
        refined { $0.startWith(element) }
    }

    /// All but the first `count` elements (RxSwift: `skip`).
    @inlinable
    public consuming func skip(_ count: Int) -> SharedSequence {
        refined { $0.skip(count) }
    }

    /// For each element a sequence; all are listened to (RxSwift: `flatMap`).
    @inlinable
    public consuming func flatMap<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMap(transform))
    }

    /// For each element a sequence; only the newest one is listened to (RxSwift: `flatMapLatest`).
    @inlinable
    public consuming func flatMapLatest<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMapLatest(transform))
    }

    /// For each element a sequence, unless the one before is still running (RxSwift: `flatMapFirst`).
    @inlinable
    public consuming func flatMapFirst<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMapFirst(transform))
    }

    /// Of a sequence of sequences the newest one (RxSwift: `switchLatest`).
    @inlinable
    public consuming func switchLatest<OtherStrategy, Part>() -> SharedSequence<OtherStrategy, Part>
    where Element == SharedSequence<OtherStrategy, Part> {
        .init(sharing: unshared().switchLatest())
    }

    /// Of a sequence of sequences all, in the order of their events (RxSwift: `merge`).
    @inlinable
    public consuming func merge<OtherStrategy, Part>() -> SharedSequence<OtherStrategy, Part>
    where Element == SharedSequence<OtherStrategy, Part> {
        .init(sharing: unshared().merge())
    }

    /// This sequence's elements, each with the newest of `other` (RxSwift: `withLatestFrom`).
    @inlinable
    public consuming func withLatestFrom<Other, Result>(
        _ other: SharedSequence<some SharingStrategy, Other>, resultSelector: @escaping (Element, Other) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().withLatestFrom(other, resultSelector: resultSelector))
    }

    /// The newest element of `other` whenever this sequence sends one (RxSwift: `withLatestFrom`).
    @inlinable
    public consuming func withLatestFrom<Other>(
        _ other: SharedSequence<some SharingStrategy, Other>
    ) -> SharedSequence<Strategy, Other> {
        .init(sharing: unshared().withLatestFrom(other))
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
    public consuming func `do`(
        onNext: ((Element) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> SharedSequence {
        refined { $0.do(onNext: onNext, onCompleted: onCompleted, onSubscribe: onSubscribe, onDispose: onDispose) }
    }

    /// An element once nothing newer has come for `dueTime` (RxSwift: `debounce`).
    public consuming func debounce(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        refined { $0.debounce(dueTime, scheduler: scheduler) }
    }

    /// The first element at once, then at most one each `dueTime` (RxSwift: `throttle`).
    public consuming func throttle(_ dueTime: Duration, latest: Bool = true, scheduler: Scheduler) -> SharedSequence {
        refined { $0.throttle(dueTime, latest: latest, scheduler: scheduler) }
    }

    /// Every element, later (RxSwift: `delay`).
    public consuming func delay(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        refined { $0.delay(dueTime, scheduler: scheduler) }
    }
}

extension SharedSequence where Element: Equatable {
    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged() -> SharedSequence {
        refined { $0.distinctUntilChanged() }
    }
}
