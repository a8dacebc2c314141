import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ConcatenatingTests {
    @Test(arguments: [
        (["a-b|", "-c|"], "a-b-c|"), (["|", "|", "a|"], "a|"), (["a-#", "b|"], "a-#"), (["a|", "-#", "b|"], "a-#"),
        (["a-", "b|"], "a"), (["(ab|)"], "(ab|)"), ([], "|"),
    ])
    func eachBeginsWhenTheOneBeforeIsComplete(sources: [String], expected: String) {
        #expect(Timeline.play { time in Observable.concat(sources.map { time.cold($0) }) } == expected)
    }

    @Test func theListAndTheOperatorDoTheSame() {
        #expect(Recording(Observable.concat(.of(1, 2), .empty(), .just(3))).values == [1, 2, 3])
        #expect(Recording(Observable.of(1, 2).concat(Single.just(3))).values == [1, 2, 3])
    }

    @Test func tenThousandThatEndAtOnceNeedNoDeepStack() {
        let sources = Array(repeating: Observable<Int>.empty(), count: 10_000) + [.just(1)]
        let history = Recording(Observable.concat(sources))
        #expect(history.values == [1])
        #expect(history.hasCompleted)
    }

    @Test func eachSubscriberStartsWithTheFirst() {
        let all = Observable.concat(.just(1), .just(2))
        #expect(Recording(all).values == [1, 2])
        #expect(Recording(all).values == [1, 2])
    }

    @Test func onlyTheOneThatRunsIsSubscribedTo() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(Observable.concat(first.asObservable(), second.asObservable()))
        #expect(first.hasObservers && !second.hasObservers)
        first.onCompleted()
        #expect(!first.hasObservers && second.hasObservers)
        history.dispose()
        #expect(!second.hasObservers)
    }

    @Test func oneWhoLeavesBetweenTwoKeepsTheNextFromBeginning() {
        let subscription = SerialDisposable()
        let first = PublishSubject<Int>()
        var began = false
        let second = Observable<Int>.never().do(onSubscribe: { began = true })
        subscription.disposable = first.do(onCompleted: { subscription.dispose() }).concat(second).subscribe()
        first.onCompleted()
        #expect(!began)
    }

    @Test func theEndOfTheFirstCanBeCausedByItsSubscriber() {
        let (first, second) = (PublishSubject<Int>(), BehaviorRelay(value: 2))
        var seen: [Int] = []
        let subscription = first.concat(second).subscribe(onNext: {
            seen.append($0)
            if $0 == 1 { first.onCompleted() }
        })
        first.onNext(1)
        #expect(seen == [1, 2])
        subscription.dispose()
        #expect(!second.hasObservers)
    }

    @Test func startWithSendsSeveralInOrder() {
        #expect(Timeline.play { $0.hot("-a|").startWith("x", "y") } == "(xy)a|")
        #expect(Timeline.play { $0.hot("-#").startWith("x", "y") } == "(xy)#")
        #expect(Recording(Observable.just(3).startWith(1, 2).startWith(0)).values == [0, 1, 2, 3])
    }

    @Test func startWithSendsNoMoreToOneWhoLeft() {
        let source = PublishSubject<Int>()
        #expect(Recording(source.startWith(1, 2, 3).take(2)).values == [1, 2])
        #expect(!source.hasObservers)
    }
}
