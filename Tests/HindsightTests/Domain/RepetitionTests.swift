import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct RepetitionTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    /// Four weeks, from a Monday to a Sunday.
    private var goal: GoalFields {
        get throws {
            GoalFields(title: try GoalTitle("a"), startDate: try day("2026-11-02"), endDate: try day("2026-11-29"))
        }
    }

    @Test func daysOfTheWeekAreCountedAsOneByOne() throws {
        let first = try day("2026-11-04")
        for days in [[], [.monday], [.sunday, .wednesday], Set(Weekday.allCases)] as [Set<Weekday>] {
            for length in -1..<30 {
                let last = first.adding(days: length)
                let counted = (0..<max(length + 1, 0)).count {
                    days.isEmpty || days.contains(Weekday(of: first.adding(days: $0)))
                }
                #expect(Repetition.count(of: days, from: first, to: last) == counted)
            }
        }
        // As far as days go.
        #expect(Repetition.count(of: [], from: .min, to: .max) > 3_000_000)
    }

    @Test(
        arguments: [
            // Twelve times in four weeks, on Monday, Wednesday and Friday: three a week.
            ("2026-11-02", 0, .steady), ("2026-11-02", 1, .steady), ("2026-11-02", 2, .ahead(1)),
            ("2026-11-03", 0, .behind(1)), ("2026-11-04", 1, .steady), ("2026-11-08", 3, .steady),
            ("2026-11-09", 3, .steady), ("2026-11-10", 3, .behind(1)), ("2026-11-29", 5, .behind(7)),
            ("2026-12-24", 12, .steady), ("2026-10-01", 0, .steady),
        ] as [(String, Int, Repetition.Pace)])
    func thePaceIsToldByTheDaysGoneBy(today: String, count: Int, pace: Repetition.Pace) throws {
        let plan = try #require(RepetitionPlan(times: 12, days: [.monday, .wednesday, .friday]))
        let repetition = Repetition(plan, since: try day("2026-11-01"), count: count)
        #expect(repetition.pace(on: try day(today), of: try goal) == pace)
    }

    @Test func thePaceOfAnyDayCountsFromWhenTheStepRepeats() throws {
        // Seven times in fourteen days.
        let repetition = Repetition(try #require(RepetitionPlan(times: 7)), since: try day("2026-11-16"))
        #expect(repetition.pace(on: try day("2026-11-17"), of: try goal) == .steady)
        #expect(repetition.pace(on: try day("2026-11-18"), of: try goal) == .behind(1))
        // On days that don't come before the goal ends there is no pace.
        var never = Repetition(try #require(RepetitionPlan(times: 2, days: [.monday])), since: try day("2026-11-24"))
        #expect(never.pace(on: try day("2026-11-29"), of: try goal) == nil)
        never.count = 1
        #expect(never.nextDay(after: try day("2026-11-24")) == (try day("2026-11-30")))
    }

    @Test func withoutAnEndEachChosenDayAsksForATick() throws {
        let goal = GoalFields(title: try GoalTitle("a"), startDate: try day("2026-11-02"), endDate: .max)
        let plan = try #require(RepetitionPlan(times: 4, days: [.monday, .thursday]))
        var repetition = Repetition(plan, since: try day("2026-11-01"), count: 1)
        #expect(repetition.pace(on: try day("2026-11-01"), of: goal) == .ahead(1))
        #expect(repetition.pace(on: try day("2026-11-05"), of: goal) == .steady)
        #expect(repetition.pace(on: try day("2026-11-06"), of: goal) == .behind(1))
        #expect(repetition.pace(on: try day("2027-11-06"), of: goal) == .behind(3))
        repetition.plan = try #require(RepetitionPlan(times: 4))
        #expect(repetition.pace(on: try day("2026-11-06"), of: goal) == nil)
    }

    @Test func aPlanHasALeastAndAMostOfTimes() {
        #expect(RepetitionPlan(times: 1) == nil && RepetitionPlan(times: 367) == nil)
        #expect(RepetitionPlan(times: 2) != nil && RepetitionPlan(times: 366) != nil)
    }
}
