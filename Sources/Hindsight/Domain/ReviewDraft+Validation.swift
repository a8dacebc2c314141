/// What keeps a draft from being saved. Never empty.
public struct ReviewErrors: Error, Hashable, Sendable {
    /// The faulty fields of the draft's style.
    public var fields: [ReviewField: TextFault]
    /// No level is chosen yet.
    public var levelMissing: Bool

    public init(fields: [ReviewField: TextFault] = [:], levelMissing: Bool = false) {
        self.fields = fields
        self.levelMissing = levelMissing
    }
}

extension ReviewDraft {
    /// The review that this draft makes, its texts trimmed.
    ///
    /// Only the fields of the draft's ``style`` count; what was typed for the other one is left out.
    /// - Throws: All that is wrong, at once.
    public func validated() throws(ReviewErrors) -> ReviewContent {
        var errors = ReviewErrors(levelMissing: level == nil)
        for field in style.fields {
            errors.fields[field] = self[field].fault(limit: field.limit)
        }
        guard let level, errors.fields.isEmpty else { throw errors }
        switch style {
        case .guided:
            let answers = GuidedAnswers(
                liked: liked.trimmedAtEnds,
                lacked: lacked.trimmedAtEnds,
                learned: learned.trimmedAtEnds,
                longedFor: longedFor.trimmedAtEnds
            )
            return ReviewContent(body: .guided(answers), level: level)
        case .free:
            return ReviewContent(body: .free(text.trimmedAtEnds), level: level)
        }
    }
}
