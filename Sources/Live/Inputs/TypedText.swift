#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The reason why a typed text is refused.
public enum TextFault: Error, Hashable, Sendable {
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
public struct TextReading: Hashable, Sendable {
    /// Characters (Swift `Character`s), trimmed. Of a text that has too many bytes: those within the limit.
    public let count: Int
    /// The fault of the text; nil when it has none.
    public let fault: TextFault?

    /// - Parameters:
    ///   - count: the number of characters, trimmed.
    ///   - fault: the fault of the text; nil when it has none.
    public init(count: Int, fault: TextFault?) {
        self.count = count
        self.fault = fault
    }
}

/// A text that is the same only when each byte is.
///
/// Swift's `String` takes more for equal: "é" as one scalar and as two, since Unicode calls those equivalent. A change
/// from one to the other is a change of what somebody typed, so a type that keeps such a text marks the property.
@propertyWrapper
public struct ExactText: Hashable, Sendable {
    /// The text itself.
    public var wrappedValue: String

    /// - Parameter wrappedValue: the text itself.
    @inlinable
    public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    /// Whether both have the same bytes of UTF-8.
    ///
    /// Inlinable, since lists compare many texts.
    @inlinable
    public static func == (lhs: ExactText, rhs: ExactText) -> Bool {
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

// Inlinable where a text is read to its end: so it is compiled for the type of the text.
extension StringProtocol {
    /// The text without white space and newlines at both ends: how texts are counted and stored.
    ///
    /// White space is what Unicode calls so (`White_Space`), scalar by scalar, as in JavaScript's `trim()`.
    @inlinable
    public var trimmedAtEnds: String {
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
    @inlinable
    public func reading(limit: Int) -> TextReading {
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

    /// The fault of the text; see ``Swift/StringProtocol/reading(limit:)``.
    @inlinable
    public func fault(limit: Int) -> TextFault? { reading(limit: limit).fault }

    /// Returns the text in one line: a line break, a tab or another control character, with the white space around it,
    /// becomes a space, as in a browser's field of one line. A text with more than ``TextLimit/bytes(of:)`` stays as it
    /// is.
    ///
    /// - Parameter limit: the most characters that the text may have.
    public func inOneLine(limit: Int) -> String {
        guard utf8.count <= TextLimit.bytes(of: limit), unicodeScalars.contains(where: \.breaksLine) else {
            return String(self)
        }
        var line = String.UnicodeScalarView()
        var gap = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.breaksLine || scalar.properties.isWhitespace {
                gap.append(scalar)
            } else {
                line.append(contentsOf: gap.contains(where: \.breaksLine) ? " ".unicodeScalars : gap)
                gap = String.UnicodeScalarView()
                line.append(scalar)
            }
        }
        line.append(contentsOf: gap.contains(where: \.breaksLine) ? " ".unicodeScalars : gap)
        return String(line)
    }

    /// Whether anything of it can be seen. White space can't, nor what Unicode calls ignorable by default (a zero-width
    /// space, a soft hyphen, Hangul's filler), nor controls, nor the empty pattern of Braille.
    @inlinable
    public var hasVisibleCharacter: Bool {
        unicodeScalars.contains { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && properties.generalCategory != .control && properties.generalCategory != .format
                && scalar != "\u{2800}"
        }
    }
}

/// The limits of every text that a person types.
public enum TextLimit {
    /// The most bytes of UTF-8 that a text of at most so many characters may have: 16 a character, which is more than
    /// any language needs, and a family of four in emoji on every second place.
    ///
    /// - Parameter characters: the most characters.
    public static func bytes(of characters: Int) -> Int { 16 * characters }
}

extension Unicode.Scalar {
    /// Whether it has no place in a text of one line: it ends a line, or is a control character.
    fileprivate var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
