/// What a review says. Made only by ``ReviewDraft/validated()``, so it keeps the limits.
public struct ReviewContent: Hashable, Sendable {
    public enum Body: Hashable, Sendable {
        case guided(GuidedAnswers)
        /// 1 to 3,000 characters.
        case free(String)
    }

    public let body: Body
    public let level: Level

    init(body: Body, level: Level) {
        self.body = body
        self.level = level
    }

    public var style: ReviewStyle {
        switch body {
        case .guided: .guided
        case .free: .free
        }
    }

    /// A draft that says the same: what the editor shows when a review is edited.
    public var draft: ReviewDraft {
        var draft = ReviewDraft(style: style, level: level)
        switch body {
        case .guided(let answers):
            draft.liked = answers.liked
            draft.lacked = answers.lacked
            draft.learned = answers.learned
            draft.longedFor = answers.longedFor
        case .free(let text):
            draft.text = text
        }
        return draft
    }
}

/// The four answers of a guided review, each 1 to 500 characters, trimmed.
public struct GuidedAnswers: Hashable, Sendable {
    public let liked: String
    public let lacked: String
    public let learned: String
    public let longedFor: String
}
