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

    /// ``GoalStore/completedGoals(of:after:limit:)``
    func completed(after: GoalID?, limit: Int) -> Single<CompletedGoalsPage> {
        perform { try await $0.completedGoals(of: $1, after: after, limit: limit) }
    }

    /// ``GoalStore/completedGoals(of:through:)``
    func completed(through: GoalID) -> Single<CompletedGoalsPage> {
        perform { try await $0.completedGoals(of: $1, through: through) }
    }

    /// ``GoalStore/completedGoals(of:among:)``
    func completed(among ids: Set<GoalID>) -> Single<ChangedGoals> {
        perform { try await $0.completedGoals(of: $1, among: ids) }
    }

    /// ``GoalStore/reviewPage(of:goal:)``
    func reviewPage(_ goal: GoalID) -> Single<ReviewPage?> {
        perform { try await $0.reviewPage(of: $1, goal: goal) }
    }

    /// ``GoalStore/writeReview(_:of:goal:)``
    func write(_ content: ReviewContent, goal: GoalID) -> Single<Int> {
        perform { try await $0.writeReview(content, of: $1, goal: goal) }
    }

    /// ``GoalStore/editReview(_:of:goal:)``
    func edit(_ content: ReviewContent, goal: GoalID) -> Single<Review> {
        perform { try await $0.editReview(content, of: $1, goal: goal) }
    }

    /// ``GoalStore/deleteReview(of:goal:)``
    func deleteReview(goal: GoalID) -> Single<Int> {
        perform { try await $0.deleteReview(of: $1, goal: goal) }
    }

    /// ``GoalStore/restoreReview(of:goal:)``
    func restoreReview(goal: GoalID) -> Single<Int> {
        perform { try await $0.restoreReview(of: $1, goal: goal) }
    }

    /// ``GoalStore/saveDraft(_:of:goal:)``
    func saveDraft(_ draft: ReviewDraft, goal: GoalID) -> Single<Void> {
        perform { try await $0.saveDraft(draft, of: $1, goal: goal) }
    }

    /// ``GoalStore/discardDraft(of:goal:)``
    func discardDraft(goal: GoalID) -> Single<Void> {
        perform { try await $0.discardDraft(of: $1, goal: goal) }
    }

    private func perform<Value: Sendable>(
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
}
