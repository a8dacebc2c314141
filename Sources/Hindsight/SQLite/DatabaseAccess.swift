import Foundation
import GRDB

/// One database with its clock: runs accesses, and turns what goes wrong into ``StoreError``.
struct DatabaseAccess: Sendable {
    let writer: any DatabaseWriter
    let clock: WallClock

    /// The time that it is, as it is stored.
    var now: StoredTime { StoredTime(clock()) }

    /// Reads one moment: everything `body` reads is one snapshot.
    func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
        try await mapped { try await writer.read(body) }
    }

    /// One transaction, committed to the disk when this returns and rolled back when `body` throws.
    func write<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
        try await mapped { try await writer.write(body) }
    }

    private func mapped<T: Sendable>(_ access: () async throws -> T) async throws -> T {
        do {
            return try await access()
        } catch let error as StoreError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreError.unavailable(error)
        }
    }
}
