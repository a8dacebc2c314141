/// Server-sent events as bytes (HTML Living Standard, 9.2 "Server-sent events").
enum EventStream {
    /// A comment line, ignored by the page, that keeps the connection alive.
    static let heartbeat = Array(":\n\n".utf8)
    /// The last event of a stream after which the page must not reconnect by itself. No Output can have this name.
    static let rest = Array("event: live:rest\ndata:\n\n".utf8)

    /// Appends one event. CR, LF and CRLF all end a line of a stream, so all three begin a new `data` line here: no
    /// text can forge an event or a field.
    static func append(name: String, id: String, data: [UInt8], to bytes: inout [UInt8]) {
        bytes.append("event: ")
        bytes.append(contentsOf: name.utf8)
        bytes.append("\nid: ")
        bytes.append(contentsOf: id.utf8)
        bytes.append("\ndata: ")
        var start = 0
        for (index, byte) in data.enumerated() where byte == 0x0A || byte == 0x0D {
            bytes.append(contentsOf: data[start..<index])
            start = index + 1
            // A line feed after a carriage return belongs to the same line end.
            if byte == 0x0D || index == 0 || data[index - 1] != 0x0D { bytes.append("\ndata: ") }
        }
        bytes.append(contentsOf: data[start...])
        bytes.append("\n\n")
    }
}

/// The id of a change: the epoch, a dot, and its number. The epoch is that of a kept document, which is the change 0, or of
/// the graph that made the change.
struct EventID {
    var epoch: Substring
    var version: Int

    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        guard parts.count == 2, let version = Int(parts[1]),
            parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        (epoch, self.version) = (parts[0], version)
    }
}
