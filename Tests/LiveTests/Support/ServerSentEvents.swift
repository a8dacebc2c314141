import LiveTesting

/// An event as a browser dispatches it.
struct ServerSentEvent: Equatable, Sendable {
    var name: String
    var id: String
    var data: String
}

/// The events of a whole piece of a stream. Its reader follows the standard's text, and not the writer.
func serverSentEvents(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var reader = ServerSentEvents()
    return reader.read(bytes).map { ServerSentEvent(name: $0.name, id: $0.id, data: $0.data) }
}
