extension [UInt8] {
    /// Appends markup as it is in the source.
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a whole number in decimal digits. Written by hand since a list is full of numbers, and a `String` for
    /// each would cost more.
    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        // Writes from the last digit to the first; a number of 64 bits has 20 at most.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number.magnitude
            var start = 20
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends text as HTML text, safe in content and in quoted attribute values.
    ///
    /// Besides the characters with a meaning in HTML, a carriage return becomes a character reference, since a parser
    /// (and the SSE framing) would turn it into a line feed. NUL, which HTML can't represent, becomes the symbol ␀.
    mutating func append(escaping text: String) {
        var text = text
        // Native strings are contiguous UTF-8; this makes bridged ones so.
        text.withUTF8 { utf8 in
            // Most texts have nothing to escape, and all have long runs without: those are copied whole.
            var start = 0
            for index in utf8.indices {
                guard let reference = Self.reference(for: utf8[index]) else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(reference)
                start = index + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }

    @inline(__always)
    private static func reference(for byte: UInt8) -> StaticString? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case 0x0D: "&#13;"
        case 0x00: "\u{2400}"
        default: nil
        }
    }
}
