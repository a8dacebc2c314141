import Foundation
import HindsightDomain
import Live

extension MailMessage {
    /// The message as it is handed to a mail server's program (RFC 5322), in lines of at most 76 characters, which end with
    /// a line feed alone. Only an address can make one longer: it can't be folded.
    ///
    /// Nothing in it can end a header's line: what comes from outside is put into letters, digits and a few signs.
    ///
    /// - Parameters:
    ///   - sender: whom it comes from.
    ///   - date: when it was written.
    ///   - id: the part before the @ of its `Message-ID`; letters and digits.
    func rendered(from sender: MailSender, at date: Date, id: String) -> String {
        let domain = sender.address.mailbox.split(separator: "@").last ?? "localhost"
        let headers = [
            "From: \(Self.named(sender))",
            "To: <\(to.quotedMailbox)>",
            "Subject: \(HeaderText.encoded(subject, after: 9))",
            "Date: \(Self.text(of: date))",
            "Message-ID: <\(id)@\(domain)>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        return headers.joined(separator: "\n") + "\n\n" + QuotedPrintable.encoded(text)
    }

    private static func named(_ sender: MailSender) -> String {
        let name = HeaderText.singleLine(sender.name)
        guard !name.isEmpty else { return "<\(sender.address.quotedMailbox)>" }
        // A name in quotes can't be folded; a long one is encoded, which can.
        let isShort = name.utf8.count <= 40 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let text = isShort ? "\"\(quoted)\"" : HeaderText.words(name, after: 6)
        return "\(text)\n <\(sender.address.quotedMailbox)>"
    }

    private static func text(of date: Date) -> String {
        date.formatted(
            Date.VerbatimFormatStyle(
                format: """
                    \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
                    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                    \(second: .twoDigits) +0000
                    """,
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }
}

extension EmailAddress {
    /// The address as a header has it: dots where no plain one has them are put in quotes (RFC 5322, 3.4.1).
    fileprivate var quotedMailbox: String {
        guard let at = mailbox.lastIndex(of: "@") else { return mailbox }
        let local = mailbox[..<at]
        let isPlain = !local.hasPrefix(".") && !local.hasSuffix(".") && !local.contains("..")
        return isPlain ? mailbox : "\"\(local)\"\(mailbox[at...])"
    }
}

/// Text in a header.
enum HeaderText {
    /// As it is when that is plain and short, or else as encoded words.
    ///
    /// - Parameter used: how many characters stand before it in its line.
    static func encoded(_ text: String, after used: Int) -> String {
        let text = singleLine(text)
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        return isPlain && text.utf8.count + used <= 76 ? text : words(text, after: used)
    }

    /// Without line breaks and other control characters; what was separated by them is by a space.
    static func singleLine(_ text: String) -> String {
        let isBreak: (Unicode.Scalar) -> Bool = { scalar in
            [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        let parts = text.unicodeScalars.split(whereSeparator: isBreak)
        return parts.map(String.init).joined(separator: " ").trimmedAtEnds
    }

    /// Encoded words (RFC 2047), a line each. None cuts a character in two.
    static func words(_ text: String, after used: Int) -> String {
        // A line has 76 characters; 12 of them are `=?utf-8?B?` and `?=`, and each three bytes take four.
        var (words, word) = ([String](), [UInt8]())
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            let room = (75 - 12 - (words.isEmpty ? used : 1)) / 4 * 3
            if word.count + bytes.count > room {
                words.append("=?utf-8?B?\(Data(word).base64EncodedString())?=")
                word = []
            }
            word += bytes
        }
        words.append("=?utf-8?B?\(Data(word).base64EncodedString())?=")
        return words.joined(separator: "\n ")
    }
}

/// Text in lines of at most 76 characters, with `=` before the two digits of a byte that is no plain letter or sign
/// (RFC 2045, 6.7): English stays readable, and links stay whole.
enum QuotedPrintable {
    static func encoded(_ text: String) -> String {
        var (lines, wasReturn) = ([[UInt8]()], false)
        for byte in text.utf8 {
            let isReturn = byte == UInt8(ascii: "\r")
            if isReturn || byte == UInt8(ascii: "\n") && !wasReturn {
                lines.append([])
            } else if byte != UInt8(ascii: "\n") {
                lines[lines.count - 1].append(byte)
            }
            wasReturn = isReturn
        }
        if lines.last == [] { lines.removeLast() }
        return lines.map { line($0) + "\n" }.joined()
    }

    private static func line(_ bytes: [UInt8]) -> String {
        var (line, length) = ([UInt8](), 0)
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let piece = isPlain(byte, isFirst: index == 0, isLast: isLast) ? [byte] : escaped(byte)
            // One place is kept for the `=` that says that the line goes on.
            if length + piece.count > (isLast ? 76 : 75) {
                line += [UInt8(ascii: "="), UInt8(ascii: "\n")]
                length = 0
            }
            line += piece
            length += piece.count
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "="): false
        // A mail server may take spaces away at an end, or a dot and a "From " at a beginning for its own.
        case UInt8(ascii: " "), UInt8(ascii: "\t"): !isLast
        case UInt8(ascii: "."), UInt8(ascii: "F"): !isFirst
        default: (0x21...0x7E).contains(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
