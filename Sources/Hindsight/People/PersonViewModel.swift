import HindsightDomain
import Live
import Streams

/// The page of a person, as somebody sees it.
struct PersonViewModel: ViewModel {
    struct Input {
        /// Reads the page again.
        let headerRefresh: Observable<Void>
        /// Shows earlier goals.
        let footerRefresh: Observable<Void>
        let changes: Observable<GoalChanges>
    }

    struct Output {
        /// The owner; nil when the page isn't there for the viewer any more.
        let person: Driver<Person?>
        let active: Driver<[ListedGoal]>
        let items: Driver<[ListedGoal]>
        let isEmpty: Driver<Bool>
        let isLoading: Driver<Bool>
        let foot: Driver<PersonFoot>
        let failAlert: Signal<any Error>
    }

    /// Number of completed goals that the page shows first, and that each request for earlier ones adds.
    static let sliceSize = 20

    let pages: any PeopleStore
    let viewer: AccountID?
    /// The place behind which the page begins; nil for the latest goals.
    let after: SharedGoalCursor?
    /// The page as it was opened.
    let initial: PersonPage
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let handle = initial.person.handle
        let shown = BehaviorRelay<PersonPage?>(value: initial)
        let (activity, errors) = (ActivityTracker(), ErrorTracker())
        // Reads once more at the beginning: between the first reading and the subscription to changes, something may have
        // been hidden.
        Observable.merge(
            input.footerRefresh.map { Self.sliceSize }, input.headerRefresh.map { 0 }, input.changes.map { _ in 0 }
        )
        .startWith(0)
        .scan(max(initial.completed.count, Self.sliceSize)) { min($0 + $1, GoalStoreLimits.pageSize) }
        .flatMapLatest { [pages, viewer, after, scheduler] count in
            Single<PersonPage?>.perform(on: scheduler, deliversSynchronously: true) {
                try await pages.page(handle, for: viewer, after: after, limit: count)
            }
            .trackActivity(activity).trackError(errors).catchErrorJustComplete()
        }
        .bind(to: shown).disposed(by: bag)
        return Output(
            person: shown.select { $0?.person }, active: shown.select { $0?.active ?? [] },
            items: shown.select { $0?.completed ?? [] },
            isEmpty: shown.select { $0.map { $0.active.isEmpty && $0.completed.isEmpty } ?? false },
            isLoading: activity.asDriver(), foot: shown.select { PersonFoot($0) },
            failAlert: errors.asSignal())
    }
}

/// State at the end of a person's goals.
struct PersonFoot: Hashable, Sendable {
    /// The place of the last goal, if there are earlier ones.
    let last: SharedGoalCursor?
    /// Whether the page is full: earlier goals are on another page.
    let isFull: Bool

    init(_ page: PersonPage?) {
        last = page?.hasMore == true ? SharedGoalCursor(page?.completed.last) : nil
        isFull = page.map { $0.completed.count >= GoalStoreLimits.pageSize } ?? false
    }
}

/// A goal on a person's page, as somebody sees it.
struct SharedGoalViewModel: ViewModel {
    struct Input {
        /// Reads the goal again.
        let headerRefresh: Observable<Void>
        let changes: Observable<GoalChanges>
    }

    struct Output {
        /// The goal; nil when it isn't there for the viewer any more.
        let goal: Driver<SharedGoal?>
        let failAlert: Signal<any Error>
    }

    let pages: any PeopleStore
    let viewer: AccountID?
    let initial: SharedGoal
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let (id, handle) = (initial.goal.id, initial.person.handle)
        let shown = BehaviorRelay<SharedGoal?>(value: initial)
        let errors = ErrorTracker()
        // As in ``PersonViewModel``.
        Observable.merge(input.headerRefresh, input.changes.filter { $0.contains(id) }.map { _ in }).startWith(())
            .flatMapLatest { [pages, viewer, scheduler] in
                Single<SharedGoal?>.perform(on: scheduler, deliversSynchronously: true) {
                    try await pages.sharedGoal(id, of: handle, for: viewer)
                }
                .trackError(errors).catchErrorJustComplete()
            }
            .bind(to: shown).disposed(by: bag)
        return Output(goal: shown.asDriver().distinctUntilChanged(), failAlert: errors.asSignal())
    }
}
