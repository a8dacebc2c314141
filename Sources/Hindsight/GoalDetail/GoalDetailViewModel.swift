import Foundation
import HindsightDomain
import Live
import Streams

/// The page of a goal: its steps, their ticks, and its completion; see ``GoalDetailState``.
struct GoalDetailViewModel: ViewModel {
    struct Input {
        let viewDidAppear: Observable<Void>
        let tick: Observable<StepID>
        let untick: Observable<StepID>
        /// Finishes a step that repeats before it was ticked often enough.
        let finishStep: Observable<StepID>
        /// Moves a step by one among those to be done.
        let moveUp: Observable<StepID>
        let moveDown: Observable<StepID>
        /// Moves a step to where it was dragged.
        let placeStep: Observable<StepPlacement>
        let removeStep: Observable<StepID>
        /// Restores a removed step.
        let undoRemoval: Observable<StepID>
        /// Shows the row of a step as a form; ``cancelStep`` shows it as a row again.
        let editStep: Observable<StepID>
        let cancelStep: Observable<Void>
        let saveEdit: Observable<StepID>
        let editTitle: Observable<String>
        /// Whether the step repeats, and how many times.
        let repeats: Observable<Bool>
        let times: Observable<String>
        /// The day by which the step is meant to be done.
        let dueOn: Observable<String>
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
        /// Puts an active goal away until ``resume``, which keeps its dates.
        let pause: Observable<Void>
        let resume: Observable<Void>
        /// Chooses the part of the goal that is shared.
        let share: Observable<SharedPart>
        let takeUp: Observable<GoalID>
        let notNow: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// Emits each new day when it begins for the owner.
        var days = Observable<CalendarDate>.never()
    }

    struct Output {
        /// The goal with its D-day and completion, or the notice that it was deleted.
        let goal: Driver<GoalPage>
        /// The number of steps done, and the stones. A tick changes this alone, and its row.
        let progress: Driver<GoalProgress>
        /// Rows of the steps; as of when the page was opened, those to be done come first.
        let steps: Driver<[StepRow]>
        /// The form that adds a step.
        let addForm: Driver<AddForm>
        /// Whether text is typed that is stored nowhere else.
        let holdsTyping: Driver<Bool>
        /// New content of the field for a new step.
        let newStep: Driver<FieldFill?>
        /// State that the browser keeps, to restore the page when its session is lost.
        let position: Driver<FieldBasis>
        /// The whole state; forms take the typed text from it when they are rendered.
        let state: Property<GoalDetailState>
        /// The next page to navigate to. Without a script, the cases of this page redirect to it.
        let navigation: Signal<GoalDetailState.Way>
        /// The id of the element to focus.
        let focus: Signal<String>
        /// An action to announce that was done on this page.
        let told: Signal<GoalDetailState.Action>
        let failAlert: Signal<GoalDetailState.Failure>
    }

    let goals: GoalRequests<any GoalDetailStore>
    let initial: GoalDetailState
    /// The wall clock that tells the time; only the scheduler waits.
    let clock: WallClock
    /// The owner's time zone, which determines the current day.
    let timeZone: TimeZoneID
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        let today = { [clock, timeZone] in CalendarDate(clock(), in: timeZone) }
        machine.on(input.viewDidAppear) { .appeared }
        machine.on(input.goalChanges) { .changed($0) }
        machine.on(input.days) { .day($0) }
        // The steps.
        machine.on(input.tick) { .perform(.tick($0, isDone: true)) }
        machine.on(input.untick) { .perform(.tick($0, isDone: false)) }
        machine.on(input.finishStep) { .perform(.finishStep($0)) }
        machine.on(input.moveUp) { .perform(.moveStep($0, .up)) }
        machine.on(input.moveDown) { .perform(.moveStep($0, .down)) }
        machine.on(input.placeStep) { .perform(.moveStep($0.step, .before($0.next))) }
        machine.on(input.removeStep) { .perform(.removeStep($0)) }
        machine.on(input.undoRemoval) { .perform(.restoreStep($0)) }
        machine.on(input.stepTitle) { .stepTyped($0) }
        machine.on(input.saveStep) { .addStep }
        // The form of a step.
        machine.on(input.editStep) { .edit($0) }
        machine.on(input.cancelStep) { .cancelEdit }
        machine.on(input.saveEdit) { .perform(.saveEdit($0)) }
        machine.on(input.editTitle) { .titleTyped($0) }
        machine.on(input.alarmTime) { .timeTyped($0) }
        machine.on(input.repeats) { .repeatTicked($0) }
        machine.on(input.times) { .timesTyped($0) }
        machine.on(input.dueOn) { .dueOnTyped($0) }
        for (day, isTicked) in [
            (.monday, input.monday), (.tuesday, input.tuesday), (.wednesday, input.wednesday),
            (.thursday, input.thursday), (.friday, input.friday), (.saturday, input.saturday),
            (.sunday, input.sunday),
        ] as [(Weekday, Observable<Bool>)] {
            machine.on(isTicked) { .dayTicked(day, $0) }
        }
        // The goal.
        machine.on(input.edit) { .navigate(.edit) }
        machine.on(input.recover) { .navigate(.recover) }
        machine.on(input.delete) { .perform(.delete) }
        machine.on(input.undo) { .perform(.undo) }
        machine.on(input.extend) { .perform(.extend) }
        machine.on(input.pause) { .perform(.pause) }
        machine.on(input.resume) { .perform(.resume) }
        machine.on(input.share) { .perform(.share($0)) }
        machine.on(input.finish) { .perform(.finish(today: today())) }
        machine.on(input.completedOn) { .completedOnTyped($0, today: today()) }
        machine.on(input.undoCompletion) { .perform(.undoCompletion) }
        machine.on(input.celebrated) { .perform(.celebrate(.offers)) }
        machine.on(input.reviewNow) { .perform(.reviewNow) }
        machine.on(input.takeUp) { .perform(.restart($0)) }
        machine.on(input.notNow) { .perform(.celebrate(.over)) }
        return Output(
            goal: machine.select { $0.page }, progress: machine.select { $0.progress },
            steps: machine.select { $0.rows }, addForm: machine.select { $0.addForm },
            holdsTyping: machine.select { $0.holdsTyping },
            newStep: machine.select { $0.newStep },
            position: machine.select { state in
                var position = state.typed.basis
                position.note = state.presence == .deleted ? GoalDetailScreen.deleted : nil
                return position
            },
            state: machine.state,
            navigation: machine.signal { if case .navigate(let way) = $0 { way } else { nil } },
            focus: machine.signal { if case .focus(let id) = $0 { id } else { nil } },
            told: machine.signal { if case .tell(let action) = $0 { action } else { nil } },
            failAlert: machine.signal { if case .fail(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: GoalDetailState.Effect) -> MachineRequest<GoalDetailState.Event>? {
        let id = initial.id
        switch effect {
        case .ask(let request):
            return .atOnce(goals.write { try await request.perform(on: $0, of: $1, id) }, then: { .answered($0) })
        case .look(let reading):
            return .latest(
                "goal", goals.read { try await $0.goal(of: $1, id) }, then: { .found($0, askedAt: reading) })
        case .readOffers:
            // When they can't be read, nothing is offered.
            return .latest(
                "offers", goals.read { try await $0.recommendations(of: $1, limit: 3) },
                then: { try? .offers($0.get()) })
        case .waitForUndoEnd(let end):
            let wait = end.timeIntervalSince(clock())
            // The first rendering already knows that an end has passed.
            guard wait > 0 else { return .atOnce(.just(()), then: { _ in .undoEnded(end) }) }
            return .timer("undo", .seconds(wait), on: scheduler, .undoEnded(end))
        case .navigate, .focus, .tell, .fail: return nil
        }
    }
}

extension GoalDetailState.Request {
    /// Makes the request to the store.
    ///
    /// - Returns: the goal as it is after the request; nil if it isn't here any more or not what the request changes.
    fileprivate func perform(on store: any GoalDetailStore, of owner: AccountID, _ id: GoalID) async throws
        -> GoalDetail?
    {
        switch self {
        case .tick(let step, let isDone): return try await store.tick(step, isDone: isDone, of: owner, id)
        case .finishStep(let step): return try await store.finishStep(step, of: owner, id)
        case .moveStep(let step, let other): return try await store.moveStep(step, before: other, of: owner, id)
        case .removeStep(let step): return try await store.removeStep(step, of: owner, id)
        case .restoreStep(let step): return try await store.restoreStep(step, of: owner, id)
        case .addStep(let title, let key): return try await store.addStep(title, key: key, of: owner, id)
        case .editStep(let step, let fields): return try await store.editStep(step, fields, of: owner, id)
        case .restore: return try await store.restoreGoal(of: owner, id)
        case .undoCompletion: return try await store.undoCompletion(of: owner, id)
        case .extend: return try await store.extendGoal(of: owner, id)
        case .pause: return try await store.pauseGoal(of: owner, id)
        case .share(let part): return try await store.share(part, of: owner, id)
        case .recover(let fields, let revision):
            return try await store.recoverGoal(fields, from: revision, of: owner, id)
        case .finish(let day): return try await store.finishGoal(of: owner, id, on: day)
        case .celebrate(let celebration): return try await store.celebrate(celebration, of: owner, id)
        case .delete: try await store.deleteGoal(of: owner, id)
        case .restart(let goal):
            _ = try await store.extendGoal(of: owner, goal)
            // The goal is restarted, even if this can't be saved.
            _ = try? await store.celebrate(.over, of: owner, id)
        }
        return nil
    }
}
