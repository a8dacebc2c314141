import Foundation
import HindsightDomain
import Live

/// The content of a demo account: goals that a real person might have had over the last two years.
///
/// 27 are completed, 13 of them not reviewed yet, 7 reviewed with the guided questions and 7 freely; 3 are active and
/// 3 stored.
enum SampleGoals {
    /// The goals in order of making: the last one gets the newest id.
    ///
    /// - Parameters:
    ///   - language: The language that they are written in.
    ///   - timeZone: The owner's. Goals were completed, and reviews written, at the same time of day as it is now there.
    ///   - now: The moment from which days are counted back.
    ///   - generator: Draws the jewels.
    static func make(
        in language: Language, timeZone: TimeZoneID, now: Date, using generator: inout some RandomNumberGenerator
    ) -> [NewGoal] {
        let samples: SampleSet =
            switch language {
            case .korean: .korean
            case .english: .english
            }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone.timeZone
        // Not 86,400 seconds each: when clocks are put forward or back, a day is shorter or longer.
        func moment(daysAgo days: Int) -> Date { calendar.date(byAdding: .day, value: -days, to: now) ?? now }

        let today = CalendarDate(now, in: timeZone)
        var goals: [NewGoal] = []
        for sample in samples.stored { goals.append(sample.newGoal(.stored, today: today)) }
        for sample in samples.completed.reversed() {
            let review = sample.review.map { review in
                Review(content: review.content, writtenAt: moment(daysAgo: sample.end - 1))
            }
            let jewel = Jewel.random(using: &generator)
            let state = NewGoal.State.completed(jewel, at: moment(daysAgo: sample.end), review: review)
            goals.append(sample.newGoal(state, today: today))
        }
        for sample in samples.active { goals.append(sample.newGoal(.active, today: today)) }
        return goals
    }
}

/// The samples of one language.
struct SampleSet: Sendable {
    /// Newest first.
    let completed: [SampleGoal]
    let active: [SampleGoal]
    let stored: [SampleGoal]
}

extension SampleGoal {
    /// The titles and reviews are constants of ours; `SampleGoalsTests` holds them to the limits.
    fileprivate func newGoal(_ state: NewGoal.State, today: CalendarDate) -> NewGoal {
        NewGoal(
            title: GoalTitle(unchecked: title),
            startDate: today.adding(days: -start),
            endDate: today.adding(days: -end),
            state: state,
            steps: steps.enumerated().map { number, step in
                NewStep(title: GoalTitle(unchecked: step), isDone: number < doneCount)
            }
        )
    }
}
