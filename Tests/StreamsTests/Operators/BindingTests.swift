import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct BindingTests {
    /// What can be bound to, as what is seen of it.
    struct Target: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the end goes there too.
        var takesTheEnd = false
        let bind: @Sendable (Observable<Int>, _ see: @escaping (Event<Int>) -> Void) -> (any Disposable, AnyObject)
    }

    static let targets: [Target] = [
        .init(testDescription: "a closure") { source, see in
            (source.bind(onNext: { see(.next($0)) }), PublishRelay<Int>())
        },
        .init(testDescription: "PublishRelay") { source, see in
            let relay = PublishRelay<Int>()
            relay.subscribe(see)
            return (source.bind(to: relay), relay)
        },
        .init(testDescription: "BehaviorRelay") { source, see in
            let relay = BehaviorRelay(value: 0)
            relay.skip(1).subscribe(see)
            return (source.bind(to: relay), relay)
        },
        .init(testDescription: "BehaviorRelay of optionals") { source, see in
            let relay = BehaviorRelay<Int?>(value: nil)
            relay.compactMap { $0 }.subscribe(see)
            return (source.bind(to: relay), relay)
        },
        .init(testDescription: "PublishRelay of optionals") { source, see in
            let relay = PublishRelay<Int?>()
            relay.compactMap { $0 }.subscribe(see)
            return (source.bind(to: relay), relay)
        },
        .init(testDescription: "PublishSubject", takesTheEnd: true) { source, see in
            let subject = PublishSubject<Int>()
            subject.subscribe(see)
            return (source.bind(to: subject), subject)
        },
        .init(testDescription: "BehaviorSubject", takesTheEnd: true) { source, see in
            let subject = BehaviorSubject(value: 0)
            subject.skip(1).subscribe(see)
            return (source.bind(to: subject), subject)
        },
        .init(testDescription: "ReplaySubject", takesTheEnd: true) { source, see in
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            subject.subscribe(see)
            return (source.bind(to: subject), subject)
        },
        .init(testDescription: "AnyObserver", takesTheEnd: true) { source, see in
            let observer = AnyObserver(eventHandler: see)
            return (source.bind(to: observer), PublishRelay<Int>())
        },
        .init(testDescription: "an observer of optionals", takesTheEnd: true) { source, see in
            let subject = PublishSubject<Int?>()
            subject.compactMap { $0 }.subscribe(see)
            return (source.bind(to: subject), subject)
        },
    ]

    @Test(arguments: targets)
    func elementsGoThereUntilDisposal(_ target: Target) {
        let source = PublishSubject<Int>()
        var seen: [Event<Int>] = []
        let (binding, place) = target.bind(source.asObservable()) { seen.append($0) }
        for number in 1...2 { source.onNext(number) }
        binding.dispose()
        source.onNext(3)
        #expect(seen.map(\.element) == [1, 2])
        #expect(!source.hasObservers)
        withExtendedLifetime(place) {}
    }

    @Test(arguments: targets, [false, true])
    func onlyObserversAreGivenTheEnd(_ target: Target, byError: Bool) {
        let source = PublishSubject<Int>()
        var seen: [Event<Int>] = []
        let (_, place) = target.bind(source.asObservable()) { seen.append($0) }
        source.onNext(1)
        if byError { source.onError(Oops()) } else { source.onCompleted() }
        #expect(seen.count == (target.takesTheEnd ? 2 : 1))
        #expect(seen.contains { $0.error is Oops } == (target.takesTheEnd && byError))
        #expect(!source.hasObservers)
        withExtendedLifetime(place) {}
    }

    @Test func aRelayBoundToItselfThroughAnotherSettles() {
        let (left, right) = (BehaviorRelay(value: 0), BehaviorRelay(value: 5))
        let bag = DisposeBag()
        defer { bag.dispose() }
        left.distinctUntilChanged().bind(to: right).disposed(by: bag)
        right.distinctUntilChanged().bind(to: left).disposed(by: bag)
        left.accept(1)
        right.accept(2)
        #expect([left.value, right.value] == [2, 2])
    }
}
