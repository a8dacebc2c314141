import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct FlatMapTests {
    enum Kind: CaseIterable, Sendable {
        case all, latest, first

        func apply(
            _ source: Observable<String>, _ transform: @escaping (String) -> Observable<String>
        ) -> Observable<String> {
            switch self {
            case .all: source.flatMap(transform)
            case .latest: source.flatMapLatest(transform)
            case .first: source.flatMapFirst(transform)
            }
        }
    }

    @Test(arguments: [
        (Kind.all, "-[a1]-[a2][b1][a3][b2]-[b3]|"),
        (.latest, "-[a1]--[b1]-[b2]-[b3]|"),
        (.first, "-[a1]-[a2]-[a3]|"),
    ])
    func overlappingSequencesAreListenedToByKind(kind: Kind, expected: String) {
        let marbles = Timeline.play { time in
            kind.apply(time.hot("a--b--|")) { outer in time.cold("-1-2-3|").map { outer + $0 } }
        }
        #expect(marbles == expected)
    }

    @Test(arguments: Kind.allCases)
    func theEndWaitsForTheInnerSequence(kind: Kind) {
        #expect(Timeline.play { time in kind.apply(time.hot("a|")) { _ in time.cold("--x-|") } } == "--x-|")
        #expect(Timeline.play { time in kind.apply(time.hot("a----|")) { _ in time.cold("--x-|") } } == "--x--|")
        #expect(Timeline.play { time in kind.apply(time.hot("--|")) { _ in time.cold("x") } } == "--|")
    }

    @Test(arguments: Kind.allCases)
    func anInnerErrorEndsEverything(kind: Kind) {
        #expect(Timeline.play { time in kind.apply(time.hot("a---b|")) { _ in time.cold("-x#") } } == "-x#")
    }

    @Test(arguments: Kind.allCases)
    func anOuterErrorEndsTheInnerSequence(kind: Kind) {
        #expect(Timeline.play { time in kind.apply(time.hot("a--#")) { _ in time.cold("-x-y-z|") } } == "-x-#")
    }

    @Test(arguments: Kind.allCases)
    func sequencesThatEndAtOnceFollowEachOther(kind: Kind) {
        let history = Recording(kind.apply(.of("a", "b", "c")) { .of($0 + "1", $0 + "2") })
        #expect(history.values == ["a1", "a2", "b1", "b2", "c1", "c2"])
        #expect(history.hasCompleted)
    }

    @Test(arguments: Kind.allCases)
    func disposalLetsTheInnerSequenceGo(kind: Kind) {
        let inner = PublishSubject<String>()
        let history = Recording(kind.apply(Observable.just("a")) { _ in inner.asObservable() })
        #expect(inner.hasObservers)
        history.dispose()
        #expect(!inner.hasObservers)
    }

    @Test func theLatestLetsTheFormerGoBeforeItStartsTheNext() {
        var log: [String] = []
        let source = PublishSubject<String>()
        source.asObservable().flatMapLatest { name in
            Observable<Int>.never().do(onSubscribe: { log.append("+\(name)") }, onDispose: { log.append("-\(name)") })
        }.subscribe { _ in }
        source.onNext("a")
        source.onNext("b")
        #expect(log == ["+a", "-a", "+b"])
    }

    @Test func theFirstIgnoresWhatComesWhileItRunsAndTakesTheNextAfterIt() {
        let marbles = Timeline.play { time in
            time.hot("ab--c---|").flatMapFirst { name in time.cold("--1|").map { name + $0 } }
        }
        #expect(marbles == "--[a1]---[c1]-|")
    }

    @Test func anInnerSequenceThatFeedsTheOuterOneIsListenedTo() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        source.asObservable().flatMapLatest { number in
            Observable.just(number).do(onNext: { if $0 < 3 { source.onNext($0 + 1) } })
        }.subscribe(onNext: { seen.append($0) }).disposed(by: bag)
        source.onNext(1)
        #expect(seen == [1, 2, 3])
    }

    @Test func manyFinishedSequencesLeaveNothingBehind() {
        let source = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        var seen = 0
        let flat = source.asObservable().flatMap { _ in inner.asObservable().take(1) }
        flat.subscribe(onNext: { _ in seen += 1 })
        for round in 0..<100 {
            source.onNext(round)
            inner.onNext(round)
        }
        #expect(seen == 100)
        #expect(!inner.hasObservers)
    }
}
