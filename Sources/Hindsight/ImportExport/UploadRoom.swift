import HindsightDomain
import Synchronization

/// Limits uploads: one per account at a time, and the bytes of all of them together.
///
/// An upload counts with the bytes that have arrived, so half-sent files keep nobody else waiting.
final class UploadRoom: Sendable {
    private struct State {
        var sizes: [AccountID: Int] = [:]
        var size = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the most bytes of all uploads. Checking a file takes as much of the disk again.
    init(limit: Int = 512 << 20) { self.limit = limit }

    /// Begins an upload, which lasts until ``end(_:)``.
    ///
    /// - Returns: false while the account has another one.
    func begin(_ account: AccountID) -> Bool {
        state.withLock { state in
            guard state.sizes[account] == nil else { return false }
            state.sizes[account] = 0
            return true
        }
    }

    /// Takes room for bytes of the account's upload that have arrived.
    ///
    /// - Returns: false when there is no more room.
    func take(_ count: Int, of account: AccountID) -> Bool {
        state.withLock { state in
            guard let size = state.sizes[account], state.size + count <= limit else { return false }
            state.sizes[account] = size + count
            state.size += count
            return true
        }
    }

    /// Ends the account's upload, and gives its room back.
    func end(_ account: AccountID) {
        state.withLock { $0.size -= $0.sizes.removeValue(forKey: account) ?? 0 }
    }
}
