import StreamsTesting

/// What a sequence says, with an error that can be compared.
enum Happening: Equatable, CustomStringConvertible {
    case next(Int)
    case error(Int)
    case completed

    var isStop: Bool { if case .next = self { false } else { true } }

    var description: String {
        switch self {
        case .next(let value): "\(value)"
        case .error(let code): "#\(code)"
        case .completed: "|"
        }
    }
}

/// The sources that a schedule sends to.
enum Ports {
    static let count = 6
    static let names = ["publish", "publish", "behavior", "replay(2)", "publishRelay", "behaviorRelay"]
    static let behavior = 2, replay = 3, publishRelay = 4, behaviorRelay = 5
    static let replayed = 2
    /// What those that have a value have at first.
    static let initial = 1
}

/// What is done to a composition, step by step.
struct Schedule {
    enum Step {
        case send(Int, Happening)
        case advance(Int)
        /// A subscriber, who leaves by itself in the middle of the delivery of its n-th event when there is a limit.
        case subscribe(limit: Int?)
        case dispose(Int)
    }

    let steps: [Step]

    static func random(_ random: inout SeededGenerator) -> Schedule {
        var steps: [Step] = (0..<random.below(3)).map { _ in send(&random) }
        var subscribers = 1
        steps.append(.subscribe(limit: random.chance(15) ? 1 + random.below(4) : nil))
        for _ in 0..<10 + random.below(8) {
            switch random.below(100) {
            case 0..<60: steps.append(send(&random))
            case 60..<88: steps.append(.advance(1 + random.below(4)))
            case 88..<95 where subscribers < 3:
                subscribers += 1
                steps.append(.subscribe(limit: random.chance(20) ? 1 + random.below(4) : nil))
            default: steps.append(.dispose(random.below(subscribers)))
            }
        }
        return Schedule(steps: steps + [.advance(6)])
    }

    private static func send(_ random: inout SeededGenerator) -> Step {
        let port = random.below(Ports.count)
        guard port < Ports.publishRelay, random.chance(14) else { return .send(port, .next(random.below(10))) }
        return .send(port, random.chance(50) ? .completed : .error(random.below(3)))
    }
}

/// A composition, what is done to it, and how it is listened to.
struct Scenario: CustomStringConvertible {
    let seed: Int
    let composition: Composition
    /// When set, all subscribers share one subscription.
    let sharing: Sharing?
    let schedule: Schedule

    init(seed: Int) {
        var random = SeededGenerator(seed)
        self.seed = seed
        composition = .random(size: 1 + random.below(7), &random)
        sharing = random.chance(20) ? .random(&random) : nil
        schedule = .random(&random)
    }

    var description: String {
        """
        STREAMS_LAWS_SEED=\(seed)
        \(composition)
        \(sharing.map { "shared by all: \($0)" } ?? "subscribed to by each")
        \(schedule.steps.enumerated().map { "\($0.offset): \($0.element)" }.joined(separator: "\n"))
        """
    }
}
