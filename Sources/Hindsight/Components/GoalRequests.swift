import HindsightDomain
import Live
import Streams

/// Requests to a part of the store for one owner's goals, such as `any ReviewStore`, made by one page. The owner is fixed,
/// so no request can reach another owner's goals.
struct GoalRequests<Store: Sendable> {
    private let store: Store
    private let owner: AccountID
    private let scheduler: Scheduler

    init(store: Store, owner: AccountID, scheduler: Scheduler) {
        self.store = store
        self.owner = owner
        self.scheduler = scheduler
    }

    /// Reads from the store: `goals.read { try await $0.goalReview(of: $1, goal: id) }`. If the store answers without
    /// suspending, as SQLite does, the value is emitted during the subscription.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Store, AccountID) async throws -> Value
    ) -> Single<Value> {
        .perform(on: scheduler, deliversSynchronously: true) { [store, owner] in try await work(store, owner) }
    }

    /// Writes to the store. The answer is emitted in a later turn of the scheduler, never during the subscription.
    func write<Value: Sendable>(
        _ work: @escaping @Sendable (Store, AccountID) async throws -> Value
    ) -> Single<Value> {
        .perform(on: scheduler) { [store, owner] in try await work(store, owner) }
    }
}

extension Page {
    /// Emits the changes of an owner's goals, on any page, while the page is open. Changes that wait are merged.
    func goalChanges(of owner: AccountID, in store: any ChangeSource) -> Observable<GoalChanges> {
        changes(merging: { $0.merging($1) }, subscribe: { store.observeChanges(of: owner, $0) })
    }

    /// Shortest time between two readings of what others do: they may do much, and many may look at one page.
    static let pauseForOthers = Duration.seconds(1)

    /// Emits when goals of a person change, while the page is open, at most once in ``pauseForOthers``.
    ///
    /// - Parameter isShown: whether the page shows any of the goals.
    func personChanges(
        of person: AccountID, in store: any ChangeSource, where isShown: @escaping (GoalChanges) -> Bool = { _ in true }
    ) -> Observable<Void> {
        goalChanges(of: person, in: store).filter(isShown).map { _ in }
            .throttle(Self.pauseForOthers, scheduler: scheduler)
    }

    /// Emits when one of an owner's weekly answers changes, while the page is open.
    func noteChanges(of owner: AccountID, in store: any ChangeSource) -> Observable<Void> {
        changes(merging: { _, _ in }, subscribe: { notify in store.observeWeekNotes(of: owner) { notify(()) } })
    }

    /// Emits when a goal changes that others share with an account, while the page is open.
    func receivedChanges(of viewer: AccountID, in store: any FollowStore) -> Observable<Void> {
        changes(merging: { _, _ in }, subscribe: { notify in store.observeReceivedEvents(by: viewer) { notify(()) } })
    }
}
