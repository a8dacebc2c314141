import HindsightDomain
import Live

/// State of the page of today: the goals as they were read last, and the ticks that they don't have yet.
struct TodayState: MachineState {
    enum Event {
        /// Goals were changed, on this page or elsewhere.
        case changed
        case day(CalendarDate)
        case tick(StepID, isDone: Bool)
        /// A goal without steps is finished.
        case finish(GoalID)
        case answer(PutAwayAnswer)
        /// The store's answers to the effects.
        case read(Result<TodayGoals, any Error>)
        case putAway(PutAwayGoals)
        case ticked(StepID, Result<GoalDetail, any Error>)
        case finished(GoalID, Result<Void, any Error>)
        case answered(PutAwayAnswer, Result<Void, any Error>)
    }

    enum Effect {
        case read(CalendarDate)
        case readPutAway
        case tick(StepID, of: GoalID, isDone: Bool)
        case finish(GoalID)
        case answer(PutAwayAnswer)
        /// The request is done.
        case done
        /// That has completed a goal, whose page shows its jewel.
        case completed(GoalID)
        case failed(TodayFailure)
    }

    /// A tick that is shown before the goals are read again.
    private struct Tick: Equatable {
        var isDone: Bool
        /// Number of requests for it without an answer.
        var requestCount = 1
    }

    private(set) var putAway: PutAwayGoals
    private var goals: TodayGoals
    private var day: CalendarDate
    private var ticks: [StepID: Tick] = [:]
    /// Number of requests without an answer. A change that comes meanwhile is mostly their own, and is read behind the last
    /// answer.
    private var requestCount = 0

    init(_ goals: TodayGoals, putAway: PutAwayGoals) {
        (self.goals, self.putAway, day) = (goals, putAway, goals.day)
    }

    /// The goals that are shown, each with its steps ticked today, and those that are meant for the day or else its next one.
    var rows: [TodayRow] {
        goals.goals.map { goal in
            var steps = goal.steps
            var doneCount = goal.doneCount
            for index in steps.indices {
                guard let tick = ticks[steps[index].id] else { continue }
                let wasDone = steps[index].isDone
                steps[index].tick(tick.isDone, on: goals.day)
                doneCount += (steps[index].isDone ? 1 : 0) - (wasDone ? 1 : 0)
            }
            let next = TodayGoal.next(of: steps, on: goals.day)
            let due = TodayGoal.due(of: steps, on: goals.day)
            let wanted = Set((due.isEmpty ? [next].compactMap(\.self) : due).map(\.id))
            // In the order of places, so that a step that is ticked or unticked stays where it is.
            return TodayRow(
                goal: goal.goal, day: goals.day, doneCount: doneCount, stepCount: goal.stepCount,
                steps: steps.filter { $0.isTicked(on: goals.day) || wanted.contains($0.id) }, isDue: !due.isEmpty,
                nextDay: next == nil ? TodayGoal.nextDay(of: steps, after: goals.day, until: goal.goal.endDate) : nil)
        }
    }

    /// Goals completed on the same day of earlier years.
    var onThisDay: [WonJewel] { goals.onThisDay }

    var summary: TodaySummary {
        let rows = rows
        return TodaySummary(
            day: goals.day, goalCount: goals.activeCount, isCut: goals.activeCount > rows.count,
            isAllDone: goals.activeCount <= rows.count && rows.contains { $0.isDone }
                && rows.allSatisfy { ($0.isDone || $0.steps.isEmpty) && !$0.isDue })
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .changed: return requestCount == 0 ? look : []
        case .day(let new):
            day = new
            return look
        case .tick(let step, let isDone):
            guard let goal = goals.goals.first(where: { $0.steps.contains { $0.id == step } }) else {
                return [.failed(.outdated)]
            }
            ticks[step] = Tick(isDone: isDone, requestCount: (ticks[step]?.requestCount ?? 0) + 1)
            return request(.tick(step, of: goal.id, isDone: isDone))
        case .finish(let goal): return request(.finish(goal))
        case .answer(let answer): return request(.answer(answer))
        case .read(.success(let read)):
            // An answer for yesterday comes too late.
            guard read.day == day else { return [] }
            goals = read
            ticks = ticks.filter { $0.value.requestCount > 0 }
        // The next change reads them again.
        case .read(.failure): break
        case .putAway(let goals): putAway = goals
        case .ticked(let step, let result): return ticked(step, result)
        case .finished(let goal, let result): return ended(result, completing: goal)
        case .answered(.finish(let goal, _), let result): return ended(result, completing: goal)
        case .answered(_, let result): return ended(result, completing: nil)
        }
        return []
    }

    private var look: [Effect] { [.read(day), .readPutAway] }

    private mutating func request(_ effect: Effect) -> [Effect] {
        requestCount += 1
        return [effect]
    }

    private mutating func ticked(_ step: StepID, _ result: Result<GoalDetail, any Error>) -> [Effect] {
        ticks[step]?.requestCount -= 1
        // A tick is shown until the goals are read with it.
        if case .failure = result, ticks[step]?.requestCount == 0 { ticks[step] = nil }
        return answered(result.map { $0.goal.box == .completed ? .completed($0.goal.id) : .done })
    }

    private mutating func ended(_ result: Result<Void, any Error>, completing goal: GoalID?) -> [Effect] {
        answered(result.map { goal.map { .completed($0) } ?? .done })
    }

    private mutating func answered(_ result: Result<Effect, any Error>) -> [Effect] {
        requestCount -= 1
        let effect: Effect =
            switch result {
            case .success(let effect): effect
            case .failure(let error): .failed(TodayFailure(error))
            }
        return (requestCount == 0 ? look : []) + [effect]
    }
}

/// A goal on the page of today.
struct TodayRow: Hashable, Sendable, Identifiable {
    var goal: Goal
    /// The day that the page shows.
    var day: CalendarDate
    var doneCount: Int
    var stepCount: Int
    /// The steps that were ticked today, and those to be done, in the order of places.
    var steps: [Step]
    /// Whether a step that is meant for the day in particular is still to be done.
    var isDue: Bool
    /// The next day that a step is meant for, if none is today.
    var nextDay: CalendarDate?

    var id: GoalID { goal.id }
    var dayCount: DayCount { goal.fields.dayCount(on: day) }
    /// Whether a step was ticked today.
    var isDone: Bool { steps.contains { $0.isTicked(on: day) } }
}

/// The page of today besides its goals.
struct TodaySummary: Hashable, Sendable {
    var day: CalendarDate
    /// Number of active goals.
    var goalCount: Int
    /// Whether there are more of them than the page shows.
    var isCut: Bool
    /// Whether a step of each goal with a step for today was ticked, no step that is meant for the day is left, and all goals
    /// are shown.
    var isAllDone: Bool
}

/// Reasons why an action failed.
enum TodayFailure: Hashable, Sendable {
    /// The goal or step has changed or gone, as the page shows by now.
    case outdated
    case unavailable

    init(_ error: any Error) {
        switch error {
        case StoreError.notFound, StoreError.wrongBox, StoreError.hasSteps, StoreError.startsAfterEnd,
            StoreError.endsInFuture:
            self = .outdated
        default: self = .unavailable
        }
    }
}
