import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CombiningTests {
    @Test(arguments: [
        (["a--c-|", "-b---d|"], "ab-c-d|"), (["a|", "---b|"], "a--b|"), (["a-#", "-b-c"], "ab#"), (["|", "|"], "|"),
        (["a-a|"], "a-a|"), ([], "|"),
    ])
    func mergeKeepsTheOrderOfEvents(sources: [String], expected: String) {
        #expect(Timeline.play { time in Observable.merge(sources.map { time.hot($0) }) } == expected)
    }

    @Test(arguments: [
        ("1---2-|", "-a-b--|", "-[1a]-[1b][2b]-|"), ("1|", "--a-b|", "--[1a]-[1b]|"), ("--|", "a---b|", "----|"),
        ("1-#", "-a-b", "-[1a]#"), ("1-2", "a--#", "[1a]-[2a]#"),
    ])
    func combineLatestCombinesTheNewest(first: String, second: String, expected: String) {
        let marbles = Timeline.play { time in
            Observable<String>.combineLatest(time.hot(first), time.hot(second)) { $0 + $1 }
        }
        #expect(marbles == expected)
        let array = Timeline.play { time in
            Observable<String>.combineLatest([time.hot(first), time.hot(second)]).map { $0.joined() }
        }
        #expect(array == expected)
    }

    @Test func combineLatestTakesSourcesOfDifferentTypesAndCombinationsOfThem() {
        let two = Observable<(Bool, Int?)>.combineLatest(Observable.just(true), Observable.just(Int?.none))
        let history = Recording(
            Observable<String>.combineLatest(
                Observable.just(1), Observable.just("b"), Observable.just(2.5), two
            ) {
                "\($0) \($1) \($2) \($3.0) \($3.1 == nil)"
            })
        #expect(history.values == ["1 b 2.5 true true"])
        #expect(history.hasCompleted)
    }

    @Test func combineLatestTakesNilForAnElement() {
        let left = PublishSubject<Int?>()
        let history = Recording(
            Observable<Int?>.combineLatest(left.asObservable(), Observable.just(0)) { left, _ in left })
        left.onNext(nil)
        left.onNext(nil)
        left.onNext(1)
        #expect(history.values == [nil, nil, 1])
    }

    @Test func combineLatestOfNothingIsOneEmptyArray() {
        let history = Recording(Observable<Int>.combineLatest([Observable<Int>]()))
        #expect(history.values == [[]])
        #expect(history.hasCompleted)
    }

    @Test func oneRelayTwiceInACombinationSendsTwice() {
        let relay = BehaviorRelay(value: 1)
        let history = Recording(
            Observable<Int>.combineLatest(relay.asObservable(), relay.asObservable()) { $0 * 10 + $1 })
        relay.accept(2)
        #expect(history.values == [11, 21, 22])
    }

    @Test(arguments: [
        ("-x--y-|", "a--b---", "-a--b-|"), ("xy-z|", "--a-", "---a|"), ("-x-y|", "a|", "-a-a|"),
        ("-x-y|", "a-#", "-a#"), ("-x#", "a", "-a#"), ("x|", "-", "-|"),
    ])
    func withLatestFromSendsTheNewestOfTheOther(source: String, other: String, expected: String) {
        let marbles = Timeline.play { time in
            let newest = time.hot(other)
            return time.hot(source).withLatestFrom(newest)
        }
        #expect(marbles == expected)
    }

    @Test func withLatestFromCanUseBoth() {
        let history = Recording(Observable.of(1, 2).withLatestFrom(Observable.just("a")) { "\($0)\($1)" })
        #expect(history.values == ["1a", "2a"])
    }

    @Test func withLatestFromSeesAValueThatItsOwnSubscriberSet() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let value = BehaviorRelay(value: 0)
        let taps = PublishRelay<Void>()
        var seen: [Int] = []
        taps.asObservable().withLatestFrom(value.asObservable()).subscribe(onNext: {
            seen.append($0)
            value.accept($0 + 1)
        }).disposed(by: bag)
        taps.accept(())
        taps.accept(())
        #expect(seen == [0, 1])
    }

    @Test func bothSidesAreLetGo() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let combinations: [Observable<Int>] = [
            .merge(left.asObservable(), right.asObservable()),
            .combineLatest(left.asObservable(), right.asObservable()) { $0 + $1 },
            left.asObservable().withLatestFrom(right.asObservable()),
        ]
        for combination in combinations {
            let history = Recording(combination)
            #expect(left.hasObservers && right.hasObservers)
            history.dispose()
            #expect(!left.hasObservers && !right.hasObservers)
        }
    }
}
