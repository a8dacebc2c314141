import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SubscribingTests {
    @Test(arguments: [false, true])
    func onDisposedRunsOnceAfterTheEnd(byError: Bool) {
        var log: [String] = []
        let source = PublishSubject<Int>()
        let subscription = source.subscribe(
            onNext: { log.append("\($0)") }, onError: { _ in log.append("#") }, onCompleted: { log.append("|") },
            onDisposed: { log.append("disposed") })
        source.onNext(1)
        #expect(log == ["1"])
        if byError { source.onError(Oops()) } else { source.onCompleted() }
        subscription.dispose()
        #expect(log == ["1", byError ? "#" : "|", "disposed"])
    }

    @Test func onDisposedRunsOnceAtDisposal() {
        var count = 0
        let subscription = Observable<Int>.never().subscribe(onDisposed: { count += 1 })
        #expect(count == 0)
        subscription.dispose()
        subscription.dispose()
        #expect(count == 1)
    }

    @Test func onDisposedRunsForASequenceThatEndsAtOnce() {
        var log: [String] = []
        Observable.just(1).subscribe(onCompleted: { log.append("|") }, onDisposed: { log.append("disposed") })
        Observable.just(1).subscribe(onDisposed: { log.append("disposed") })
        #expect(log == ["|", "disposed", "disposed"])
    }

    @Test func atDisposalTheSourceIsLetGoFirst() {
        var log: [String] = []
        let source = Observable<Int>.never().do(onDispose: { log.append("source") })
        source.subscribe(onDisposed: { log.append("subscriber") }).dispose()
        #expect(log == ["source", "subscriber"])
    }

    @Test func atTheEndTheSubscriberHearsOfItFirst() {
        var log: [String] = []
        let source = PublishSubject<Int>()
        source.do(onDispose: { log.append("source") })
            .subscribe(onCompleted: { log.append("|") }, onDisposed: { log.append("subscriber") })
        source.onCompleted()
        #expect(log == ["|", "subscriber", "source"])
    }

    @Test func anErrorNobodyAskedForIsQuiet() {
        var isDisposed = false
        Observable<Int>.error(Oops()).subscribe(onNext: { _ in Issue.record() }, onDisposed: { isDisposed = true })
        #expect(isDisposed)
    }

    @Test func aSubscriberThatEndsItsOwnSourceHearsNothingMore() {
        var seen: [Int] = []
        let source = PublishSubject<Int>()
        source.subscribe(onNext: {
            seen.append($0)
            source.onCompleted()
            source.onNext(2)
        })
        source.onNext(1)
        #expect(seen == [1])
        #expect(!source.hasObservers)
    }

    @Test func anEventKnowsWhatItCarries() {
        #expect(Event.next(1).element == 1)
        #expect(Event.next(1).error == nil)
        #expect(!Event.next(1).isStopEvent)
        #expect(Event<Int>.error(Oops()).error is Oops)
        #expect(Event<Int>.error(Oops()).element == nil)
        #expect(Event<Int>.error(Oops()).isStopEvent)
        #expect(Event<Int>.completed.element == nil)
        #expect(Event<Int>.completed.error == nil)
        #expect(Event<Int>.completed.isStopEvent)
    }

    @Test func mapTransformsTheElementOnly() {
        #expect(Event.next(1).map { $0 + 1 }.element == 2)
        #expect(Event.next(1).map { _ -> Int in throw Oops() }.error is Oops)
        #expect(Event<Int>.error(Oops()).map { $0 + 1 }.error is Oops)
        #expect(Event<Int>.completed.map { $0 + 1 }.isStopEvent)
    }
}
