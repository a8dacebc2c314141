import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A document that was rendered once for all pages of its owner at one address, without what belongs to one page: the
/// address of its stream, the token of its forms, and its name.
package final class KeptDocument: Sendable {
    /// What is written into a hole.
    package enum Hole: Int, Sendable, CaseIterable {
        /// The address of the page's stream.
        case address
        /// The token of its forms.
        case token
        /// The name of the page.
        case name
    }

    /// The markup between the holes: one piece more than there are holes.
    let pieces: [[UInt8]]
    let holes: [Hole]
    let revision: String
    let epoch: String
    /// Name of the screen among those of its route.
    let variant: String
    let shape: DocumentShape
    /// The position of the page; empty for the beginning.
    let position: String
    /// A form of the document that the layer above has made of it, such as its compressed pieces.
    package let derived = Mutex<(any AnyObject & Sendable)?>(nil)

    init(
        _ markup: [UInt8], revision: String, epoch: String, variant: String, shape: DocumentShape, position: String
    ) {
        (pieces, holes) = Placeholder.pieces(of: markup)
        self.revision = revision
        self.epoch = epoch
        self.variant = variant
        self.shape = shape
        self.position = position
    }

    /// Calls `body` with each piece of markup and the hole that follows it; the last piece has none.
    package func forEachPart(_ body: (_ piece: [UInt8], _ hole: Hole?) -> Void) {
        for (index, piece) in pieces.enumerated() { body(piece, index < holes.count ? holes[index] : nil) }
    }

    /// Number of bytes of the document with these texts in its holes.
    package func length(with texts: PageTexts) -> Int {
        pieces.reduce(0) { $0 + $1.count } + holes.reduce(0) { $0 + texts[$1].utf8.count }
    }

    /// Estimated memory in bytes, with that of a compressed form.
    var size: Int { pieces.reduce(256 + shape.size) { $0 + 48 + $1.count } * 5 / 4 }
}

/// The texts that are written into the holes of a document.
package struct PageTexts: Sendable {
    /// The address of the page's stream.
    package let address: String
    /// The token of its forms.
    package let token: String
    /// The name of the page.
    package let name: String

    /// - Parameters:
    ///   - address: the address of the page's stream.
    ///   - visit: the request context of the page.
    init(address: String, _ visit: Visit) {
        (self.address, token, name) = (address, visit.csrf, visit.pageName)
    }

    /// Returns the text of a hole.
    package subscript(_ hole: KeptDocument.Hole) -> String {
        switch hole {
        case .address: address
        case .token: token
        case .name: name
        }
    }

    /// Returns markup with the holes filled.
    func filling(_ markup: [UInt8]) -> [UInt8] {
        let (pieces, holes) = Placeholder.pieces(of: markup)
        return holes.isEmpty ? markup : filling(pieces, holes)
    }

    /// Returns markup with the texts taken out of the holes again.
    func emptying(_ markup: [UInt8]) -> [UInt8] {
        KeptDocument.Hole.allCases.reduce(markup) { markup, hole in
            let text = Array(self[hole].utf8)
            var (rest, emptied) = (0, [UInt8]())
            while !text.isEmpty, let place = markup.firstPlace(of: text, from: rest) {
                emptied += markup[rest..<place]
                emptied += Placeholder.text(hole).utf8
                rest = place + text.count
            }
            return rest == 0 ? markup : emptied + markup[rest...]
        }
    }

    /// Returns the pieces with the holes between them filled.
    func filling(_ pieces: [[UInt8]], _ holes: [KeptDocument.Hole]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count } + holes.count * 160)
        for (index, piece) in pieces.enumerated() {
            bytes += piece
            if index < holes.count { bytes += self[holes[index]].utf8 }
        }
        return bytes
    }
}

/// The texts that a document is rendered with where its holes are. They are random, so no visitor can write one.
enum Placeholder {
    /// What they begin with, another one in each process. Its first byte, DEL, hardly occurs in markup.
    private static let prefix = Array("\u{7F}\(Visit.newPageName())".utf8)

    private static let texts = KeptDocument.Hole.allCases.map {
        "\(String(decoding: prefix, as: UTF8.self))\($0.rawValue)"
    }

    static func text(_ hole: KeptDocument.Hole) -> String { texts[hole.rawValue] }

    /// Splits markup at the placeholders.
    static func pieces(of markup: [UInt8]) -> (pieces: [[UInt8]], holes: [KeptDocument.Hole]) {
        var pieces: [[UInt8]] = []
        var holes: [KeptDocument.Hole] = []
        var start = 0
        while let place = markup.firstPlace(of: prefix, from: start), place + prefix.count < markup.count,
            let hole = KeptDocument.Hole(rawValue: Int(markup[place + prefix.count]) - Int(UInt8(ascii: "0")))
        {
            pieces.append(Array(markup[start..<place]))
            holes.append(hole)
            start = place + prefix.count + 1
        }
        pieces.append(start == 0 ? markup : Array(markup[start...]))
        return (pieces, holes)
    }
}

extension [UInt8] {
    /// Returns the first place of a text that isn't empty.
    fileprivate func firstPlace(of text: [UInt8], from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            var start = start
            while bytes.count - start >= text.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(text[0]), bytes.count - start - text.count + 1)
            {
                start = base.distance(to: UnsafeRawPointer(found))
                if memcmp(found, text, text.count) == 0 { return start }
                start += 1
            }
            return nil
        }
    }
}

/// The documents of a process, by what they were made from. Their memory is limited: they are in two generations, and
/// when the younger one is full, the older one is dropped.
struct KeptDocuments {
    /// Bytes of each of the two generations at most.
    private let limit: Int
    private var young: [PageSource.Key: KeptDocument] = [:]
    private var old: [PageSource.Key: KeptDocument] = [:]
    private var youngSize = 0

    init(limit: Int) { self.limit = limit }

    /// Number of documents. For tests.
    var count: Int { young.count + old.count }

    /// Returns the newest document that was made from that.
    mutating func find(_ key: PageSource.Key) -> KeptDocument? {
        if let document = young[key] { return document }
        guard let document = old.removeValue(forKey: key) else { return nil }
        keep(document, for: key)
        return document
    }

    /// Keeps a document in the place of the one before it.
    mutating func keep(_ document: KeptDocument, for key: PageSource.Key) {
        if youngSize + document.size > limit {
            old = young
            young = [:]
            youngSize = 0
        }
        youngSize += document.size - (young.updateValue(document, forKey: key)?.size ?? 0)
        old[key] = nil
    }
}
