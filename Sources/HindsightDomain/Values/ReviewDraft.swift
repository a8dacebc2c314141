import Live

/// A review being written: everything exactly as typed so far, for both styles at once, so that changing one's mind
/// about the style loses nothing.
package struct ReviewDraft: Hashable, Sendable {
    /// The way in which it is being written.
    package var style: ReviewStyle
    /// Answer to the question about successes.
    @ExactText package var liked = ""
    /// Answer to the question about deficits.
    @ExactText package var lacked = ""
    /// Answer to the question about lessons.
    @ExactText package var learned = ""
    /// Answer to the question about wishes for next time.
    @ExactText package var longedFor = ""
    /// The free text.
    @ExactText package var text = ""
    /// `nil` until one is chosen.
    package var level: Level?

    /// A draft without a text yet.
    package init(style: ReviewStyle = .guided, level: Level? = nil) {
        self.style = style
        self.level = level
    }

    /// Nothing is typed and no level chosen. The style alone is not worth keeping.
    package var isEmpty: Bool { level == nil && ReviewField.allCases.allSatisfy { self[$0].isEmpty } }

    /// The text of a field, exactly as typed.
    package subscript(field: ReviewField) -> String {
        get {
            switch field {
            case .liked: liked
            case .lacked: lacked
            case .learned: learned
            case .longedFor: longedFor
            case .text: text
            }
        }
        set {
            switch field {
            case .liked: liked = newValue
            case .lacked: lacked = newValue
            case .learned: learned = newValue
            case .longedFor: longedFor = newValue
            case .text: text = newValue
            }
        }
    }
}

/// The errors of a draft. Never empty.
package struct ReviewErrors: Error, Hashable, Sendable {
    /// The faulty fields of the draft's style. A question that was not answered is not faulty.
    package var fields: [ReviewField: TextFault]
    /// None of the four questions is answered.
    package var answersMissing: Bool
    /// No style is chosen, or one that there isn't. Only a form can lack it: a draft has a style.
    package var styleMissing: Bool
    /// No level is chosen yet.
    package var levelMissing: Bool

    /// - Parameters:
    ///   - fields: the faulty ones.
    ///   - answersMissing: whether none of the four questions is answered.
    ///   - styleMissing: whether no style is chosen.
    ///   - levelMissing: whether no level is chosen yet.
    package init(
        fields: [ReviewField: TextFault] = [:], answersMissing: Bool = false, styleMissing: Bool = false,
        levelMissing: Bool = false
    ) {
        self.fields = fields
        self.answersMissing = answersMissing
        self.styleMissing = styleMissing
        self.levelMissing = levelMissing
    }

    /// Returns the errors of a review in that style and with that level; nil when it can be saved.
    ///
    /// - Parameters:
    ///   - style: the style; nil when none is chosen. Then it is not known which texts count.
    ///   - level: the level; nil when none is chosen.
    ///   - fault: returns the fault of a field's text.
    package init?(style: ReviewStyle?, level: Level?, fault: (ReviewField) -> TextFault?) {
        self.init(styleMissing: style == nil, levelMissing: level == nil)
        for field in style?.fields ?? [] { fields[field] = fault(field) }
        if style == .guided {
            answersMissing = ReviewStyle.guided.fields.allSatisfy { fields[$0] == .missing }
            fields = fields.filter { $0.value != .missing }
        }
        if fields.isEmpty, !answersMissing, !styleMissing, !levelMissing { return nil }
    }
}

extension ReviewDraft {
    /// The review that this draft makes, its texts trimmed.
    ///
    /// Only the fields of the draft's ``style`` count; what was typed for the other one is left out. Of the four questions
    /// one answer is enough.
    /// - Throws: All that is wrong, at once.
    package func validated() throws(ReviewErrors) -> ReviewContent {
        let errors = ReviewErrors(style: style, level: level) { self[$0].fault(limit: $0.limit) }
        // Without a level there are errors.
        guard let level, errors == nil else { throw errors ?? ReviewErrors(levelMissing: true) }
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
