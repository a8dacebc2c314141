import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct StepDayTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    /// Steps with the titles and days of pairs, in that order of places.
    private func steps(_ days: [(String, String?)]) throws -> [Step] {
        try days.enumerated().map { place, step in
            Step(id: StepID(Int64(place + 1)), place: place, title: step.0, dueOn: try step.1.map { try day($0) })
        }
    }

    private func next(_ steps: [Step]) throws -> String? { TodayGoal.next(of: steps, on: try day("2026-11-18"))?.title }

    @Test func theStepThatIsLateTheLongestIsNext() throws {
        let all = try steps([("a", nil), ("b", "2026-11-18"), ("c", "2026-11-16"), ("d", "2026-11-16"), ("e", nil)])
        #expect(try next(all) == "c")
        var left = all
        for (index, title) in [(2, "d"), (3, "b"), (1, "a"), (0, "e"), (4, nil)] {
            left[index].isDone = true
            #expect(try next(left) == title)
        }
    }

    @Test func aStepWhoseDayIsToComeWaitsForThoseWithoutOne() throws {
        #expect(try next(steps([("a", "2026-11-20"), ("b", "2026-11-19"), ("c", nil)])) == "c")
        #expect(try next(steps([("a", "2026-11-20"), ("b", "2026-11-19")])) == "a")
    }

    @Test func anAlarmComesAfterADayThatHasComeAndBeforeAllOthers() throws {
        var all = try steps([("a", nil), ("b", "2026-11-25"), ("c", "2026-11-18")])
        // A Wednesday.
        all[1].alarm = Alarm(minute: 60, days: [.wednesday])
        #expect(try next(all) == "c")
        all[2].isDone = true
        #expect(try next(all) == "b")
    }

    @Test func theDaysThatAreLeftAreCountedUntilItIsDone() throws {
        var step = try steps([("a", "2026-11-16")])[0]
        #expect(step.daysLeft(on: try day("2026-11-14")) == 2)
        #expect(step.daysLeft(on: try day("2026-11-16")) == 0)
        #expect(step.daysLeft(on: try day("2026-12-01")) == -15)
        step.isDone = true
        #expect(step.daysLeft(on: try day("2026-12-01")) == nil)
        #expect(try steps([("a", nil)])[0].daysLeft(on: .min) == nil)
    }

    @Test func aStepThatRepeatsHasNoDay() throws {
        let plan = try #require(RepetitionPlan(times: 2))
        #expect(try StepFields(title: GoalTitle("a"), repetition: plan, dueOn: .min).dueOn == nil)
        #expect(try StepFields(title: GoalTitle("a"), dueOn: .min).dueOn == .min)
    }
}
