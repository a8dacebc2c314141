import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SkippingTests {
    @Test(arguments: [
        ("1-2-3-1-|", "----3-1-|"), ("3-1|", "3-1|"), ("1-2|", "---|"), ("1-#", "--#"), ("|", "|"),
    ])
    func skipWhileSendsEverythingFromTheFirstThatDoesNotPass(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).skip(while: { $0 < "3" }) } == expected)
    }

    @Test func skipWhileAsksNoMoreOnceItIsOpen() {
        var asked: [Int] = []
        let open = Observable.of(1, 2, 3).skip(while: {
            asked.append($0)
            return $0 < 2
        })
        #expect(Recording(open).values == [2, 3])
        #expect(asked == [1, 2])
        #expect(Recording(open).values == [2, 3])
    }

    @Test func skipWhileTakesWhatItsSubscriberFeedsTheSource() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        let subscription = source.skip(while: { $0 < 2 }).subscribe(onNext: {
            seen.append($0)
            if $0 == 2 { source.onNext(0) }
        })
        for number in 1...2 { source.onNext(number) }
        #expect(seen == [2, 0])
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    @Test(arguments: [
        ("a-b-c-|", "---x", "----c-|"), ("a-b-c-|", "-", ""), ("a-b-c-|", "-|", ""), ("a-b-c-|", "-#", "-#"),
        ("a-#", "-", "--#"), ("a-b-#", "-x-#", "--b-#"), ("a|", "--x", ""), ("abc|", "(xy|)", "abc|"),
    ])
    func skipUntilSendsEverythingAfterTheFirstOfTheOther(source: String, other: String, expected: String) {
        // The other is made first: in the same frame it comes first.
        let marbles = Timeline.play { time in
            let opening = time.hot(other)
            return time.hot(source).skip(until: opening)
        }
        #expect(marbles == expected)
    }

    @Test func skipUntilSubscribesToTheSourceFirst() {
        var log: [String] = []
        let source = Observable<Int>.never().do(onSubscribe: { log.append("source") })
        let other = Observable<Int>.never().do(onSubscribe: { log.append("other") })
        source.skip(until: other).subscribe().dispose()
        #expect(log == ["source", "other"])
        #expect(Recording(Observable.of(1, 2).skip(until: Observable.just(0))).values.isEmpty)
    }

    @Test func skipUntilLetsTheOtherGoWhenItIsOpen() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.skip(until: other))
        other.onNext(0)
        #expect(!other.hasObservers)
        source.onNext(1)
        #expect(history.values == [1])
        history.dispose()
        #expect(!source.hasObservers)
    }

    @Test(arguments: [false, true])
    func skipUntilLetsBothGo(byError: Bool) {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.skip(until: other))
        #expect(source.hasObservers && other.hasObservers)
        if byError { other.onError(Oops()) } else { history.dispose() }
        #expect(!source.hasObservers && !other.hasObservers)
        #expect(history.events.count == (byError ? 1 : 0))
    }

    @Test func aSourceThatCompletesUnheardLetsTheOtherGo() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.skip(until: other))
        source.onCompleted()
        #expect(!other.hasObservers)
        #expect(history.events.isEmpty)
    }

    @Test func skipDoesNotCountWhatItsSubscriberFeedsTheSourceTwice() {
        let source = PublishSubject<Int>()
        var seen: [Int] = []
        let subscription = source.skip(1).subscribe(onNext: {
            seen.append($0)
            if $0 < 4 { source.onNext($0 + 1) }
        })
        source.onNext(1)
        source.onNext(2)
        #expect(seen == [2, 3, 4])
        subscription.dispose()
    }
}
