import Foundation
import GRDB
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSQLite
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The app over real sockets, put together as the server does, on a database of its own in memory.
struct ServedApp: Sendable {
    /// A browser without cookies and without a script.
    let visitor: HTTPVisitor
    let fixture: StoreFixture
    /// What the app asks for goals; it can be made to fail.
    let store: FaultyGoalStore
    /// What was sent by mail; nobody sends any where the app was served without.
    let letterbox: Letterbox
    let sendsMail: Bool
    /// The open pages.
    let sessions: LiveSessions
    /// What is served, such as `GET /login`.
    let routes: [String]

    /// A new account with sample goals, made by the button on the first page.
    func account(_ language: String = "en") async throws -> DemoAccount {
        try await DemoAccount(visitor.another(language: language))
    }

    /// Changes the database as another process does: this one sees it a minute later.
    func execute(_ sql: String, _ arguments: StatementArguments = StatementArguments()) async throws {
        try await fixture.database.writer.write { db in
            try db.execute(sql: sql, arguments: arguments)
            try db.execute(sql: "UPDATE account SET revision = revision + 1")
        }
        fixture.clock.advance(by: 61)
    }
}

/// Keeps mails for a test instead of sending them.
final class Letterbox: Mailer {
    private let state = Mutex<[MailMessage]>([])

    func send(_ message: MailMessage) { state.withLock { $0.append(message) } }

    func send(making make: @escaping @Sendable () async throws -> MailMessage?) {
        Task {
            do { try await make().map(send) } catch { Issue.record(error) }
        }
    }

    /// All mails, the oldest first.
    var mails: [MailMessage] { state.withLock { $0 } }
}

/// Serves the app while a test runs.
///
/// - Parameter sendsMail: whether there is a way to send mail.
func withApp<Value: Sendable>(
    _ fixture: StoreFixture? = nil, logger: Logger? = nil, sendsMail: Bool = false, push: PushQueue? = nil,
    _ use: @escaping @Sendable (ServedApp) async throws -> Value
) async throws -> Value {
    let fixture =
        if let fixture { fixture } else {
            try await StoreFixture(SQLiteDatabase(.hindsight), pingInterval: .seconds(60))
        }
    let store = FaultyGoalStore(fixture.store)
    let sessions = LiveSessions(limits: .patient)
    let letterbox = Letterbox()
    let hindsight = try await HindsightApplication(
        goals: store, accounts: fixture.accounts, reminders: Reminders(store: fixture.reminders, push: push),
        sessions: sessions, files: try publicFiles.get(),
        mail: sendsMail ? AccountMail(queue: letterbox, site: SiteAddress("https://hindsight.example")) : nil,
        trustsProxies: false, hasher: PasswordHasher(cost: .none),
        // Other tests may take all cores for a long time.
        converter: PNGConverter(patience: .seconds(300)), clock: fixture.clock.wallClock)
    let router = hindsight.router()
    let routes = router.endpoints
    return try await withServer(router, sessions, logger: logger ?? fixture.log.logger) { visitor in
        try await use(
            ServedApp(
                visitor: visitor, fixture: fixture, store: store, letterbox: letterbox, sendsMail: sendsMail,
                sessions: sessions, routes: routes))
    }
}

/// Runs a test in a new account of a served app.
func withAccount(_ use: @escaping @Sendable (DemoAccount) async throws -> Void) async throws {
    try await withApp { app in try await use(try await app.account()) }
}

/// The script and the style sheet, read once for all tests.
let publicFiles = Result {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try PublicFiles(folder: folder.appending(path: "Public").path)
}

/// Four answers, and a text, as the review form has them.
let guided = [
    "style": "guided", "liked": "The mornings", "lacked": "Sleep", "learned": "To rest", "longedFor": "A sea",
]
let free = ["style": "free", "text": "It was a good year."]

extension [String: String] {
    /// These fields, of which some have other values.
    func with(_ others: [String: String]) -> [String: String] { merging(others) { $1 } }
}

/// A family is one character of 25 bytes.
let family = "👨‍👩‍👧‍👦"
