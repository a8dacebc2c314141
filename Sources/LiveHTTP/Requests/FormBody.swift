import HTTPTypes
import Hummingbird
import NIOCore

/// Parser of a plain form post: `application/x-www-form-urlencoded` (WHATWG URL Standard, 5.1).
enum FormBody {
    /// Size of a body at most, in bytes. A byte of a text may take three in it, so there is room for texts of at least
    /// 170,000 bytes.
    static let limit = 512 << 10

    /// Number of fields of a form at most. The app's forms have a dozen.
    static let fieldLimit = 100

    /// Returns the fields of a form, by name; of several with the same name the last.
    ///
    /// - Throws: 413 when the body is too large, 415 when it isn't a form, 400 when it is malformed or has too many
    ///   fields.
    static func read(_ request: Request) async throws -> [String: String] {
        let type = request.headers[.contentType] ?? ""
        guard type.isEmpty || type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            throw HTTPError(.unsupportedMediaType)
        }
        let body = try await request.wholeBody(upTo: limit)
        return try body.withUnsafeReadableBytes { try parse($0) }
    }

    static func parse(_ bytes: [UInt8]) throws -> [String: String] {
        try bytes.withUnsafeBytes { try parse($0) }
    }

    /// Parses in one pass over the bytes, whatever they contain.
    private static func parse(_ bytes: UnsafeRawBufferPointer) throws -> [String: String] {
        var fields: [String: String] = [:]
        var name: String?
        var text: [UInt8] = []
        var isEmpty = true
        var count = 0
        func endField() throws {
            defer { (name, isEmpty) = (nil, true) }
            guard !isEmpty else { return }
            count += 1
            guard count <= fieldLimit else { throw HTTPError(.badRequest, message: "The form has too many fields") }
            let last = try take(&text)
            if let name { fields[name] = last } else { fields[last] = "" }
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte != UInt8(ascii: "&") { isEmpty = false }
            switch byte {
            case UInt8(ascii: "&"): try endField()
            case UInt8(ascii: "=") where name == nil: name = try take(&text)
            case UInt8(ascii: "+"): text.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 1 < bytes.count, let high = hexValue(bytes[index]), let low = hexValue(bytes[index + 1])
                else { throw HTTPError(.badRequest, message: "Malformed form") }
                text.append(high << 4 | low)
                index += 2
            default: text.append(byte)
            }
        }
        try endField()
        return fields
    }

    /// Returns the collected text and empties the buffer.
    private static func take(_ bytes: inout [UInt8]) throws -> String {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw HTTPError(.badRequest, message: "The form is not UTF-8")
        }
        return typed(text)
    }

    /// Returns the text as it was typed: a form post writes every line break of a text area as CRLF, and the typed text
    /// has LF.
    static func typed(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var (kept, previous) = ([UInt8](), UInt8(0))
        kept.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == 0x0A, previous == 0x0D { kept.removeLast() }
            kept.append(byte)
            previous = byte
        }
        return String(decoding: kept, as: UTF8.self)
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

extension Request {
    /// Reads the whole body. If its declared length is too large, nothing is read.
    ///
    /// - Throws: 413 when it is larger than `limit`, in bytes.
    func wholeBody(upTo limit: Int) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw HTTPError(.contentTooLarge)
        }
        return try await body.collect(upTo: limit)
    }
}
