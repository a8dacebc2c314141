import Synchronization

/// Room for files that are being sent: one of each account at a time, and so many bytes of all of them together.
///
/// A file takes as much of it as has come, so that files which are half sent keep nobody else waiting.
final class UploadRoom: Sendable {
    private struct State {
        var sizes: [AccountID: Int] = [:]
        var size = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the most bytes of all files. While it is checked, a file takes up to twice as much of the disk.
    init(limit: Int = 512 << 20) { self.limit = limit }

    /// - Returns: whether there is no other file of the account. Then there is this one, until ``end(_:)``.
    func begin(_ account: AccountID) -> Bool {
        state.withLock { state in
            guard state.sizes[account] == nil else { return false }
            state.sizes[account] = 0
            return true
        }
    }

    /// Takes room for more bytes of the account's file.
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

    /// Gives back all that the account's file has taken.
    func end(_ account: AccountID) {
        state.withLock { $0.size -= $0.sizes.removeValue(forKey: account) ?? 0 }
    }
}
