import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct FilteringTests {
    @Test func filterKeepsWhatPasses() {
        #expect(Timeline.play { $0.hot("aBcD|").filter { $0 == $0.uppercased() } } == "-B-D|")
    }

    @Test func distinctUntilChangedDropsOnlyNeighbours() {
        #expect(Timeline.play { $0.hot("aabbab|").distinctUntilChanged() } == "a-b-ab|")
    }

    @Test func distinctUntilChangedComparesWithTheLastOneSent() {
        let steps = Observable.of(1, 2, 3, 4, 5).distinctUntilChanged { abs($0 - $1) < 2 }
        #expect(Recording(steps).values == [1, 3, 5])
    }

    @Test func distinctUntilChangedTakesNilForAnElement() {
        let history = Recording(Observable<Int?>.of(nil, nil, 1, nil).distinctUntilChanged())
        #expect(history.values == [nil, 1, nil])
    }

    @Test(arguments: [(0, "abc|"), (1, "-bc|"), (2, "--c|"), (3, "---|"), (9, "---|")])
    func skipDropsTheFirst(count: Int, expected: String) {
        #expect(Timeline.play { $0.hot("abc|").skip(count) } == expected)
    }

    @Test(arguments: [(0, "|"), (1, "(a|)"), (2, "a(b|)"), (3, "ab(c|)"), (4, "abc|")])
    func takeCompletesWithTheLastThatItTakes(count: Int, expected: String) {
        #expect(Timeline.play { $0.hot("abc|").take(count) } == expected)
    }

    @Test func takeLetsTheSourceGoWithTheLastElement() {
        let source = PublishSubject<Int>()
        let history = Recording(source.asObservable().take(1))
        source.onNext(1)
        #expect(!source.hasObservers)
        #expect(history.hasCompleted)
    }

    @Test func takeCountsAnElementThatComesBackFromItsOwnSubscriber() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        source.asObservable().take(2).subscribe(onNext: {
            seen.append($0)
            source.onNext($0 + 1)
        })
        source.onNext(1)
        #expect(seen == [1, 2])
    }

    @Test(arguments: [
        ("abcd|", "--x", "ab|"), ("abcd|", "--#", "ab#"), ("abcd|", "--|", "abcd|"), ("a|", "---x", "a|"),
        ("a#", "---x", "a#"), ("a", "(xy)", "|"),
    ])
    func takeUntilEndsWithTheFirstElementOfTheOther(source: String, other: String, expected: String) {
        // The other is made first: in the same frame it comes first.
        let marbles = Timeline.play { time in
            let stop = time.hot(other)
            return time.hot(source).take(until: stop)
        }
        #expect(marbles == expected)
    }

    @Test func takeUntilLetsBothGo() {
        let (source, stop) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.asObservable().take(until: stop.asObservable()))
        stop.onNext(1)
        #expect(history.hasCompleted)
        #expect(!source.hasObservers)
        #expect(!stop.hasObservers)
    }

    @Test func takeUntilDoesNotSubscribeWhenTheOtherSendsAtOnce() {
        var subscribed = false
        let source = Observable<Int>.never().do(onSubscribe: { subscribed = true })
        #expect(Recording(source.take(until: Observable.just(0))).hasCompleted)
        #expect(!subscribed)
    }
}
