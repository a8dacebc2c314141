/// Reads server-sent events as a browser does (HTML Living Standard, 9.2.6): it is written apart from the writer, so
/// that a mistake there is seen here.
enum EventReader {
    static func events(in bytes: [UInt8]) -> [LivePage.ReceivedEvent] {
        var events: [LivePage.ReceivedEvent] = []
        var name = ""
        var id = ""
        var data: [String] = []
        var size = 0
        for line in lines(of: bytes) {
            size += line.utf8.count + 1
            if line.isEmpty {
                if !data.isEmpty {
                    let text = data.joined(separator: "\n")
                    events.append(.init(name: name, id: id, data: text, byteCount: size))
                }
                (name, data, size) = ("", [], 0)
                continue
            }
            let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let rest = parts.count > 1 ? parts[1] : line.utf8[line.endIndex...]
            let value = String(Substring(rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest))
            switch String(Substring(parts[0])) {
            case "event": name = value
            case "id": id = value
            case "data": data.append(value)
            default: break
            }
        }
        return events
    }

    private static func lines(of bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            defer { previous = byte }
            if byte == 0x0A, previous == 0x0D { continue }
            if byte == 0x0A || byte == 0x0D {
                lines.append(String(decoding: line, as: UTF8.self))
                line = []
            } else {
                line.append(byte)
            }
        }
        return lines
    }
}
