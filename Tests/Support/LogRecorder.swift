public import Logging
import Synchronization

/// Keeps what is logged.
public final class LogRecorder: Sendable {
    private let entries = Mutex<[String]>([])

    /// It is empty.
    public init() {}

    /// Each entry as its level, message and metadata, sorted by key.
    public var lines: [String] { entries.withLock { $0 } }

    /// A logger whose entries are kept here.
    public var logger: Logger { logger(.trace) }

    /// A logger whose entries from this level on are kept here.
    public func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test", factory: { _ in Handler(recorder: self, logLevel: level) })
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let pairs = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let line = ["\(event.level): \(event.message)"] + pairs
            recorder.entries.withLock { $0.append(line.joined(separator: " ")) }
        }
    }
}
