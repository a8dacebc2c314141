import HindsightDomain
import Live
import Streams

/// The active goals with their next steps, which are ticked where they are; see ``TodayState``.
struct TodayViewModel: ViewModel {
    struct Input {
        let tick: Observable<StepID>
        let untick: Observable<StepID>
        /// Finishes a goal without steps.
        let finish: Observable<GoalID>
        /// The owner's answers about goals that were put away when their time ran out.
        let putAwayAnswer: Observable<PutAwayAnswer>
        let goalChanges: Observable<GoalChanges>
        /// Emits each new day when it begins for the owner.
        let days: Observable<CalendarDate>
    }

    struct Output {
        let rows: Driver<[TodayRow]>
        let summary: Driver<TodaySummary>
        /// Goals completed on the same day of earlier years.
        let onThisDay: Driver<[WonJewel]>
        /// Goals that were put away when their time ran out and that the owner hasn't answered yet.
        let putAway: Driver<PutAwayGoals>
        /// The request is done, and the page shows it.
        let done: Signal<Void>
        /// A goal was completed; its page shows its jewel.
        let completed: Signal<GoalID>
        let failAlert: Signal<TodayFailure>
    }

    let goals: GoalRequests<any GoalBoxStore>
    let initial: TodayState
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.tick) { .tick($0, isDone: true) }
        machine.on(input.untick) { .tick($0, isDone: false) }
        machine.on(input.finish) { .finish($0) }
        machine.on(input.putAwayAnswer) { .answer($0) }
        machine.on(input.goalChanges) { _ in .changed }
        machine.on(input.days) { .day($0) }
        return Output(
            rows: machine.select(\.rows), summary: machine.select(\.summary), onThisDay: machine.select(\.onThisDay),
            putAway: machine.select(\.putAway),
            done: machine.signal { if case .done = $0 { () } else { nil } },
            completed: machine.signal { if case .completed(let goal) = $0 { goal } else { nil } },
            failAlert: machine.signal { if case .failed(let failure) = $0 { failure } else { nil } })
    }

    private func request(_ effect: TodayState.Effect) -> MachineRequest<TodayState.Event>? {
        switch effect {
        case .read(let day):
            .latest("goals", goals.read { try await $0.todayGoals(of: $1, on: day) }, then: { .read($0) })
        case .readPutAway:
            .latest(
                "put away", goals.read { try await $0.putAwayGoals(of: $1, limit: PutAwayNotice.limit) },
                then: { try? .putAway($0.get()) })
        case .tick(let step, let goal, let isDone):
            .inOrder(
                goals.write { try await $0.tick(step, isDone: isDone, of: $1, goal) }, then: { .ticked(step, $0) })
        case .finish(let goal):
            .inOrder(
                goals.write { _ = try await $0.finishGoal(of: $1, goal, on: nil) }, then: { .finished(goal, $0) })
        case .answer(let answer):
            .inOrder(goals.write { try await answer.carryOut(in: $0, of: $1) }, then: { .answered(answer, $0) })
        case .done, .completed, .failed: nil
        }
    }
}
