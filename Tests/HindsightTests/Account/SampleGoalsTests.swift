import Foundation
import HindsightDomain
import Live
import StreamsTesting
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct SampleGoalsTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func samples(
        _ language: Language, in zone: TimeZoneID = .utc, at now: Date? = nil, seed: UInt64 = 1
    ) -> [NewGoal] {
        var generator = SeededGenerator(seed: seed)
        return SampleGoals.make(in: language, timeZone: zone, now: now ?? self.now, using: &generator)
    }

    private func reviews(_ goals: [NewGoal]) -> [Review?] {
        goals.compactMap { goal in
            if case .completed(_, _, let review) = goal.state { .some(review) } else { nil }
        }
    }

    @Test(arguments: Language.allCases)
    func theBoxesAndReviewsAreAsPromised(language: Language) {
        let goals = samples(language)
        #expect(goals.count { $0.box == .completed } == 27)
        #expect(goals.count { $0.box == .active } == 3)
        #expect(goals.count { $0.box == .stored } == 3)
        let written = reviews(goals).compactMap(\.self)
        #expect(written.count == 14)
        #expect(written.count { $0.content.style == .guided } == 7)
        #expect(written.count { $0.content.style == .free } == 7)
        #expect(Set(written.map(\.content.level)).count >= 4)
    }

    @Test(arguments: Language.allCases)
    func everyTitleAndAnswerKeepsTheLimits(language: Language) throws {
        let goals = samples(language)
        for goal in goals {
            #expect(try GoalTitle(goal.fields.title.text) == goal.fields.title)
            for step in goal.steps { #expect(try GoalTitle(step.title.text) == step.title) }
            // One whose steps are all done would be completed.
            #expect(goal.steps.count <= Step.limit && (goal.steps.isEmpty || goal.steps.contains { !$0.isDone }))
        }
        for review in reviews(goals).compactMap(\.self) {
            #expect(try review.content.draft.validated() == review.content)
        }
        #expect(Set(goals.map(\.fields.title)).count == goals.count)
    }

    @Test(arguments: Language.allCases)
    func theFirstPageShowsGoalsWithAndWithoutAReview(language: Language) {
        let slice = reviews(samples(language)).suffix(10)
        #expect(slice.count { $0 == nil } >= 4)
        #expect(slice.count { $0 != nil } >= 4)
    }

    /// Each time of day for two years back: a few of those days have 23 hours or 25, and clocks change at midnight in Cairo.
    @Test(arguments: ["UTC", "Asia/Seoul", "America/New_York", "Africa/Cairo", "Pacific/Apia"], 0..<24)
    func theDaysMakeSense(zone: String, hour: Int) throws {
        let zone = try #require(TimeZoneID(zone))
        let now = now.addingTimeInterval(Double(hour) * 3600)
        let today = CalendarDate(now, in: zone)
        var completions: [Date] = []
        for goal in samples(.korean, in: zone, at: now) {
            #expect(goal.fields.startDate <= goal.fields.endDate)
            switch goal.state {
            case .active: #expect(goal.fields.startDate <= today && goal.fields.endDate >= today)
            case .stored: #expect(goal.fields.endDate < today)
            case .completed(_, let completedAt, let review):
                #expect(CalendarDate(completedAt, in: zone) == goal.fields.endDate)
                #expect((review?.writtenAt ?? completedAt) <= now)
                #expect((review?.writtenAt ?? completedAt) >= completedAt)
                #expect(goal.fields.startDate.days(until: today) <= 2 * 366)
                completions.append(completedAt)
            }
        }
        #expect(completions == completions.sorted())
    }

    @Test func theJewelsComeFromTheGenerator() {
        #expect(samples(.korean, seed: 1) == samples(.korean, seed: 1))
        #expect(samples(.korean, seed: 1) != samples(.korean, seed: 2))
    }
}
