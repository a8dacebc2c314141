/// Times of graphs, each the median of several rounds. Rounds of what is compared alternate, so that a busy machine is
/// equally busy for both.
enum GraphTime {
    static let rounds = 9

    /// An event of each, on the average of a round.
    static func event<Measured: Graph, Other: AsyncGraph>(
        _ graph: Measured.Type, against other: Other.Type
    ) async -> (ours: Duration, others: Duration) {
        let total = Total()
        let made = graph.init(total)
        made.send(10_000)
        var (ours, others): ([Duration], [Duration]) = ([], [])
        for _ in 0..<rounds {
            ours.append(time(500_000) { made.send($0) })
            let start = ContinuousClock.now
            _ = await other.run(50_000)
            others.append(start.duration(to: .now) / 50_000)
        }
        return (ours.median, others.median)
    }

    static func event<Measured: Graph>(_ graph: Measured.Type, events: Int) -> Duration {
        let made = graph.init(Total())
        made.send(events / 10)
        return (0..<rounds).map { _ in time(events) { made.send($0) } }.median
    }

    /// To make one, everything subscribed to.
    static func making<Measured: Graph>(_ graph: Measured.Type) -> Duration {
        let total = Total()
        var made: [Measured] = []
        return (0..<rounds).map { _ in
            // The former ones are released here, between the rounds.
            made = []
            made.reserveCapacity(1_000)
            return time(1_000) { for _ in 0..<$0 { made.append(graph.init(total)) } }
        }.median
    }

    /// One of `count`.
    static func time(_ count: Int, _ body: (Int) -> Void) -> Duration {
        ContinuousClock().measure { body(count) } / count
    }
}
