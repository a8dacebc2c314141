import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DistinctTests {
    @Test(arguments: [("aAbBa|", "a-b-a|"), ("aA#", "a-#"), ("|", "|")])
    func whatIsTheSameByComparisonOrKeyIsDropped(source: String, expected: String) {
        let byComparison = Timeline.play {
            $0.hot(source).distinctUntilChanged { $0.lowercased() == $1.lowercased() }
        }
        #expect(byComparison == expected)
        #expect(Timeline.play { $0.hot(source).distinctUntilChanged { $0.lowercased() } } == expected)
        let byBoth = Timeline.play {
            $0.hot(source).distinctUntilChanged(
                { $0.utf8.first }, comparer: { $0.map { $0 | 32 } == $1.map { $0 | 32 } })
        }
        #expect(byBoth == expected)
    }

    @Test func aPathToAPropertyIsAKey() {
        let words = Observable.of("one", "two", "three")
        #expect(Recording(words.distinctUntilChanged(at: \.count)).values == ["one", "three"])
        let path: KeyPath<String, Int> = \.count
        #expect(Recording(words.distinctUntilChanged(at: path)).values == ["one", "three"])
    }

    @Test func theKeyIsAskedForOncePerElementTheFirstIncluded() {
        var asked: [Int] = []
        let distinct = Observable.of(1, 2, 3).distinctUntilChanged { number -> Int in
            asked.append(number)
            return number / 2
        }
        #expect(Recording(distinct).values == [1, 2])
        #expect(asked == [1, 2, 3])
        #expect(Recording(Observable.just(1).distinctUntilChanged { _ -> Int in throw Oops() }).error is Oops)
    }

    @Test func nilIsAKey() {
        let history = Recording(Observable<String>.of("a", "b", "1", "1", "c").distinctUntilChanged { Int($0) })
        #expect(history.values == ["a", "1", "c"])
    }

    @Test func eachSubscriberHasItsOwnFormerElement() {
        let source = PublishSubject<Int>()
        let distinct = source.distinctUntilChanged()
        let first = Recording(distinct)
        source.onNext(1)
        let second = Recording(distinct)
        source.onNext(1)
        #expect(first.values == [1])
        #expect(second.values == [1])
    }

    @Test func whatTheSubscriberFeedsTheSourceIsComparedWithWhatCausedIt() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        let subscription = source.distinctUntilChanged().subscribe(onNext: {
            seen.append($0)
            source.onNext(min($0 + 1, 3))
        })
        source.onNext(1)
        #expect(seen == [1, 2, 3])
        subscription.dispose()
        #expect(!source.hasObservers)
    }
}
