import Hummingbird

/// Reads `multipart/form-data` (RFC 7578, as browsers write it) piece by piece: bytes in, ``Event``s out. It keeps no more
/// of a file than a delimiter is long.
///
/// It is strict: what no browser sends is malformed, such as parts of parts, transfer encodings, or text before the first
/// part.
struct MultipartParser {
    enum Event: Equatable {
        /// A field that is no file, whole.
        case field(name: String, text: String)
        case fileBegins(name: String)
        case bytes(ByteBuffer)
        case fileEnds
    }

    struct Malformed: Error {}

    /// The most that one field, or what stands above a part, can have, in bytes.
    static let partLimit = 16 << 10
    /// The most parts. Ours have two.
    static let countLimit = 16

    private enum Place {
        /// Before the first part, and behind the last.
        case start, end
        /// Right behind a delimiter.
        case delimiter
        case head
        case field(String)
        case file
    }

    private let delimiter: [UInt8]
    private var place = Place.start
    private var waiting = ByteBuffer()
    private var count = 0

    /// `nil` for a content type that is no such form.
    init?(contentType: String) {
        let parts = contentType.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "multipart/form-data",
            let boundary = Self.parameter("boundary", of: parts[1]), (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first one begins the body, and then without a line break before it.
        waiting.writeString("\r\n")
    }

    /// Takes the next bytes.
    mutating func feed(_ bytes: ByteBuffer, _ emit: (Event) throws -> Void) throws {
        var bytes = bytes
        waiting.writeBuffer(&bytes)
        while try step(emit) {}
        waiting.discardReadBytes()
    }

    /// To be called behind the last bytes.
    func finish() throws {
        guard case .end = place else { throw Malformed() }
    }

    /// - Returns: Whether there may be more to be done with what is there.
    private mutating func step(_ emit: (Event) throws -> Void) throws -> Bool {
        switch place {
        case .start:
            guard waiting.readableBytes >= delimiter.count else { return false }
            guard waiting.readBytes(length: delimiter.count) == delimiter else { throw Malformed() }
            place = .delimiter
        case .delimiter:
            guard let end = waiting.readString(length: 2) else { return false }
            switch end {
            case "\r\n": place = .head
            case "--": place = .end
            default: throw Malformed()
            }
        case .head:
            guard let length = try length(before: Array("\r\n\r\n".utf8)) else { return false }
            let head = waiting.readString(length: length) ?? ""
            waiting.moveReaderIndex(forwardBy: 4)
            try begin(head, emit)
        case .field(let name):
            guard let length = try length(before: delimiter) else { return false }
            guard let bytes = waiting.readBytes(length: length), let text = String(validating: bytes, as: UTF8.self)
            else { throw Malformed() }
            waiting.moveReaderIndex(forwardBy: delimiter.count)
            place = .delimiter
            try emit(.field(name: name, text: text))
        case .file:
            let length = index(of: delimiter)
            // What may be the begin of a delimiter waits for the rest.
            let sure = length ?? max(0, waiting.readableBytes - delimiter.count + 1)
            if sure > 0, let bytes = waiting.readSlice(length: sure) { try emit(.bytes(bytes)) }
            guard length != nil else { return false }
            waiting.moveReaderIndex(forwardBy: delimiter.count)
            place = .delimiter
            try emit(.fileEnds)
        case .end:
            // What a browser ends it with.
            guard waiting.readableBytes <= 2 else { throw Malformed() }
            return false
        }
        return true
    }

    private mutating func begin(_ head: String, _ emit: (Event) throws -> Void) throws {
        count += 1
        guard count <= Self.countLimit else { throw Malformed() }
        var disposition: Substring?
        for line in head.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            switch line[..<colon].lowercased() {
            case "content-disposition" where disposition == nil: disposition = line[line.index(after: colon)...]
            case "content-type": break
            default: throw Malformed()
            }
        }
        guard let disposition, disposition.drop(while: { $0 == " " }).hasPrefix("form-data"),
            let name = Self.parameter("name", of: disposition)
        else { throw Malformed() }
        if Self.parameter("filename", of: disposition) == nil {
            place = .field(name)
        } else {
            place = .file
            try emit(.fileBegins(name: name))
        }
    }

    /// How many bytes there are before these; nil when they have not come yet, and may still.
    ///
    /// - Throws: ``Malformed`` when they would come too late.
    private func length(before bytes: [UInt8]) throws -> Int? {
        let length = index(of: bytes)
        guard length ?? waiting.readableBytes <= Self.partLimit else { throw Malformed() }
        return length
    }

    private func index(of wanted: [UInt8]) -> Int? {
        waiting.withUnsafeReadableBytes { bytes in
            var start = 0
            while start + wanted.count <= bytes.count {
                guard let candidate = bytes[start...].firstIndex(of: wanted[0]), candidate + wanted.count <= bytes.count
                else { return nil }
                if bytes[candidate..<candidate + wanted.count].elementsEqual(wanted) { return candidate }
                start = candidate + 1
            }
            return nil
        }
    }

    /// The value of a parameter of a header field, in quotes or without. Browsers write a quote in a value as `%22`.
    private static func parameter(_ name: String, of text: Substring) -> String? {
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let before = rest[..<equals].drop { $0 == " " || $0 == ";" }
            // Behind a value without quotes, or the word that all begins with.
            let key = before.split(separator: ";").last.map { $0.drop { $0 == " " } } ?? before
            rest = rest[rest.index(after: equals)...]
            let value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                guard let quote = rest.firstIndex(of: "\"") else { return nil }
                value = rest[..<quote]
                rest = rest[rest.index(after: quote)...]
            } else {
                value = rest.prefix { $0 != ";" }
                rest = rest[value.endIndex...]
            }
            if key.lowercased() == name { return String(value) }
        }
        return nil
    }
}
