import Foundation

/// What a demo account holds: goals that a real person might have had over the last two years.
///
/// 27 are completed, 13 of them not reviewed yet, 7 reviewed with the guided questions and 7 freely; 3 are active and
/// 3 stored.
public enum SampleGoals {
    /// The goals in order of making: the last one gets the newest id.
    ///
    /// - Parameters:
    ///   - language: The language that they are written in.
    ///   - today: The owner's today; the goals' days are counted from it.
    ///   - now: The moment from which times are counted.
    ///   - generator: Draws the jewels.
    public static func make(
        in language: Language,
        today: CalendarDate,
        now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> [NewGoal] {
        let samples: SampleSet =
            switch language {
            case .korean: .korean
            case .english: .english
            }
        var goals: [NewGoal] = []
        for sample in samples.stored { goals.append(sample.newGoal(.stored, today: today)) }
        for sample in samples.completed.reversed() {
            let completedAt = now.addingTimeInterval(-Double(sample.end) * 86_400)
            let review = sample.review.map { review in
                Review(content: review.content, writtenAt: completedAt.addingTimeInterval(86_400))
            }
            let jewel = Jewel.random(using: &generator)
            goals.append(sample.newGoal(.completed(jewel, at: completedAt, review: review), today: today))
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
            state: state
        )
    }
}
