import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads a plain form post: `application/x-www-form-urlencoded` (WHATWG URL Standard, 5.1).
public enum FormBody {
    /// The largest body that is read, in bytes. Far above any valid form; what is above the limits of its fields must
    /// still come back to the person who typed it.
    public static let limit = 4 << 20

    /// The fields of a form, by name; of several with one name the last.
    ///
    /// - Throws: 413 when the body is too large, 415 when it is no form, 400 when it is malformed.
    public static func read(_ request: Request) async throws -> [String: String] {
        let type = request.headers[.contentType] ?? ""
        guard type.isEmpty || type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            throw HTTPError(.unsupportedMediaType)
        }
        let body = try await request.body.collect(upTo: limit)
        return try parse(body.readableBytesView)
    }

    static func parse(_ bytes: some Collection<UInt8>) throws -> [String: String] {
        var fields: [String: String] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decode(parts[0])
            fields[name] = parts.count > 1 ? try decode(parts[1]) : ""
        }
        return fields
    }

    private static func decode(_ bytes: some Collection<UInt8>) throws -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
                    throw HTTPError(.badRequest, message: "Malformed form")
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw HTTPError(.badRequest, message: "The form is not UTF-8")
        }
        // A form post writes every line break of a text area as CRLF; the text that was typed has LF.
        return text.contains("\r\n") ? text.replacing("\r\n", with: "\n") : text
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
