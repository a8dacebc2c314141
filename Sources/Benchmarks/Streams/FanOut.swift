import Streams

/// The cost of an event of a relay by the number of subscribers: those of other relays must not matter, its own each
/// cost the same.
enum FanOut {
    static let counts = [1, 10, 100, 1_000, 10_000]

    /// An event of a relay with one subscriber, while this many others have one each.
    static func others() -> [Duration] {
        medians { count in
            let total = Total()
            let others = (0..<count).map { _ in
                let other = PublishRelay<Int>()
                other.subscribe(onNext: { total.value &+= $0 })
                return other
            }
            return withExtendedLifetime(others) {
                time(PublishRelay<Int>(), subscribers: 1, events: 500_000, total)
            }
        }
    }

    /// An event of a relay with this many subscribers.
    static func own() -> [Duration] {
        medians { count in
            time(PublishRelay<Int>(), subscribers: count, events: max(100, 500_000 / count), Total())
        }
    }

    /// One of this many subscribers of a relay leaves, in any order.
    static func leaving() -> [Duration] {
        medians { count in
            // The same order in every run.
            let order = (0..<count).map { ($0 &* 7_919) % count }
            let rounds = max(1, 10_000 / count)
            let total = Total()
            let relays = (0..<rounds).map { _ in PublishRelay<Int>() }
            let subscriptions = relays.map { relay in
                order.map { _ in relay.subscribe(onNext: { total.value &+= $0 }) }
            }
            return GraphTime.time(rounds * count) { _ in
                for subscribed in subscriptions {
                    for place in order { subscribed[place].dispose() }
                }
            }
        }
    }

    private static func time(
        _ relay: PublishRelay<Int>, subscribers: Int, events: Int, _ total: Total
    ) -> Duration {
        for _ in 0..<subscribers { relay.subscribe(onNext: { total.value &+= $0 }) }
        return GraphTime.time(events) { for event in 0..<$0 { relay.accept(event) } }
    }

    /// Each round takes all counts in turn.
    private static func medians(_ measure: (Int) -> Duration) -> [Duration] {
        var rounds = counts.map { _ in [Duration]() }
        for _ in 0..<GraphTime.rounds {
            for (index, count) in counts.enumerated() { rounds[index].append(measure(count)) }
        }
        return rounds.map(\.median)
    }
}
