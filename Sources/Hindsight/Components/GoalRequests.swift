import HindsightDomain
import Live
import Streams

/// One owner's goals as requests, for one page: nothing here can reach another owner's.
struct GoalRequests {
    private let store: any GoalStore
    private let owner: AccountID
    private let scheduler: Scheduler

    init(store: any GoalStore, owner: AccountID, scheduler: Scheduler) {
        self.store = store
        self.owner = owner
        self.scheduler = scheduler
    }

    /// ``GoalStore/goals(of:in:after:limit:)``
    func goals(in listing: GoalListing, after: GoalCursor?, limit: Int) -> Single<GoalSlice> {
        read { try await $0.goals(of: $1, in: listing, after: after, limit: limit) }
    }

    /// ``GoalStore/goals(of:in:after:through:)``
    func goals(in listing: GoalListing, after: GoalID?, through: GoalCursor) -> Single<GoalSlice> {
        read { try await $0.goals(of: $1, in: listing, after: after, through: through) }
    }

    /// ``GoalStore/goals(of:in:among:)``
    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals> {
        read { try await $0.goals(of: $1, in: box, among: ids) }
    }

    /// A question to the store: `goals.read { try await $0.goalReview(of: $1, goal: id) }`. A store that answers without
    /// suspending, as SQLite does, is answered within the subscription.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (any GoalStore, AccountID) async throws -> Value
    ) -> Single<Value> {
        .perform(on: scheduler, answersAtOnce: true) { [store, owner] in try await work(store, owner) }
    }

    /// Something that the store is to change. Its answer comes in a later turn.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (any GoalStore, AccountID) async throws -> Value
    ) -> Single<Value> {
        .perform(on: scheduler) { [store, owner] in try await work(store, owner) }
    }
}

extension Page {
    /// Which of an owner's goals others change, while the page is open.
    func goalChanges(of owner: AccountID, in store: any GoalStore) -> Observable<GoalChanges> {
        changes(merging: { $0.merging($1) }, subscribe: { store.observeChanges(of: owner, $0) })
    }

    /// Tells that an owner's answer to the question of a week was changed, while the page is open.
    func noteChanges(of owner: AccountID, in store: any GoalStore) -> Observable<Void> {
        changes(merging: { _, _ in }, subscribe: { notify in store.observeWeekNotes(of: owner) { notify(()) } })
    }
}
