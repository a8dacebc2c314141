import Streams

extension Builder {
    func apply(_ operation: Operator, to source: Observable<Int>, _ probe: Probe?) -> Observable<Int> {
        let scheduler = world.scheduler
        switch operation {
        case .map(let function): return source.map { value in try Probe.calling(probe) { try function(value) } }
        case .compactMap(let condition):
            return source.compactMap { value in
                try Probe.calling(probe) { try condition(value) ? (value + 1) % 10 : nil }
            }
        case .filter(let condition): return source.filter { value in try Probe.calling(probe) { try condition(value) } }
        case .scan(let function):
            return source.scan(0) { former, value in try Probe.calling(probe) { try function(value, former) } }
        case .scanInto(let function):
            return source.scan(into: 0) { sum, value in sum = try Probe.calling(probe) { try function(value, sum) } }
        case .first: return source.first().asObservable().map { $0 ?? 0 }
        case .asSingle: return source.asSingle().asObservable()
        case .timeout(let units, nil): return source.timeout(.units(units), scheduler: scheduler)
        case .timeout(let units, let value?):
            return source.timeout(.units(units), other: Observable.just(value), scheduler: scheduler)
        case .reduce(let function):
            return source.reduce(0) { former, value in try Probe.calling(probe) { try function(value, former) } }
        case .skip(let count): return source.skip(count)
        case .skipWhile(let condition):
            return source.skip(while: { value in try Probe.calling(probe) { try condition(value) } })
        case .take(let count): return source.take(count)
        case .takeWhile(let condition, let isInclusive):
            return source.take(
                while: { value in try Probe.calling(probe) { try condition(value) } },
                behavior: isInclusive ? .inclusive : .exclusive)
        case .distinctUntilChanged(10): return source.distinctUntilChanged()
        case .distinctUntilChanged(let modulo): return source.distinctUntilChanged { $0 % modulo }
        case .pairwise: return source.pairwise().map { (3 * $0 + $1) % 10 }
        case .do(let function):
            return source.do(onNext: { value in _ = try Probe.calling(probe) { try function(value) } })
        case .doAfter(let function):
            // Not probed: as in RxSwift it is called for an element that was delivered, even when that ended
            // everything.
            return source.do(afterNext: { value in _ = try function(value) })
        case .startWith(let values):
            return values.count == 1 ? source.startWith(values[0]) : source.startWith(values[0], values[1])
        case .materialize: return source.materialize().map { Happening($0).digit }
        case .catchAndReturn(let value): return source.catchAndReturn(value)
        case .retry(let count): return source.retry(count)
        case .retryWhen(let patience): return retry(source, patience)
        // Made for each subscription: shared by several, a sequence is no longer a matter of one of them alone.
        case .share(let sharing): return .deferred { share(source, sharing) }
        case .driver(let value): return .deferred { source.asDriver(onErrorJustReturn: value).asObservable() }
        case .signal(let value): return .deferred { source.asSignal(onErrorJustReturn: value).asObservable() }
        case .debounce(let units): return source.debounce(.units(units), scheduler: scheduler)
        case .throttle(let units, let latest):
            return source.throttle(.units(units), latest: latest, scheduler: scheduler)
        case .delay(let units): return source.delay(.units(units), scheduler: scheduler)
        case .pass(0): return .deferred { source }
        case .pass(1): return .create { observer in source.subscribe(observer) }
        case .pass(2): return source.trackActivity(ActivityTracker())
        case .pass(3): return source.trackError(ErrorTracker())
        case .pass: return source.asObservable()
        }
    }

    private func retry(_ source: Observable<Int>, _ patience: Patience) -> Observable<Int> {
        let scheduler = world.scheduler
        return switch patience {
        case .times(let count): source.retry(when: { $0.take(count) })
        case .failing(let count):
            source.retry(when: {
                $0.scan(0) { failures, _ in
                    if failures == count { throw Failure(code: 9) }
                    return failures + 1
                }
            })
        case .delayed(let units): source.retry(when: { $0.delay(.units(units), scheduler: scheduler) })
        case .timer(let units):
            source.retry(when: {
                $0.flatMap { _ in Observable<Int>.timer(.units(units), scheduler: scheduler) }
            })
        }
    }
}

extension Happening {
    /// The event as an element.
    var digit: Int {
        switch self {
        case .next(let value): (value + 1) % 10
        case .error(let code): code
        case .completed: 0
        }
    }
}
