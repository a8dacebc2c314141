import Foundation

/// A text that a door might work on for long, as large as is asked for.
struct DearText: Sendable {
    let name: String
    /// Makes it of about so many bytes of UTF-8.
    let text: @Sendable (_ bytes: Int) -> String

    /// One that consists of a piece that is repeated, between a beginning and an end.
    init(name: String, _ start: String = "", unit: String, _ end: String = "") {
        self.init(name: name) { bytes in
            start + String(repeating: unit, count: max(1, bytes / unit.utf8.count)) + end
        }
    }

    init(name: String, text: @escaping @Sendable (_ bytes: Int) -> String) {
        self.name = name
        self.text = text
    }

    /// What all others are compared with.
    static let plain = DearText(name: "letters", unit: "a")

    static let marks = DearText(name: "marks", unit: "\u{301}")
    static let blanks = DearText(name: "blanks", unit: " ")
    /// One character, which normalisation makes 18.
    static let ligatures = DearText(name: "U+FDFA", unit: "\u{FDFA}")

    /// Texts that are looked through, compared, normalised, split or written in more than one step a byte.
    static let all = [
        blanks, marks, ligatures, DearText(name: "㎡", unit: "㎡"), DearText(name: "quotes", unit: "\""),
        DearText(name: "CR", unit: "\r"), DearText(name: "emoji", unit: family),
    ]
}

/// How texts travel.
enum Encoding {
    /// In a form's body. Only what has a meaning there is escaped, so that a byte of a text is a byte on the way.
    static func form(_ text: String) -> String {
        encode(text) { byte in
            switch byte {
            case UInt8(ascii: " "): UInt8(ascii: "+")
            case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: "="), 0, 0x0A, 0x0D: nil
            default: byte
            }
        }
    }

    /// In an address: so many bytes, each escaped, so that texts differ in nothing but what they say.
    static func address(_ text: DearText, bytes: Int) -> String { encode(text.text(bytes / 3)) { _ in nil } }

    /// In a header: what can't stand there is left out.
    static func header(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }

    /// - Parameter kept: the byte that stands for a byte; nil for one that is escaped.
    private static func encode(_ text: String, _ kept: (UInt8) -> UInt8?) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if let byte = kept(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
