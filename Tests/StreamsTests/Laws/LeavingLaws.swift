import Streams
import StreamsTesting
import Testing

/// Subscribers come and leave in any order, in the middle of deliveries too. All that the reference needs is a list of
/// those who are there.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct LeavingLaws {
    enum Kind: CaseIterable {
        case publishRelay, publishSubject, share
    }

    enum Step {
        case join
        case leave(Int)
        case send(Int)
    }

    /// Who leaves, by the one who makes them and the element at which that happens.
    struct Reactions {
        private let seed: Int

        init(seed: Int) { self.seed = seed }

        func leaving(at element: Int, by subscriber: Int, of count: Int) -> [Int] {
            var random = SeededGenerator(seed &+ element &* 1_000 &+ subscriber)
            return random.chance(10) ? (0..<1 + random.below(4)).map { _ in random.below(count) } : []
        }
    }

    @Test(arguments: Kind.allCases)
    func everyEventGoesToThoseWhoAreThereInTheOrderInWhichTheyCame(_ kind: Kind) {
        for seed in Seeds.portions(of: 200).joined() {
            var random = SeededGenerator(seed)
            let steps = (0..<120).map { number -> Step in
                switch random.below(100) {
                case 0..<45: .join
                case 45..<85: .leave(random.below(40))
                default: .send(number)
                }
            }
            let reactions = Reactions(seed: seed)
            let (seen, isHeard) = Self.play(kind, steps, reactions)
            #expect(seen == Self.listed(steps, reactions), "STREAMS_LAWS_SEED=\(seed) \(kind)")
            #expect(!isHeard, "nobody listens once all have left")
        }
    }

    private static func listed(_ steps: [Step], _ reactions: Reactions) -> [[Int]] {
        var told: [[Int]] = []
        var present: [Int] = []
        var count = 0
        for step in steps {
            switch step {
            case .join:
                present.append(count)
                count += 1
            case .leave(let subscriber): present.removeAll { $0 == subscriber }
            case .send(let element):
                for subscriber in present where present.contains(subscriber) {
                    told.append([subscriber, element])
                    let leaving = reactions.leaving(at: element, by: subscriber, of: count)
                    present.removeAll { leaving.contains($0) }
                }
            }
        }
        return told
    }

    private static func play(_ kind: Kind, _ steps: [Step], _ reactions: Reactions) -> ([[Int]], Bool) {
        let (relay, subject) = (PublishRelay<Int>(), PublishSubject<Int>())
        let source: Observable<Int> =
            switch kind {
            case .publishRelay: relay.asObservable()
            case .publishSubject: subject.asObservable()
            case .share: relay.share()
            }
        var told: [[Int]] = []
        var subscriptions: [any Disposable] = []
        for step in steps {
            switch step {
            case .join:
                let subscriber = subscriptions.count
                subscriptions.append(
                    source.subscribe(onNext: { element in
                        told.append([subscriber, element])
                        for other in reactions.leaving(at: element, by: subscriber, of: subscriptions.count) {
                            subscriptions[other].dispose()
                        }
                    }))
            case .leave(let subscriber): if subscriber < subscriptions.count { subscriptions[subscriber].dispose() }
            case .send(let element):
                relay.accept(element)
                subject.onNext(element)
            }
        }
        for subscription in subscriptions { subscription.dispose() }
        subscriptions = []
        return (told, relay.hasObservers || subject.hasObservers)
    }
}
