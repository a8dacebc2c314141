/// Server-sent events as bytes (HTML Living Standard, 9.2 "Server-sent events").
enum EventStream {
    /// A comment line: nothing for the page, a sign of life for the line.
    static let heartbeat = Array(":\n\n".utf8)

    /// One event. CR, LF and CRLF all end a line of a stream, so all three end a `data` line here: no text can forge
    /// an event or a field.
    static func append(name: String, id: String, data: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "event: \(name)\nid: \(id)\ndata: ".utf8)
        var previous: UInt8 = 0
        for byte in data.utf8 {
            switch byte {
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: bytes.append(contentsOf: "\ndata: ".utf8)
            default: bytes.append(byte)
            }
            previous = byte
        }
        bytes.append(contentsOf: "\n\n".utf8)
    }
}
