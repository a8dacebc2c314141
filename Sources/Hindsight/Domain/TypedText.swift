/// What is wrong with a text that a person typed.
public enum TextFault: Hashable, Sendable {
    /// Nothing is left once the ends are trimmed.
    case missing
    /// There are `count` characters, trimmed; `limit` are allowed.
    case tooLong(count: Int, limit: Int)
}

extension StringProtocol {
    /// The text without white space and newlines at both ends: how texts are counted and stored.
    ///
    /// White space is what Unicode calls so (`White_Space`), scalar by scalar, as in JavaScript's `trim()`.
    var trimmedAtEnds: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }

    /// `nil` when the text has 1 to `limit` characters after trimming.
    ///
    /// A character is a Swift `Character`: a family emoji is one, and so is CRLF.
    func fault(limit: Int) -> TextFault? {
        let count = trimmedAtEnds.count
        if count == 0 { return .missing }
        return count > limit ? .tooLong(count: count, limit: limit) : nil
    }
}
