import Foundation
import Live

/// A keyword that products are searched for by: one or several words, which are found anywhere in the words of a name or a
/// description, without differences of case and of width. It has no operators.
package struct Keyword: Hashable, Sendable {
    /// The most characters of a keyword.
    package static let limit = 60
    /// Number of words that are searched for at most.
    static let mostWords = 8

    /// The keyword as it was typed, trimmed: for the field and the address.
    package let text: String
    /// The words in the form in which they are compared, at least one.
    let words: [[Unicode.Scalar]]

    /// Checks and normalises a typed text.
    ///
    /// A consonant or vowel at the end is left out: a syllable is being typed there.
    /// - Throws: the fault of the text; ``TextFault/missing`` when nothing in it could be found.
    package init(_ typed: some StringProtocol) throws(TextFault) {
        if let fault = typed.fault(limit: Self.limit) { throw fault }
        text = typed.trimmedAtEnds
        var searched = text[...]
        if let last = searched.last, last.isLoneJamo, let before = searched.dropLast().last, !before.isLoneJamo {
            searched.removeLast()
        }
        // A character may be normalised to several: as many are compared as a keyword may have.
        words = Array(Self.words(of: searched, limit: Self.limit).prefix(Self.mostWords))
        if words.isEmpty { throw .missing }
    }

    /// Splits a text into words, in the form in which they are compared.
    ///
    /// A word is a run of letters, digits and pictures; anything else ends it. Invisible characters are left out.
    /// - Parameter limit: the number of letters after which the text is not read on.
    static func words(of text: some StringProtocol, limit: Int) -> [[Unicode.Scalar]] {
        var words: [[Unicode.Scalar]] = []
        var word: [Unicode.Scalar] = []
        var count = 0
        for character in text {
            for scalar in normal(character) where !scalar.properties.isDefaultIgnorableCodePoint {
                if count < limit, scalar.isOfWord {
                    word.append(scalar)
                    count += 1
                } else if !word.isEmpty {
                    words.append(word)
                    word = []
                }
            }
            if count >= limit { break }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    private static func normal(_ character: Character) -> [Unicode.Scalar] {
        let scalars = character.unicodeScalars
        if let only = scalars.first, scalars.count == 1 {
            if only.isASCII {
                return [(0x41...0x5A).contains(only.value) ? Unicode.Scalar(UInt8(only.value) + 32) : only]
            }
            if syllables.contains(only.value) { return [only] }
        }
        // Sorting marks takes the square of their number, and a character can have any number of them.
        let beginning = String(String.UnicodeScalarView(scalars.prefix(16)))
        return Array(beginning.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars)
    }
}

extension Unicode.Scalar {
    /// Whether it is a part of a word. Of ASCII, these are what the index takes for such.
    fileprivate var isOfWord: Bool {
        if isASCII { return (0x30...0x39).contains(value) || (0x61...0x7A).contains(value) }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol, .modifierSymbol:
            true
        default: false
        }
    }
}

extension Character {
    /// Whether it is a single consonant or vowel of Hangul, as a keyboard gives it (U+3131 to U+318E).
    fileprivate var isLoneJamo: Bool {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
        return (0x3131...0x318E).contains(scalar.value)
    }
}
