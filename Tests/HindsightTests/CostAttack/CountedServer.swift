import Foundation
import GRDB
import InstructionCounter
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The app as a process of its own whose instructions are counted, with stores on the same database.
struct CountedServer: Sendable {
    /// What a request has cost.
    struct Cost: Sendable {
        /// All that was executed, also behind the answer.
        var instructions: Double
        var answer: HTTPAnswer
    }

    let app: ServedApp
    private let process: ServerProcess
    private let counter: InstructionCounter
    private let mail: MailFolder

    /// Runs a test with a server that was built for use. In one that was built for debugging letters are so dear that
    /// little stands out beside them.
    ///
    /// Without such a server the test is left out; where instructions can't be counted, too, but not in CI.
    static func run(_ use: @escaping @Sendable (CountedServer) async throws -> Void) async throws {
        guard let folder = ProcessInfo.processInfo.environment["HINDSIGHT_RELEASE"] else {
            try Test.cancel("Left out: HINDSIGHT_RELEASE doesn't name a folder with a server built with -c release")
        }
        let counter: InstructionCounter
        do { counter = try InstructionCounter() } catch let error as InstructionCounter.Unavailable {
            if ProcessInfo.processInfo.environment["CI"] != nil { throw error }
            try Test.cancel("Left out: \(error)")
        }
        let mail = try MailFolder("cat >/dev/null")
        let options = ["--mail-command", mail.command, "--mail-from", "a@example.org", "--site", "https://example.org"]
        let routes = try await withApp { $0.routes }
        let launcher = { @Sendable (folder: URL) in counter.launcher(folder) }
        try await ServerProcess.run(
            program: URL(filePath: folder).appending(path: "hindsight"), launcher: launcher, options: options
        ) { process in
            let database = try SQLiteDatabase(.hindsight, path: process.database)
            let fixture = try await StoreFixture(database, clock: TestClock(Date()), pingInterval: .seconds(60))
            let app = ServedApp(
                visitor: process.visitor, fixture: fixture, store: FaultyGoalStore(fixture.store),
                letterbox: Letterbox(), sendsMail: true, sessions: LiveSessions(), routes: routes)
            try await use(CountedServer(app: app, process: process, counter: counter, mail: mail))
            try database.close()
        }
    }

    /// Sends a request and waits until nothing is executed any more.
    ///
    /// - Parameter budget: when it costs more, the server is killed and started anew.
    /// - Returns: nil when it costs more.
    func cost(upTo budget: Double, of request: @escaping @Sendable () async throws -> HTTPAnswer) async throws -> Cost?
    {
        let start = try await countAtRest()
        let last = start + UInt64(budget)
        let answer = try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
            group.addTask { try await request() }
            group.addTask {
                while try count() <= last { try await Task.sleep(for: .milliseconds(5)) }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let answer {
            let end = try await countAtRest(upTo: last)
            if end <= last { return Cost(instructions: Double(end - start), answer: answer) }
        }
        // What it was at is not begun anew.
        await process.end(by: SIGKILL)
        try await app.fixture.database.writer.write { try $0.execute(sql: "DELETE FROM searchStale") }
        try await process.start()
        return nil
    }

    private func count() throws -> UInt64 { try counter.count(in: process.folder) }

    private func countAtRest(upTo limit: UInt64 = .max) async throws -> UInt64 {
        var rest = InstructionCounter.Rest(counter, process.folder, process: try #require(process.identifier))
        while try !rest.look(), rest.count <= limit { try await Task.sleep(for: .milliseconds(2)) }
        return rest.count
    }
}
