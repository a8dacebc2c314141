import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ReducingTests {
    @Test(arguments: [("a-b-c|", "-----([sabc]|)"), ("|", "(s|)"), ("a-#", "--#"), ("a-b", "")])
    func reduceSendsEverythingAtTheEnd(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).reduce("s") { $0 + $1 } } == expected)
    }

    @Test func reduceStartsFromItsSeedForEachSubscriber() {
        let sum = Observable.of(1, 2, 3).reduce(10, accumulator: +)
        #expect(Recording(sum).values == [16])
        #expect(Recording(sum).values == [16])
    }

    @Test func reduceDoesNotCompleteOneWhoLeftWithItsResult() {
        var seen: [String] = []
        let subscription = SerialDisposable()
        let source = PublishSubject<Int>()
        subscription.disposable = source.reduce(0, accumulator: +).subscribe(
            onNext: {
                seen.append("\($0)")
                subscription.dispose()
            }, onCompleted: { seen.append("|") })
        source.onNext(1)
        source.onCompleted()
        #expect(seen == ["1"])
    }

    @Test func aDisposedReductionLetsItsSourceGo() {
        let source = PublishSubject<Int>()
        let history = Recording(source.reduce(0, accumulator: +))
        source.onNext(1)
        #expect(source.hasObservers)
        history.dispose()
        #expect(!source.hasObservers)
        #expect(history.events.isEmpty)
    }

    @Test(arguments: [("a-b-c|", "--[ab]-[bc]|"), ("a|", "-|"), ("|", "|"), ("a-b#", "--[ab]#")])
    func pairwiseSendsEachElementWithTheOneBefore(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).pairwise().map { $0 + $1 } } == expected)
    }

    @Test func pairwiseTakesNilForAnElement() {
        let pairs = Recording(Observable<Int?>.of(nil, nil, 1).pairwise())
        #expect(pairs.values.map { "\($0.0 ?? 0)\($0.1 ?? 0)" } == ["00", "01"])
    }

    @Test func pairwiseSeesWhatItsSubscriberFeedsTheSourceInOrder() {
        let source = PublishSubject<Int>()
        var pairs: [[Int]] = []
        let subscription = source.pairwise().subscribe(onNext: {
            pairs.append([$0, $1])
            if $1 < 4 { source.onNext($1 + 1) }
        })
        source.onNext(1)
        source.onNext(2)
        #expect(pairs == [[1, 2], [2, 3], [3, 4]])
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    @Test func eachSubscriberOfPairwiseHasItsOwnFormerElement() {
        let source = PublishSubject<Int>()
        let pairs = source.pairwise().map { [$0, $1] }
        let first = Recording(pairs)
        source.onNext(1)
        let second = Recording(pairs)
        source.onNext(2)
        source.onNext(3)
        #expect(first.values == [[1, 2], [2, 3]])
        #expect(second.values == [[2, 3]])
    }
}
