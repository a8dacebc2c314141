import Synchronization

/// A document that was rendered once for all pages of its owner at one address, without what belongs to one page: the
/// address of its stream, the token of its forms, and its name.
package final class KeptDocument: Sendable {
    /// The markup between the holes: one piece more than there are holes.
    let pieces: [[UInt8]]
    let holes: [PageTexts.Hole]
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
    package func forEachPart(_ body: (_ piece: [UInt8], _ hole: PageTexts.Hole?) -> Void) {
        for (index, piece) in pieces.enumerated() { body(piece, index < holes.count ? holes[index] : nil) }
    }

    /// Number of bytes of the document with these texts in its holes.
    package func length(with texts: PageTexts) -> Int {
        pieces.reduce(0) { $0 + $1.count } + holes.reduce(0) { $0 + texts[$1].utf8.count }
    }

    /// Estimated memory in bytes, with that of a compressed form.
    var size: Int { pieces.reduce(256 + shape.size) { $0 + 48 + $1.count } * 5 / 4 }
}

/// The documents of a process, by what they were made from, within limits of memory: one for those of owners, and a
/// smaller one for those of visitors who aren't signed in.
struct KeptDocuments {
    private var owned: Generations
    private var anonymous: Generations

    /// - Parameter limit: bytes of each of the two generations of owners' documents at most.
    init(limit: Int) { (owned, anonymous) = (Generations(limit: limit), Generations(limit: limit / 16)) }

    /// Number of documents. For tests.
    var count: Int { owned.count + anonymous.count }

    /// Returns the newest document that was made from that.
    mutating func find(_ key: PageSource.Key) -> KeptDocument? {
        key.isGuest ? anonymous.find(key) : owned.find(key)
    }

    /// Keeps a document in the place of the one before it.
    mutating func keep(_ document: KeptDocument, for key: PageSource.Key) {
        if key.isGuest { anonymous.keep(document, for: key) } else { owned.keep(document, for: key) }
    }

    /// Two generations of documents. When the younger one is full, the older one is dropped.
    private struct Generations {
        let limit: Int
        private var young: [PageSource.Key: KeptDocument] = [:]
        private var old: [PageSource.Key: KeptDocument] = [:]
        private var youngSize = 0

        init(limit: Int) { self.limit = limit }

        var count: Int { young.count + old.count }

        mutating func find(_ key: PageSource.Key) -> KeptDocument? {
            if let document = young[key] { return document }
            guard let document = old.removeValue(forKey: key) else { return nil }
            keep(document, for: key)
            return document
        }

        mutating func keep(_ document: KeptDocument, for key: PageSource.Key) {
            let size = document.size + key.size
            if youngSize + size > limit {
                old = young
                young = [:]
                youngSize = 0
            }
            youngSize += size - (young.updateValue(document, forKey: key).map { $0.size + key.size } ?? 0)
            old[key] = nil
        }
    }
}
