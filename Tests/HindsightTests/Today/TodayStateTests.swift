import HindsightDomain
import Testing

@testable import Hindsight

/// The state of the page of today without a page and a store: each race is a list of events.
@Suite(.timeLimit(.minutes(15))) struct TodayStateTests {
    private static let day = CalendarDate(year: 2026, month: 11, day: 18) ?? .min
    private static let id = GoalID(1)

    private static func goal(done: Int = 0, of count: Int = 3, box: Box = .active) -> Goal {
        Goal(id: id, title: "goal", startDate: day, endDate: day.adding(days: 7), box: box)
    }

    private static func goals(done: Int = 0, of count: Int = 3, on day: CalendarDate = day) -> TodayGoals {
        let steps = (0..<count).map {
            Step(id: StepID(Int64($0 + 1)), place: $0, title: "\($0 + 1)", isDone: $0 < done)
        }
        return TodayGoals(
            day: day, goals: [TodayGoal(goal: goal(), stepCount: count, doneCount: done, steps: steps)], activeCount: 1)
    }

    private static func state(_ goals: TodayGoals = goals()) -> TodayState {
        TodayState(goals, putAway: PutAwayGoals())
    }

    private static func detail(_ box: Box = .active) -> GoalDetail { GoalDetail(goal: goal(box: box)) }

    /// The shown steps of the goal, with a plus behind those that are done.
    private static func shown(_ state: TodayState) -> [String] {
        state.rows.flatMap(\.steps).map { $0.title + ($0.isDone ? "+" : "") }
    }

    private static func words(_ effects: [TodayState.Effect]) -> [String] { effects.map { "\($0)" } }

    @Test func aTickShowsAtOnceWithTheStepAfterIt() {
        var state = Self.state()
        #expect(Self.shown(state) == ["1"] && !state.summary.isAllDone)
        let effects = state.reduce(.tick(StepID(1), isDone: true))
        #expect(effects.count == 1)
        #expect(Self.shown(state) == ["1+", "2"])
        #expect(state.rows[0].doneCount == 1 && state.summary.isAllDone)
        // It stays when the store has answered, and when the goals are read with it.
        #expect(state.reduce(.ticked(StepID(1), .success(Self.detail()))).count == 3)
        #expect(Self.shown(state) == ["1+", "2"])
        _ = state.reduce(.read(.success(Self.goals(done: 1))))
        #expect(Self.shown(state) == ["1+", "2"] && state.rows[0].doneCount == 1)
    }

    @Test func allThatIsMeantForTheDayIsShown() throws {
        // A Wednesday.
        func step(_ number: Int, _ days: Set<Weekday> = [], dueOn: CalendarDate? = nil) -> Step {
            let repetition = RepetitionPlan(times: 5, days: days).map { Repetition($0, since: Self.day) }
            return Step(
                id: StepID(Int64(number)), place: number, title: "\(number)",
                repetition: days.isEmpty ? nil : repetition, dueOn: dueOn)
        }
        let steps = [
            step(1), step(2, [.wednesday]), step(3, [.thursday]), step(4, dueOn: Self.day),
            step(5, dueOn: Self.day.adding(days: 1)),
        ]
        let goal = TodayGoal(goal: Self.goal(), stepCount: 5, doneCount: 0, steps: steps)
        var state = Self.state(TodayGoals(day: Self.day, goals: [goal], activeCount: 1))
        #expect(Self.shown(state) == ["2", "4"])
        _ = state.reduce(.tick(StepID(2), isDone: true))
        #expect(Self.shown(state) == ["2", "4"] && !state.summary.isAllDone)
        _ = state.reduce(.tick(StepID(4), isDone: true))
        // The next one, whenever it is meant for.
        #expect(Self.shown(state) == ["1", "2", "4+"] && state.summary.isAllDone)
    }

    @Test func aReadingFromBeforeTheTickDoesNotTakeItBack() {
        var state = Self.state()
        _ = state.reduce(.tick(StepID(1), isDone: true))
        _ = state.reduce(.read(.success(Self.goals())))
        #expect(Self.shown(state) == ["1+", "2"])
    }

    /// The change that a tick makes is told of before its answer: both are read at once.
    @Test func whatChangesDuringRequestsIsReadOnceBehindTheLastAnswer() {
        var state = Self.state()
        let look = Self.words([.read(Self.day), .readPutAway])
        #expect(Self.words(state.reduce(.changed)) == look)
        _ = state.reduce(.tick(StepID(1), isDone: true))
        #expect(Self.words(state.reduce(.finish(Self.id))).count == 1)
        #expect(state.reduce(.changed).isEmpty)
        #expect(Self.words(state.reduce(.ticked(StepID(1), .success(Self.detail())))) == ["done"])
        #expect(state.reduce(.changed).isEmpty)
        #expect(
            Self.words(state.reduce(.finished(Self.id, .success(())))) == look + Self.words([.completed(Self.id)]))
        #expect(Self.words(state.reduce(.changed)) == look)
        // One that fails as well: the goals may be others by now.
        _ = state.reduce(.tick(StepID(1), isDone: true))
        let failure = state.reduce(.ticked(StepID(1), .failure(StoreError.notFound)))
        #expect(Self.words(failure) == look + Self.words([.failed(.outdated)]))
        #expect(Self.words(state.reduce(.changed)) == look)
    }

    @Test func ofATickAndItsUndoTheLastCountsFromTheFirstAnswerOn() {
        var state = Self.state()
        _ = state.reduce(.tick(StepID(1), isDone: true))
        _ = state.reduce(.tick(StepID(1), isDone: false))
        #expect(Self.shown(state) == ["1"])
        _ = state.reduce(.ticked(StepID(1), .success(Self.detail())))
        _ = state.reduce(.read(.success(Self.goals(done: 1))))
        #expect(Self.shown(state) == ["1"])
        _ = state.reduce(.ticked(StepID(1), .success(Self.detail())))
        _ = state.reduce(.read(.success(Self.goals())))
        #expect(Self.shown(state) == ["1"])
    }

    @Test func aTickThatFailsIsTakenBackAndSaid() {
        var state = Self.state()
        _ = state.reduce(.tick(StepID(1), isDone: true))
        let effects = state.reduce(.ticked(StepID(1), .failure(StoreError.unavailable(FaultyGoalStore.Down()))))
        #expect(Self.words(effects).last == "failed(Hindsight.TodayFailure.unavailable)")
        #expect(Self.shown(state) == ["1"])
    }

    @Test func theLastStepLeadsToTheGoal() {
        var state = Self.state(Self.goals(done: 0, of: 1))
        _ = state.reduce(.tick(StepID(1), isDone: true))
        #expect(Self.shown(state) == ["1+"])
        let effects = state.reduce(.ticked(StepID(1), .success(Self.detail(.completed))))
        #expect(Self.words(effects).last == "completed(\(Self.id))")
    }

    @Test func aStepThatIsNotThereFailsWithoutARequest() {
        var state = Self.state()
        #expect(
            Self.words(state.reduce(.tick(StepID(9), isDone: true))) == ["failed(Hindsight.TodayFailure.outdated)"])
    }

    @Test func aNewDayBeginsWithoutTheStepsOfYesterday() {
        var state = Self.state(Self.goals(done: 1))
        #expect(Self.shown(state) == ["1+", "2"])
        let tomorrow = Self.day.adding(days: 1)
        #expect(state.reduce(.day(tomorrow)).count == 2)
        // An answer for yesterday comes too late.
        _ = state.reduce(.read(.success(Self.goals(done: 2))))
        #expect(state.summary.day == Self.day && Self.shown(state) == ["1+", "2"])
        let left = TodayGoal(
            goal: Self.goal(), stepCount: 3, doneCount: 1, steps: [Step(id: StepID(2), place: 1, title: "2")])
        _ = state.reduce(.read(.success(TodayGoals(day: tomorrow, goals: [left], activeCount: 1))))
        #expect(state.summary.day == tomorrow && Self.shown(state) == ["2"])
        #expect(state.rows[0].dayCount == .left(6) && !state.summary.isAllDone)
    }

    @Test func goalsWithoutStepsDoNotKeepTheDayFromBeingDone() {
        var goals = Self.goals(done: 1).goals
        var other = Self.goal()
        other = Goal(id: GoalID(2), title: "other", startDate: other.startDate, endDate: other.endDate, box: .active)
        goals.append(TodayGoal(goal: other))
        #expect(Self.state(TodayGoals(day: Self.day, goals: goals, activeCount: 2)).summary.isAllDone)
        #expect(!Self.state(TodayGoals(day: Self.day, goals: [goals[1]], activeCount: 1)).summary.isAllDone)
    }

    @Test func aDayIsNotDoneWhileGoalsAreLeftOut() {
        let goals = Self.goals(done: 1).goals
        #expect(!Self.state(TodayGoals(day: Self.day, goals: goals, activeCount: 2)).summary.isAllDone)
    }

    @Test func aStepThatIsTakenBackStaysInItsPlace() {
        var state = Self.state(Self.goals(done: 2))
        #expect(Self.shown(state) == ["1+", "2+", "3"])
        _ = state.reduce(.tick(StepID(1), isDone: false))
        #expect(Self.shown(state) == ["1", "2+"])
    }

    @Test func theStepWithAnAlarmOfTheDayIsNext() throws {
        var goals = Self.goals().goals
        goals[0].steps[2].alarm = Alarm(minute: 450, days: [.wednesday])
        goals[0].steps[1].alarm = Alarm(minute: 30, days: [.thursday])
        var state = Self.state(TodayGoals(day: Self.day, goals: goals, activeCount: 1))
        #expect(Self.shown(state) == ["3"])
        _ = state.reduce(.tick(StepID(3), isDone: true))
        #expect(Self.shown(state) == ["1", "3+"])
    }

    @Test func ofAlarmsThoseOfTheDayComeFirstThenTheEnds() throws {
        // 2026-11-18 is a Wednesday.
        let wednesday = Weekday(of: Self.day)
        func goal(_ number: Int64, ends: Int, _ minute: Int? = nil, on day: Weekday = .wednesday) -> TodayGoal {
            let alarm = minute.flatMap { Alarm(minute: $0, days: [day]) }
            return TodayGoal(
                goal: Goal(
                    id: GoalID(number), title: "\(number)", startDate: Self.day, endDate: Self.day.adding(days: ends),
                    box: .active),
                stepCount: 1, steps: [Step(id: StepID(number), place: 0, title: "x", alarm: alarm)])
        }
        #expect(wednesday == .wednesday)
        let goals = TodayGoals(
            day: Self.day,
            goals: [
                goal(1, ends: 9), goal(2, ends: 3), goal(3, ends: 3), goal(4, ends: 20, 600), goal(5, ends: 30, 480),
                goal(6, ends: 1, 300, on: .thursday),
            ], activeCount: 6)
        #expect(goals.goals.map(\.id.rawValue) == [5, 4, 6, 2, 3, 1])
    }
}
