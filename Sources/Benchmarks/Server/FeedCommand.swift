import ArgumentParser
import Foundation
import Live
import LivePostgres
import Logging
import Market
import Synchronization

/// Measures how long a change by one process takes to the pages of another one on the same PostgreSQL database.
struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "How long a change of a basket takes to the pages of another process on PostgreSQL.",
        discussion: """
            Tests/postgres swift run -c release Benchmarks feed

            Two stores have connections of their own, as two processes have. Changes of 200 baskets begin at fixed times, and \
            are measured from there: through the transaction, its commit and the notification, until an open page is told. A \
            basket whose last change wasn't told yet begins late, which counts.
            """)

    @Option(help: "The database, which is empty (LIVE_POSTGRES).")
    var database = ProcessInfo.processInfo.environment["LIVE_POSTGRES"] ?? ""

    @Option(help: "Changes a second.")
    var rate = 1_000

    @Option(help: "Seconds.")
    var seconds = 10

    @Flag(help: "Fails when the median is over 5 ms, or the 99th percentile over 50 ms.")
    var check = false

    func validate() throws {
        guard (1...10_000).contains(rate), (1...600).contains(seconds) else {
            throw ValidationError("There are 1 to 10,000 changes a second, for 1 to 600 seconds.")
        }
        guard PostgresAddress.isAddress(database) else { throw ValidationError("There is no database.") }
    }

    func run() async throws {
        let logger = Logger(label: "benchmarks")
        let address = try PostgresAddress(database)
        var stores: [SQLMarketStore] = []
        var databases: [PostgresDatabase] = []
        for _ in 0..<2 {
            let database = try await PostgresDatabase.open(.market, at: address, logger: logger)
            databases.append(database)
            stores.append(SQLMarketStore(database, logger: logger))
        }
        let following = stores.map { store in Task { await store.followChanges() } }
        let times = try await FeedRun(here: stores[0], there: stores[1], rate: rate).run(for: seconds)
        for task in following {
            task.cancel()
            await task.value
        }
        for database in databases { database.close() }
        let sorted = times.sorted()
        let (median, slow) = (times.median, sorted[sorted.count * 99 / 100])
        print(
            """
            | a change until it is told in another process | |
            |---|---|
            | changes | \(times.count), \(rate) a second |
            | median | \(Figure.micros(median)) |
            | 99th percentile | \(Figure.micros(slow)) |
            | slowest | \(Figure.micros(sorted[sorted.count - 1])) |
            """)
        guard check, median > .milliseconds(5) || slow > .milliseconds(50) else { return }
        print("Over the limit: 5 ms for the median, 50 ms for the 99th percentile")
        throw ExitCode.failure
    }
}

/// Changes baskets in one store, each in its turn, and notes when the other store's observers are told.
private struct FeedRun {
    /// Number of baskets. A basket is not changed again before its last change was told, so no two are confused.
    private static let baskets = 200

    let here: SQLMarketStore
    let there: SQLMarketStore
    let rate: Int

    func run(for seconds: Int) async throws -> [Duration] {
        guard let seller = VisitorID("seller"), let key = IdempotencyKey("offer"), let first = VisitorID("first"),
            let picture = ProductPicture(file: "chair.jpg", width: 1200, height: 900)
        else { return [] }
        var form = ProductForm()
        (form.name, form.description, form.price, form.stock) = ("Chair", "Made of beech.", "1000", "9999")
        form.pictures = [picture]
        let product = try await here.offer(NewProduct(form), by: seller, from: .init(), key: key).product.id
        var lanes: [Lane] = []
        for number in 0..<Self.baskets {
            guard let visitor = VisitorID("visitor-\(number)") else { continue }
            _ = try await here.addToBasket(product, 1, of: visitor)
            lanes.append(Lane(visitor))
        }
        // The first change that is told: both listen from now on.
        let isListening = Lane(first)
        let stopWaiting = there.observeVisitor(first) { _ in isListening.told() }
        while isListening.times.isEmpty {
            isListening.begin(at: .now)
            _ = try await here.addToBasket(product, 1, of: first)
            try await Task.sleep(for: .milliseconds(20))
        }
        stopWaiting()
        let stops = lanes.map { lane in there.observeVisitor(lane.visitor) { _ in lane.told() } }
        let interval = Duration.seconds(Self.baskets) / rate
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, lane) in lanes.enumerated() {
                group.addTask {
                    let begin = start + interval * number / Self.baskets
                    for turn in 0..<max(rate * seconds / Self.baskets, 1) {
                        let time = begin + interval * turn
                        try await Task.sleep(until: time, tolerance: .zero)
                        lane.begin(at: time)
                        _ = try await here.setQuantity(2 + turn % 2, of: product, of: lane.visitor)
                        await lane.wait()
                    }
                }
            }
            try await group.waitForAll()
        }
        for stop in stops { stop() }
        return lanes.flatMap(\.times)
    }

    /// One basket.
    private final class Lane: Sendable {
        private struct State {
            var begun: ContinuousClock.Instant?
            var times: [Duration] = []
            var caller: CheckedContinuation<Void, Never>?
        }

        let visitor: VisitorID
        private let state = Mutex(State())

        init(_ visitor: VisitorID) { self.visitor = visitor }

        var times: [Duration] { state.withLock { $0.times } }

        func begin(at time: ContinuousClock.Instant) { state.withLock { $0.begun = time } }

        func told() {
            let now = ContinuousClock.now
            let caller = state.withLock { state in
                if let begun = state.begun { state.times.append(begun.duration(to: now)) }
                defer { (state.begun, state.caller) = (nil, nil) }
                return state.caller
            }
            caller?.resume()
        }

        /// Waits until the last change was told.
        func wait() async {
            await withCheckedContinuation { caller in
                let isTold = state.withLock { state in
                    if state.begun != nil { state.caller = caller }
                    return state.begun == nil
                }
                if isTold { caller.resume() }
            }
        }
    }
}
