import NIOCore

/// Incremental parser of `multipart/form-data` (RFC 7578, as browsers write it): bytes in, ``Event``s out. It stores
/// nothing of a file, and examines each byte once, however small the pieces are.
///
/// It is strict: input that no browser sends is malformed, such as nested parts, transfer encodings, or text before the
/// first part.
struct MultipartParser {
    enum Event: Equatable {
        /// A whole field that is not a file.
        case field(name: String, text: String)
        /// A file, with its name on the visitor's device: empty for a field without a choice.
        case fileBegins(name: String, filename: String)
        case bytes(ByteBuffer)
        case fileEnds
    }

    struct Malformed: Error {}

    /// Size of a part's head at most, and of a field where nothing else is said, in bytes.
    static let partLimit = 16 << 10
    /// Number of parts at most where nothing else is said.
    static let countLimit = 16

    private enum Place {
        /// The states before the first part, and after the last.
        case start, end
        /// The state right after a delimiter.
        case delimiter
        case head
        case field(String)
        case file
    }

    /// Search for bytes in a text that comes in pieces (Knuth, Morris and Pratt): it stores how many of them the text
    /// ends with so far.
    private struct Search {
        let wanted: [UInt8]
        /// Length of the longest shorter prefix of `wanted` that the matching bytes end with, for each number of them.
        private let fallbacks: [Int]
        /// Number of the first bytes of `wanted` that the text ends with.
        private(set) var matched = 0
        private(set) var comparisons = 0

        init(for wanted: [UInt8]) {
            self.wanted = wanted
            var fallbacks = [0, 0]
            var length = 0
            for byte in wanted.dropFirst() {
                while length > 0, wanted[length] != byte { length = fallbacks[length] }
                if wanted[length] == byte { length += 1 }
                fallbacks.append(length)
            }
            self.fallbacks = fallbacks
        }

        var isFound: Bool { matched == wanted.count }

        /// Begins anew with text that ends with the first `length` bytes of `wanted`.
        mutating func restart(matching length: Int = 0) { matched = length }

        /// - Returns: the number of these bytes that were read: all, unless `wanted` ends before.
        mutating func read(_ bytes: ByteBufferView) -> Int {
            var count = 0
            for byte in bytes {
                count += 1
                comparisons += 1
                while matched > 0, wanted[matched] != byte {
                    comparisons += 1
                    matched = fallbacks[matched]
                }
                if wanted[matched] == byte { matched += 1 }
                if isFound { break }
            }
            return count
        }
    }

    private var place = Place.start
    private var delimiter: Search
    private var headEnd = Search(for: Array("\r\n\r\n".utf8))
    /// The beginning of a head, a field or an end that is still being read.
    private var text: [UInt8] = []
    private var count = 0
    private let fieldLimit: Int
    private let countLimit: Int

    /// Number of byte comparisons. For tests.
    var comparisons: Int { delimiter.comparisons + headEnd.comparisons }

    /// Creates a parser; nil for a content type that is not such a form, or has an invalid boundary.
    ///
    /// - Parameters:
    ///   - contentType: the request's `Content-Type`.
    ///   - fieldLimit: the size of a field at most, in bytes.
    ///   - countLimit: the number of parts at most.
    init?(contentType: String, fieldLimit: Int = partLimit, countLimit: Int = countLimit) {
        self.fieldLimit = fieldLimit
        self.countLimit = countLimit
        let parts = contentType.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "multipart/form-data",
            let boundary = Self.parameter("boundary", of: parts[1]), (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        delimiter = Search(for: Array("\r\n--\(boundary)".utf8))
        // The first delimiter begins the body without a line break before it.
        delimiter.restart(matching: 2)
    }

    /// Parses the next bytes.
    mutating func feed(_ bytes: ByteBuffer, _ emit: (Event) throws -> Void) throws {
        var bytes = bytes
        while bytes.readableBytes > 0 { try step(&bytes, emit) }
    }

    /// Checks that the form is complete. Called after the last bytes.
    func finish() throws {
        guard case .end = place else { throw Malformed() }
    }

    /// Reads until the state changes, or to the end of the bytes.
    private mutating func step(_ bytes: inout ByteBuffer, _ emit: (Event) throws -> Void) throws {
        switch place {
        case .start:
            let known = delimiter.matched
            let count = delimiter.read(bytes.readableBytesView)
            guard delimiter.matched == known + count else { throw Malformed() }
            bytes.moveReaderIndex(forwardBy: count)
            if delimiter.isFound { place = .delimiter }
        case .delimiter:
            text += bytes.readBytes(length: min(2 - text.count, bytes.readableBytes)) ?? []
            guard text.count == 2 else { return }
            switch text {
            case Array("\r\n".utf8): place = .head
            case Array("--".utf8): place = .end
            default: throw Malformed()
            }
            text = []
            headEnd.restart()
        case .head:
            try Self.read(&bytes, into: &text, upTo: Self.partLimit, until: &headEnd)
            guard headEnd.isFound else { return }
            delimiter.restart()
            try begin(String(decoding: takeText(), as: UTF8.self), emit)
        case .field(let name):
            try Self.read(&bytes, into: &text, upTo: fieldLimit, until: &delimiter)
            guard delimiter.isFound else { return }
            guard let text = String(validating: takeText(), as: UTF8.self) else { throw Malformed() }
            place = .delimiter
            try emit(.field(name: name, text: text))
        case .file:
            for piece in Self.read(&bytes, until: &delimiter) where piece.readableBytes > 0 { try emit(.bytes(piece)) }
            guard delimiter.isFound else { return }
            place = .delimiter
            try emit(.fileEnds)
        case .end:
            // A browser ends the form with CRLF.
            text += bytes.readBytes(length: min(3, bytes.readableBytes)) ?? []
            guard text.count <= 2 else { throw Malformed() }
        }
    }

    /// Appends the bytes before the end of a head or of a field to its text.
    ///
    /// - Throws: ``Malformed`` when it is too long.
    private static func read(
        _ bytes: inout ByteBuffer, into text: inout [UInt8], upTo limit: Int, until end: inout Search
    ) throws {
        for piece in read(&bytes, until: &end) {
            guard text.count + piece.readableBytes <= limit else { throw Malformed() }
            text += piece.readableBytesView
        }
    }

    /// Reads to an end that may come, or to the end of the bytes.
    ///
    /// - Returns: the bytes that are known to come before it: bytes that were read earlier and looked like the
    ///   beginning of the end, and those of the new bytes.
    private static func read(_ bytes: inout ByteBuffer, until end: inout Search) -> [ByteBuffer] {
        let held = end.matched
        let count = end.read(bytes.readableBytesView)
        let length = held + count - end.matched
        // Bytes that were held back equal the first bytes of `wanted`, since they have matched.
        let earlier = min(held, length)
        let known = bytes.getSlice(at: bytes.readerIndex, length: length - earlier) ?? ByteBuffer()
        bytes.moveReaderIndex(forwardBy: count)
        return [ByteBuffer(bytes: end.wanted.prefix(earlier)), known]
    }

    private mutating func takeText() -> [UInt8] {
        defer { text = [] }
        return text
    }

    private mutating func begin(_ head: String, _ emit: (Event) throws -> Void) throws {
        count += 1
        guard count <= countLimit else { throw Malformed() }
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
        if let filename = Self.parameter("filename", of: disposition) {
            place = .file
            try emit(.fileBegins(name: name, filename: filename))
        } else {
            place = .field(name)
        }
    }

    /// Returns the value of a parameter of a header field, quoted or not. Browsers write a quote in a value as `%22`.
    private static func parameter(_ name: String, of text: Substring) -> String? {
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let before = rest[..<equals].drop { $0 == " " || $0 == ";" }
            // The key comes after an unquoted value, or after the first word of the field.
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
