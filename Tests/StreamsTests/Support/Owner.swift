import Streams

/// The smallest owner of a graph: an actor with a scheduler on virtual time.
actor Owner {
    private var held: Scheduler?

    var scheduler: Scheduler {
        if let held { return held }
        let scheduler = Scheduler(time: .virtual) { [weak self] in await self?.receive($0) }
        held = scheduler
        return scheduler
    }

    static func run(_ test: @Sendable (isolated Owner) async throws -> Void) async rethrows {
        try await test(Owner())
    }

    func settled() async {
        let scheduler = scheduler
        await withCheckedContinuation { continuation in
            scheduler.whenSettled { continuation.resume() }
        }
    }

    private func receive(_ delivery: Scheduler.Delivery) {
        held?.receive(delivery)
    }
}
