import Foundation
import HindsightDomain
import Live
import Streams

/// The page of a goal: its steps, their ticks, and its completion.
///
/// Commands are sent to the store one at a time, in the order in which they were given. The state is in
/// ``GoalDetailState``.
struct GoalDetailViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        let tick: Observable<StepID>
        let untick: Observable<StepID>
        let removeStep: Observable<StepID>
        /// Restores a removed step.
        let undoRemoval: Observable<StepID>
        /// Shows the row of a step as a form; ``cancelStep`` shows it as a row again.
        let editStep: Observable<StepID>
        let cancelStep: Observable<Void>
        let saveEdit: Observable<StepID>
        let editTitle: Observable<String>
        let alarmTime: Observable<String>
        let monday: Observable<Bool>
        let tuesday: Observable<Bool>
        let wednesday: Observable<Bool>
        let thursday: Observable<Bool>
        let friday: Observable<Bool>
        let saturday: Observable<Bool>
        let sunday: Observable<Bool>
        /// Title of a step to be added. Its basis is the form's idempotency key.
        let stepTitle: Observable<FieldText>
        let saveStep: Observable<Void>
        let edit: Observable<Void>
        let recover: Observable<Void>
        let delete: Observable<Void>
        let undo: Observable<Void>
        /// Closes the celebration.
        let celebrated: Observable<Void>
        /// Closes the celebration and opens the review.
        let reviewNow: Observable<Void>
        /// Finishes a goal: one without steps today, or a stored one on the typed day.
        let finish: Observable<Void>
        let completedOn: Observable<String>
        let undoCompletion: Observable<Void>
        /// Restarts a stored goal for one more week.
        let extend: Observable<Void>
        let takeUp: Observable<GoalID>
        let notNow: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// Emits each new day when it begins for the owner.
        var days = Observable<CalendarDate>.never()
    }

    struct Output {
        /// The goal with its D-day, progress, stones and completion, or the notice that it was deleted.
        let goal: Driver<GoalPage>
        /// Rows of the steps; as of when the page was opened, those to be done come first.
        let steps: Driver<[StepRow]>
        /// The form that adds a step.
        let addForm: Driver<AddForm>
        /// Text typed in the forms.
        let typed: BehaviorRelay<TypedStep>
        /// New content of the field for a new step.
        let newStep: BehaviorRelay<FieldFill?>
        /// The next page to navigate to. Without a script, the cases of this page redirect to it.
        let leads: Signal<Way>
        /// The id of the element to focus.
        let focus: Signal<String>
        /// An action to announce that was done on this page.
        let told: Signal<Action>
        let failAlert: Signal<Failure>

        var progress: Driver<GoalPage.Progress> { goal.map(\.progress).distinctUntilChanged() }
        var stones: Driver<[Bool?]> { goal.map(\.stones).distinctUntilChanged() }
        var canAddStep: Driver<Bool> { addForm.map { $0.isShown && !$0.isFull }.distinctUntilChanged() }
        var fieldErrors: Driver<AddFault?> { addForm.map(\.fault).distinctUntilChanged() }
        /// The completion, while it is celebrated; otherwise nil.
        var completed: Driver<Completion?> {
            goal.map { $0.isCelebrated ? $0.detail?.completion : nil }.distinctUntilChanged()
        }
        var recommendations: Driver<[Goal]> { goal.map(\.offers).distinctUntilChanged() }
        var goalGone: Driver<Bool> { goal.map { $0.presence == .gone }.distinctUntilChanged() }
    }

    enum Way: Equatable {
        case here, restored, edit, recover, review
        /// This page again, after the removal of that step.
        case removed(StepID)
        case goal(GoalID)
    }

    enum Action: Hashable {
        case deleted, restored
        /// The step with that id and title was removed.
        case removed(StepID, String)
        /// A completion was undone or a stored goal restarted.
        case reopened
    }

    enum Failure: Equatable {
        /// The step or the goal doesn't exist.
        case notFound
        /// The goal is in a box that doesn't allow the action.
        case wrongBox(Box)
        case undoIsOver
        /// A removed step can't be restored because the goal has the maximum of nine steps.
        case noPlaceForStep
        /// The goal can't be finished directly because it has steps by now.
        case hasSteps
        /// The offered goal can't be restarted because it is no longer stored.
        case notStored
        case unavailable

        init(_ error: any Error) {
            switch error {
            case StoreError.notFound: self = .notFound
            case StoreError.wrongBox(let detail): self = .wrongBox(detail.goal.box)
            case StoreError.nothingToRestore: self = .undoIsOver
            case StoreError.hasSteps: self = .hasSteps
            default: self = .unavailable
            }
        }
    }

    private let goals: GoalRequests
    private let initial: GoalDetailState
    private let key: String
    private let clock: WallClock
    private let timeZone: TimeZoneID
    private let scheduler: Scheduler
    let bag = DisposeBag()

    /// - Parameters:
    ///   - initial: the state that the page was opened with.
    ///   - key: the idempotency key of the form that adds a step.
    ///   - clock: the wall clock that tells the time; only the scheduler waits.
    ///   - timeZone: the owner's time zone, which determines the current day.
    init(
        goals: GoalRequests, initial: GoalDetailState, key: String, clock: @escaping WallClock, timeZone: TimeZoneID,
        scheduler: Scheduler
    ) {
        self.goals = goals
        self.initial = initial
        self.key = key
        self.clock = clock
        self.timeZone = timeZone
        self.scheduler = scheduler
    }

    private var today: () -> CalendarDate {
        { [clock, timeZone] in CalendarDate(clock(), in: timeZone) }
    }

    func transform(input: Input) -> Output {
        let today = today
        let work = GoalDetailWork(goals: goals, initial: initial, key: key, today: today)
        let wishes = PublishRelay<GoalDetailWork.Wish>()
        func on<Value>(_ input: Observable<Value>, _ act: @escaping (Value) -> Void) {
            input.subscribe(onNext: act).disposed(by: bag)
        }

        on(input.tick) { step in
            work.change { $0.begin(step, isDone: true) }
            wishes.accept(.tick(step, isDone: true))
        }
        on(input.untick) { step in
            work.change { $0.begin(step, isDone: false) }
            wishes.accept(.tick(step, isDone: false))
        }
        on(input.removeStep) { wishes.accept(.remove($0)) }
        on(input.undoRemoval) { wishes.accept(.putBack($0)) }
        on(input.stepTitle, work.type)
        on(input.saveStep) {
            let typed = work.typed.value
            wishes.accept(.add(typed.title, key: typed.titleKey))
        }
        on(input.editStep, work.edit)
        on(input.cancelStep) { work.cancelEditing() }
        on(input.saveEdit) { wishes.accept(.rename($0)) }
        on(input.editTitle) { text in work.write { $0.editTitle = text } }
        on(input.alarmTime) { text in work.write { $0.time = text } }
        let days: [(Weekday, Observable<Bool>)] = [
            (.monday, input.monday), (.tuesday, input.tuesday), (.wednesday, input.wednesday),
            (.thursday, input.thursday), (.friday, input.friday), (.saturday, input.saturday),
            (.sunday, input.sunday),
        ]
        for (day, ticked) in days {
            on(ticked) { isOn in work.write { if isOn { $0.days.insert(day) } else { $0.days.remove(day) } } }
        }
        on(input.days) { day in work.change { $0.newDay = day } }
        on(input.edit) { work.leads.accept(.edit) }
        on(input.recover) { work.leads.accept(.recover) }
        on(input.delete) { wishes.accept(.delete) }
        on(input.undo) { wishes.accept(.undo) }
        on(input.celebrated) {
            work.change { $0.hasSeenJewel = true }
            wishes.accept(.celebrate(.offers))
        }
        on(input.reviewNow) {
            work.change { $0.hasSeenJewel = true }
            wishes.accept(.reviewNow)
        }
        on(input.completedOn) { text in
            work.change {
                $0.completedOn = text
                if $0.finishFault != nil { $0.finishFault = $0.fault(of: today()) }
            }
        }
        on(input.finish) { wishes.accept(.finish) }
        on(input.undoCompletion) {
            work.change { $0.hasSeenJewel = true }
            wishes.accept(.undoCompletion)
        }
        on(input.extend) { wishes.accept(.extend) }
        on(input.notNow) { wishes.accept(.celebrate(.over)) }
        on(input.takeUp) { wishes.accept(.takeUp($0)) }

        // Each command begins when the one before it is answered.
        wishes.concatMap { wish in Observable.deferred { work.fulfil(wish) } }.subscribe().disposed(by: bag)
        input.goalChanges.filter { [id = initial.id] in $0.contains(id) }.flatMapLatest { _ in work.look() }
            .subscribe().disposed(by: bag)
        // An offered goal may have been restarted elsewhere.
        on(input.goalChanges) { changes in
            let offers = work.state.value.offers ?? []
            if offers.contains(where: { changes.contains($0.id) }) { work.change { $0.offers = nil } }
        }
        input.viewDidAppear.flatMapLatest { work.state.map(\.needsOffers).distinctUntilChanged() }
            .filter { $0 }
            .flatMapLatest { [goals] _ in
                goals.read { try await $0.recommendations(of: $1, limit: 3) }.catchErrorJustComplete()
            }
            .subscribe(onNext: { offers in
                if offers.isEmpty { wishes.accept(.endOffers) } else { work.change { $0.offers = offers } }
            }).disposed(by: bag)

        work.state.map { $0.detail?.completion?.undoableUntil }.distinctUntilChanged()
            .flatMapLatest { [clock, scheduler] end -> Observable<Date> in
                guard let end else { return .empty() }
                let wait = end.timeIntervalSince(clock())
                return wait > 0
                    ? Observable<Int>.timer(.seconds(wait), scheduler: scheduler).map { _ in end } : .just(end)
            }
            .subscribe(onNext: { end in work.change { $0.passedUndo = end } }).disposed(by: bag)

        let state = work.state.asDriver()
        return Output(
            goal: state.map { $0.page(today: today()) }.distinctUntilChanged(),
            steps: state.map(\.rows).distinctUntilChanged(),
            addForm: state.map(\.addForm).distinctUntilChanged(),
            typed: work.typed, newStep: work.newStep, leads: work.leads.asSignal(), focus: work.focus.asSignal(),
            told: work.told.asSignal(), failAlert: work.failed.asSignal())
    }
}
