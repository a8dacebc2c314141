import Streams
import Testing

@Suite(.timeLimit(.minutes(15))) struct ResourcesTests {
    /// What is counted, as makers of one of each.
    struct Counted: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> AnyObject
    }

    static let counted: [Counted] = [
        .init(testDescription: "observable") { Observable.just(1) },
        .init(testDescription: "subscription") { CompositeDisposable() },
        .init(testDescription: "PublishRelay") { PublishRelay<Int>() },
        .init(testDescription: "BehaviorRelay") { BehaviorRelay(value: 1) },
        .init(testDescription: "PublishSubject") { PublishSubject<Int>() },
        .init(testDescription: "BehaviorSubject") { BehaviorSubject(value: 1) },
        .init(testDescription: "ReplaySubject") { ReplaySubject<Int>.create(bufferSize: 1) },
    ]

    @Test(arguments: counted)
    func eachCountsForAsLongAsItLives(_ kind: Counted) {
        let resources = Resources()
        var made: AnyObject?
        Resources.$current.withValue(resources) { made = kind.make() }
        #expect(resources.total == 1)
        withExtendedLifetime(made) {}
        made = nil
        #expect(resources.total == 0)
    }

    @Test func onlyWhatIsMadeWhileSomebodyCountsIsCounted() {
        let (outer, inner) = (Resources(), Resources())
        let uncounted = PublishRelay<Int>()
        Resources.$current.withValue(outer) {
            let relay = PublishRelay<Int>()
            Resources.$current.withValue(inner) {
                let relay = PublishRelay<Int>()
                #expect(inner.total == 1)
                withExtendedLifetime(relay) {}
            }
            #expect(outer.total == 1)
            withExtendedLifetime(relay) {}
        }
        #expect(outer.total == 0 && inner.total == 0)
        #expect(Resources.current == nil)
        withExtendedLifetime(uncounted) {}
    }

    @Test func aSubscriptionThatIsNotDisposedIsFound() {
        let resources = Resources()
        var subscription: (any Disposable)?
        let relay = PublishRelay<Int>()
        Resources.$current.withValue(resources) {
            subscription = relay.map { $0 }.share(replay: 1).subscribe()
        }
        #expect(resources.total > 0)
        subscription?.dispose()
        subscription = nil
        #expect(resources.total == 0)
        #expect(!relay.hasObservers)
    }

    @Test func anObjectThatHoldsItselfThroughItsSubscriptionIsFound() {
        final class Loop {
            let relay = BehaviorRelay(value: 0)
            var subscription: (any Disposable)?
            init() { subscription = relay.subscribe(onNext: { [self] _ in _ = subscription }) }
        }
        let resources = Resources()
        weak var loop: Loop?
        Resources.$current.withValue(resources) {
            let made = Loop()
            loop = made
        }
        #expect(resources.total > 0)
        loop?.subscription?.dispose()
        #expect(resources.total == 0)
    }
}
