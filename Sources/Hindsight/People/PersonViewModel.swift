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
        let changes: Observable<Void>
    }

    struct Output {
        /// The owner; nil when the page isn't there for the viewer any more.
        let person: Driver<Person?>
        /// The picture of the person: the jewel of the first completed goal; nil for none, and on further pages.
        let jewel: Driver<Jewel?>
        let active: Driver<[ListedGoal]>
        let items: Driver<[ListedGoal]>
        let isEmpty: Driver<Bool>
        let isLoading: Driver<Bool>
        let foot: Driver<SliceFoot<SharedGoalCursor>>
        let failAlert: Signal<any Error>
    }

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
        GrowingList.counts(
            shown: initial.completed.count, more: input.footerRefresh,
            again: .merge(input.headerRefresh, input.changes).startWith(())
        )
        .flatMapLatest { [pages, viewer, after, scheduler] count in
            Single<PersonPage?>.perform(on: scheduler, deliversSynchronously: true) {
                try await pages.page(handle, for: viewer, after: after, limit: count)
            }
            .trackActivity(activity).trackError(errors).catchErrorJustComplete()
        }
        .bind(to: shown).disposed(by: bag)
        return Output(
            person: shown.select { $0?.person },
            jewel: shown.select { [after] page in after == nil ? page?.completed.first?.win?.jewel : nil },
            active: shown.select { $0?.active ?? [] }, items: shown.select { $0?.completed ?? [] },
            isEmpty: shown.select { $0.map { $0.active.isEmpty && $0.completed.isEmpty } ?? false },
            isLoading: activity.asDriver(),
            foot: shown.select { page in
                SliceFoot(
                    page?.hasMore == true ? SharedGoalCursor(page?.completed.last) : nil,
                    count: page?.completed.count ?? 0)
            },
            failAlert: errors.asSignal())
    }
}

/// A goal on a person's page, as somebody sees it.
struct SharedGoalViewModel: ViewModel {
    struct Input {
        /// Reads the goal again.
        let headerRefresh: Observable<Void>
        /// Applauds the goal, or takes that back.
        let applaud: Observable<Bool>
        /// Emits when the goal changes.
        let changes: Observable<Void>
    }

    struct Output {
        /// The goal; nil when it isn't there for the viewer any more.
        let goal: Driver<SharedGoal?>
        let failAlert: Signal<any Error>
        /// The goal is applauded, or that is taken back.
        let applauded: Signal<Void>
        /// The goal is neither applauded nor is that taken back.
        let applauseFailed: Signal<any Error>
    }

    let pages: any PeopleStore & FollowStore
    let viewer: AccountID?
    let initial: SharedGoal
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let (id, handle) = (initial.goal.id, initial.person.handle)
        let shown = BehaviorRelay<SharedGoal?>(value: initial)
        let (errors, applauseErrors) = (ErrorTracker(), ErrorTracker())
        // One after the other: the last press counts.
        let applauded = input.applaud.concatMap { [pages, viewer, scheduler] isOn in
            Single<Void>.perform(on: scheduler) {
                guard let viewer else { throw StoreError.notFound }
                try await pages.applaud(isOn, id, of: handle, by: viewer)
            }
            .trackError(applauseErrors).catchErrorJustComplete()
        }
        .share()
        // As in ``PersonViewModel``.
        Observable.merge(input.headerRefresh, applauded, input.changes)
            .startWith(())
            .flatMapLatest { [pages, viewer, scheduler] in
                Single<SharedGoal?>.perform(on: scheduler, deliversSynchronously: true) {
                    try await pages.sharedGoal(id, of: handle, for: viewer)
                }
                .trackError(errors).catchErrorJustComplete()
            }
            .bind(to: shown).disposed(by: bag)
        return Output(
            goal: shown.asDriver().distinctUntilChanged(), failAlert: errors.asSignal(),
            applauded: applauded.asSignal(onErrorSignalWith: .empty()),
            applauseFailed: applauseErrors.asSignal())
    }
}
