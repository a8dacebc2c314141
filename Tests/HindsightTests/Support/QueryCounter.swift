import GRDB
import Synchronization

/// Counts what is asked of the connections that only read.
final class QueryCounter: Sendable {
    private let queries = Mutex(0)

    @Sendable func configure(_ configuration: inout Configuration) {
        configuration.prepareDatabase { [self] db in
            guard db.configuration.readonly else { return }
            db.trace { event in
                // A connection that is opened asks what is in the file.
                let isQuery = "\(event)".hasPrefix("SELECT") && !"\(event)".contains("sqlite_master")
                if isQuery { self.queries.withLock { $0 += 1 } }
            }
        }
    }

    /// How many queries were asked while `body` ran.
    func count(during body: () async throws -> Void) async rethrows -> Int {
        let before = queries.withLock { $0 }
        try await body()
        return queries.withLock { $0 } - before
    }
}
