/// What a page shows, as a hash of each slot's content. A graph that is opened later, for a page that shows this, sends
/// only what differs.
///
/// The hashes are of 64 bits with a key of this process, so an equal hash is taken for equal content.
struct DocumentShape: Sendable {
    /// The content of a slot.
    enum Content: Sendable, Equatable {
        case value(Int)
        case rows([Row])
    }

    /// A row of a list: its `id`, and the hashes of its content outside of its parts and in them.
    struct Row: Sendable, Equatable {
        let id: String
        let content: Int
        let parts: Int
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
    var contentHash: Int {
        var hasher = Hasher()
        withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension Rendering {
    /// Hashes of the markup outside of its parts and in them.
    var hashes: (content: Int, parts: Int) {
        guard !parts.isEmpty else { return (bytes.contentHash, 0) }
        var (outside, inside) = (Hasher(), Hasher())
        bytes.withUnsafeBytes { bytes in
            var start = 0
            for part in parts {
                outside.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<part.range.lowerBound]))
                outside.combine(part.id)
                inside.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[part.range]))
                start = part.range.upperBound
            }
            outside.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return (outside.finalize(), inside.finalize())
    }
}
