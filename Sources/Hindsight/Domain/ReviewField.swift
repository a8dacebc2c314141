/// A text of the review form. The raw value is the field's name in the form.
public enum ReviewField: String, CaseIterable, Sendable, Codable {
    case liked, lacked, learned, longedFor, text

    /// The most characters, counted after trimming: 500 for each of the four answers, 3,000 for the free text.
    public var limit: Int { style == .guided ? 500 : 3000 }

    /// The style that asks for this field.
    public var style: ReviewStyle { self == .text ? .free : .guided }
}
