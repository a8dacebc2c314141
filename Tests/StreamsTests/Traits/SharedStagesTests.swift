import Streams
import StreamsTesting
import Testing

/// Each operator of a driver or a signal is a stage, which its subscribers share. One that only leads to the next stage has
/// nobody to share it.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SharedStagesTests {
    @Test func aStageThatIsHeldIsSharedByItsSubscribersAndTheNextStage() {
        var runs = 0
        let relay = BehaviorRelay(value: 1)
        let counted = relay.asDriver().map { number in
            runs += 1
            return number
        }
        let (even, tens) = (counted.filter { $0 % 2 == 0 }, counted.map { $0 * 10 })
        let histories = [Recording(even), Recording(tens), Recording(counted)]
        relay.accept(2)
        #expect(runs == 2)
        #expect(histories.map(\.values) == [[2], [10, 20], [1, 2]])
    }

    @Test func aStageThatWasHandedOutIsShared() {
        var runs = 0
        let relay = BehaviorRelay(value: 1)
        func held() -> (Observable<Int>, Driver<Int>) {
            let counted = relay.asDriver().map { number in
                runs += 1
                return number
            }
            return (counted.asObservable(), counted.skip(0))
        }
        let (first, second) = held()
        let histories = [Recording(first), Recording(second.asObservable())]
        relay.accept(2)
        #expect(runs == 2)
        #expect(histories.map(\.values) == [[1, 2], [1, 2]])
    }

    @Test func aStageThatOnlyLeadsToTheNextCostsNothing() {
        func living(_ driver: (BehaviorRelay<Int>) -> Driver<Int>) -> Int {
            let resources = Resources()
            return Resources.$current.withValue(resources) {
                let relay = BehaviorRelay(value: 1)
                let history = Recording(driver(relay))
                return withExtendedLifetime((relay, history)) { resources.total }
            }
        }
        let one = living { $0.asDriver().map { $0 + 1 } }
        #expect(living { $0.asDriver().map { $0 + 1 }.distinctUntilChanged().skip(1).filter { _ in true } } == one)
        #expect(living { $0.asDriver().map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 } } == one)
    }

    @Test func severalStagesGiveALateSubscriberTheNewestAndStartOverTogether() {
        var made = 0
        let relay = BehaviorRelay(value: 1)
        let driver = relay.do(onSubscribe: { made += 1 }).asDriver(onErrorJustReturn: 0)
            .map { $0 * 10 }.distinctUntilChanged().map { "\($0)" }
        do {
            let first = Recording(driver)
            relay.accept(2)
            let late = Recording(driver)
            #expect(first.values == ["10", "20"])
            #expect(late.values == ["20"])
            #expect(made == 1)
        }
        #expect(!relay.hasObservers)
        relay.accept(3)
        #expect(Recording(driver).values == ["30"])
        #expect(made == 2)
    }
}
