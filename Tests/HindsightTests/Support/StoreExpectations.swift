import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

extension StoreFixture {
    /// Hides a goal as another process does that deletes it: this one sees it a second later.
    func hide(_ goal: GoalID) async throws {
        try await storage.transaction { db in
            try db.run("UPDATE goal SET deletedAt = 1 WHERE id = ?1", [goal])
        }
        clock.advance(by: 1)
    }

    /// How many completed goals of an account, the owner unless told, have no review yet.
    func reviewableCount(of account: AccountID? = nil) async throws -> Int {
        try await store.completedGoals(of: account ?? owner, after: nil, limit: 1).reviewableCount
    }

    /// What the app's own check finds wrong.
    func problems() async throws -> [String] {
        try await storage.query { [storage] db in try DatabaseFormat.problems(db, storage.dialect) }
    }

    /// How many rows a table has, hidden ones included.
    func rowCount(_ table: String) async throws -> Int {
        try await storage.query { db in
            try db.first("SELECT COUNT(*) FROM \(table)", []) { try $0.value(0, of: table) } ?? 0
        }
    }
}

/// Expects a ``StoreError`` with this code, and hands it out.
@discardableResult
func expectStoreError<T>(
    _ code: StoreError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> T
) async -> StoreError? {
    let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}

/// Keeps what an owner's observers are told.
final class ChangeRecorder: Sendable {
    private let told = Mutex<[GoalChanges]>([])

    var changes: [GoalChanges] { told.withLock { $0 } }

    func notify(_ changes: GoalChanges) { told.withLock { $0.append(changes) } }

    /// What the owner was told while `body` ran.
    static func changes(
        _ store: any GoalStore, of owner: AccountID, during body: () async throws -> Void
    ) async throws -> [GoalChanges] {
        let recorder = ChangeRecorder()
        let stop = store.observeChanges(of: owner) { recorder.notify($0) }
        defer { stop() }
        try await body()
        return recorder.changes
    }
}
