import Foundation
import GRDB

/// One database with its clock: runs accesses, and turns what goes wrong into ``StoreError``.
struct DatabaseAccess: Sendable {
    let database: HindsightDatabase
    let clock: WallClock

    /// The time that it is, as it is stored.
    var now: StoredTime { StoredTime(clock()) }

    /// Reads on the calling thread. Each statement is a snapshot of its own: what belongs together is one statement.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        do {
            try Task.checkCancellation()
            return try database.read(body)
        } catch {
            throw Self.storeError(error)
        }
    }

    /// One transaction, on the disk when this returns and undone when `body` throws. See ``WriteQueue``.
    func write<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T,
        committed: @escaping @Sendable (T) -> Void = { _ in }
    ) async throws -> T {
        do {
            return try await database.writes.write(body, committed: committed)
        } catch {
            throw Self.storeError(error)
        }
    }

    private static func storeError(_ error: any Error) -> any Error {
        error is StoreError || error is CancellationError ? error : StoreError.unavailable(error)
    }
}
