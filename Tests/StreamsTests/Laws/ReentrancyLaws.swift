import Streams
import StreamsTesting
import Testing

/// What subscribers cause by what they are told: the one rule that differs from RxSwift. What is sent while an event is
/// being delivered waits, so a queue is all that the reference needs.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ReentrancyLaws {
    enum Kind: CaseIterable {
        case publishSubject, behaviorSubject, replaySubject, publishRelay, behaviorRelay, share, shareReplay
    }

    /// What each of the subscribers sends when it is told an element: always larger ones, so that it comes to an end.
    struct Reactions {
        let sent: [[Int: [Int]]]

        init(_ random: inout SeededGenerator) {
            sent = (0..<1 + random.below(4)).map { _ in
                var reaction: [Int: [Int]] = [:]
                for element in 0..<8 where random.chance(25) {
                    reaction[element] = (0..<1 + random.below(2)).map { _ in element + 1 + random.below(3) }
                }
                return reaction
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func everySubscriberSeesTheOrderOfAQueue(_ kind: Kind) {
        for seed in Seeds.portions(of: 200).joined() {
            var random = SeededGenerator(seed)
            let reactions = Reactions(&random)
            let elements = (0..<3).map { _ in random.below(6) }
            let (seen, isHeard) = Self.play(kind, reactions, elements)
            let expected = Self.queued(reactions, elements)
            #expect(seen == expected, "STREAMS_LAWS_SEED=\(seed) \(kind) \(reactions.sent) \(elements)")
            #expect(!isHeard, "nobody listens after disposal")
        }
    }

    /// Who was told what, in the order in which it happened.
    private static func queued(_ reactions: Reactions, _ elements: [Int]) -> [[Int]] {
        var told: [[Int]] = []
        for element in elements {
            var queue = [element]
            while !queue.isEmpty {
                let next = queue.removeFirst()
                for (subscriber, reaction) in reactions.sent.enumerated() {
                    told.append([subscriber, next])
                    queue += reaction[next] ?? []
                }
            }
        }
        return told
    }

    private static func play(_ kind: Kind, _ reactions: Reactions, _ elements: [Int]) -> ([[Int]], Bool) {
        let (source, send, isHeard) = make(kind)
        var told: [[Int]] = []
        let bag = CompositeDisposable()
        for (subscriber, reaction) in reactions.sent.enumerated() {
            bag.insert(
                source.subscribe(onNext: { element in
                    // What a new subscriber is told at first is not from these elements.
                    if element < 0 { return }
                    told.append([subscriber, element])
                    for sent in reaction[element] ?? [] { send(sent) }
                }))
        }
        for element in elements { send(element) }
        bag.dispose()
        return (told, isHeard())
    }

    private static func make(_ kind: Kind) -> (Observable<Int>, (Int) -> Void, () -> Bool) {
        let subject = PublishSubject<Int>()
        let published = ({ subject.onNext($0) }, { subject.hasObservers })
        switch kind {
        case .publishSubject: return (subject.asObservable(), published.0, published.1)
        case .share: return (subject.asObservable().share(), published.0, published.1)
        case .shareReplay: return (subject.asObservable().share(replay: 1), published.0, published.1)
        case .behaviorSubject:
            let subject = BehaviorSubject(value: -1)
            return (subject.asObservable(), { subject.onNext($0) }, { subject.hasObservers })
        case .replaySubject:
            let subject = ReplaySubject<Int>.create(bufferSize: 2)
            return (subject.asObservable(), { subject.onNext($0) }, { subject.hasObservers })
        case .publishRelay:
            let relay = PublishRelay<Int>()
            return (relay.asObservable(), { relay.accept($0) }, { relay.hasObservers })
        case .behaviorRelay:
            let relay = BehaviorRelay(value: -1)
            return (relay.asObservable(), { relay.accept($0) }, { relay.hasObservers })
        }
    }
}
