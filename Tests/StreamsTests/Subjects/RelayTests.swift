import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RelayTests {
    @Test func aPublishRelayReplaysNothing() {
        let relay = PublishRelay<Int>()
        relay.accept(1)
        let history = Recording(relay.asObservable())
        relay.accept(2)
        #expect(history.values == [2])
    }

    @Test func aBehaviorRelayGivesItsValueAtOnceThenEveryChange() {
        let relay = BehaviorRelay(value: 1)
        let first = Recording(relay.asObservable())
        relay.accept(2)
        let second = Recording(relay.asObservable())
        relay.accept(2)
        #expect(first.values == [1, 2, 2])
        #expect(second.values == [2, 2])
        #expect(relay.value == 2)
    }

    @Test func anAcceptFromASubscriberReachesAllInOneOrder() {
        let relay = BehaviorRelay(value: 0)
        let before = Recording(relay.asObservable())
        let feeding = relay.asObservable().subscribe(onNext: { if (1...2).contains($0) { relay.accept($0 + 1) } })
        let after = Recording(relay.asObservable())
        relay.accept(1)
        #expect(before.values == [0, 1, 2, 3])
        #expect(after.values == [0, 1, 2, 3])
        #expect(relay.value == 3)
        feeding.dispose()
    }

    @Test func aSubscriberThatAnswersItsFirstValueGetsTheAnswer() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let relay = BehaviorRelay(value: 0)
        var seen: [Int] = []
        relay.asObservable().subscribe(onNext: {
            seen.append($0)
            if $0 == 0 { relay.accept(1) }
        }).disposed(by: bag)
        #expect(seen == [0, 1])
    }

    @Test func whoJoinsDuringDeliveryNeverSeesAnOlderValueAfterANewerOne() {
        let relay = BehaviorRelay(value: 0)
        var late: Recording<Int>?
        let feeding = relay.asObservable().subscribe(onNext: { number in
            guard number == 1 else { return }
            relay.accept(2)
            relay.accept(3)
            late = Recording(relay.asObservable())
        })
        relay.accept(1)
        #expect(late?.values == [3])
        feeding.dispose()
    }

    @Test func whoJoinsAPublishRelayDuringDeliveryHearsOnlyWhatIsSentAfterwards() {
        let relay = PublishRelay<Int>()
        var late: Recording<Int>?
        let feeding = relay.asObservable().subscribe(onNext: { number in
            guard number == 1 else { return }
            relay.accept(2)
            late = Recording(relay.asObservable())
        })
        relay.accept(1)
        relay.accept(3)
        #expect(late?.values == [3])
        feeding.dispose()
    }

    @Test func relaysKnowWhetherAnyoneListens() {
        let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
        #expect(!publish.hasObservers && !behavior.hasObservers)
        let histories = [Recording(publish.asObservable()), Recording(behavior.asObservable())]
        #expect(publish.hasObservers && behavior.hasObservers)
        for history in histories { history.dispose() }
        #expect(!publish.hasObservers && !behavior.hasObservers)
    }

    @Test func bindSendsElementsToARelayAndEndsQuietlyWithAnError() {
        let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
        let history = Recording(publish.asObservable())
        let source = Observable.merge(.of(1, 2), .error(Oops()))
        source.bind(to: publish)
        source.bind(to: behavior)
        #expect(history.values == [1, 2])
        #expect(behavior.value == 2)
        #expect(history.events.count == 2)
    }

    @Test func aDisposedBindingSendsNothing() {
        let (source, target) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
        let binding = source.asObservable().bind(to: target)
        source.accept(1)
        binding.dispose()
        source.accept(2)
        #expect(target.value == 1)
    }

    @Test func aRelayIsReleasedWithItsLastOwnerAlsoWhenItsSubscriptionIsNotDisposed() {
        weak var publish: PublishRelay<Int>?
        weak var behavior: BehaviorRelay<Int>?
        weak var subject: PublishSubject<Int>?
        do {
            let relays = (PublishRelay<Int>(), BehaviorRelay(value: 0), PublishSubject<Int>())
            (publish, behavior, subject) = relays
            relays.0.asObservable().subscribe { _ in }
            relays.1.asObservable().subscribe { _ in }
            relays.2.asObservable().subscribe { _ in }
        }
        #expect(publish == nil)
        #expect(behavior == nil)
        #expect(subject == nil)
    }
}
