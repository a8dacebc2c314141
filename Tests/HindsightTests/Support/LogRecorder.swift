import Logging
import Synchronization

/// Keeps what is logged.
final class LogRecorder: Sendable {
    private let entries = Mutex<[String]>([])

    /// Each entry as its level, message and metadata, sorted by key.
    var lines: [String] { entries.withLock { $0 } }

    var logger: Logger { Logger(label: "test", factory: { _ in Handler(recorder: self) }) }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let line = ["\(event.level): \(event.message)"] + pairs
            recorder.entries.withLock { $0.append(line.joined(separator: " ")) }
        }
    }
}
