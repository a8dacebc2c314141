import HindsightDomain
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store answers about a day.
@Suite(.timeLimit(.minutes(15))) struct TodayConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func aGoalHasTheStepsThatAreToBeDoneAndThoseOfTheDay(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Swim", steps: ["a", "b", "c"])
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            fixture.clock.advance(by: 86_400)
            _ = try await store.tick(goal.steps[2].id, isDone: true, of: owner, goal.id)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            let found = try await store.todayGoals(of: owner, on: day)
            #expect(found.day == day && found.activeCount == 1)
            let today = try #require(found.goals.first)
            #expect(today.steps.map(\.title) == ["b", "c"] && today.steps.map(\.isDone) == [false, true])
            #expect(today.stepCount == 3 && today.doneCount == 2)
            #expect(try await store.todayGoals(of: fixture.stranger, on: day) == TodayGoals(day: day))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func onlyActiveGoalsAreThere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            let kept = try await fixture.addGoal("kept", steps: [])
            _ = try await fixture.addGoal("stored", .stored, steps: ["a"])
            let done = try await fixture.addGoal("done", steps: [])
            _ = try await store.finishGoal(of: owner, done.id, on: nil)
            let deleted = try await fixture.addGoal("deleted", steps: ["a"])
            _ = try await store.editStep(
                deleted.steps[0].id,
                StepFields(title: GoalTitle("a"), alarm: Alarm(minute: 1, days: Set(Weekday.allCases))), of: owner,
                deleted.id)
            try await store.deleteGoal(of: owner, deleted.id)
            let found = try await store.todayGoals(of: owner, on: day)
            #expect(found.goals.map(\.id) == [kept.id] && found.activeCount == 1)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func whatWasCompletedOnThisDayOfEarlierYearsIsThere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            var ids: [String: GoalID] = [:]
            for date in [
                "2026-11-18", "2025-11-18", "2025-11-17", "2024-11-18", "2021-11-18", "2016-11-18", "2015-11-18",
            ] {
                let end = try #require(CalendarDate(date))
                let fields = GoalFields(title: try GoalTitle(date), startDate: end, endDate: end)
                ids[date] = try await store.addGoal(fields, isFinished: true, key: nil, of: owner).id
            }
            let titles = { try await store.todayGoals(of: owner, on: day).onThisDay.map(\.title) }
            #expect(try await titles() == ["2025-11-18", "2024-11-18", "2021-11-18"])
            try await store.deleteGoal(of: owner, try #require(ids["2024-11-18"]))
            #expect(try await titles() == ["2025-11-18", "2021-11-18", "2016-11-18"])
            try await store.deleteGoal(of: owner, try #require(ids["2021-11-18"]))
            #expect(try await titles() == ["2025-11-18", "2016-11-18"])
            #expect(try await store.todayGoals(of: fixture.stranger, on: day).onThisDay == [])
        }
    }

    /// On a day that other years don't have, there is nothing.
    @Test func theDaysOfEarlierYearsAreTenAndNeedNotExist() throws {
        let day = try #require(CalendarDate("2028-02-29"))
        #expect(TodayGoals.days(before: day).first == "2027-02-29")
        #expect(TodayGoals.days(before: day).count == 10)
        #expect(TodayGoals.days(before: .min).last == "990-01-01")
    }

    /// A goal with an alarm today is there however many others end before it.
    @Test(arguments: StorePlace.allCases)
    func ofManyGoalsThoseWithAnAlarmTodayAreThere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            let last = try await fixture.addGoal("last", until: "9999-12-31", steps: ["a", "b"])
            let weekday = Weekday(of: day)
            for step in last.steps {
                _ = try await store.editStep(
                    step.id, StepFields(title: GoalTitle("a"), alarm: Alarm(minute: 480, days: [weekday])), of: owner,
                    last.id)
            }
            for number in 0..<TodayGoals.limit + 5 { _ = try await fixture.addGoal("\(number)", steps: ["a"]) }
            let found = try await store.todayGoals(of: owner, on: day)
            #expect(found.goals.count == TodayGoals.limit && found.activeCount == TodayGoals.limit + 6)
            #expect(found.goals.first?.id == last.id && found.goals.first?.steps.map(\.id) == last.steps.map(\.id))
            // Ticked, it stays.
            for step in last.steps.dropLast() {
                _ = try await store.tick(step.id, isDone: true, of: owner, last.id)
            }
            _ = try await store.editStep(last.steps[1].id, StepFields(title: GoalTitle("b")), of: owner, last.id)
            #expect(try await store.todayGoals(of: owner, on: day).goals.first?.id == last.id)
            let tomorrow = try await store.todayGoals(of: owner, on: day.adding(days: 1))
            #expect(!tomorrow.goals.contains { $0.id == last.id })
        }
    }

    /// A step whose own day has come brings its goal, also one without an end, before those that only end soon.
    @Test(arguments: StorePlace.allCases)
    func ofManyGoalsThoseWithAStepWhoseDayHasComeAreThere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            let last = try await fixture.addGoal("last", until: "9999-12-31", steps: ["a", "b"])
            let fields = StepFields(title: try GoalTitle("a"), dueOn: day.adding(days: -1))
            _ = try await store.editStep(last.steps[0].id, fields, of: owner, last.id)
            for number in 0..<TodayGoals.limit + 5 { _ = try await fixture.addGoal("\(number)", steps: ["a"]) }
            for date in [day, day.adding(days: 1)] {
                let found = try await store.todayGoals(of: owner, on: date)
                #expect(found.goals.count == TodayGoals.limit && found.goals.first?.id == last.id)
            }
            let before = try await store.todayGoals(of: owner, on: day.adding(days: -2))
            #expect(!before.goals.contains { $0.id == last.id })
            // Ticked, it stays for the day.
            _ = try await store.tick(last.steps[0].id, isDone: true, of: owner, last.id)
            #expect(try await store.todayGoals(of: owner, on: day).goals.first?.id == last.id)
            let tomorrow = try await store.todayGoals(of: owner, on: day.adding(days: 1))
            #expect(!tomorrow.goals.contains { $0.id == last.id })
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalWithManyStepsWhoseDayHasComeTakesOnePlace(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = CalendarDate(fixture.clock.now, in: .utc)
            func addDue(_ title: String, steps: Int, late: Int) async throws -> GoalID {
                let names = (0..<steps).map { "\($0)" }
                let goal = try await fixture.addGoal(title, until: "9999-12-31", steps: names)
                for step in goal.steps {
                    let fields = StepFields(title: try GoalTitle(step.title), dueOn: day.adding(days: -late))
                    _ = try await store.editStep(step.id, fields, of: owner, goal.id)
                }
                return goal.id
            }
            var due: Set<GoalID> = []
            for number in 0..<3 { due.insert(try await addDue("\(number)", steps: Step.limit, late: 2)) }
            due.insert(try await addDue("last", steps: 1, late: 0))
            for number in 0..<TodayGoals.limit { _ = try await fixture.addGoal("\(number)", steps: ["a"]) }
            let found = try await store.todayGoals(of: owner, on: day).goals
            #expect(Set(found.prefix(due.count).map(\.id)) == due)
        }
    }
}
