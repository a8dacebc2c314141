import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ConcatMapTests {
    @Test(arguments: [
        ("1-2----|", "1--12--2|"), ("1-----|", "1--1--|"), ("1|", "1--1|"), ("(12)|", "1--12--2|"), ("|", "|"),
        ("1-#", "1-#"),
    ])
    func sequencesFollowEachOther(source: String, expected: String) {
        let marbles = Timeline.play { time in
            time.hot(source).concatMap { name in time.cold("x--x|").map { _ in name } }
        }
        #expect(marbles == expected)
    }

    @Test func anInnerErrorEndsEverything() {
        #expect(Timeline.play { time in time.hot("ab|").concatMap { _ in time.cold("-x#") } } == "-x#")
    }

    @Test func transformRunsWhenTheElementComes() {
        var log: [String] = []
        let source = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        let subscription = source.concatMap { number in
            log.append("transform \(number)")
            return inner.do(onSubscribe: { log.append("begin \(number)") })
        }.subscribe()
        source.onNext(1)
        source.onNext(2)
        #expect(log == ["transform 1", "begin 1", "transform 2"])
        inner.onCompleted()
        #expect(log.last == "begin 2")
        subscription.dispose()
    }

    @Test func anErrorOfTransformEndsEverythingWhileOneRuns() {
        let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(
            source.concatMap { number in
                if number == 2 { throw Oops() }
                return inner
            })
        source.onNext(1)
        source.onNext(2)
        #expect(history.error is Oops)
        #expect(!source.hasObservers && !inner.hasObservers)
    }

    @Test func whatWaitsNeverBeginsAfterDisposal() {
        let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        var began: [Int] = []
        let subscription = source.concatMap { number in inner.do(onSubscribe: { began.append(number) }) }.subscribe()
        for number in 1...3 { source.onNext(number) }
        subscription.dispose()
        inner.onCompleted()
        #expect(began == [1])
        #expect(!source.hasObservers && !inner.hasObservers)
    }

    @Test func tenThousandThatEndAtOnceNeedNoDeepStack() {
        #expect(Recording(Observable.from(0..<10_000).concatMap { Observable.just($0) }).values.count == 10_000)
        // All but the first wait, and then end at once.
        let first = PublishSubject<Int>()
        let history = Recording(
            Observable.from(0..<10_000).concatMap { $0 == 0 ? first.asObservable() : .just($0) })
        first.onCompleted()
        #expect(history.values == Array(1..<10_000))
        #expect(history.hasCompleted)
    }

    @Test func anInnerSequenceThatFeedsTheSourceIsFollowedByWhatItFed() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        let subscription = source.concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: {
            seen.append($0)
            if $0 < 3 { source.onNext($0 + 1) }
        })
        source.onNext(1)
        #expect(seen == [1, 10, 2, 20, 3, 30])
        subscription.dispose()
        #expect(!source.hasObservers)
    }
}
