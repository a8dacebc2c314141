/// What has been typed so far, with its counts. Only the text that changes is counted again: a megabyte in one field
/// must not be paid for with every click elsewhere.
struct TypedReview {
    var draft: ReviewDraft
    /// Whether the form has a style. Without one ``draft`` keeps the style that was chosen last.
    private(set) var hasStyle = true
    /// Characters of each text, trimmed.
    private(set) var counts: [ReviewField: Int]

    init(_ draft: ReviewDraft) {
        self.draft = draft
        counts = Dictionary(uniqueKeysWithValues: ReviewField.allCases.map { ($0, draft.count(of: $0)) })
    }

    /// - Parameter style: nil when none was sent, or one that there isn't.
    mutating func choose(_ style: ReviewStyle?) {
        hasStyle = style != nil
        if let style { draft.style = style }
    }

    mutating func type(_ text: String, into field: ReviewField) {
        draft[field] = text
        counts[field] = draft.count(of: field)
    }

    /// What keeps this from being saved; nil when nothing does. With a style, the same as ``ReviewDraft/validated()``
    /// would throw; without one nobody can say which texts count.
    var errors: ReviewErrors? {
        var errors = ReviewErrors(styleMissing: !hasStyle, levelMissing: draft.level == nil)
        for field in hasStyle ? draft.style.fields : [] {
            let count = counts[field] ?? 0
            if count == 0 { errors.fields[field] = .missing }
            if count > field.limit { errors.fields[field] = .tooLong(count: count, limit: field.limit) }
        }
        return errors.fields.isEmpty && !errors.styleMissing && !errors.levelMissing ? nil : errors
    }
}
