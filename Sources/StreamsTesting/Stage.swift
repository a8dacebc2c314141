import Streams

/// An actor with a scheduler on virtual time, in the place of a page: for testing a view model by itself.
///
///     try await Stage.run { stage in
///         let taps = PublishRelay<Void>()
///         let output = CounterViewModel(scheduler: stage.scheduler).transform(input: .init(tap: taps.asObservable()))
///         let counts = stage.record(output.count)
///         taps.accept(())
///         await stage.settled()
///         #expect(counts.values == [0, 1])
///     }
public actor Stage {
    private var held: Scheduler?

    /// The stage's scheduler.
    public var scheduler: Scheduler {
        if let held { return held }
        let scheduler = Scheduler(time: .virtual) { [weak self] delivery in await self?.receive(delivery) }
        held = scheduler
        return scheduler
    }

    private init() {}

    /// Runs a test on a stage of its own, whose work is cancelled at the end.
    public static func run(_ test: @Sendable (isolated Stage) async throws -> Void) async rethrows {
        let stage = Stage()
        do { try await test(stage) } catch {
            await stage.close()
            throw error
        }
        await stage.close()
    }

    /// Waits until nothing is pending: no work in flight, no unread mail, no timer due now.
    public func settled() async {
        let scheduler = scheduler
        guard !scheduler.isSettled else { return }
        await withCheckedContinuation { continuation in
            scheduler.whenSettled { continuation.resume() }
        }
    }

    /// Advances virtual time, and waits until everything that this causes has settled.
    public func advance(by duration: Duration) async {
        scheduler.advance(by: duration)
        await settled()
    }

    /// Records every event of an Output from now on.
    public func record<Element>(_ output: some ObservableConvertibleType<Element>) -> Recording<Element> {
        Recording(output)
    }

    private func receive(_ delivery: Scheduler.Delivery) {
        held?.receive(delivery)
    }

    private func close() {
        held?.shutDown()
        held = nil
    }
}
