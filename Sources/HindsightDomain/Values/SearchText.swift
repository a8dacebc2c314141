import Foundation
import Live

/// A text as it is searched: without differences of case, of diacritics and of width, cut where words end.
///
/// Syllables of scripts that don't separate words by spaces (Hangul, Han, kana, Thai, …) are found
/// anywhere: "회고" in "주간회고를". Words of letters and digits are found by their beginnings, as one types them; a
/// number and the letters that follow it ("10km") both begin one. An emoji is found anywhere, too.
package struct SearchText {
    /// The way in which a scalar is searched.
    package enum Kind: UInt8 {
        /// It ends whatever stands before it.
        case separator
        case digit, letter
        case syllable

        package var isOfWord: Bool { self == .digit || self == .letter }
    }

    package private(set) var scalars: [Unicode.Scalar] = []
    package private(set) var kinds: [Kind] = []
    /// Number of the character that each scalar comes from, counted from the first.
    package private(set) var origins: [Int] = []

    package init(_ text: some StringProtocol) {
        var number = 0
        // Folding asks Foundation, which is dear for one character after the other.
        var known: [Character: [Unicode.Scalar]] = [:]
        for character in text {
            append(character, number, &known)
            number += 1
        }
    }

    private mutating func append(_ character: Character, _ number: Int, _ known: inout [Character: [Unicode.Scalar]]) {
        let typed = character.unicodeScalars
        if let only = typed.first, typed.count == 1, only.isASCII || Self.syllables.contains(only.value) {
            append(only.isASCII ? only.lowercasedASCII : only, number)
        } else {
            let folded = known[character] ?? Array(Self.folded(character).unicodeScalars)
            known[character] = folded
            for scalar in folded { append(scalar, number) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ number: Int) {
        // Invisible characters separate nothing.
        guard let kind = Kind(scalar) else { return }
        scalars.append(scalar)
        kinds.append(kind)
        origins.append(number)
    }

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

    /// Upper case first: "ß" is "ss" then, and both forms of the sigma are one.
    private static func folded(_ character: Character) -> String {
        let text = String(character).precomposedStringWithCompatibilityMapping.uppercased().lowercased()
        guard text.unicodeScalars.contains(where: \.isLatinOrGreek) else { return text }
        var plain = String.UnicodeScalarView()
        plain.append(
            contentsOf: text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                !(0x300...0x36F).contains($0.value)
            })
        return String(plain)
    }

    // MARK: Finding

    /// Whether something that is searched for may be found from a place on.
    private func begins(at index: Int) -> Bool {
        guard index > 0, kinds[index].isOfWord else { return true }
        return kinds[index - 1] != kinds[index]
    }

    /// Returns the places where a term is found: the characters that it covers, in their order.
    package func places(of term: SearchTerm) -> [Range<Int>] {
        let wanted = term.scalars
        guard let first = wanted.first, wanted.count <= scalars.count else { return [] }
        var places: [Range<Int>] = []
        var index = 0
        while index <= scalars.count - wanted.count {
            let end = index + wanted.count
            if scalars[index] == first, begins(at: index), scalars[index..<end].elementsEqual(wanted) {
                places.append(origins[index]..<origins[end - 1] + 1)
                index = end
            } else {
                index += 1
            }
        }
        return places
    }

    /// The runs of scalars that are searched in one way, and whether they are syllables.
    package func runs() -> [(range: Range<Int>, isOfSyllables: Bool)] {
        var runs: [(range: Range<Int>, isOfSyllables: Bool)] = []
        var start = 0
        while start < kinds.count {
            var end = start + 1
            while end < kinds.count, kinds[end].isOfWord == kinds[start].isOfWord,
                (kinds[end] == .syllable) == (kinds[start] == .syllable)
            {
                end += 1
            }
            if kinds[start] != .separator { runs.append((start..<end, kinds[start] == .syllable)) }
            start = end
        }
        return runs
    }

    /// Returns the beginnings of words within a run of letters and digits.
    package func beginnings(in run: Range<Int>) -> [Int] { run.filter { begins(at: $0) } }
}

extension SearchText.Kind {
    /// Nil for what can't be seen.
    fileprivate init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x30...0x39: self = .digit
        case 0x61...0x7A: self = .letter
        case 0..<0x80: self = .separator
        // Hangul, kana, Thai, Lao, Myanmar, Khmer.
        case 0xAC00...0xD7FF, 0x1100...0x11FF, 0x3040...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF, 0xA960...0xA97F,
            0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECD, 0x0EDC...0x0EDF, 0x1000...0x103F, 0x1780...0x17D3:
            self = .syllable
        default:
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint { return nil }
            if properties.isIdeographic {
                self = .syllable
                return
            }
            switch properties.generalCategory {
            case .decimalNumber, .letterNumber, .otherNumber: self = .digit
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .spacingMark:
                self = .letter
            case .otherSymbol: self = .syllable
            // A colour of skin is no part of what an emoji is; nor is the frame around a digit.
            case .modifierSymbol, .enclosingMark, .format: return nil
            default: self = .separator
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var lowercasedASCII: Unicode.Scalar {
        (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) + 0x20) : self
    }

    fileprivate var isLatinOrGreek: Bool { value < 0x400 || (0x1E00..<0x2000).contains(value) }

    /// Whether it is a part of a syllable of Hangul, as an input method sends it while one is being typed.
    fileprivate var isJamo: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}

extension Character {
    /// Whether it is a jamo that stands alone.
    fileprivate var isLoneJamo: Bool {
        String(self).precomposedStringWithCanonicalMapping.unicodeScalars.allSatisfy(\.isJamo)
    }
}

/// One of the things that have all to be found: the beginning of a word, or syllables.
package struct SearchTerm: Hashable, Sendable {
    package let scalars: [Unicode.Scalar]
    package let isOfSyllables: Bool

    package init(scalars: [Unicode.Scalar], isOfSyllables: Bool) {
        self.scalars = scalars
        self.isOfSyllables = isOfSyllables
    }
}

/// A search query. It has no operators: quotes, stars and brackets only separate words.
package struct SearchQuery: Hashable, Sendable {
    /// The most characters that it may have.
    package static let limit = 100
    /// The most bytes of UTF-8 that it may have as it is typed.
    package static let byteLimit = TextLimit.bytes(of: limit)

    /// As it was typed, trimmed.
    package let text: String
    /// At least one, each once.
    package let terms: [SearchTerm]

    /// Trims and checks what was typed.
    ///
    /// A consonant or vowel at the end is left out: a syllable is being typed there.
    /// - Throws: what is wrong with it; ``TextFault/missing`` when there is nothing that could be found.
    package init(_ typed: some StringProtocol) throws(SearchQueryError) {
        if let fault = typed.fault(limit: Self.limit) { throw SearchQueryError(fault: fault) }
        text = typed.trimmedAtEnds
        var searched = text[...]
        if let last = searched.last, last.isLoneJamo, searched.dropLast().last.map({ !$0.isLoneJamo }) ?? true {
            searched = searched.dropLast()
        }
        let normal = SearchText(searched)
        var terms: [SearchTerm] = []
        for run in normal.runs() {
            let term = SearchTerm(scalars: Array(normal.scalars[run.range]), isOfSyllables: run.isOfSyllables)
            if !terms.contains(term) { terms.append(term) }
        }
        if terms.isEmpty { throw SearchQueryError(fault: .missing) }
        self.terms = terms
    }
}

/// Why nothing can be searched for.
package struct SearchQueryError: Error, Hashable, Sendable {
    /// The error of the typed text.
    package let fault: TextFault

    package init(fault: TextFault) {
        self.fault = fault
    }
}
