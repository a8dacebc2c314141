import Foundation
import GRDB
import Synchronization

/// Brings what is in the write-ahead log into the database file, so that the log does not grow for ever.
///
/// SQLite would do it inside a commit, which then takes a hundred times as long. Here a connection of its own copies
/// whenever the log has grown by ``Marks/low``, beside the commits. When those leave no pause in which the log could be
/// begun anew, it is done between two of them once the log reaches ``Marks/high``; little is left to copy then.
///
/// The log can't be begun anew while somebody reads from it. A backup that takes a minute makes it longer by that.
package final class Checkpoints: Sendable {
    /// Sizes of the log in bytes. 4,096 bytes of the database take 4,120.
    package struct Marks: Sendable {
        package var low: Int
        package var high: Int

        package init(low: Int = 1000 * 4120, high: Int = 4000 * 4120) {
            self.low = low
            self.high = high
        }
    }

    private let marks: Marks
    private let connection: DatabaseQueue
    private let logPath: String
    private let state: Mutex<State>

    private struct State {
        /// The size at which something is to be done next.
        var nextMark: Int
        /// The log, which is there from the first write on. It stays the same file until it is closed.
        var log: FileHandle?
    }

    /// - Parameter writer: The connection that commits; it makes no checkpoint any more, and cuts the log back to
    ///   ``Marks/low`` when it begins it anew. So what is longer has not been begun anew.
    init(path: String, configuration: Configuration, writer: DatabaseQueue, marks: Marks) throws {
        var configuration = configuration
        configuration.journalMode = .default
        // For those who still read from the log: a few requests.
        configuration.busyMode = .timeout(0.1)
        connection = try DatabaseQueue(path: path, configuration: configuration)
        logPath = path + "-wal"
        self.marks = marks
        state = Mutex(State(nextMark: marks.low))
        try writer.inDatabase { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA journal_size_limit = \(marks.low)")
        }
    }

    /// To be called between two commits by whoever commits.
    func afterCommit() {
        let (size, isDue) = state.withLock { state in
            if state.log == nil { state.log = FileHandle(forReadingAtPath: logPath) }
            let size = (try? state.log?.seekToEnd()).map { Int($0) } ?? 0
            let isDue = size > state.nextMark
            if isDue {
                state.nextMark = size > marks.high ? size * 2 : size + marks.low
            } else if size <= marks.low {
                state.nextMark = marks.low
            }
            return (size, isDue)
        }
        guard isDue else { return }
        if size > marks.high {
            connection.inDatabase { Self.checkpoint(.restart, $0) }
        } else {
            connection.asyncWriteWithoutTransaction { Self.checkpoint(.passive, $0) }
        }
    }

    /// Brings everything into the file. To be called when the connections that read and write are closed.
    func close() throws {
        connection.inDatabase { Self.checkpoint(.truncate, $0) }
        try connection.close()
    }

    /// Fails while somebody reads from the log; then it is tried again when that has grown.
    private static func checkpoint(_ kind: Database.CheckpointMode, _ db: Database) {
        if db.sqliteConnection != nil { _ = try? db.checkpoint(kind) }
    }
}
