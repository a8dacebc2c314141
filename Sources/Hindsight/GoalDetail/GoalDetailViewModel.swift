import Foundation
import HindsightDomain
import Live
import Streams

/// A goal with its steps, while they are ticked off, and its completion.
///
/// What is asked for is sent to the store in the order in which it was asked for. What is known of the goal is in
/// ``GoalDetailState``.
struct GoalDetailViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        let tick: Observable<StepID>
        let untick: Observable<StepID>
        let removeStep: Observable<StepID>
        /// A step that was removed comes back.
        let undoRemoval: Observable<StepID>
        /// The row of a step becomes a form, and a row again.
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
        /// Of a step to be added. Its basis is the form's key.
        let stepTitle: Observable<FieldText>
        let saveStep: Observable<Void>
        let edit: Observable<Void>
        let recover: Observable<Void>
        let delete: Observable<Void>
        let undo: Observable<Void>
        /// The jewel was seen.
        let celebrated: Observable<Void>
        /// It was, and the review is to be written.
        let reviewNow: Observable<Void>
        /// The goal is done: one without steps, or a stored one on a day that is typed.
        let finish: Observable<Void>
        let completedOn: Observable<String>
        let undoCompletion: Observable<Void>
        /// A stored goal gets one more week.
        let extend: Observable<Void>
        let takeUp: Observable<GoalID>
        let notNow: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// Each day as it begins for the owner.
        var days = Observable<CalendarDate>.never()
    }

    struct Output {
        /// The goal with its D-day, its progress, its stones and its completion, or what has become of it.
        let goal: Driver<GoalPage>
        /// Those to be done first, as of when the page was opened.
        let steps: Driver<[StepRow]>
        /// The form that adds a step.
        let addForm: Driver<AddForm>
        /// What is typed in the forms.
        let typed: BehaviorRelay<TypedStep>
        /// What the field for a new step is to hold.
        let newStep: BehaviorRelay<FieldFill?>
        /// Where to go on; without a script to this page again.
        let leads: Signal<Way>
        /// The id of the element that is to have the focus.
        let focus: Signal<String>
        /// The goal was deleted or brought back, or a step of it removed, here.
        let told: Signal<Action>
        let failAlert: Signal<Failure>

        var progress: Driver<GoalPage.Progress> { goal.map(\.progress).distinctUntilChanged() }
        var stones: Driver<[Bool?]> { goal.map(\.stones).distinctUntilChanged() }
        var canAddStep: Driver<Bool> { addForm.map { $0.isShown && !$0.isFull }.distinctUntilChanged() }
        var fieldErrors: Driver<AddFault?> { addForm.map(\.fault).distinctUntilChanged() }
        /// What is celebrated, while it is.
        var completed: Driver<Completion?> {
            goal.map { $0.isCelebrated ? $0.detail?.completion : nil }.distinctUntilChanged()
        }
        var recommendations: Driver<[Goal]> { goal.map(\.offers).distinctUntilChanged() }
        var goalGone: Driver<Bool> { goal.map { $0.presence == .gone }.distinctUntilChanged() }
    }

    enum Way: Equatable {
        case here, restored, edit, recover, review
        /// Here again, without that step.
        case removed(StepID)
        case goal(GoalID)
    }

    enum Action: Hashable {
        case deleted, restored
        /// A step was removed, with that title.
        case removed(StepID, String)
        /// A completion was undone, or a stored goal taken up again.
        case reopened
    }

    enum Failure: Equatable {
        /// There is no such step, or no such goal.
        case notFound
        /// The goal is in a box that doesn't allow it.
        case wrongBox(Box)
        case undoIsOver
        /// A step can't come back while the goal has nine others.
        case noPlaceForStep
        /// It has steps by now, which finish it.
        case hasSteps
        /// The goal that was to be taken up again is no stored one any more.
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
    ///   - initial: what the page was opened on.
    ///   - key: what its form for a step is known by.
    ///   - clock: tells the time; the scheduler waits.
    ///   - timeZone: the owner's: it says which day it is.
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

        // Each begins when the one before it has its answer.
        wishes.concatMap { wish in Observable.deferred { work.fulfil(wish) } }.subscribe().disposed(by: bag)
        input.goalChanges.filter { [id = initial.id] in $0.contains(id) }.flatMapLatest { _ in work.look() }
            .subscribe().disposed(by: bag)
        // What is offered may have been taken up elsewhere.
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
