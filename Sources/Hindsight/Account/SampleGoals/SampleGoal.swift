import HindsightDomain

/// A goal to try the app with, told in days before today.
struct SampleGoal: Sendable {
    enum SampleReview: Sendable {
        case guided(Level, liked: String, lacked: String, learned: String, longedFor: String)
        case free(Level, String)

        var content: ReviewContent {
            switch self {
            case .guided(let level, let liked, let lacked, let learned, let longedFor):
                let answers = GuidedAnswers(liked: liked, lacked: lacked, learned: learned, longedFor: longedFor)
                return ReviewContent(body: .guided(answers), level: level)
            case .free(let level, let text):
                return ReviewContent(body: .free(text), level: level)
            }
        }
    }

    let title: String
    /// Days before today; negative for days to come.
    let start: Int
    /// Days before today; negative for days to come. A completed goal was completed on this day.
    let end: Int
    let review: SampleReview?
    let steps: [String]
    /// Number of completed steps, counted from the first.
    let doneCount: Int

    init(
        _ title: String, from start: Int, to end: Int, review: SampleReview? = nil, steps: [String] = [],
        done doneCount: Int = 0
    ) {
        self.title = title
        self.start = start
        self.end = end
        self.review = review
        self.steps = steps
        self.doneCount = doneCount
    }
}
