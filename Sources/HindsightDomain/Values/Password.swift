import Foundation
import Live

/// The reason why a password is refused.
package enum PasswordFault: Error, Hashable, Sendable {
    /// There is nothing.
    case missing
    /// It has `count` characters; ``Password/shortest`` are needed.
    case tooShort(count: Int)
    /// It has over ``Password/longest`` characters, or over ``Password/mostBytes`` bytes.
    case tooLong
    /// It is the email address, or what is before its @.
    case isEmail
    /// It is among the first that anybody would try.
    case isObvious(ObviousPassword)
}

/// Why a password is among the first that anybody would try.
package enum ObviousPassword: Hashable, Sendable {
    /// A few characters again and again: `aaaaaaaa`, `abcabcabc`.
    case repeats
    /// Characters in order: `12345678`, `hgfedcba`.
    case sequence
    /// Keys that lie side by side: `qwertyui`, `1q2w3e4r`.
    case keyboard
    /// The app's name, or the word for a password, with little more.
    case word
    /// A day, with little more: `19900412`, `12/04/1990`.
    case date
}

/// Resistance of a password to guessing.
package enum PasswordStrength: Int, CaseIterable, Comparable, Sendable {
    /// It isn't taken.
    case none
    /// It is taken.
    case weak
    /// It is fine for most.
    case good
    /// Nobody guesses it.
    case strong

    /// The weaker one is less.
    package static func < (lhs: PasswordStrength, rhs: PasswordStrength) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A password, in the form in which it is compared.
///
/// One text can be typed in several ways: "é" is one scalar on some keyboards and two on others, and there are many spaces.
/// So it is kept in one of them (RFC 8265, 4.2: canonical composition, and each space a plain one). Printing it doesn't show
/// it.
package struct Password: Hashable, Sendable {
    /// The fewest characters.
    package static let shortest = 8
    /// The most characters.
    package static let longest = 128
    /// The most bytes of UTF-8.
    package static let mostBytes = 1024

    /// The bytes to be hashed. Never log them.
    package let bytes: [UInt8]

    /// The password in this text, whatever it is: to compare it with what is kept. Nil for what can be nobody's, since it
    /// is longer than any.
    package init?(entered text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        bytes = Array(Self.prepared(text).utf8)
    }

    /// A new password.
    ///
    /// - Parameters:
    ///   - text: as it was typed; spaces at its ends belong to it.
    ///   - email: the account's address, as far as it is known.
    /// - Throws: ``PasswordFault``.
    package init(new text: String, email: String) throws(PasswordFault) {
        if let fault = Self.assess(text, email: email).fault { throw fault }
        bytes = Array(Self.prepared(text).utf8)
    }

    /// One that nobody knows.
    package init(random: Void) { bytes = (0..<32).map { _ in .random(in: .min ... .max) } }

    /// Returns the error of a new password, and its strength.
    ///
    /// - Parameters:
    ///   - text: as it was typed.
    ///   - email: what stands in the field of the email address.
    package static func assess(_ text: String, email: String) -> (fault: PasswordFault?, strength: PasswordStrength) {
        guard !text.isEmpty else { return (.missing, .none) }
        // The bytes first: to count characters takes long where one has a million marks.
        guard text.utf8.count <= mostBytes else { return (.tooLong, .none) }
        let text = prepared(text)
        guard text.count <= longest else { return (.tooLong, .none) }
        guard text.count >= shortest else { return (.tooShort(count: text.count), .none) }
        let email = prepared(email.trimmedAtEnds).lowercased()
        let local = email.prefix { $0 != "@" }
        if text.lowercased() == email || text.lowercased() == local { return (.isEmail, .none) }
        let guess = PasswordGuess(text.lowercased())
        if guess.effort < 6, let reason = guess.reason { return (.isObvious(reason), .none) }
        return (nil, guess.effort < 9 ? .weak : guess.effort < 13 ? .good : .strong)
    }

    private static func prepared(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }
}

extension Password: CustomStringConvertible, CustomReflectable {
    /// Doesn't show the password.
    package var description: String { "Password(hidden)" }
    /// Empty, so that `dump` doesn't show it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// An estimate of the effort behind a password: a run of characters is one thought, however long.
///
/// The password is cut into pieces from its beginning, each the longest that is a run, a word or a day; a piece takes
/// ``effortOfPiece``, a character that belongs to none takes 1. It is the idea of D. Wheeler's *zxcvbn* (USENIX Security
/// 2016), without its word lists.
package struct PasswordGuess {
    /// Effort of a run, a word or a day.
    package static let effortOfPiece = 2
    /// Shorter runs happen by chance.
    package static let shortestRun = 3

    /// About as many characters of nobody's choice would take as long.
    package private(set) var effort = 0
    /// The kind of the longest piece; nil if there is none.
    package private(set) var reason: ObviousPassword?

    /// - Parameter text: in lower case.
    package init(_ text: String) {
        let characters = Array(text)
        if let period = Self.period(of: characters) {
            effort = PasswordGuess(String(characters[..<period])).effort + 1
            reason = .repeats
            return
        }
        var (rest, longest) = (characters[...], 0)
        while !rest.isEmpty {
            let pieces: [(ObviousPassword, Int)] = [
                (.word, Self.wordLength(rest)), (.date, Self.dateLength(rest)), (.repeats, Self.repeatLength(rest)),
                (.sequence, Self.sequenceLength(rest)), (.keyboard, Self.keyboardLength(rest)),
            ]
            // The first of several that are as long.
            let piece = pieces.max { $0.1 < $1.1 } ?? (.repeats, 0)
            let length = max(1, piece.1)
            effort += piece.1 == 0 ? 1 : Self.effortOfPiece
            if piece.1 > longest { (reason, longest) = piece }
            rest = rest.dropFirst(length)
        }
    }

    /// The shortest beginning of which all is made, at least twice: 3 of `abcabcab`.
    private static func period(of characters: [Character]) -> Int? {
        guard characters.count > 1 else { return nil }
        return (1...characters.count / 2).first { period in
            characters.indices.dropFirst(period).allSatisfy { characters[$0] == characters[$0 - period] }
        }
    }

    private static func repeatLength(_ rest: ArraySlice<Character>) -> Int {
        run(rest) { $0 == $1 }
    }

    private static func sequenceLength(_ rest: ArraySlice<Character>) -> Int {
        func step(_ one: Character, _ other: Character) -> Int? {
            guard let first = one.unicodeScalars.first, let second = other.unicodeScalars.first,
                one.isLetter || one.isNumber
            else { return nil }
            // After 9 comes 0, as on a keyboard.
            if one == "9", other == "0" { return 1 }
            if one == "0", other == "9" { return -1 }
            return Int(second.value) - Int(first.value)
        }
        return max(run(rest) { step($0, $1) == 1 }, run(rest) { step($0, $1) == -1 })
    }

    /// Returns the number of characters from the beginning that follow one another; 0 if there is no run.
    private static func run(_ rest: ArraySlice<Character>, _ follows: (Character, Character) -> Bool) -> Int {
        let length = 1 + zip(rest, rest.dropFirst()).prefix { follows($0, $1) }.count
        return length < shortestRun ? 0 : length
    }

    /// Rows of keys, those of a column from the top, and a column after the other, of Latin and Korean keyboards.
    private static let keyboards: [[Character]] = [
        "1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "azertyuiop", "qsdfghjklm",
        "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
        "qazwsxedcrfvtgbyhnujmik", "!@#$%^&*()_+",
    ].flatMap { [Array($0), Array($0.reversed())] }

    private static func keyboardLength(_ rest: ArraySlice<Character>) -> Int {
        let longest =
            keyboards.map { row in
                row.indices.map { start in zip(rest, row[start...]).prefix { $0 == $1 }.count }.max() ?? 0
            }.max() ?? 0
        // Three keys side by side are in many words.
        return longest < 4 ? 0 : longest
    }

    /// Words on the page where a password is chosen.
    private static let words: [[Character]] = ["hindsight", "하인드사이트", "password", "passwort", "비밀번호", "패스워드"].map(
        Array.init)

    private static func wordLength(_ rest: ArraySlice<Character>) -> Int {
        words.first { rest.starts(with: $0) }?.count ?? 0
    }

    /// A day, or a year of the last or of this century.
    private static func dateLength(_ rest: ArraySlice<Character>) -> Int {
        guard rest.first.map({ ("0"..."9").contains($0) }) == true else { return 0 }
        let text = String(rest.prefix(14))
        let patterns: [Regex<Substring>] = [
            /(?:19|20)[0-9]{2}[-.\/년 ]{0,2}(?:1[0-2]|0?[1-9])[-.\/월 ]{0,2}(?:0[1-9]|[12][0-9]|3[01]|[1-9])일?/,
            /(?:0?[1-9]|[12][0-9]|3[01])[-.\/ ]?(?:0?[1-9]|[12][0-9]|3[01])[-.\/ ]?(?:19|20)[0-9]{2}/,
            /[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/,
            /(?:19|20)[0-9]{2}/,
        ]
        return patterns.compactMap { text.prefixMatch(of: $0)?.output.count }.max() ?? 0
    }
}
