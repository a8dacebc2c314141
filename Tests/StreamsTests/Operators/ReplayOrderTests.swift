import Streams
import StreamsTesting
import Testing

/// What a new subscriber causes while it is given what is remembered comes after that, for all.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ReplayOrderTests {
    @Test func ofABehaviorRelayTheFirstValueComesFirst() {
        let relay = BehaviorRelay(value: 0)
        let history = Recording(relay.do(onNext: { if $0 == 0 { relay.accept(1) } }))
        #expect(history.values == [0, 1])
        history.dispose()
    }

    @Test func ofABehaviorSubjectTheFirstValueComesFirst() {
        let subject = BehaviorSubject(value: 0)
        let history = Recording(subject.do(onNext: { if $0 == 0 { subject.onNext(1) } }))
        #expect(history.values == [0, 1])
        history.dispose()
    }

    @Test func theLatestSequenceIsThatOfTheNewestValue() {
        let relay = BehaviorRelay(value: 0)
        let latest = relay.flatMapLatest { number in
            if number == 0 { relay.accept(1) }
            return BehaviorRelay(value: number)
        }
        let history = Recording(latest)
        #expect(history.values == [0, 1])
        history.dispose()
        #expect(!relay.hasObservers)
    }

    @Test(arguments: [SubjectLifetimeScope.whileConnected, .forever])
    func ofASharedSequenceTheReplayComesFirst(scope: SubjectLifetimeScope) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 2, scope: scope)
        let before = Recording(shared)
        for number in 1...2 { source.onNext(number) }
        var seen: [Int] = []
        let late = shared.subscribe(onNext: {
            seen.append($0)
            if $0 < 3 { source.onNext($0 * 10) }
        })
        #expect(seen == [1, 2, 10, 20])
        #expect(before.values == [1, 2, 10, 20])
        late.dispose()
    }

    @Test func whoIsAddedDuringAReplayGetsEachElementOnce() {
        let subject = ReplaySubject<Int>.createUnbounded()
        subject.onNext(1)
        var inner: Recording<Int>?
        let outer = subject.subscribe(onNext: {
            guard $0 == 1 else { return }
            subject.onNext(2)
            inner = Recording(subject)
        })
        subject.onNext(3)
        #expect(inner?.values == [1, 2, 3])
        outer.dispose()
    }

    @Test(arguments: [false, true])
    func theEndThatAReplayCausesBeginsNoNewConnection(whileDelivering: Bool) {
        var connections = 0
        // Ended by another subject: what is sent to the source itself would wait until it has delivered its element.
        let (source, stop) = (PublishSubject<Int>(), PublishSubject<Void>())
        let shared = Observable<Int>.deferred {
            connections += 1
            return connections == 1 ? source.take(until: stop) : .never()
        }.share(replay: 1)
        var late: Recording<Int>?
        let join = { late = Recording(shared.do(onNext: { _ in stop.onNext(()) })) }
        let first = Recording(shared)
        let feeding = shared.subscribe(onNext: { _ in if whileDelivering, late == nil { join() } })
        source.onNext(1)
        if !whileDelivering { join() }
        #expect(connections == 1)
        #expect(late?.values == [1])
        #expect(late?.hasCompleted == true)
        #expect(first.hasCompleted)
        feeding.dispose()
    }

    @Test func oneWhoLeavesDuringItsReplayLeavesTheOthers() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let other = Recording(subject)
        for number in 1...3 { subject.onNext(number) }
        let bag = CompositeDisposable()
        var seen: [Int] = []
        bag.insert(
            subject.take(until: subject.filter { $0 == 9 }).subscribe(onNext: {
                seen.append($0)
                if $0 == 2 { subject.onNext(9) }
            }))
        #expect(seen == [1, 2, 3])
        subject.onNext(4)
        #expect(other.values == [1, 2, 3, 9, 4])
        bag.dispose()
    }
}
