import Streams

/// Makes the library's sequence of a composition.
struct Builder {
    let world: World
    /// When set, every subscription to every part is watched.
    var watch: Watch?

    func build(_ composition: Composition) -> Observable<Int> {
        switch composition {
        case .port(let index): return watched { _ in world.ports[index].source }
        case .of(let values): return watched { _ in values.count == 1 ? .just(values[0]) : .from(values) }
        case .empty: return watched { _ in .empty() }
        case .never: return watched { _ in .never() }
        case .error(let code): return watched { _ in .error(Failure(code: code)) }
        case .timer(let due, let period):
            let scheduler = world.scheduler
            guard let period, period == due else {
                return watched { _ in
                    .timer(.units(due), period: period.map { .units($0) }, scheduler: scheduler)
                }
            }
            return watched { _ in .interval(.units(period), scheduler: scheduler) }
        case .one(let operation, let source):
            let source = build(source)
            return watched { apply(operation, to: source, $0) }
        case .two(let pairing, let source, let other):
            let (source, other) = (build(source), build(other))
            return watched { _ in pair(pairing, source, other) }
        case .many(let joining, let parts, let isArray, let combiner):
            let parts = parts.map { build($0) }
            return watched { join(joining, parts, isArray: isArray, combiner, $0) }
        case .inner(let flattening, let outer, let inner):
            let outer = build(outer)
            // Made once: a sequence is listened to several times at the same time, and each must be on its own.
            let choices = inner.choices.map { build($0) }
            return watched { flatten(flattening, outer, inner, choices, $0) }
        case .diamond(let joining, let source, let sharing, let combiner):
            let source = build(source)
            return watched { probe in
                .deferred {
                    let shared = share(source, sharing)
                    return join(joining, [shared, shared.map { 9 - $0 }], isArray: false, combiner, probe)
                }
            }
        }
    }

    func share(_ source: Observable<Int>, _ sharing: Sharing) -> Observable<Int> {
        source.share(replay: sharing.replay, scope: sharing.isForever ? .forever : .whileConnected)
    }

    private func watched(_ make: @escaping (Probe?) -> Observable<Int>) -> Observable<Int> {
        watch?.watched(make) ?? make(nil)
    }

    private func pair(_ pairing: Pairing, _ source: Observable<Int>, _ other: Observable<Int>) -> Observable<Int> {
        switch pairing {
        case .takeUntil: source.take(until: other)
        case .skipUntil: source.skip(until: other)
        case .withLatestFrom: source.withLatestFrom(other) { ($0 + 3 * $1) % 10 }
        }
    }

    private func join(
        _ joining: Joining, _ parts: [Observable<Int>], isArray: Bool, _ combiner: Combiner, _ probe: Probe?
    ) -> Observable<Int> {
        let combine = { (values: [Int]) in try Probe.calling(probe) { try combiner(values) } }
        switch (joining, isArray ? 0 : parts.count) {
        case (.merge, 2): return .merge(parts[0], parts[1])
        case (.merge, _): return .merge(parts)
        case (.concat, 2): return parts[0].concat(parts[1])
        case (.concat, _): return .concat(parts)
        case (.zip, 2): return .zip(parts[0], parts[1]) { try combine([$0, $1]) }
        case (.zip, 3): return .zip(parts[0], parts[1], parts[2]) { try combine([$0, $1, $2]) }
        case (.zip, _): return .zip(parts, resultSelector: combine)
        case (.combineLatest, 2): return .combineLatest(parts[0], parts[1]) { try combine([$0, $1]) }
        case (.combineLatest, 3):
            return .combineLatest(parts[0], parts[1], parts[2]) { try combine([$0, $1, $2]) }
        case (.combineLatest, _): return .combineLatest(parts, resultSelector: combine)
        }
    }

    private func flatten(
        _ flattening: Flattening, _ outer: Observable<Int>, _ inner: Inner, _ choices: [Observable<Int>],
        _ probe: Probe?
    ) -> Observable<Int> {
        let choose = { (value: Int) throws -> Observable<Int> in
            try Probe.calling(probe) { choices[try inner.choice(value)].map { ($0 + value) % 10 } }
        }
        return switch flattening {
        case .flatMap: outer.flatMap(choose)
        case .flatMapLatest: outer.flatMapLatest(choose)
        case .flatMapFirst: outer.flatMapFirst(choose)
        case .concatMap: outer.concatMap(choose)
        case .catch: outer.catch { try choose(Failure.code(of: $0)) }
        }
    }
}
