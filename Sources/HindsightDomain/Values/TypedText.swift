import Foundation

/// The reason why a typed text is refused.
package enum TextFault: Hashable, Sendable {
    /// It has no character that can be seen.
    case missing
    /// There are `count` characters, trimmed; `limit` are allowed. The count is nil for a text that has too many bytes as
    /// well: it isn't read to its end.
    case tooLong(count: Int?, limit: Int)
    /// As far as it was read it isn't too long, but it has more bytes than ``TextLimit`` allows: a character can be put
    /// together of any number of marks.
    case tooManyMarks
}

/// The result of checking a text, which is read once and no further than its limit in bytes.
package struct TextReading: Hashable, Sendable {
    /// Characters (Swift `Character`s), trimmed. Of a text that has too many bytes: those within the limit.
    package let count: Int
    /// The fault of the text; nil when it has none.
    package let fault: TextFault?

    package init(count: Int, fault: TextFault?) {
        self.count = count
        self.fault = fault
    }
}

/// A text that is the same only when each byte is.
///
/// Swift's `String` takes more for equal: "é" as one scalar and as two, since Unicode calls those equivalent. A change
/// from one to the other is a change of what somebody typed, so a type that keeps such a text marks the property.
@propertyWrapper
package struct ExactText: Hashable, Sendable {
    /// The text itself.
    package var wrappedValue: String

    /// - Parameter wrappedValue: the text itself.
    package init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    /// Whether both have the same bytes of UTF-8.
    package static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        // A list compares all its titles at each change, so as a block of memory, and not byte by byte.
        let areSame = lhs.wrappedValue.utf8.withContiguousStorageIfAvailable { one in
            rhs.wrappedValue.utf8.withContiguousStorageIfAvailable { other in
                one.count == other.count
                    && (one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0)
            }
        }
        return areSame.flatMap { $0 } ?? lhs.wrappedValue.utf8.elementsEqual(rhs.wrappedValue.utf8)
    }
}

extension StringProtocol {
    /// The text without white space and newlines at both ends: how texts are counted and stored.
    ///
    /// White space is what Unicode calls so (`White_Space`), scalar by scalar, as in JavaScript's `trim()`.
    package var trimmedAtEnds: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }

    /// Nothing is wrong with a text that has at most ``TextLimit/bytes(of:)`` as it was typed, and 1 to `limit` characters
    /// after trimming, one of them visible.
    ///
    /// A character is a Swift `Character`: a family emoji is one, and so is CRLF. The bytes come first, since their number is
    /// known: whatever somebody sends, no more than the limit is read of it.
    package func reading(limit: Int) -> TextReading {
        let bytes = TextLimit.bytes(of: limit)
        guard utf8.count <= bytes else {
            // A scalar has four bytes at most.
            let end = (0..<4).lazy.map { utf8.index(utf8.startIndex, offsetBy: bytes - $0) }
                .first { !UTF8.isContinuation(utf8[$0]) }
            let count = self[..<(end ?? startIndex)].count
            return TextReading(
                count: count, fault: count > limit ? .tooLong(count: nil, limit: limit) : .tooManyMarks)
        }
        let text = trimmedAtEnds
        let count = text.count
        guard text.hasVisibleCharacter else { return TextReading(count: count, fault: .missing) }
        return TextReading(count: count, fault: count > limit ? .tooLong(count: count, limit: limit) : nil)
    }

    /// The fault of the text; see ``reading(limit:)``.
    package func fault(limit: Int) -> TextFault? { reading(limit: limit).fault }

    /// Whether anything of it can be seen. White space can't, nor what Unicode calls ignorable by default (a zero-width
    /// space, a soft hyphen, Hangul's filler), nor controls, nor the empty pattern of Braille.
    package var hasVisibleCharacter: Bool {
        unicodeScalars.contains { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && properties.generalCategory != .control && properties.generalCategory != .format
                && scalar != "\u{2800}"
        }
    }
}

/// The limits of every text that a person types.
package enum TextLimit {
    /// The most bytes of UTF-8 that a text of at most so many characters may have: 16 a character, which is more than
    /// any language needs, and a family of four in emoji on every second place.
    ///
    /// - Parameter characters: the most characters.
    package static func bytes(of characters: Int) -> Int { 16 * characters }
}
