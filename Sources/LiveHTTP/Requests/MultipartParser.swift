import NIOCore

/// Reads `multipart/form-data` (RFC 7578, as browsers write it) piece by piece: bytes in, ``Event``s out. It keeps nothing
/// of a file, and looks at each byte once, however small the pieces are.
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

    /// Looks for bytes in a text that comes in pieces (Knuth, Morris and Pratt): it remembers how many of them the text
    /// ends with so far.
    private struct Search {
        let wanted: [UInt8]
        /// For each number of bytes that match: the longest shorter beginning of `wanted` that they end with.
        private let fallbacks: [Int]
        /// How many bytes of `wanted` the text ends with.
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

        /// Begins anew with text that ends with the first bytes of `wanted`.
        mutating func restart(matching length: Int = 0) { matched = length }

        /// - Returns: how many of these bytes were read: all, unless `wanted` ends before.
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

    /// How often a byte was compared. For tests.
    var comparisons: Int { delimiter.comparisons + headEnd.comparisons }

    /// `nil` for a content type that is no such form.
    init?(contentType: String) {
        let parts = contentType.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().filter({ $0 != " " }) == "multipart/form-data",
            let boundary = Self.parameter("boundary", of: parts[1]), (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        delimiter = Search(for: Array("\r\n--\(boundary)".utf8))
        // The first one begins the body, and then without a line break before it.
        delimiter.restart(matching: 2)
    }

    /// Takes the next bytes.
    mutating func feed(_ bytes: ByteBuffer, _ emit: (Event) throws -> Void) throws {
        var bytes = bytes
        while bytes.readableBytes > 0 { try step(&bytes, emit) }
    }

    /// To be called behind the last bytes.
    func finish() throws {
        guard case .end = place else { throw Malformed() }
    }

    /// Reads as far as the place in the form stays the same.
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
            try Self.read(&bytes, into: &text, until: &headEnd)
            guard headEnd.isFound else { return }
            delimiter.restart()
            try begin(String(decoding: takeText(), as: UTF8.self), emit)
        case .field(let name):
            try Self.read(&bytes, into: &text, until: &delimiter)
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
            // What a browser ends it with.
            text += bytes.readBytes(length: min(3, bytes.readableBytes)) ?? []
            guard text.count <= 2 else { throw Malformed() }
        }
    }

    /// Adds what comes before the end of a head or of a field to its text.
    ///
    /// - Throws: ``Malformed`` when it is too long.
    private static func read(_ bytes: inout ByteBuffer, into text: inout [UInt8], until end: inout Search) throws {
        for piece in read(&bytes, until: &end) {
            guard text.count + piece.readableBytes <= partLimit else { throw Malformed() }
            text += piece.readableBytesView
        }
    }

    /// Reads to an end that may come, or to the end of the bytes.
    ///
    /// - Returns: what is known to come before it: bytes that were read earlier and looked like the beginning of the end,
    ///   and those of these.
    private static func read(_ bytes: inout ByteBuffer, until end: inout Search) -> [ByteBuffer] {
        let held = end.matched
        let count = end.read(bytes.readableBytesView)
        let length = held + count - end.matched
        // What was held back is as in `wanted`: it has matched.
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
