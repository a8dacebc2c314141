/// The name of a file that a visitor has sent, made by the server: 32 hexadecimal digits, which nobody can guess.
public struct FileID: Hashable, Sendable, CustomStringConvertible {
    /// Number of bytes of an ID as text.
    static let length = 32

    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a random one.
    public static func random() -> FileID {
        FileID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    /// Reads an ID in its only spelling, with lower-case digits; nil for any other text.
    public init?(_ text: some StringProtocol) { self.init(bytes: text.utf8) }

    /// - Parameter bytes: text in UTF-8, of any length; no more of it is read than an ID has.
    init?(bytes: some Sequence<UInt8>) {
        var (words, count) = ([UInt64](repeating: 0, count: 2), 0)
        for byte in bytes {
            guard count < Self.length, let digit = Self.digit(byte) else { return nil }
            words[count / 16] = words[count / 16] << 4 | digit
            count += 1
        }
        guard count == Self.length else { return nil }
        self.init(high: words[0], low: words[1])
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    /// The ID as text.
    public var description: String { Self.text(high) + Self.text(low) }

    private static func text(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
