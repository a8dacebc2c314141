import Live

/// A part of a draft that is kept for itself. The raw value is the field's name in the form.
package enum DraftField: Hashable, Sendable, CaseIterable {
    /// A text.
    case text(ReviewField)
    /// The way in which it is being written.
    case style
    /// Level of fulfilment.
    case level

    /// The text; nil for the style and the level.
    package var text: ReviewField? { if case .text(let field) = self { field } else { nil } }

    /// Whether a review of that style has it.
    package func isPart(of style: ReviewStyle) -> Bool { text.map { $0.style == style } ?? true }

    /// All texts, then the style and the level.
    package static let allCases = ReviewField.allCases.map(DraftField.text) + [.style, .level]
}

extension DraftField: RawRepresentable {
    /// The field with this name; `nil` when there is none.
    package init?(rawValue: String) {
        switch rawValue {
        case "style": self = .style
        case "level": self = .level
        default:
            guard let field = ReviewField(rawValue: rawValue) else { return nil }
            self = .text(field)
        }
    }

    /// The field's name in the form.
    package var rawValue: String {
        switch self {
        case .text(let field): field.rawValue
        case .style: "style"
        case .level: "level"
        }
    }
}

extension ReviewDraft {
    /// A field as text: as a form sends it. An empty level is none; a style that there isn't changes nothing.
    package subscript(field: DraftField) -> String {
        get {
            switch field {
            case .text(let field): self[field]
            case .style: style.rawValue
            case .level: level.map { String($0.rawValue) } ?? ""
            }
        }
        set {
            switch field {
            case .text(let field): self[field] = newValue
            case .style: style = ReviewStyle(rawValue: newValue) ?? style
            case .level: level = Level(newValue)
            }
        }
    }
}

/// A field of a draft as the store has it.
package struct DraftEntry: Hashable, Sendable {
    /// The text or choice, exactly as it was made.
    @ExactText package var value: String
    /// When it was typed, among all changes of its goal's review and draft; see ``GoalReview/revision``.
    package var revision: Int
    /// The open page that it was typed on. What a page has typed itself never stands in its own way.
    package var writer: String

    /// - Parameters:
    ///   - value: what was typed or chosen.
    ///   - revision: when, among all changes of its goal's review and draft.
    ///   - writer: the open page that it was typed on.
    package init(value: String, revision: Int, writer: String) {
        self.value = value
        self.revision = revision
        self.writer = writer
    }
}

/// A field of a draft as it is to be kept.
package struct DraftChange: Hashable, Sendable {
    /// The field.
    package var field: DraftField
    /// The text or choice, exactly as it was made.
    @ExactText package var value: String
    /// The revision that it was made from; zero when there was nothing.
    package var base: Int

    /// - Parameters:
    ///   - field: which field.
    ///   - value: what was typed or chosen.
    ///   - base: the revision that it was made from.
    package init(_ field: DraftField, _ value: String, base: Int) {
        self.field = field
        self.value = value
        self.base = base
    }
}

/// The state of a goal's review and draft that a page saves on.
package struct SaveBasis: Hashable, Sendable {
    /// The revision of the review that it is to take the place of; `nil` to write the first one.
    package var review: Int?
    /// The revisions that the draft's fields were made from. Others' fields that are newer stand in the way.
    package var fields: [DraftField: Int]
    /// The open page.
    package var writer: String

    /// - Parameters:
    ///   - review: the revision of the review that is edited; `nil` to write the first one.
    ///   - fields: the revisions that the draft's fields were made from.
    ///   - writer: the open page.
    package init(review: Int?, fields: [DraftField: Int] = [:], writer: String) {
        self.review = review
        self.fields = fields
        self.writer = writer
    }
}
