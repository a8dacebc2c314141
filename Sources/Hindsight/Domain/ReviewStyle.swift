/// The two ways to write a review.
public enum ReviewStyle: String, CaseIterable, Sendable, Codable {
    /// Four questions: liked, lacked, learned, longed for.
    case guided
    /// One text.
    case free

    /// The fields that this style asks for, in the order of the page.
    public var fields: [ReviewField] { ReviewField.allCases.filter { $0.style == self } }
}
