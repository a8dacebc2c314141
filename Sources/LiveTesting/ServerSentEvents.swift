/// Reads server-sent events as a browser does (HTML Living Standard, 9.2.6), from bytes in pieces of any size.
///
/// It is written apart from the runtime's writer, so that a mistake there is seen here.
///
/// ```swift
/// var reader = ServerSentEvents()
/// for await piece in body { events += reader.read(piece) }
/// ```
public struct ServerSentEvents: Sendable {
    /// One event as a browser would dispatch it.
    public struct Event: Sendable, Equatable {
        /// Its type: on a live page the Output that changed.
        public var name: String
        /// The last id that the stream has given, by this event or by one before it.
        public var id: String
        /// Its data, the lines joined by line feeds.
        public var data: String
        /// Its size on the wire, framing included.
        public var byteCount: Int
    }

    /// How many comment lines have come: signs of life.
    public private(set) var commentCount = 0
    private var name = ""
    private var id = ""
    private var data: [String] = []
    private var line: [UInt8] = []
    private var previous: UInt8 = 0
    private var byteCount = 0

    /// A reader at the beginning of a stream.
    public init() {}

    /// Takes in the next bytes of the stream, and gives the events that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            byteCount += 1
            defer { previous = byte }
            switch byte {
            // It belongs to the carriage return before it, which has ended the line.
            case 0x0A where previous == 0x0D: continue
            case 0x0A, 0x0D: if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    /// An empty line ends an event; one without data is none.
    private mutating func endLine() -> Event? {
        guard !line.isEmpty else {
            defer { (name, data, byteCount) = ("", [], 0) }
            guard !data.isEmpty else { return nil }
            return Event(
                name: name.isEmpty ? "message" : name, id: id, data: data.joined(separator: "\n"), byteCount: byteCount)
        }
        defer { line.removeAll(keepingCapacity: true) }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "": commentCount += 1
        case "event": name = text
        case "id": if !text.utf8.contains(0) { id = text }
        case "data": data.append(text)
        default: break
        }
        return nil
    }
}
