import Foundation
import GRDB
import HeapCounter
import Hindsight
import HindsightDomain
import HindsightStore
import Hummingbird
import Live
import LiveHTTP
import LiveSQLite
import LiveSite
import Logging
import NIOPosix
import Synchronization

/// An app whose cost is measured.
protocol AppUnderTest: Sendable {
    /// The format of its database.
    static var format: DatabaseFormat { get }

    /// Makes the app as its server does.
    ///
    /// - Parameters:
    ///   - database: its database, which is empty.
    ///   - folder: the folder for its files.
    ///   - sessions: the open pages.
    ///   - logger: the server's logger.
    init(_ database: SQLiteDatabase, folder: URL, sessions: LiveSessions, logger: Logger) async throws

    func router() -> LiveRouter
}

/// The goals.
struct GoalsUnderTest: AppUnderTest {
    static let format = DatabaseFormat.hindsight

    let goals: any GoalStore
    private let application: HindsightApplication

    init(_ database: SQLiteDatabase, folder: URL, sessions: LiveSessions, logger: Logger) async throws {
        let goals = SQLGoalStore(database, clock: { Date() }, logger: logger)
        self.goals = goals
        application = try await HindsightApplication(
            goals: goals,
            accounts: SQLAccountStore(database, clock: { Date() }, logger: logger, goals: goals),
            reminders: Reminders(store: SQLReminderStore(database, clock: { Date() }, logger: logger, goals: goals)),
            sessions: sessions, files: try PublicFiles(folder: "Public"), clock: { Date() })
    }

    func router() -> LiveRouter { application.router() }
}

/// A whole app on a port of this machine, with a database in a file of its own.
final class ServerUnderTest<App: AppUnderTest>: Sendable {
    let port: Int
    let app: App
    private let database: SQLiteDatabase
    private let run: Task<Void, any Error>
    private let folder: URL
    private let sessions: LiveSessions
    private let counter: StatementCounter

    /// Number of statements that were run.
    var statements: Int { counter.count.load(ordering: .relaxed) }

    /// Starts the server and waits until it listens.
    ///
    /// - Parameter loops: how many event loops it has. With one, what it costs doesn't depend on which loop does what.
    static func start(loops: Int = 1) async throws -> ServerUnderTest {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let counter = StatementCounter()
        let database = try SQLiteDatabase(App.format, path: folder.appending(path: "app.sqlite").path) {
            counter.count.add(1, ordering: .relaxed)
        }
        var logger = CostSite.makeLogger()
        logger.logLevel = .critical
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        let sessions = LiveSessions(executor: LoopExecutor(loops))
        let app = try await App(database, folder: folder, sessions: sessions, logger: logger)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: app.router().buildResponder(), server: .live(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(loops), logger: logger)
        let run = Task {
            defer { found.finish() }
            try await application.run()
            try database.close()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await run.value
            throw Client.Failure(description: "The server does not start.")
        }
        return ServerUnderTest(
            port: port, app: app, database: database, run: run, folder: folder, sessions: sessions, counter: counter)
    }

    private init(
        port: Int, app: App, database: SQLiteDatabase, run: Task<Void, any Error>, folder: URL,
        sessions: LiveSessions, counter: StatementCounter
    ) {
        self.port = port
        self.app = app
        self.database = database
        self.run = run
        self.folder = folder
        self.sessions = sessions
        self.counter = counter
    }

    /// Returns what the server does during a piece of work on this thread, which is left out.
    ///
    /// The log of the database is empty at the beginning. Otherwise it would depend on what was written before whether a
    /// checkpoint falls into the work.
    func figures(of work: () throws -> Void) throws -> CostFigures {
        try emptyLog()
        let (statements, calls) = (statements, try Self.calls())
        heap_counter_start()
        try work()
        // Work that follows an answer, such as the end of its task, belongs to the answer.
        Thread.sleep(forTimeInterval: 0.2)
        let heap = heap_counter_stop()
        return CostFigures(
            allocations: Double(heap.allocations), bytes: Double(heap.bytes),
            statements: Double(self.statements - statements), calls: Double(try Self.calls() - calls))
    }

    private func emptyLog() throws {
        for _ in 0..<100 {
            do {
                return try database.writer.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // The server reads, or makes a checkpoint itself.
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        throw Client.Failure(description: "The log of the database is in use all the time.")
    }

    /// Returns the number of the server threads' reads and writes: those of the process without those of this thread.
    private static func calls() throws -> Int {
        func count(_ path: String) throws -> Int {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("syscr") || $0.hasPrefix("syscw") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        }
        return try count("/proc/self/io") - count("/proc/thread-self/io")
    }

    /// Ends all pages and the server, and removes its files.
    func stop() async {
        await sessions.close()
        run.cancel()
        _ = await run.result
        try? FileManager.default.removeItem(at: folder)
    }
}

/// The logger is made as that of an app is, since each request costs it something.
private enum CostSite: ServedSite { static let name = "Cost" }

private final class StatementCounter: Sendable {
    let count = Atomic(0)
}

extension ServerUnderTest<GoalsUnderTest> {
    /// Adds people whom an account, no demo any more, follows and who follow it. Each of them shares goals.
    func addPeople(_ count: Int, sharing goals: Int, with account: AccountID) async throws {
        try await database.writer.write { db in
            let first = try Int64.fetchOne(db, sql: "SELECT max(id) + 1 FROM account") ?? 1
            let values: StatementArguments = [
                "account": account.rawValue, "first": first, "last": first + Int64(count) - 1, "goals": goals,
            ]
            for sql in [
                "UPDATE account SET isDemo = 0, handle = 'h' || id || '_' WHERE id = :account",
                """
                INSERT INTO account (id, isDemo, createdAt, handle)
                WITH RECURSIVE number (n) AS (SELECT :first UNION ALL SELECT n + 1 FROM number WHERE n < :last)
                SELECT n, 0, 0, 'h' || n || '_' FROM number
                """,
                """
                INSERT INTO follow (followerID, followeeID, state, since)
                SELECT :account, id, 'accepted', 0 FROM account WHERE id BETWEEN :first AND :last
                UNION ALL SELECT id, :account, 'accepted', 0 FROM account WHERE id BETWEEN :first AND :last
                """,
                """
                INSERT INTO goal (
                    ownerID, title, startDate, endDate, status, createdAt, sharedPart, sharedAt, newsAt
                )
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :goals)
                SELECT account.id, 'Goal ' || n, '2026-01-01', '9999-12-31', 'active', 1, 'goal', 1,
                    1700000000000 + (n * 7919 + account.id * 104729) % 10000000
                FROM account CROSS JOIN number WHERE account.id BETWEEN :first AND :last
                """,
            ] {
                let statement = try db.makeStatement(sql: sql)
                // Each has some of the values.
                statement.setUncheckedArguments(values)
                try statement.execute()
            }
        }
    }
}
