import HTTPTypes
import Hummingbird

/// The content coding of an answer's body (RFC 9110, 8.4.1).
enum ContentCoding: String, CaseIterable {
    case brotli = "br"
    case gzip
    case identity

    /// Returns the best available coding that a request accepts (RFC 9110, 12.5.3): the one with the highest weight; of
    /// several with the same weight the one that comes first in `ContentCoding`.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - compressed: the available codings besides `identity`, which always is available.
    /// - Returns: nil when the request accepts none of them, not even `identity`.
    static func best(for request: Request, among compressed: Set<ContentCoding>) -> ContentCoding? {
        // Without the header the answer is not compressed: the client may be a tool that can't decompress.
        guard let header = request.headers[.acceptEncoding] else { return .identity }
        let accepted = Accepted(header)
        var best: (coding: ContentCoding, weight: Int)?
        for coding in allCases where coding == .identity || compressed.contains(coding) {
            let weight = accepted.weight(of: coding)
            if weight > best?.weight ?? 0 { best = (coding, weight) }
        }
        if let best { return best.coding }
        return accepted.refusesIdentity ? nil : .identity
    }

    /// A parsed `Accept-Encoding` header. One pass over the bytes, since every request of a browser has it.
    private struct Accepted {
        /// Weights in thousandths.
        private var weights: [ContentCoding: Int] = [:]
        private var others: Int?

        init(_ header: String) {
            for element in header.utf8.split(separator: UInt8(ascii: ",")) {
                let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                let name = Self.trimmed(parts[0])
                var weight: Int? = 1000
                for parameter in parts.dropFirst() {
                    let text = Self.trimmed(parameter)
                    guard text.hasPrefix("q=") else { continue }
                    weight = Self.thousandths(text.dropFirst(2))
                }
                // A coding with an invalid weight is ignored.
                guard let weight else { continue }
                switch name {
                case "*": others = weight
                case "x-gzip": weights[.gzip] = weight
                default: ContentCoding(rawValue: name).map { weights[$0] = weight }
                }
            }
        }

        func weight(of coding: ContentCoding) -> Int {
            // `identity` is accepted unless it is refused, but any other accepted coding is preferred.
            weights[coding] ?? (coding == .identity ? 0 : others ?? 0)
        }

        var refusesIdentity: Bool { (weights[.identity] ?? others) == 0 }

        private static func trimmed(_ part: Substring.UTF8View) -> String {
            let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            var text = part.drop(while: isSpace)
            while let last = text.last, isSpace(last) { text = text.dropLast() }
            return Substring(text).lowercased()
        }

        /// Parses `0.5` as 500: at most three digits after the point, and at most 1 (RFC 9110, 12.4.2); nil for other
        /// texts.
        private static func thousandths(_ text: Substring) -> Int? {
            var bytes = text.utf8.makeIterator()
            guard let whole = bytes.next(), whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else { return nil }
            var weight = whole == UInt8(ascii: "1") ? 1000 : 0
            guard let point = bytes.next() else { return weight }
            guard point == UInt8(ascii: ".") else { return nil }
            var unit = 100
            while let digit = bytes.next() {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), unit > 0 else { return nil }
                weight += Int(digit - UInt8(ascii: "0")) * unit
                unit /= 10
            }
            return weight <= 1000 ? weight : nil
        }
    }
}
