import Foundation
import Live

/// The reason why a text is no email address.
package enum EmailFault: Error, Hashable, Sendable {
    /// There is nothing.
    case missing
    /// There is white space in it.
    case hasWhiteSpace
    /// There is no @ in it.
    case hasNoAt
    /// There is more than one @ in it.
    case hasSeveralAts
    /// There is nothing before the @.
    case hasNoLocalPart
    /// The part before the @ has over 64 bytes (RFC 5321, 4.5.3.1.1).
    case localPartTooLong
    /// There is a sign before the @ which no address has there without quotes (RFC 5322, 3.2.3).
    case disallowedCharacter(Character)
    /// There is nothing behind the @, or nothing but one name, as in `mina@example`.
    case hasNoDomain
    /// The part behind the @ is no domain name: a label is empty or too long, or has a character that names don't have.
    case domainIsWrong
    /// It has over 254 bytes as it is sent (RFC 5321, 4.5.3.1.3).
    case tooLong
}

/// An email address, as far as can be told without sending anything.
///
/// Two addresses are the same when their mail goes to one place, as far as all mail servers agree: upper and lower case
/// don't count, nor do different spellings of one domain in Unicode, and `münchen.de` is `xn--mnchen-3ya.de`. What single
/// providers do (`mina+goals@…`, dots) counts.
package struct EmailAddress: Hashable, Sendable {
    /// The most bytes of UTF-8 as it is typed. No longer one has 254 bytes or less as it is sent.
    package static let byteLimit = TextLimit.bytes(of: 254)

    /// As it was typed, without white space at its ends.
    package let text: String
    /// The same for all spellings of one address: by this an address is found.
    package let key: String
    /// As it is written to a mail server: the domain in ASCII (RFC 5891).
    package let mailbox: String

    /// - Throws: ``EmailFault``.
    package init(_ text: some StringProtocol) throws(EmailFault) {
        // Before anything that takes the longer, the longer it is.
        guard text.utf8.count <= Self.byteLimit else { throw .tooLong }
        let text = text.trimmedAtEnds
        guard !text.isEmpty else { throw .missing }
        if text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) { throw .hasWhiteSpace }
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count > 1 else { throw .hasNoAt }
        guard parts.count == 2 else { throw .hasSeveralAts }
        let local = String(parts[0]).precomposedStringWithCanonicalMapping
        try Self.checkLocalPart(local)
        let domain = try Self.asciiDomain(String(parts[1]))
        mailbox = "\(local)@\(domain)"
        guard mailbox.utf8.count <= 254 else { throw .tooLong }
        self.text = text
        key = "\(local.lowercased().precomposedStringWithCanonicalMapping)@\(domain)"
    }

    /// Whether both are one address.
    package static func == (lhs: EmailAddress, rhs: EmailAddress) -> Bool { lhs.key.utf8.elementsEqual(rhs.key.utf8) }

    /// Hashes the key.
    package func hash(into hasher: inout Hasher) { for byte in key.utf8 { hasher.combine(byte) } }

    private static func checkLocalPart(_ local: String) throws(EmailFault) {
        guard !local.isEmpty else { throw .hasNoLocalPart }
        guard local.utf8.count <= 64 else { throw .localPartTooLong }
        for character in local where !isAllowed(character) { throw .disallowedCharacter(character) }
    }

    /// Whether a character may stand before the @ without quotes: `atext` and dots of RFC 5322, and letters of all
    /// languages (RFC 6531).
    private static func isAllowed(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII {
                return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "!#$%&'*+-/=?^_`{|}~.".unicodeScalars.contains(scalar)
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                return false
            default: return !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// The domain in ASCII and lower case (UTS #46).
    private static func asciiDomain(_ domain: String) throws(EmailFault) -> String {
        guard !domain.isEmpty else { throw .hasNoDomain }
        var components = URLComponents()
        components.host = domain
        guard let ascii = components.encodedHost?.lowercased() else { throw .domainIsWrong }
        let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        // The length first: a name that is far too long isn't put into ASCII at all.
        guard labels.allSatisfy(isLabel) else { throw .domainIsWrong }
        guard labels.count > 1 else { throw .hasNoDomain }
        // A number alone is no name at the top: that is how addresses of the net look.
        guard labels.last?.contains(where: \.isLetter) == true else { throw .domainIsWrong }
        return ascii
    }

    /// Letters, digits, and hyphens that are not at its ends (RFC 1123, 2.1), 1 to 63 of them.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension EmailAddress: CustomStringConvertible, CustomReflectable {
    /// Doesn't show the address: whose it is stands in no log.
    package var description: String { "EmailAddress(hidden)" }
    /// Empty, so that `dump` doesn't show it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
