import ArgumentParser
import Foundation
import Synchronization

/// Measures two processes of Hindsight on one PostgreSQL database, and pages of one process beside those on SQLite.
struct ProcessesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processes",
        abstract: "How long a change takes to a page of another process, and what PostgreSQL costs a page.",
        discussion: """
            swift build -c release --product hindsight && Tests/postgres swift run -c release Benchmarks processes

            Steps are ticked on pages of the first process, whose goals are also open on pages of the second one. The ticks \
            begin at fixed times and are measured from there, until the other page's stream brings the step. A page whose last \
            tick hasn't come yet begins late, which counts.

            A third process has no such page: it hears of each tick only.

            Then pages are got from one process on SQLite and one on PostgreSQL in turn: the processor time of the process.
            """)

    @Option(help: "The database, which is empty (LIVE_POSTGRES).")
    var database = ProcessInfo.processInfo.environment["LIVE_POSTGRES"] ?? ""

    @Option(help: "The server's program; by default the one beside this program.")
    var server: String?

    @Option(help: "Ticks a second.")
    var rate = 1_000

    @Option(help: "Seconds of ticks.")
    var seconds = 10

    @Flag(
        help: """
            Fails when the median is over 5 ms, the 99th percentile over 50 ms, or a page on PostgreSQL over 1.5 times as dear.
            """)
    var check = false

    func validate() throws {
        guard (1...10_000).contains(rate), (1...600).contains(seconds) else {
            throw ValidationError("There are 1 to 10,000 ticks a second, for 1 to 600 seconds.")
        }
        guard database.hasPrefix("postgres") else { throw ValidationError("There is no address of a database.") }
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw ValidationError("There is no \(program.path): swift build -c release --product hindsight")
        }
    }

    private var program: URL {
        server.map { URL(filePath: $0) }
            ?? URL(filePath: Bundle.main.executablePath ?? "").deletingLastPathComponent().appending(path: "hindsight")
    }

    func run() async throws {
        let (program, database, rate, seconds) = (program, database, rate, seconds)
        let (ticks, pages) = try await onThread {
            let processes = try (0..<3).map { _ in try ServerProcess(program, database: database) }
            let ticks = try TickRun(processes: processes, rate: rate, seconds: seconds).run()
            let embedded = try ServerProcess(program, database: nil)
            return (ticks, try PageCost.measure(sqlite: embedded, postgres: processes[0]))
        }.get()
        let times = ticks.times.sorted()
        let (median, slow) = (times[times.count / 2], times[times.count * 99 / 100])
        print(
            """
            | a tick until another process's page shows it | |
            |---|---|
            | ticks | \(times.count), \(rate) a second |
            | median | \(Figure.micros(median)) |
            | 99th percentile | \(Figure.micros(slow)) |
            | slowest | \(Figure.micros(times[times.count - 1])) |
            | processor time of the process that is told to tick | \(Figure.micros(ticks.processorTimes[0])) |
            | of the one that shows it | \(Figure.micros(ticks.processorTimes[1])) |
            | of one that only hears of it | \(Figure.micros(ticks.processorTimes[2])) |
            | of PostgreSQL on this machine | \(Figure.micros(ticks.databaseTime)) |

            | processor time of a page | SQLite | PostgreSQL | ratio |
            |---|---|---|---|
            """)
        for page in pages { print(page.row) }
        var excesses = pages.filter { $0.ratio > 1.5 }.map { "\($0.name): more than 1.5 times as dear on PostgreSQL" }
        if median > .milliseconds(5) { excesses.append("the median: 5 ms allowed") }
        if slow > .milliseconds(50) { excesses.append("the 99th percentile: 50 ms allowed") }
        guard check, !excesses.isEmpty else { return }
        for excess in excesses { print("Over the limit: \(excess)") }
        throw ExitCode.failure
    }
}

/// A process of the app on a port of this machine, which ends with this object.
final class ServerProcess {
    let port: Int
    private let folder: URL
    private let process = Process()

    /// Starts it, and waits until it listens.
    ///
    /// - Parameter database: the address of its database; nil for a file of its own.
    init(_ program: URL, database: String?) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "process-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        process.executableURL = program
        process.arguments = [
            "--database", database ?? folder.appending(path: "app.sqlite").path, "--port", "0",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty {
                try? FileManager.default.removeItem(at: folder)
                throw Client.Failure(description: "The server does not start: \(said)")
            }
            said += String(decoding: data, as: UTF8.self)
            let address = said.split(separator: "http://127.0.0.1:").dropFirst().first
            if let port = address.flatMap({ Int($0.prefix(while: \.isNumber)) }) {
                self.port = port
                return
            }
        }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Processor time that the process has taken.
    func processorTime() throws -> Duration { try Self.processorTime(of: process.processIdentifier) }

    /// Processor time that the process has taken when it has done nothing for a moment.
    func processorTimeAtRest() throws -> Duration {
        var time = try processorTime()
        while true {
            Thread.sleep(forTimeInterval: 0.002)
            let later = try processorTime()
            if later - time < .microseconds(10) { return later }
            time = later
        }
    }

    private static func processorTime(of process: pid_t) throws -> Duration {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            throw Client.Failure(description: "The processor time of process \(process) can't be read.")
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The processor time of all processes of PostgreSQL on this machine.
    static func processorTimeOfPostgres() throws -> Duration {
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
        // One that has ended meanwhile can't be read.
        return processes.filter { (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "postgres\n" }
            .compactMap { try? processorTime(of: $0) }.reduce(.zero, +)
    }
}

/// Ticks of steps on pages of one process, which pages of another one show.
private struct TickRun {
    /// Largest number of accounts, each with a goal that is open in both processes. A page is not ticked again before the
    /// last tick was shown, so no two are confused.
    private static let mostLanes = 200

    struct Figures {
        var times: [Duration] = []
        /// Processor time of each process for a tick.
        var processorTimes: [Duration] = []
        /// Processor time of PostgreSQL for a tick.
        var databaseTime = Duration.zero
    }

    /// The one that is told to tick, the one that shows it, and others.
    let processes: [ServerProcess]
    let rate: Int
    let seconds: Int

    func run() throws -> Figures {
        let (drivers, rate, turns) = (
            try processes.map { try CostDriver(port: $0.port) }, rate,
            (rate * seconds + Self.mostLanes - 1) / Self.mostLanes
        )
        let lanes = try (0..<(rate * seconds / turns)).map { _ in try Lane(here: drivers[0], there: drivers[1]) }
        // Once without measuring: what is made once a page is made then.
        for lane in lanes { try lane.tick(1) }
        let used = (try processes.map { try $0.processorTime() }, try ServerProcess.processorTimeOfPostgres())
        let interval = Duration.seconds(lanes.count) / rate
        let start = ContinuousClock.now + .milliseconds(100)
        let running = DispatchGroup()
        let times = Mutex(Result<[Duration], any Error>.success([]))
        for (place, lane) in lanes.enumerated() {
            running.enter()
            // A lane is used by one thread at a time.
            nonisolated(unsafe) let lane = lane
            Thread.detachNewThread {
                defer { running.leave() }
                let begin = start + .seconds(place) / rate
                let lane = Result {
                    try (0..<turns).map { turn in
                        let time = begin + interval * turn
                        Thread.sleep(forTimeInterval: max((time - .now) / .seconds(1), 0))
                        try lane.tick(turn + 2)
                        return time.duration(to: .now)
                    }
                }
                times.withLock { times in times = times.flatMap { times in lane.map { times + $0 } } }
            }
        }
        running.wait()
        var figures = Figures(times: try times.withLock { try $0.get() })
        figures.processorTimes = try zip(processes, used.0).map { process, used in
            (try process.processorTime() - used) / figures.times.count
        }
        figures.databaseTime = (try ServerProcess.processorTimeOfPostgres() - used.1) / figures.times.count
        return figures
    }

    /// One account, with a goal of which a step is ticked and unticked.
    private final class Lane {
        private let driver: CostDriver
        private let page: CostDriver.OpenPage
        private let step: String
        /// The streams of the page that is ticked, and of the other process's page.
        private let streams: [Client]

        init(here: CostDriver, there: CostDriver) throws {
            let account = try here.client.makeAccount()
            let (page, step) = try here.goalWithSteps(of: account)
            // Its inputs have a connection of their own.
            driver = try CostDriver(port: here.client.port)
            (self.page, self.step) = (page, step)
            streams = [try here.stream(page), try there.stream(there.open(page.path, account))]
        }

        /// Ticks or unticks, and returns when the other process's page shows it. This page has shown it before.
        func tick(_ number: Int) throws {
            try driver.send(number, number.isMultiple(of: 2) ? "untick" : "tick", step, to: page)
            for stream in streams { try stream.take(upTo: "event: steps") }
        }
    }
}

/// Processor time of a page on SQLite and on PostgreSQL.
private struct PageCost: Sendable {
    let name: String
    let path: @Sendable (Visit) -> String
    let count: Int
    /// Whether each page is got after a change. Its time is left out.
    let isChanged: Bool
    var sqlite = Duration.seconds(Int64.max)
    var postgres = Duration.seconds(Int64.max)

    init(_ name: String, _ path: @escaping @Sendable (Visit) -> String, count: Int, afterChange isChanged: Bool = false)
    {
        (self.name, self.path, self.count, self.isChanged) = (name, path, count, isChanged)
    }

    var ratio: Double { postgres / sqlite }

    var row: String {
        "| \(name) | \(Figure.micros(sqlite)) | \(Figure.micros(postgres)) | \(String(format: "%.2f", ratio)) |"
    }

    static func measure(sqlite: ServerProcess, postgres: ServerProcess) throws -> [PageCost] {
        let visits = (try Visit(sqlite), try Visit(postgres))
        return try [
            PageCost("a list", { _ in "/goals/completed" }, count: 1_000),
            PageCost("a list after a change", { _ in "/goals/completed" }, count: 300, afterChange: true),
            PageCost("a goal after a change", { $0.page.path }, count: 300, afterChange: true),
            PageCost("a search", { _ in "/search?q=a" }, count: 300),
        ].map { cost in
            var cost = cost
            // The least of five: other work on the machine only adds.
            for _ in 0..<5 {
                cost.sqlite = min(cost.sqlite, try visits.0.time(of: cost))
                cost.postgres = min(cost.postgres, try visits.1.time(of: cost))
            }
            return cost
        }
    }

    /// An account that gets pages from a server.
    final class Visit {
        let page: CostDriver.OpenPage
        private let server: ServerProcess
        private let driver: CostDriver
        private let account: String
        private let step: String
        private var number = 0

        init(_ server: ServerProcess) throws {
            self.server = server
            driver = try CostDriver(port: server.port)
            account = try driver.client.makeAccount()
            (page, step) = try driver.goalWithSteps(of: account)
        }

        /// Returns the time of a page.
        func time(of cost: PageCost) throws -> Duration {
            var time = Duration.zero
            for _ in 0..<cost.count {
                if cost.isChanged {
                    number += 1
                    try driver.send(number, number.isMultiple(of: 2) ? "untick" : "tick", step, to: page)
                }
                // Work that follows an answer belongs to it.
                let start = try server.processorTimeAtRest()
                _ = try driver.open(cost.path(self), account)
                time += try server.processorTimeAtRest() - start
            }
            return time / cost.count
        }
    }
}
