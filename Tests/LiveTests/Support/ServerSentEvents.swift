/// An event as a browser dispatches it.
struct ServerSentEvent: Equatable, Sendable {
    var name: String
    var id: String
    var data: String
}

/// Reads a stream byte by byte, straight from the standard's text (HTML Living Standard, 9.2.6), and not like the writer.
func serverSentEvents(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var (type, data, lastID): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var line: [UInt8] = []
    func process() {
        if line.isEmpty {
            if !data.isEmpty {
                events.append(
                    ServerSentEvent(
                        name: String(decoding: type, as: UTF8.self), id: String(decoding: lastID, as: UTF8.self),
                        data: String(decoding: data.dropLast(), as: UTF8.self)))
            }
            (type, data) = ([], [])
            return
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let field = String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self)
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch field {
        case "event": type = Array(value)
        case "data": data += value + [0x0A]
        case "id": if !value.contains(0) { lastID = Array(value) }
        default: break
        }
    }
    var index = 0
    while index < bytes.count {
        switch bytes[index] {
        case 0x0D:
            process()
            line = []
            if index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
        case 0x0A:
            process()
            line = []
        case let byte: line.append(byte)
        }
        index += 1
    }
    return events
}
