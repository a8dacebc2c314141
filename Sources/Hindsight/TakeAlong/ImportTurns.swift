import Synchronization

/// Who is bringing in a file: each account one at a time, and few at once, since each of them needs room on the disk.
final class ImportTurns: Sendable {
    /// The most at once.
    static let limit = 4

    private let accounts = Mutex<Set<AccountID>>([])

    /// - Returns: Whether it is this account's turn; then it is until ``end(_:)``.
    func begin(_ account: AccountID) -> Bool {
        accounts.withLock { $0.count < Self.limit && $0.insert(account).inserted }
    }

    func end(_ account: AccountID) { accounts.withLock { _ = $0.remove(account) } }
}
