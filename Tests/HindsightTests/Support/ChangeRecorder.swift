import Hindsight
import Synchronization

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
