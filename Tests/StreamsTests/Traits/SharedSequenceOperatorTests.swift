import Streams
import StreamsTesting
import Testing

/// The operators of drivers and signals: each as the one on observables, and shared.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedSequenceOperatorTests {
    /// An operator in both strategies, with what it makes of the marbles `1-2-2-3|`.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let driver: @Sendable (Driver<String>, Timeline) -> Driver<String>
        let signal: @Sendable (Signal<String>, Timeline) -> Signal<String>

        init(
            _ name: String, _ expected: String,
            _ driver: @escaping @Sendable (Driver<String>, Timeline) -> Driver<String>,
            _ signal: @escaping @Sendable (Signal<String>, Timeline) -> Signal<String>
        ) {
            testDescription = name
            self.expected = expected
            self.driver = driver
            self.signal = signal
        }
    }

    static let cases: [Case] = [
        .init(
            "map", "[1!]-[2!]-[2!]-[3!]|", { source, time in source.map { $0 + "!" } },
            { source, time in source.map { $0 + "!" } }),
        .init(
            "compactMap", "--2-2-3|", { source, time in source.compactMap { $0 == "1" ? nil : $0 } },
            { source, time in source.compactMap { $0 == "1" ? nil : $0 } }),
        .init(
            "filter", "1-----3|", { source, time in source.filter { $0 != "2" } },
            { source, time in source.filter { $0 != "2" } }),
        .init(
            "distinctUntilChanged", "1-2---3|", { source, time in source.distinctUntilChanged() },
            { source, time in source.distinctUntilChanged() }),
        .init(
            "distinctUntilChanged with a comparison", "1-----3|",
            { source, time in source.distinctUntilChanged { $0 != "3" && $1 != "3" } },
            { source, time in source.distinctUntilChanged { $0 != "3" && $1 != "3" } }),
        .init(
            "distinctUntilChanged by a key", "1-----3|",
            { source, time in source.distinctUntilChanged { $0 == "3" } },
            { source, time in source.distinctUntilChanged { $0 == "3" } }),
        .init(
            "distinctUntilChanged by a key with a comparison", "1-2----|",
            { source, time in source.distinctUntilChanged({ $0.utf8.first ?? 0 }, comparer: { $0 | 1 == $1 | 1 }) },
            { source, time in source.distinctUntilChanged({ $0.utf8.first ?? 0 }, comparer: { $0 | 1 == $1 | 1 }) }),
        .init(
            "distinctUntilChanged(at:)", "1------|", { source, time in source.distinctUntilChanged(at: \.count) },
            { source, time in source.distinctUntilChanged(at: \.count) }),
        .init(
            "scan(into:)", "1-[12]-[122]-[1223]|", { source, time in source.scan(into: "") { $0 += $1 } },
            { source, time in source.scan(into: "") { $0 += $1 } }),
        .init(
            "scan", "1-[12]-[122]-[1223]|", { source, time in source.scan("") { $0 + $1 } },
            { source, time in source.scan("") { $0 + $1 } }),
        .init(
            "startWith", "(01)-2-2-3|", { source, time in source.startWith("0") },
            { source, time in source.startWith("0") }),
        .init("skip", "--2-2-3|", { source, time in source.skip(1) }, { source, time in source.skip(1) }),
        .init(
            "flatMap", "(1[1a])-(2[2a])-(2[2a])-(3[3a])|",
            { source, time in source.flatMap { element in Driver.merge(.just(element), .just(element + "a")) } },
            { source, time in source.flatMap { element in Signal.merge(.just(element), .just(element + "a")) } }),
        .init(
            "flatMapLatest", "1-2-2-3|", { source, time in source.flatMapLatest { Driver.just($0) } },
            { source, time in source.flatMapLatest { Signal.just($0) } }),
        .init(
            "flatMapFirst", "1------|",
            { source, time in source.flatMapFirst { $0 == "1" ? Driver.just($0) : .empty() } },
            { source, time in source.flatMapFirst { $0 == "1" ? Signal.just($0) : .empty() } }),
        .init(
            "switchLatest", "1-2-2-3|", { source, time in source.map { Driver.just($0) }.switchLatest() },
            { source, time in source.map { Signal.just($0) }.switchLatest() }),
        .init(
            "merge of nested ones", "(1[1a])-(2[2a])-(2[2a])-(3[3a])|",
            { source, time in source.map { Driver.merge(.just($0), .just($0 + "a")) }.merge() },
            { source, time in source.map { Signal.merge(.just($0), .just($0 + "a")) }.merge() }),
        .init(
            "withLatestFrom", "x-x-x-x|", { source, time in source.withLatestFrom(Driver.merge(.just("x"), .never())) },
            { source, time in source.withLatestFrom(Signal.merge(.just("x"), .never())) }),
        .init(
            "withLatestFrom with a selector", "[1x]-[2x]-[2x]-[3x]|",
            { source, time in source.withLatestFrom(Driver.just("x")) { $0 + $1 } },
            { source, time in source.withLatestFrom(Driver.just("x")) { $0 + $1 } }),
        .init(
            "merge", "1-2-2-3|", { source, time in .merge(source, .empty()) },
            { source, time in .merge(source, .empty()) }),
        .init(
            "do", "1-2-2-3|",
            { source, time in source.do(onNext: { _ in }, onCompleted: {}, onSubscribe: {}, onDispose: {}) },
            { source, time in source.do(onNext: { _ in }, onCompleted: {}, onSubscribe: {}, onDispose: {}) }),
        .init(
            "debounce", "-1-2-2-(3|)", { source, time in source.debounce(Timeline.frame, scheduler: time.scheduler) },
            { source, time in source.debounce(Timeline.frame, scheduler: time.scheduler) }),
        .init(
            "throttle", "1--2--3|", { source, time in source.throttle(Timeline.frame * 3, scheduler: time.scheduler) },
            { source, time in source.throttle(Timeline.frame * 3, scheduler: time.scheduler) }),
        .init(
            "throttle(latest: false)", "1---2--|",
            { source, time in source.throttle(Timeline.frame * 3, latest: false, scheduler: time.scheduler) },
            { source, time in source.throttle(Timeline.frame * 3, latest: false, scheduler: time.scheduler) }),
        .init(
            "delay", "-1-2-2-3|", { source, time in source.delay(Timeline.frame, scheduler: time.scheduler) },
            { source, time in source.delay(Timeline.frame, scheduler: time.scheduler) }),
    ]

    @Test(arguments: cases)
    func itDoesWhatTheOperatorOnObservablesDoes(_ operation: Case) {
        let driver = Timeline.play { time in
            operation.driver(time.hot("1-2-2-3|").asDriver(onErrorDriveWith: .empty()), time).asObservable()
        }
        #expect(driver == operation.expected)
        let signal = Timeline.play { time in
            operation.signal(time.hot("1-2-2-3|").asSignal(onErrorSignalWith: .empty()), time).asObservable()
        }
        #expect(signal == operation.expected)
    }

    @Test(arguments: cases)
    func itsSubscribersShareOneSubscriptionAndTheLastLetsItGo(_ operation: Case) {
        let time = Timeline()
        for isDriver in [true, false] {
            var made = 0
            let source = PublishSubject<String>()
            let counted = source.do(onSubscribe: { made += 1 })
            let result =
                isDriver
                ? operation.driver(counted.asDriver(onErrorDriveWith: .empty()), time).asObservable()
                : operation.signal(counted.asSignal(onErrorSignalWith: .empty()), time).asObservable()
            // Past the source's own sharing: each of these would begin what is between it and the source anew.
            let histories = [Recording(result), Recording(result)]
            source.onNext("1")
            #expect(made == 1)
            histories[0].dispose()
            #expect(source.hasObservers)
            histories[1].dispose()
            #expect(!source.hasObservers)
        }
    }

    @Test func onlyADriverGivesALateSubscriberTheNewest() {
        let source = PublishRelay<Int>()
        let driver = source.asDriver(onErrorJustReturn: 0).map { $0 * 10 }
        let signal = source.asSignal().map { $0 * 10 }
        let early = [Recording(driver), Recording(signal)]
        source.accept(1)
        #expect(Recording(driver).values == [10])
        #expect(Recording(signal).values.isEmpty)
        for history in early { #expect(history.values == [10]) }
    }

    @Test func theClosureOfASharedOperatorRunsOnceForAll() {
        var runs = 0
        let source = PublishRelay<Int>()
        let doubled = source.asSignal().map { number in
            runs += 1
            return number * 2
        }
        let histories = (0..<3).map { _ in Recording(doubled) }
        source.accept(1)
        #expect(runs == 1)
        for history in histories { #expect(history.values == [2]) }
    }

    @Test func ofSeveralDriversTheNewestIsSwitchedTo() {
        let (first, second) = (BehaviorRelay(value: 1), BehaviorRelay(value: 2))
        let chosen = BehaviorRelay(value: first.asDriver())
        let newest = chosen.asDriver().switchLatest()
        let history = Recording(newest)
        first.accept(10)
        chosen.accept(second.asDriver())
        first.accept(11)
        second.accept(20)
        #expect(history.values == [1, 10, 2, 20])
        #expect(Recording(newest).values == [20])
        #expect(!first.hasObservers)
        history.dispose()
        #expect(!second.hasObservers && !chosen.hasObservers)
    }

    @Test func signalsOfADriverAreMergedIntoASignal() {
        let (left, right) = (PublishRelay<Int>(), PublishRelay<Int>())
        let added = BehaviorRelay(value: left.asSignal())
        let all: Signal<Int> = added.asDriver().merge()
        let history = Recording(all)
        added.accept(right.asSignal())
        left.accept(1)
        right.accept(2)
        #expect(history.values == [1, 2])
        #expect(Recording(all).values.isEmpty)
        history.dispose()
        #expect(!left.hasObservers && !right.hasObservers && !added.hasObservers)
    }

    @Test func aDriverOfSignalsIsASignal() {
        let (values, events) = (BehaviorRelay(value: 1), PublishRelay<Int>())
        let signal: Signal<Int> = values.asDriver().flatMapLatest { value in events.asSignal().map { $0 * value } }
        let history = Recording(signal)
        events.accept(1)
        values.accept(10)
        events.accept(2)
        #expect(history.values == [1, 20])
        history.dispose()
        #expect(!events.hasObservers && !values.hasObservers)
    }
}
