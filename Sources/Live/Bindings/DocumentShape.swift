/// Hashes of the content that each slot of a page shows. A graph that is opened later, for a page that shows this, sends
/// only what differs.
///
/// The hashes are of 64 bits with a key of this process, so an equal hash is taken for equal content.
struct DocumentShape: Sendable {
    /// The content of a slot.
    enum Content: Sendable, Equatable {
        case value(Int)
        case rows([Row])
    }

    /// A row of a list.
    struct Row: Sendable, Equatable {
        let id: String
        let hashes: ContentHashes
    }

    private var slots: [(name: Int, content: Content)]

    init(_ slots: some Sequence<LiveSlot>) {
        self.slots = slots.compactMap { slot in slot.shape.map { (Self.name(of: slot), $0) } }
    }

    /// Returns the content of a slot; nil when it isn't known.
    func content(of slot: LiveSlot) -> Content? {
        let name = Self.name(of: slot)
        return slots.first { $0.name == name }?.content
    }

    private static func name(of slot: LiveSlot) -> Int {
        var hasher = Hasher()
        hasher.combine(slot.name)
        hasher.combine(slot.part)
        return hasher.finalize()
    }

    /// Estimated memory in bytes.
    var size: Int {
        slots.reduce(64) { size, slot in
            if case .rows(let rows) = slot.content {
                size + 56 + rows.count * MemoryLayout<Row>.stride
            } else {
                size + 24
            }
        }
    }
}

extension DocumentShape: Equatable {
    static func == (lhs: DocumentShape, rhs: DocumentShape) -> Bool {
        lhs.slots.elementsEqual(rhs.slots) { $0.name == $1.name && $0.content == $1.content }
    }
}

extension [UInt8] {
    /// Hash of the bytes, with the key of this process.
    var contentHash: Int { withUnsafeBytes { ContentHash.hash($0) } }
}

/// Hashes of the markup of a row. A change of a part's id is one of the markup around it, since a part that is sent by
/// itself replaces only the one with its id.
struct ContentHashes: Sendable, Equatable {
    /// Hash of the markup outside of its parts.
    var content = 0
    /// Hash of the markup in its parts.
    var parts = 0
}

extension Rendering {
    /// Returns the hashes of the markup.
    ///
    /// - Parameter page: the page whose texts are left out; nil to hash them too.
    func hashes(on page: Bindings? = nil) -> ContentHashes {
        let page = page.flatMap { $0.hasPlaceholders ? nil : $0 }
        return bytes.withUnsafeBytes { bytes in
            func hash(_ range: Range<Int>, after seed: Int) -> Int {
                let markup = UnsafeRawBufferPointer(rebasing: bytes[range])
                guard let page else { return ContentHash.hash(markup, after: seed) }
                return page.withoutTexts(Array(markup)).withUnsafeBytes { ContentHash.hash($0, after: seed) }
            }
            var hashes = ContentHashes()
            var start = 0
            for part in parts {
                var id = part.id
                hashes.content = hash(start..<part.range.lowerBound, after: hashes.content)
                hashes.content = id.withUTF8 { ContentHash.hash(UnsafeRawBufferPointer($0), after: hashes.content) }
                hashes.parts = hash(part.range, after: hashes.parts)
                start = part.range.upperBound
            }
            hashes.content = hash(start..<bytes.count, after: hashes.content)
            return hashes
        }
    }
}

/// A hash of markup by multiplication of 64-bit words and folding of the products (as in Wang Yi's wyhash, 2019), with a
/// random key. `Hasher` would take as long as rendering.
private enum ContentHash {
    private static let key = UInt64.random(in: .min ... .max) | 1

    static func hash(_ bytes: UnsafeRawBufferPointer, after seed: Int = 0) -> Int {
        var hash = UInt64(bitPattern: Int64(seed)) ^ UInt64(bytes.count) &+ key
        var offset = 0
        while offset + 8 <= bytes.count {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return Int(truncatingIfNeeded: mix(mix(hash ^ rest)))
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: key)
        return product.high ^ product.low
    }
}
