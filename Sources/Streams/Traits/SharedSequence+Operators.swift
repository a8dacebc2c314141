extension SharedSequence {
    /// Transforms each element (RxSwift: `map`).
    @inlinable
    public consuming func map<Result>(_ transform: @escaping (Element) -> Result) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().map(transform))
    }

    /// Transforms each element and drops nil results (RxSwift: `compactMap`).
    @inlinable
    public consuming func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> SharedSequence<
        Strategy, Result
    > {
        .init(sharing: unshared().compactMap(transform))
    }

    /// Sends only the elements that satisfy the predicate (RxSwift: `filter`).
    @inlinable
    public consuming func filter(_ isIncluded: @escaping (Element) -> Bool) -> SharedSequence {
        refined { $0.filter(isIncluded) }
    }

    /// Drops elements that are the same as the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged(_ areSame: @escaping (Element, Element) -> Bool) -> SharedSequence {
        refined { $0.distinctUntilChanged(areSame) }
    }

    /// Drops elements whose key equals that of the element before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged(
        _ keySelector: @escaping (Element) -> some Equatable
    ) -> SharedSequence {
        refined { $0.distinctUntilChanged(keySelector) }
    }

    /// Drops elements whose key is the same as that of the element before, by a given comparison (RxSwift:
    /// `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged<Key>(
        _ keySelector: @escaping (Element) -> Key, comparer areSame: @escaping (Key, Key) -> Bool
    ) -> SharedSequence {
        refined { $0.distinctUntilChanged(keySelector, comparer: areSame) }
    }

    /// Drops elements that equal the one before in a property (RxSwift: `distinctUntilChanged(at:)`).
    @inlinable
    public consuming func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> SharedSequence {
        refined { $0.distinctUntilChanged(at: keyPath) }
    }

    /// Folds all elements so far into one value, which is sent after each element (RxSwift: `scan`).
    @inlinable
    public consuming func scan<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().scan(seed, accumulator: accumulator))
    }

    /// Folds all elements so far into one value, which is changed in place and sent after each element (RxSwift:
    /// `scan(into:accumulator:)`). The value that a driver keeps for later subscribers is copied for the next element.
    @inlinable
    public consuming func scan<Result>(
        into seed: Result, accumulator: @escaping (inout Result, Element) -> Void
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().scan(into: seed, accumulator: accumulator))
    }

    /// Sends `element` before those of the source (RxSwift: `startWith`).
    @inlinable
    public consuming func startWith(_ element: Element) -> SharedSequence {
        refined { $0.startWith(element) }
    }

    /// Drops the first `count` elements (RxSwift: `skip`).
    @inlinable
    public consuming func skip(_ count: Int) -> SharedSequence {
        refined { $0.skip(count) }
    }

    /// Maps each element to a sequence and merges them all (RxSwift: `flatMap`).
    @inlinable
    public consuming func flatMap<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMap(transform))
    }

    /// Maps each element to a sequence and sends the elements of the newest one (RxSwift: `flatMapLatest`).
    @inlinable
    public consuming func flatMapLatest<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMapLatest(transform))
    }

    /// Maps an element to a sequence unless the one before is still running (RxSwift: `flatMapFirst`).
    @inlinable
    public consuming func flatMapFirst<OtherStrategy, Result>(
        _ transform: @escaping (Element) -> SharedSequence<OtherStrategy, Result>
    ) -> SharedSequence<OtherStrategy, Result> {
        .init(sharing: unshared().flatMapFirst(transform))
    }

    /// Sends the elements of the newest inner sequence (RxSwift: `switchLatest`).
    @inlinable
    public consuming func switchLatest<OtherStrategy, Part>() -> SharedSequence<OtherStrategy, Part>
    where Element == SharedSequence<OtherStrategy, Part> {
        .init(sharing: unshared().switchLatest())
    }

    /// Merges all inner sequences, in the order of their events (RxSwift: `merge`).
    @inlinable
    public consuming func merge<OtherStrategy, Part>() -> SharedSequence<OtherStrategy, Part>
    where Element == SharedSequence<OtherStrategy, Part> {
        .init(sharing: unshared().merge())
    }

    /// Combines each element of this sequence with the newest of `other` (RxSwift: `withLatestFrom`).
    @inlinable
    public consuming func withLatestFrom<Other, Result>(
        _ other: SharedSequence<some SharingStrategy, Other>, resultSelector: @escaping (Element, Other) -> Result
    ) -> SharedSequence<Strategy, Result> {
        .init(sharing: unshared().withLatestFrom(other, resultSelector: resultSelector))
    }

    /// Sends the newest element of `other` whenever this sequence sends one (RxSwift: `withLatestFrom`).
    @inlinable
    public consuming func withLatestFrom<Other>(
        _ other: SharedSequence<some SharingStrategy, Other>
    ) -> SharedSequence<Strategy, Other> {
        .init(sharing: unshared().withLatestFrom(other))
    }

    /// Merges several sequences into one, in the order of their events (RxSwift: `merge`).
    @inlinable
    public static func merge(_ sources: SharedSequence...) -> SharedSequence {
        merge(sources)
    }

    /// Merges several sequences into one, in the order of their events (RxSwift: `merge`).
    @inlinable
    public static func merge(_ sources: [SharedSequence]) -> SharedSequence {
        .init(sharing: .merge(sources.map { $0.source }))
    }

    /// Runs closures at the events of the sequence, without changing them (RxSwift: `do`).
    @inlinable
    public consuming func `do`(
        onNext: ((Element) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> SharedSequence {
        refined { $0.do(onNext: onNext, onCompleted: onCompleted, onSubscribe: onSubscribe, onDispose: onDispose) }
    }

    /// Sends an element when no newer one has come for `dueTime` (RxSwift: `debounce`).
    public consuming func debounce(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        refined { $0.debounce(dueTime, scheduler: scheduler) }
    }

    /// Sends the first element at once, then at most one each `dueTime` (RxSwift: `throttle`).
    public consuming func throttle(_ dueTime: Duration, latest: Bool = true, scheduler: Scheduler) -> SharedSequence {
        refined { $0.throttle(dueTime, latest: latest, scheduler: scheduler) }
    }

    /// Sends every element later by `dueTime` (RxSwift: `delay`).
    public consuming func delay(_ dueTime: Duration, scheduler: Scheduler) -> SharedSequence {
        refined { $0.delay(dueTime, scheduler: scheduler) }
    }
}

extension SharedSequence where Element: Equatable {
    /// Drops elements that equal the one before (RxSwift: `distinctUntilChanged`).
    @inlinable
    public consuming func distinctUntilChanged() -> SharedSequence {
        refined { $0.distinctUntilChanged() }
    }
}
