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
        try mapped {
            try Task.checkCancellation()
            return try database.read(body)
        }
    }

    /// One transaction, committed to the disk when this returns and rolled back when `body` throws.
    func write<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
        do {
            return try await database.writer.write(body)
        } catch {
            throw Self.storeError(error)
        }
    }

    private func mapped<T>(_ access: () throws -> T) throws -> T {
        do {
            return try access()
        } catch {
            throw Self.storeError(error)
        }
    }

    private static func storeError(_ error: any Error) -> any Error {
        error is StoreError || error is CancellationError ? error : StoreError.unavailable(error)
    }
}
