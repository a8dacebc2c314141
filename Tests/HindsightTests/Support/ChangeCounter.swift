import Hindsight
import Synchronization

/// Counts how often an owner's observers are told.
final class ChangeCounter: Sendable {
    private let told = Mutex(0)

    var count: Int { told.withLock { $0 } }

    func notify() { told.withLock { $0 += 1 } }

    /// How often the owner was told while `body` ran.
    static func count(
        _ store: any GoalStore, of owner: AccountID, during body: () async throws -> Void
    ) async throws -> Int {
        let counter = ChangeCounter()
        let stop = store.observeChanges(of: owner) { counter.notify() }
        defer { stop() }
        try await body()
        return counter.count
    }
}
