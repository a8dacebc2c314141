/// Base64 for addresses, cookies and forms (RFC 4648, section 5), without padding. Each page has an address and each
/// request a cookie in it, and Foundation has neither this alphabet nor a way without several copies.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte that is a digit; 64 for all others.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes, six bits a character.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var length = 0
            var bits: UInt32 = 0
            var count: UInt32 = 0
            func append(_ value: UInt32) {
                text[length] = alphabet[Int(value & 63)]
                length += 1
            }
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    append(bits >> count)
                }
            }
            if count > 0 { append(bits << (6 - count)) }
            return length
        }
    }

    /// Decodes a text; nil unless it is the canonical encoding of its bytes.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0[...]) }
    }

    /// Decodes a part of a text.
    package static func decode(_ text: Substring) -> [UInt8]? { decode(String(text)) }

    /// Decodes a text in UTF-8. It isn't generic, since every request has one.
    package static func decode(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in text {
            let value = values[Int(byte)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // A single digit left over encodes no byte, and unused bits are zero in the canonical encoding.
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }
}
