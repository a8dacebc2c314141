import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharingTests {
    /// A source that counts its subscribers.
    final class Counted {
        let subject = PublishSubject<Int>()
        var made = 0
        var open = 0

        var source: Observable<Int> {
            subject.asObservable().do(
                onSubscribe: { [unowned self] in (made, open) = (made + 1, open + 1) },
                onDispose: { [unowned self] in open -= 1 })
        }
    }

    @Test func oneSubscriptionServesAllAndEndsWithTheLast() {
        let counted = Counted()
        let shared = counted.source.share()
        let (first, second) = (Recording(shared), Recording(shared))
        counted.subject.onNext(1)
        #expect(first.values == [1] && second.values == [1])
        #expect(counted.made == 1)
        first.dispose()
        #expect(counted.open == 1)
        second.dispose()
        #expect(counted.open == 0)
        let third = Recording(shared)
        #expect(counted.made == 2)
        third.dispose()
    }

    @Test(arguments: [(0, []), (1, [3]), (2, [2, 3]), (5, [1, 2, 3])])
    func aLaterSubscriberGetsTheNewest(replay: Int, expected: [Int]) {
        let counted = Counted()
        let shared = counted.source.share(replay: replay)
        let first = Recording(shared)
        for number in 1...3 { counted.subject.onNext(number) }
        #expect(Recording(shared).values == expected)
        #expect(first.values == [1, 2, 3])
    }

    @Test(arguments: [(false, []), (true, [1])])
    func whatIsReplayedAfterTheLastLeftDependsOnTheScope(isForever: Bool, expected: [Int]) {
        let counted = Counted()
        let shared = counted.source.share(replay: 1, scope: isForever ? .forever : .whileConnected)
        let first = Recording(shared)
        counted.subject.onNext(1)
        first.dispose()
        #expect(Recording(shared).values == expected)
        #expect(counted.made == 2)
    }

    @Test(arguments: [false, true])
    func aConnectedShareStartsOverAfterItsEnd(byError: Bool) {
        var made = 0
        let shared = Observable<Int>.deferred {
            made += 1
            return byError ? Observable.error(Oops()).startWith(made) : .just(made)
        }.share(replay: 1)
        #expect(Recording(shared).values == [1])
        #expect(Recording(shared).values == [2])
    }

    @Test(arguments: [false, true])
    func aShareForeverReplaysItsEnd(byError: Bool) {
        let counted = Counted()
        let shared = counted.source.share(replay: 1, scope: .forever)
        let first = Recording(shared)
        counted.subject.onNext(1)
        if byError { counted.subject.onError(Oops()) } else { counted.subject.onCompleted() }
        let late = Recording(shared)
        for history in [first, late] {
            #expect(history.values == [1])
            #expect(byError ? history.error is Oops : history.hasCompleted)
        }
        #expect(counted.made == 1)
    }

    @Test func allOfOneSubscribersAtOnceSourceGetsToItBeforeTheEnd() {
        let history = Recording(Observable.of(1, 2, 3).share(replay: 1))
        #expect(history.values == [1, 2, 3])
        #expect(history.hasCompleted)
    }

    @Test func aSubscriberWhoJoinsDuringDeliveryMissesNothingAndGetsNothingTwice() {
        let subject = PublishSubject<Int>()
        let shared = subject.asObservable().share(replay: 1)
        var late: Recording<Int>?
        let first = shared.subscribe(onNext: { number in
            if number == 1 {
                subject.onNext(2)
                late = Recording(shared)
            }
        })
        subject.onNext(1)
        subject.onNext(3)
        #expect(late?.values == [1, 2, 3])
        first.dispose()
    }

    @Test func whatTheReplayedElementCausesReachesItsOwnSubscriber() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let subject = PublishSubject<Int>()
        let shared = subject.asObservable().share(replay: 1)
        let first = Recording(shared)
        subject.onNext(1)
        var late: [Int] = []
        shared.subscribe(onNext: {
            late.append($0)
            if $0 == 1 { subject.onNext(2) }
        }).disposed(by: bag)
        #expect(first.values == [1, 2])
        #expect(late == [1, 2])
    }

    @Test func leavingDuringTheReplayLeavesNoSubscriptionBehind() {
        let counted = Counted()
        let shared = counted.source.share(replay: 1)
        let first = Recording(shared)
        counted.subject.onNext(1)
        #expect(Recording(shared.take(1)).values == [1])
        first.dispose()
        #expect(counted.open == 0)
    }

    @Test func whoComesWhileTheEndIsBeingDeliveredStartsOver() {
        var made = 0
        let shared = Observable<Int>.deferred {
            made += 1
            return made == 1 ? .just(1) : .never()
        }.share()
        var second: Recording<Int>?
        shared.subscribe(onCompleted: { second = Recording(shared) })
        #expect(made == 2)
        #expect(second?.events.isEmpty == true)
    }

    /// A source that has let its observer go, since it will never send anything, is all the same disposed of.
    @Test(arguments: [0, 1, 2], [SubjectLifetimeScope.whileConnected, .forever])
    func aSharedSourceThatWillNeverSendAnythingEndsWithItsLastListener(replay: Int, scope: SubjectLifetimeScope) {
        var running = 0
        let subscriptions = CompositeDisposable()
        do {
            let work = Observable<Int>.create { _ in
                running += 1
                return Disposables.create { running -= 1 }
            }
            let shared = work.share(replay: replay, scope: scope)
            for _ in 0..<2 { subscriptions.insert(shared.subscribe { _ in }) }
        }
        #expect(running == 1)
        subscriptions.dispose()
        #expect(running == 0)
    }
}
