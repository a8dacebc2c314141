import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DoTests {
    /// A `do` with everything, and its subscriber, which all write into one log.
    final class Written {
        var log: [String] = []
        var subscription: (any Disposable)?

        init(_ source: Observable<Int>) {
            subscription = source.do(
                onNext: { [unowned self] in log.append("on \($0)") },
                afterNext: { [unowned self] in log.append("after \($0)") },
                onError: { [unowned self] _ in log.append("on #") },
                afterError: { [unowned self] _ in log.append("after #") },
                onCompleted: { [unowned self] in log.append("on |") },
                afterCompleted: { [unowned self] in log.append("after |") },
                onSubscribe: { [unowned self] in log.append("subscribe") },
                onSubscribed: { [unowned self] in log.append("subscribed") },
                onDispose: { [unowned self] in log.append("dispose") }
            ).subscribe(
                onNext: { [unowned self] in log.append("\($0)") }, onError: { [unowned self] _ in log.append("#") },
                onCompleted: { [unowned self] in log.append("|") })
        }

        func next() -> [String] {
            defer { log = [] }
            return log
        }
    }

    @Test func theClosuresAreAroundEachEvent() {
        let source = PublishSubject<Int>()
        let written = Written(source.asObservable())
        #expect(written.next() == ["subscribe", "subscribed"])
        source.onNext(1)
        #expect(written.next() == ["on 1", "1", "after 1"])
        source.onCompleted()
        #expect(written.next().filter { $0 != "dispose" } == ["on |", "|", "after |"])
    }

    @Test func theClosuresAreAroundAnError() {
        let source = PublishSubject<Int>()
        let written = Written(source.asObservable())
        _ = written.next()
        source.onError(Oops())
        #expect(written.next().filter { $0 != "dispose" } == ["on #", "#", "after #"])
    }

    @Test func aSourceThatSendsAtOnceDoesSoBetweenTheTwoOfTheSubscription() {
        let written = Written(.just(1))
        #expect(
            written.log == [
                "subscribe", "on 1", "1", "after 1", "on |", "|", "after |", "subscribed", "dispose",
            ])
    }

    @Test func disposalIsSeenOnceAndAfterTheSourceWasLetGo() {
        let source = PublishSubject<Int>()
        var listened: [Bool] = []
        let subscription = source.do(onDispose: { listened.append(source.hasObservers) }).subscribe()
        subscription.dispose()
        subscription.dispose()
        #expect(listened == [false])
    }

    @Test(arguments: [false, true])
    func theEndIsADisposalToo(byError: Bool) {
        let source = PublishSubject<Int>()
        let written = Written(source.asObservable())
        if byError { source.onError(Oops()) } else { source.onCompleted() }
        written.subscription?.dispose()
        #expect(written.log.filter { $0 == "dispose" }.count == 1)
    }

    @Test(arguments: [false, true])
    func atTheEndTheSubscriptionIsOverOnceTheClosuresHaveRun(byError: Bool) {
        let source = PublishSubject<Int>()
        let written = Written(source.asObservable())
        _ = written.next()
        if byError { source.onError(Oops()) } else { source.onCompleted() }
        let event = byError ? "#" : "|"
        #expect(written.log == ["on \(event)", event, "after \(event)", "dispose"])
    }

    @Test func theClosureOfAnElementThatEndsTheSubscriptionRunsAfterItsEnd() {
        let source = PublishSubject<Int>()
        var log: [String] = []
        source.do(afterNext: { log.append("after \($0)") }, onDispose: { log.append("dispose") }).take(1).subscribe()
        source.onNext(1)
        #expect(log == ["dispose", "after 1"])
    }

    @Test func theClosuresOfSeveralAreNested() {
        var log: [String] = []
        let source = PublishSubject<Int>()
        func noted(_ name: String, _ source: Observable<Int>) -> Observable<Int> {
            source.do(onNext: { _ in log.append("on \(name)") }, afterNext: { _ in log.append("after \(name)") })
        }
        let subscription = noted("b", noted("a", source.asObservable())).subscribe(onNext: { _ in log.append("next") })
        source.onNext(1)
        #expect(log == ["on a", "on b", "next", "after b", "after a"])
        subscription.dispose()
    }

    @Test func whatOnNextThrowsIsNotShownToItsOwnOnError() {
        var errors = 0
        let history = Recording(
            Observable.of(1, 2).do(onNext: { _ in throw Oops() }, onError: { _ in errors += 1 }))
        #expect(history.values.isEmpty)
        #expect(history.error is Oops)
        #expect(errors == 0)
    }

    @Test func whatTheSubscriberFeedsTheSourceComesAfterTheElementThatCausedIt() {
        let source = PublishSubject<Int>()
        var log: [String] = []
        let subscription = source.do(onNext: { log.append("on \($0)") }, afterNext: { log.append("after \($0)") })
            .subscribe(onNext: { if $0 == 1 { source.onNext(2) } })
        source.onNext(1)
        #expect(log == ["on 1", "after 1", "on 2", "after 2"])
        subscription.dispose()
    }
}
