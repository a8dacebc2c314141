import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What an operator learns when the database is at fault, and what readiness says.
@Suite(.timeLimit(.minutes(15))) struct FaultReportTests {
    /// A way in which the database does not take writes.
    enum Fault: CaseIterable, CustomTestStringConvertible {
        case full, locked, readOnly

        var testDescription: String { "\(self)" }

        var code: Int32 {
            switch self {
            case .full: 13
            case .locked: 5
            case .readOnly: 8
            }
        }

        var report: String {
            switch self {
            case .full: "SQLITE_FULL 13: database or disk is full"
            case .locked: "SQLITE_BUSY 5: database is locked"
            case .readOnly: "SQLITE_READONLY 8: attempt to write a readonly database"
            }
        }

        func during(_ database: SQLiteDatabase, _ body: () async throws -> Void) async throws {
            func set(_ pragma: String) async throws {
                try await database.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
            }
            switch self {
            case .full:
                try await set("max_page_count = 1")
                try await body()
                try await set("max_page_count = 1000000")
            case .locked: try await Locker.withLock(of: database, body)
            case .readOnly:
                try await set("query_only = 1")
                try await body()
                try await set("query_only = 0")
            }
        }
    }

    private func impatient(_ configuration: inout Configuration) { configuration.busyMode = .timeout(0.01) }

    @Test(arguments: Fault.allCases)
    func aFaultIsLoggedOnceWithSQLitesCodeAndNothingPrivate(fault: Fault) async throws {
        try await withStore(.file, configure: impatient) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let content = try ReviewContent.free("secret " + String(repeating: "👍🏽", count: 2900))
            try await fault.during(fixture.database) {
                let error = await expectStoreError(.unavailable) {
                    try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
                }
                #expect(error?.sqliteCode == fault.code && error?.sqliteExtendedCode == fault.code)
                #expect(error?.description == "unavailable: The database is not available. (\(fault.report))")
            }
            let error = "unavailable: The database is not available. (\(fault.report))"
            #expect(
                fixture.log.lines == [
                    "error: The database did not do its part error=\(error) function=saveReview(_:of:goal:from:)"
                ])
            _ = try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
        }
    }

    @Test func everyFunctionOfBothStoresReportsItsFault() async throws {
        try await withStore(.memory) { fixture in
            let (store, accounts, owner) = (fixture.store, fixture.accounts, fixture.owner)
            let (goal, content) = (GoalID(1), try ReviewContent.free("x"))
            let fields = try fixture.fields("a", days: 1)
            let functions: [(String, () async throws -> Void)] = [
                (
                    "goals(of:in:after:limit:)",
                    {
                        _ = try await store.completedGoals(of: owner, after: nil, limit: 1)
                    }
                ),
                (
                    "goals(of:in:after:through:)",
                    {
                        _ = try await store.completedGoals(of: owner, through: goal)
                    }
                ),
                (
                    "goalsOverview(of:)", { _ = try await store.goalsOverview(of: owner) }
                ),
                ("reviewPlace(of:goal:)", { _ = try await store.reviewPlace(of: owner, goal: goal) }),
                ("goals(of:in:among:)", { _ = try await store.completedGoals(of: owner, among: [goal]) }),
                ("goalReview(of:goal:)", { _ = try await store.goalReview(of: owner, goal: goal) }),
                ("saveReview(_:of:goal:from:)", { _ = try await store.writeReview(content, of: owner, goal: goal) }),
                ("deleteReview(of:goal:)", { _ = try await store.deleteReview(of: owner, goal: goal) }),
                ("restoreReview(of:goal:)", { _ = try await store.restoreReview(of: owner, goal: goal) }),
                (
                    "keepDraft(_:by:of:goal:)",
                    {
                        try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goal)
                    }
                ),
                ("dropDraft(with:by:of:goal:)", { try await store.discardDraft(of: owner, goal: goal) }),
                (
                    "restoreDraft(of:goal:)",
                    {
                        _ = try await store.restoreDraft(of: owner, goal: goal)
                    }
                ),
                ("importGoals(_:of:)", { _ = try await store.importGoals([], of: owner) }),
                ("addGoals(_:of:)", { _ = try await store.addGoals([], of: owner) }),
                ("goal(of:_:)", { _ = try await store.goal(of: owner, goal) }),
                (
                    "addGoal(_:isFinished:key:of:)",
                    { _ = try await store.addGoal(fields, isFinished: false, key: nil, of: owner) }
                ),
                ("editGoal(_:from:of:_:)", { _ = try await store.editGoal(fields, from: 1, of: owner, goal) }),
                ("recoverGoal(_:from:of:_:)", { _ = try await store.recoverGoal(fields, from: 1, of: owner, goal) }),
                ("deleteGoal(of:_:)", { try await store.deleteGoal(of: owner, goal) }),
                ("restoreGoal(of:_:)", { _ = try await store.restoreGoal(of: owner, goal) }),
                ("addStep(_:key:of:_:)", { _ = try await store.addStep(fields.title, key: nil, of: owner, goal) }),
                (
                    "editStep(_:_:of:_:)",
                    { _ = try await store.editStep(StepID(1), StepFields(title: fields.title), of: owner, goal) }
                ),
                ("removeStep(_:of:_:)", { _ = try await store.removeStep(StepID(1), of: owner, goal) }),
                ("tick(_:isDone:of:_:)", { _ = try await store.tick(StepID(1), isDone: true, of: owner, goal) }),
                ("celebrate(_:of:_:)", { _ = try await store.celebrate(.over, of: owner, goal) }),
                ("recommendations(of:limit:)", { _ = try await store.recommendations(of: owner, limit: 3) }),
                ("storeOverdue()", { _ = try await store.storeOverdue() }),
                ("purgeDeleted()", { _ = try await store.purgeDeleted() }),
                ("ping()", { try await store.ping() }),
                (
                    "createDemoAccount(goals:language:timeZone:from:)",
                    {
                        _ = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                    }
                ),
                (
                    "createAccount(_:_:)",
                    { _ = try await accounts.createAccount(.make("mina@example.com"), SessionStart()) }
                ),
                ("register(_:_:)", { _ = try await accounts.register(SecretToken(), SessionStart()) }),
                ("beginSession(of:_:)", { _ = try await accounts.beginSession(of: owner, SessionStart()) }),
                ("sessions(of:)", { _ = try await accounts.sessions(of: owner) }),
                (
                    "endSessions(of:_:from:)",
                    { _ = try await accounts.endSessions(of: owner, .others(""), from: Client()) }
                ),
                (
                    "endReplacedSessions(of:except:)",
                    { _ = try await accounts.endReplacedSessions(of: owner, except: "") }
                ),
                ("details(of:)", { _ = try await accounts.details(of: owner) }),
                ("credentials(key:device:)", { _ = try await accounts.credentials(key: "", device: nil) }),
                ("credentials(of:)", { _ = try await accounts.credentials(of: owner) }),
                ("rehash(_:of:from:)", { try await accounts.rehash(.make("x"), of: owner, from: .make("y")) }),
                (
                    "changePassword(to:of:_:)",
                    { _ = try await accounts.changePassword(to: .make("x"), of: owner, SessionStart()) }
                ),
                (
                    "resetPassword(_:to:_:)",
                    { _ = try await accounts.resetPassword(SecretToken(), to: .make("x"), SessionStart()) }
                ),
                (
                    "changeEmail(to:of:_:)",
                    { _ = try await accounts.changeEmail(to: EmailAddress("a@b.cd"), of: owner, SessionStart()) }
                ),
                (
                    "confirmEmail(_:of:from:)",
                    { _ = try await accounts.confirmEmail(SecretToken(), of: owner, from: Client()) }
                ),
                ("requestEmail(of:_:)", { _ = try await accounts.requestEmail(of: owner, SessionStart()) }),
                ("deleteAccount(_:_:)", { _ = try await accounts.deleteAccount(owner, SessionStart()) }),
                ("createLink(_:)", { _ = try await accounts.createLink(.reset(owner)) }),
                ("link(_:)", { _ = try await accounts.link(SecretToken()) }),
                (
                    "attempt(_:on:from:)",
                    { _ = try await accounts.attempt([.mail("reset", "x")], on: owner, from: Client()) }
                ),
                ("record(_:of:from:)", { try await accounts.record(.exported, of: owner, from: Client()) }),
                ("log(of:before:limit:)", { _ = try await accounts.log(of: owner, before: nil, limit: 1) }),
                ("session(_:)", { _ = try await accounts.session(SecretToken()) }),
                ("set(_:of:)", { try await accounts.set([.theme(.dark)], of: owner) }),
                ("content(of:)", { _ = try await accounts.content(of: owner) }),
                ("endSession(_:)", { try await accounts.endSession(SecretToken()) }),
                ("purgeExpired()", { _ = try await accounts.purgeExpired() }),
                ("signingKey()", { _ = try await accounts.signingKey() }),
            ]
            try fixture.database.close()
            for (name, function) in functions {
                let before = fixture.log.lines.count
                await expectStoreError(.unavailable, function)
                let lines = fixture.log.lines[before...]
                #expect(lines.count == 1 && lines.first?.contains("SQLITE_MISUSE 21") == true, "\(name)")
                #expect(lines.first?.hasSuffix(" function=\(name)") == true, "\(name)")
            }
        }
    }

    @Test func whatIsNoFaultOfTheDatabaseIsNotLogged() async throws {
        try await withStore(.memory) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goal)
            await expectStoreError(.overtaken) {
                try await fixture.store.writeReview(.free("y"), of: fixture.owner, goal: goal)
            }
            await expectStoreError(.notFound) {
                try await fixture.store.deleteReview(of: fixture.owner, goal: GoalID(99))
            }
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await fixture.store.discardDraft(of: fixture.owner, goal: goal)
            }
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(fixture.log.lines.isEmpty)
        }
    }

    // MARK: - Readiness

    @Test(arguments: [Fault.locked, .readOnly])
    func aDatabaseThatTakesNoWritesIsNotReady(fault: Fault) async throws {
        try await withStore(.file, configure: impatient) { fixture in
            try await fixture.store.ping()
            try await fault.during(fixture.database) {
                let error = await expectStoreError(.unavailable) { try await fixture.store.ping() }
                #expect(error?.sqliteCode == fault.code)
            }
            try await fixture.store.ping()
        }
    }

    @Test func aPingWritesOnlyWhenNoWriteHasSucceededJustNow() async throws {
        try await withTemporaryFolder { folder in
            let database = try SQLiteDatabase(.hindsight, path: folder.appending(path: "a.sqlite").path)
            let fixture = try await StoreFixture(database, pingInterval: .seconds(3600))
            try await fixture.store.ping()
            #expect(try await fixture.rowCount("probe") == 0)
            // A failure counts more than what went well before it.
            try await Fault.readOnly.during(database) {
                await expectStoreError(.unavailable) { try await fixture.addCompleted(1) }
                await expectStoreError(.unavailable) { try await fixture.store.ping() }
            }
            try await fixture.store.ping()
            #expect(try await fixture.rowCount("probe") == 1)
            try database.close()
        }
    }
}
