extension StringProtocol {
    /// This text as HTML text, safe in content and in quoted attribute values.
    ///
    /// Besides the characters that HTML gives a meaning: a carriage return becomes a reference, since a parser (and the
    /// SSE framing) would turn it into a line feed; NUL, which no HTML can carry, is shown as its picture ␀.
    func escapedForHTML() -> String {
        guard utf8.contains(where: needsEscape) else { return String(self) }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count + 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
            case 0x0D: escaped.append(contentsOf: "&#13;".utf8)
            case 0x00: escaped.append(contentsOf: "\u{2400}".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

private func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x0D, 0x00:
        true
    default: false
    }
}
