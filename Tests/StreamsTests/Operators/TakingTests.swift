import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TakingTests {
    @Test(arguments: [
        ("1-2-3-1|", "1-2-|", "1-2-(3|)"), ("3-1|", "|", "(3|)"), ("1-|", "1-|", "1-|"), ("1-#", "1-#", "1-#"),
        ("|", "|", "|"), ("1-3#", "1-|", "1-(3|)"),
    ])
    func takeWhileEndsWithTheFirstThatDoesNotPass(source: String, exclusive: String, inclusive: String) {
        #expect(Timeline.play { $0.hot(source).take(while: { $0 < "3" }) } == exclusive)
        #expect(Timeline.play { $0.hot(source).take(while: { $0 < "3" }, behavior: .inclusive) } == inclusive)
    }

    @Test(arguments: [TakeBehavior.exclusive, .inclusive])
    func takeWhileLetsTheSourceGoAndAsksNoMore(behavior: TakeBehavior) {
        let source = PublishSubject<Int>()
        var asked: [Int] = []
        let taken = source.take(
            while: {
                asked.append($0)
                return $0 < 2
            }, behavior: behavior)
        let history = Recording(taken)
        for number in 1...3 { source.onNext(number) }
        #expect(asked == [1, 2])
        #expect(history.hasCompleted)
        #expect(!source.hasObservers)
    }

    @Test(arguments: [TakeBehavior.exclusive, .inclusive])
    func takeWhileStopsASourceThatSendsAtOnce(behavior: TakeBehavior) {
        var sent = 0
        let endless = Observable.from(
            (0...).lazy.map { number in
                sent += 1
                return number
            })
        let history = Recording(endless.take(while: { $0 < 3 }, behavior: behavior))
        #expect(history.values == (behavior == .inclusive ? [0, 1, 2, 3] : [0, 1, 2]))
        #expect(sent <= 5)
    }

    @Test func theLastElementOfTakeWhileIsSentOnceWhenItsSubscriberFeedsTheSource() {
        let source = PublishSubject<Int>()
        let history = Recording(
            source.take(while: { $0 < 2 }, behavior: .inclusive).do(onNext: { source.onNext($0 + 1) }))
        source.onNext(1)
        #expect(history.values == [1, 2])
        #expect(history.hasCompleted)
    }

    @Test func oneWhoLeavesWithTheLastElementIsNotCompleted() {
        let source = PublishSubject<Int>()
        let results = [
            source.take(1), source.take(while: { _ in false }, behavior: .inclusive),
        ]
        for result in results {
            let subscription = SerialDisposable()
            var isCompleted = false
            subscription.disposable = result.subscribe(
                onNext: { _ in subscription.dispose() }, onCompleted: { isCompleted = true })
            source.onNext(1)
            #expect(!isCompleted)
            #expect(!source.hasObservers)
        }
    }

    @Test func takeUntilCanBeEndedByItsOwnSubscriber() {
        let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
        let history = Recording(source.take(until: stop).do(onNext: { if $0 == 2 { stop.onNext(()) } }))
        for number in 1...3 { source.onNext(number) }
        #expect(history.values == [1])
        #expect(history.hasCompleted)
        #expect(!source.hasObservers && !stop.hasObservers)
    }

    @Test(arguments: [false, true])
    func takeUntilLetsTheOtherGoWhenTheSourceEnds(byError: Bool) {
        let (source, stop) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.take(until: stop))
        if byError { source.onError(Oops()) } else { source.onCompleted() }
        #expect(!stop.hasObservers)
        #expect(history.events.count == 1)
    }

    @Test func takeUntilGoesOnWhenTheOtherCompletesAndLetsBothGoAtDisposal() {
        let (source, stop) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.take(until: stop))
        stop.onCompleted()
        source.onNext(1)
        #expect(history.values == [1])
        history.dispose()
        #expect(!source.hasObservers && !stop.hasObservers)
    }
}
