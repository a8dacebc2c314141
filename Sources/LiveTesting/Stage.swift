import Streams

/// The place where a view model is tested by itself: an actor with a scheduler on virtual time.
///
/// ```swift
/// try await Stage.run { stage in
///     let appeared = PublishRelay<Void>()
///     let output = CounterViewModel().transform(input: .init(increment: appeared.asObservable()))
///     let counts = stage.record(output.count)
///     appeared.accept(())
///     await stage.settled()
///     #expect(counts.values == [0, 1])
/// }
/// ```
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

    /// Runs a test on a stage of its own.
    public static func run(_ test: @Sendable (isolated Stage) async throws -> Void) async rethrows {
        let stage = Stage()
        try await test(stage)
        await stage.close()
    }

    /// Waits until no work is in flight and no mail unread.
    public func settled() async {
        let scheduler = scheduler
        guard !scheduler.isSettled else { return }
        await withCheckedContinuation { continuation in
            scheduler.whenSettled { continuation.resume() }
        }
    }

    /// Lets time pass.
    public func advance(by duration: Duration) async {
        scheduler.advance(by: duration)
        await settled()
    }

    /// Writes down everything that an Output says from now on.
    public func record<Element>(_ output: Driver<Element>) -> Recording<Element> {
        Recording(output.asObservable())
    }

    /// Writes down everything that an Output says from now on.
    public func record<Element>(_ output: BehaviorRelay<Element>) -> Recording<Element> {
        Recording(output.asObservable())
    }

    /// Writes down everything that an Output says from now on.
    public func record<Element>(_ output: Signal<Element>) -> Recording<Element> {
        Recording(output.asObservable())
    }

    private func receive(_ delivery: Scheduler.Delivery) {
        held?.receive(delivery)
    }

    private func close() {
        held?.shutDown()
        held = nil
    }
}

/// The history of an Output.
public final class Recording<Element> {
    /// Everything said, oldest first.
    public private(set) var values: [Element] = []
    private let bag = DisposeBag()

    init(_ source: Observable<Element>) {
        source.subscribe(onNext: { [weak self] in self?.values.append($0) }).disposed(by: bag)
    }
}
