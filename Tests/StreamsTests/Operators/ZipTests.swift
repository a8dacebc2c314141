import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ZipTests {
    @Test(arguments: [
        ("1-2---|", "-a--b-|", "-[1a]--[2b]-|"), ("12|", "---ab|", "---[1a][2b]|"), ("1|", "--a-b|", "--[1a]--|"),
        ("1-#", "-a-b", "-[1a]#"), ("123-#", "-", "----#"), ("--|", "a--b|", "----|"), ("|", "|", "|"),
        ("1--|", "-a", "-[1a]"),
    ])
    func elementsWithTheSameNumberAreTogether(first: String, second: String, expected: String) {
        let marbles = Timeline.play { time in
            Observable<String>.zip(time.hot(first), time.hot(second)) { $0 + $1 }
        }
        #expect(marbles == expected)
    }

    /// As in RxSwift, the form for an array ends when nothing can come any more, and not only when all have ended.
    @Test(arguments: [
        ("1-2---|", "-a--b-|", "-[1a]--[2b]-|"), ("12|", "---ab|", "---[1a][2b]|"), ("1|", "--a-b|", "--[1a]-|"),
        ("1-#", "-a-b", "-[1a]#"), ("--|", "a--b|", "---|"), ("|", "|", "|"), ("1--|", "-a", "-[1a]"),
    ])
    func ofAnArrayIsTheSameButForItsEnd(first: String, second: String, expected: String) {
        let marbles = Timeline.play { time in
            Observable<String>.zip([time.hot(first), time.hot(second)]).map { $0.joined() }
        }
        #expect(marbles == expected)
    }

    @Test func nilIsAnElement() {
        let history = Recording(
            Observable<Bool>.zip(Observable<Int?>.of(nil, 1), Observable<Int?>.of(nil, nil)) { $0 == $1 })
        #expect(history.values == [true, false])
        let array = Recording(Observable<Int?>.zip([Observable.of(nil, 1), Observable.of(2, nil)]))
        #expect(array.values == [[nil, 2], [1, nil]])
    }

    @Test func differentKindsAreTaken() {
        let history = Recording(
            Observable<(Int, String, Bool)>.zip(Single.just(1), BehaviorRelay(value: "b"), Driver.just(true)))
        #expect(history.values.map { "\($0)" } == ["(1, \"b\", true)"])
        history.dispose()
    }

    @Test func ofNothingIsComplete() {
        let history = Recording(Observable<Int>.zip([Observable<Int>]()))
        #expect(history.values.isEmpty)
        #expect(history.hasCompleted)
    }

    @Test func whatWaitsKeepsItsOrder() {
        let (numbers, turns) = (PublishSubject<Int>(), PublishSubject<Void>())
        let history = Recording(Observable<Int>.zip(numbers, turns) { number, _ in number })
        for round in 0..<50 {
            for number in 0..<3 { numbers.onNext(round * 3 + number) }
            for _ in 0..<2 { turns.onNext(()) }
        }
        for _ in 0..<50 { turns.onNext(()) }
        #expect(history.values == Array(0..<150))
        history.dispose()
    }

    @Test func aSubscriberThatFeedsBothGetsThePairAfterTheOneThatCausedIt() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        var seen: [Int] = []
        let subscription = Observable<Int>.zip(left, right) { $0 * 10 + $1 }.subscribe(onNext: {
            seen.append($0)
            guard seen.count < 3 else { return }
            left.onNext(seen.count)
            right.onNext(seen.count)
        })
        left.onNext(0)
        right.onNext(0)
        #expect(seen == [0, 11, 22])
        subscription.dispose()
    }

    @Test func oneRelayWithItselfIsInPairs() {
        let relay = PublishRelay<Int>()
        let history = Recording(Observable<[Int]>.zip(relay, relay.skip(1)) { [$0, $1] })
        for number in 1...3 { relay.accept(number) }
        #expect(history.values == [[1, 2], [2, 3]])
    }
}
