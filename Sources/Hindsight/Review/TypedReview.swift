import HindsightDomain
import Live

/// The typed texts, with their counts and errors. Only the text that changes is read again: a megabyte in one field
/// must not be paid for with every click elsewhere.
struct TypedReview: Equatable {
    private(set) var draft: ReviewDraft
    /// Whether the form has a style. Without one ``draft`` keeps the style that was chosen last.
    private(set) var hasStyle = true
    private var readings: [ReviewField: TextReading] = [:]

    init(_ draft: ReviewDraft) {
        self.draft = draft
        for field in ReviewField.allCases { look(at: field) }
    }

    /// Reads the fields that have another text than before.
    mutating func read(_ fields: Draft<DraftField>) {
        for field in ReviewField.allCases {
            let text = fields[.text(field)]
            guard ExactText(wrappedValue: text) != ExactText(wrappedValue: draft[field]) else { continue }
            draft[field] = text
            look(at: field)
        }
        draft[.level] = fields[.level]
        draft[.style] = fields[.style]
        hasStyle = !fields[.style].isEmpty
    }

    private mutating func look(at field: ReviewField) {
        readings[field] = draft[field].reading(limit: field.limit)
    }

    /// Characters of each text, trimmed.
    var counts: [ReviewField: Int] { readings.mapValues(\.count) }

    /// The fault of a text, whether the chosen style asks for it or not.
    func fault(of field: ReviewField) -> TextFault? { readings[field]?.fault }

    /// Errors that keep this from being saved; nil for none. With a style, the same as ``ReviewDraft/validated()``
    /// would throw; without one it is not known which texts count.
    var errors: ReviewErrors? {
        ReviewErrors(style: hasStyle ? draft.style : nil, level: draft.level, fault: fault(of:))
    }
}
