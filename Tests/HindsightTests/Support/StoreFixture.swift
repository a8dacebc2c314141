import Dispatch
import Foundation
import GRDB
import HindsightDomain
import Live
import LivePostgres
import LiveSQLite
import StreamsTesting
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The places that a store can be. A test of the conformance suite runs on all, unless it needs a file or SQL of its own.
enum StorePlace: CaseIterable, CustomTestStringConvertible {
    case memory, file, postgres

    /// Without a server (`Tests/postgres COMMAND…`) PostgreSQL is left out.
    static let allCases = sqlite + (PostgresFixture.server == nil ? [] : [.postgres])

    /// The places of a SQLite store.
    static let sqlite: [Self] = [.memory, .file]

    var testDescription: String {
        switch self {
        case .memory: "in memory"
        case .file: "on a file"
        case .postgres: "on PostgreSQL"
        }
    }
}

/// A fresh database with two accounts, and all that is needed to use it.
struct StoreFixture {
    let storage: any SQLDatabase
    let clock: TestClock
    let log: LogRecorder
    let store: SQLGoalStore
    let accounts: SQLAccountStore
    let reminders: SQLReminderStore
    /// Whose goals a test is about.
    let owner: AccountID
    /// Somebody else.
    let stranger: AccountID

    /// - Parameters:
    ///   - clock: the time of the stores.
    ///   - pingInterval: zero, so that each ping writes.
    init(
        _ storage: any SQLDatabase, clock: TestClock = TestClock(), pingInterval: Duration = .zero
    ) async throws {
        let accounts = SQLAccountStore(storage, clock: clock.wallClock)
        let owner = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil).signedIn.account
        let stranger = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil).signedIn.account
        self.init(storage, clock: clock, pingInterval: pingInterval, owner: owner, stranger: stranger)
    }

    /// A database that has the two accounts.
    init(
        _ storage: any SQLDatabase, clock: TestClock, pingInterval: Duration = .zero, owner: AccountID,
        stranger: AccountID
    ) {
        self.storage = storage
        self.clock = clock
        log = LogRecorder()
        store = SQLGoalStore(storage, clock: clock.wallClock, logger: log.logger, pingInterval: pingInterval)
        accounts = SQLAccountStore(storage, clock: clock.wallClock, logger: log.logger, goals: store)
        reminders = SQLReminderStore(storage, clock: clock.wallClock, logger: log.logger, goals: store)
        self.owner = owner
        self.stranger = stranger
    }

    /// The open pages that are told which goals have changed.
    var feed: GoalTopics { store.pages.goals }

    /// The database, for a test of SQLite alone.
    var database: SQLiteDatabase {
        guard let database = storage as? SQLiteDatabase else { preconditionFailure("This test is of SQLite alone.") }
        return database
    }

    /// Adds so many completed goals without a review, and gives their ids, oldest first.
    @discardableResult
    func addCompleted(_ count: Int, of account: AccountID? = nil) async throws -> [GoalID] {
        try await store.addGoals(try (0..<count).map { try .completed("Goal \($0)") }, of: account ?? owner)
    }

    /// Uses a session, and gives it as it is once that has been written; nil when it has expired.
    func useSession(_ token: SecretToken) async throws -> SignedIn? {
        guard try await accounts.session(token) != nil else { return nil }
        // Jobs are done in the order in which they were added.
        try await database.writes.write { _ in }
        return try await accounts.session(token)
    }
}

extension WriteQueue {
    /// Runs `body` while the queue is busy with a job that ends when `body` has.
    func whileBusy(_ body: () async throws -> Void) async throws {
        let (begun, end) = (Gate(), DispatchSemaphore(value: 0))
        let busy = Task {
            try await write { _ in
                begun.open()
                end.wait()
            }
        }
        try await begun.pass()
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        end.signal()
        try await busy.value
        try result.get()
    }
}

extension AccountStore {
    /// A demo account made from nowhere.
    func createDemoAccount(
        goals: [NewGoal], language: Language?, timeZone: TimeZoneID?
    ) async throws -> NewSession {
        try await createDemoAccount(goals: goals, language: language, timeZone: timeZone, from: Client())
    }
}

extension NewAccount {
    /// An account with the password `a long sentence`, which takes no work.
    static func make(_ email: String, demo: AccountID? = nil) throws -> NewAccount {
        NewAccount(
            email: try EmailAddress(email), isConfirmed: false, password: try .make("a long sentence"), demo: demo)
    }
}

extension PasswordHash {
    /// That takes no work.
    static func make(_ password: String) throws -> PasswordHash {
        try PasswordHash(try #require(Password(entered: password)), cost: .none)
    }
}

/// Runs `body` with a fresh database at `place`, and removes it afterwards.
func withStore(
    _ place: StorePlace,
    marks: Checkpoints.Marks = Checkpoints.Marks(),
    configure: @Sendable (inout Configuration) -> Void = { _ in },
    _ body: (StoreFixture) async throws -> Void
) async throws {
    switch place {
    case .memory:
        try await body(StoreFixture(SQLiteDatabase(.hindsight, path: nil, marks: marks, configure: configure)))
    case .file:
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            let fixture = try await StoreFixture(
                SQLiteDatabase(.hindsight, path: path, marks: marks, configure: configure))
            try await body(fixture)
            try fixture.database.close()
        }
    case .postgres:
        try await PostgresFixture.run(.patient) { fixture in
            let storage = try await PostgresDatabase.open(.hindsight, at: fixture.address(), limits: .patient)
            defer { storage.close() }
            let fixture = try await StoreFixture(storage)
            try await body(fixture)
            #expect(try await fixture.problems() == [])
        }
    }
}

/// Runs `body` with an empty folder of its own, and removes it afterwards.
func withTemporaryFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hindsight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

/// Another process that holds the lock of a database's file.
enum Locker {
    static func withLock(of database: SQLiteDatabase, _ body: () async throws -> Void) async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: database.writer.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        try await body()
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
    }
}

/// A clock that stands still until a test turns it.
final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSince1970: 1_795_000_000.123)) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    /// For whatever takes a ``WallClock``.
    var wallClock: WallClock { { self.now } }

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

extension StoreFixture {
    /// Adds as many people who follow an account and whom it follows, and invitations of its own, without regard to limits.
    func follow(_ count: Int, by owner: AccountID) async throws {
        let now = StoredTime(clock.now)
        try await storage.transaction { db in
            try db.run("UPDATE account SET isDemo = 0 WHERE id = ?1", [owner])
            for number in 0..<count {
                let other = try db.insert(
                    "INSERT INTO account (isDemo, createdAt, handle) VALUES (0, 0, ?1)", ["h\(number)_"])
                try db.run(
                    """
                    INSERT INTO follow (followerID, followeeID, state, since)
                    VALUES (?1, ?2, 'accepted', 0), (?2, ?1, 'accepted', 0)
                    """, [owner, other])
                try db.run(
                    "INSERT INTO invitation (ownerID, token, createdAt) VALUES (?1, ?2, ?3)",
                    [owner, InvitationToken().description, now])
            }
        }
    }

    /// Makes the owner follow an account, which is no demo from now on.
    func follow(_ other: AccountID, handle: String) async throws {
        try await storage.transaction { [owner] db in
            try db.run("UPDATE account SET isDemo = 0 WHERE id IN (?1, ?2)", [owner, other])
            try db.run("UPDATE account SET handle = ?1 WHERE id = ?2", [handle, other])
            try db.run(
                "INSERT INTO follow (followerID, followeeID, state, since) VALUES (?1, ?2, 'accepted', 0)",
                [owner, other])
        }
    }
}
