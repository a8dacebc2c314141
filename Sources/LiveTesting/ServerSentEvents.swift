/// A parser of server-sent events that reads them as a browser does (HTML Living Standard, 9.2.6), from bytes in pieces
/// of any size.
///
/// It is written independently of the runtime's writer, so that a mistake there shows here.
///
/// ```swift
/// var reader = ServerSentEvents()
/// for await piece in body { events += reader.read(piece) }
/// ```
public struct ServerSentEvents: Sendable {
    /// An event as a browser would dispatch it.
    public struct Event: Sendable, Equatable {
        /// The event's type: on a live page the name of the Output that changed.
        public var name: String
        /// The last id of the stream so far, from this event or from one before it.
        public var id: String
        /// The event's data, the lines joined by line feeds.
        public var data: String
        /// Size on the wire in bytes, framing included.
        public var byteCount: Int
    }

    /// Number of comment lines read, which the server sends as keep-alives.
    public private(set) var commentCount = 0
    private var name = ""
    private var id = ""
    private var data: [String] = []
    private var line: [UInt8] = []
    private var previous: UInt8 = 0
    private var byteCount = 0

    /// Creates a reader at the beginning of a stream.
    public init() {}

    /// Reads the next bytes of the stream, and returns the events that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            byteCount += 1
            defer { previous = byte }
            switch byte {
            // A line feed after a carriage return belongs to the same line end.
            case 0x0A where previous == 0x0D: continue
            case 0x0A, 0x0D: if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    /// Processes a line. An empty one ends an event, which is returned unless it has no data.
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
