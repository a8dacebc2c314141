import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct DriverTests {
    @Test func aLateSubscriberOfADriverGetsTheCurrentValue() {
        let bag = DisposeBag()
        defer { bag.dispose() }
        let relay = PublishRelay<Int>()
        let driver = relay.asObservable().asDriver(onErrorJustReturn: 0)
        var (first, late): ([Int], [Int]) = ([], [])
        driver.drive(onNext: { first.append($0) }).disposed(by: bag)
        relay.accept(1)
        relay.accept(2)
        driver.drive(onNext: { late.append($0) }).disposed(by: bag)
        relay.accept(3)
        #expect(first == [1, 2, 3])
        #expect(late == [2, 3])
    }

    @Test func subscribersShareOneSubscriptionThroughEveryOperator() {
        var runs = 0
        let relay = BehaviorRelay(value: 1)
        let driver = relay.asObservable().asDriver(onErrorJustReturn: 0).map { number in
            runs += 1
            return number % 2
        }.distinctUntilChanged()
        let histories = [Recording(driver.asObservable()), Recording(driver.asObservable())]
        relay.accept(3)
        relay.accept(4)
        #expect(runs == 3)
        for history in histories { #expect(history.values == [1, 0]) }
    }

    @Test func anErrorBecomesAValue() {
        let history = Recording(
            Observable.merge(.just(1), .error(Oops())).asDriver(onErrorJustReturn: 9).asObservable())
        #expect(history.values == [1, 9])
        #expect(history.error == nil)
    }

    @Test func afterAnErrorTheDriverGoesOnAsTheOther() {
        let other = BehaviorRelay(value: 5)
        let driver = Observable<Int>.error(Oops()).asDriver(onErrorDriveWith: other.asDriver())
        let history = Recording(driver.asObservable())
        other.accept(6)
        #expect(history.values == [5, 6])
    }

    @Test func aDriverOfOneValueGivesItToEverySubscriber() {
        let driver = Driver.just(1)
        #expect(Recording(driver.asObservable()).values == [1])
        #expect(Recording(driver.map { $0 + 1 }.asObservable()).values == [2])
        #expect(Recording(Driver<Int>.never().asObservable()).events.isEmpty)
    }

    @Test func driveSendsToARelay() {
        let (source, target) = (BehaviorRelay(value: 1), BehaviorRelay(value: 0))
        let driving = source.asDriver().drive(target)
        #expect(target.value == 1)
        driving.dispose()
        source.accept(2)
        #expect(target.value == 1)
        #expect(!source.hasObservers)
    }

    @Test func aRelayAsADriverAlwaysGivesItsNewestValue() {
        let relay = BehaviorRelay(value: 1)
        let driver = relay.asDriver()
        relay.accept(2)
        #expect(Recording(driver.asObservable()).values == [2])
        relay.accept(3)
        #expect(Recording(driver.asObservable()).values == [3])
    }

    @Test func aPartOfARelaysValueIsSentWhenItChanges() {
        let relay = BehaviorRelay(value: (name: "a", count: 1))
        let count = Recording(relay.select(\.count))
        relay.accept((name: "b", count: 1))
        relay.accept((name: "b", count: 2))
        let later = Recording(relay.select(\.count))
        relay.accept((name: "c", count: 2))
        #expect(count.values == [1, 2] && later.values == [2])
    }

    @Test func anElementIsMadeOfAPartOnlyWhenThatPartChanges() {
        let relay = BehaviorRelay(value: (name: String?.none, count: 1))
        var made = 0
        let names = Recording(
            relay.select(\.name) { name in
                made += 1
                return name ?? "nobody"
            })
        relay.accept((name: nil, count: 2))
        relay.accept((name: "a", count: 2))
        relay.accept((name: "a", count: 3))
        #expect(names.values == ["nobody", "a"] && made == 2)
    }
}
