import Synchronization

/// The names of the streams in an Input or an Output, which are those of its properties.
///
/// They are found by reflection, which takes microseconds, while a whole page is opened in a hundred; and the layout of
/// a structure never changes. So reflection is used once for each type: the offset of each reference among the
/// structure's bytes is stored, and later structures of the type are read at those offsets, as numbers that are
/// compared, never as pointers that are dereferenced.
struct StreamNames: Sendable {
    /// A stream of a structure and the name of its property.
    struct Stream {
        var identity: Identity
        var name: String
    }

    /// The identity of a stream while it lives: its address, as a number.
    typealias Identity = UInt

    private struct Property {
        var name: String
        var offset: Int
    }

    private static let known = Mutex<[ObjectIdentifier: StreamNames]>([:])

    private let properties: [Property]
    /// Whether all of the type's streams were found among its bytes.
    private let isComplete: Bool

    /// Returns the streams of a structure, in the order of its properties.
    static func streams<Structure>(of structure: Structure) -> [Stream] {
        let type = ObjectIdentifier(Structure.self)
        if let names = known.withLock({ $0[type] }), names.isComplete { return names.streams(of: structure) }
        let streams = reflectedStreams(of: structure)
        let names = StreamNames(streams, in: structure)
        known.withLock { $0[type] = names }
        return streams
    }

    private static func reflectedStreams(of structure: Any) -> [Stream] {
        Mirror(reflecting: structure).children.compactMap { child in
            guard let name = child.label, type(of: child.value) is AnyClass else { return nil }
            return Stream(identity: Identity(bitPattern: ObjectIdentifier(child.value as AnyObject)), name: name)
        }
    }

    private init<Structure>(_ streams: [Stream], in structure: Structure) {
        let words = Self.words(of: structure)
        var properties: [Property] = []
        var next = 0
        for stream in streams {
            // Properties lie in the order in which reflection returns them, so a stream that is in two of them has two
            // offsets.
            guard let place = words[next...].firstIndex(of: stream.identity) else { break }
            properties.append(Property(name: stream.name, offset: place))
            next = place + 1
        }
        self.properties = properties
        isComplete = properties.count == streams.count
    }

    private func streams<Structure>(of structure: Structure) -> [Stream] {
        let words = Self.words(of: structure)
        return properties.map { Stream(identity: words[$0.offset], name: $0.name) }
    }

    private static func words<Structure>(of structure: Structure) -> [UInt] {
        withUnsafeBytes(of: structure) { bytes in
            (0..<bytes.count / MemoryLayout<UInt>.size).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<UInt>.size, as: UInt.self)
            }
        }
    }
}
