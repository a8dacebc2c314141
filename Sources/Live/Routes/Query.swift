/// The query of an address, as it was written. Names and values are decoded only when they are read, so that a query
/// that is passed on stays the same to the byte: `f%5B%5D=1`, its order, and names that come twice.
public struct Query: Sendable, Hashable {
    /// The query without its question mark, percent-encoded.
    public let text: String

    /// - Parameter text: a query without its question mark, percent-encoded.
    public init(_ text: some StringProtocol = "") {
        self.text = String(text)
    }

    /// The decoded value of the first pair with that name; empty for a name without a value, nil when there is none.
    public subscript(name: String) -> String? {
        text.isEmpty ? nil : pairs.first { $0.name == name }?.value
    }

    /// Returns the decoded values of all pairs with that name, in their order.
    public func values(_ name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Returns the query without the pairs of that name, the others as they were written.
    public func removing(_ name: String) -> Query {
        guard !text.isEmpty else { return self }
        let kept = Self.parts(of: text, at: "&", omitsEmpty: false)
            .filter { $0.isEmpty || Self.pair(of: $0).name != name }
        return Query(kept.joined(separator: "&"))
    }

    /// Returns the query with a pair appended.
    ///
    /// - Parameters:
    ///   - name: the name, not encoded.
    ///   - value: the value, not encoded.
    public func adding(_ name: String, _ value: String) -> Query {
        Query((text.isEmpty ? "" : text + "&") + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value))
    }

    /// Returns a path with this query appended.
    package func following(_ path: String) -> String {
        text.isEmpty ? path : path + "?" + text
    }

    private var pairs: some Sequence<(name: String, value: String)> {
        Self.parts(of: text, at: "&").lazy.map(Self.pair)
    }

    /// Splits by bytes, as the URL standard does: a search for characters in a stranger's text is expensive.
    private static func parts(
        of text: some StringProtocol, at separator: Unicode.Scalar, most: Int = .max, omitsEmpty: Bool = true
    ) -> [Substring] {
        Substring(text).utf8
            .split(separator: UInt8(ascii: separator), maxSplits: most, omittingEmptySubsequences: omitsEmpty)
            .map { Substring($0) }
    }

    private static func pair(of text: Substring) -> (name: String, value: String) {
        let parts = parts(of: text, at: "=", most: 1, omitsEmpty: false)
        let value = parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsBlank: true) : ""
        return (PercentEncoding.decode(parts[0], plusIsBlank: true), value)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Creates a query from pairs that are not encoded: `["after": "17"]`.
    public init(dictionaryLiteral pairs: (String, String)...) {
        self = pairs.reduce(Query("")) { $0.adding($1.0, $1.1) }
    }
}

/// Percent-encoding (RFC 3986, 2.1).
enum PercentEncoding {
    /// Encodes text for a segment of a path, or for a name or value of a query: all but the unreserved characters.
    static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter plusIsBlank: whether a plus sign stands for a blank, as in a query.
    static func decode(_ text: some StringProtocol, plusIsBlank: Bool) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(value),
                let low = rest.dropFirst().first.flatMap(value)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
