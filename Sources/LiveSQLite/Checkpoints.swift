import Foundation
import GRDB
import Synchronization

/// Copies the write-ahead log into the database file (a checkpoint), so that the log does not grow without limit.
///
/// SQLite would do it inside a commit, which then takes a hundred times as long. Here a separate connection copies
/// whenever the log has grown by ``Marks/low``, concurrently with the commits. If those leave no pause in which the log
/// could be restarted, that is done between two of them once the log reaches ``Marks/high``; little is left to copy
/// then.
///
/// The log can't be restarted while a connection reads from it. A backup that takes a minute makes it longer by the
/// writes of that minute.
package final class Checkpoints: Sendable {
    /// Sizes of the log in bytes. A page of 4,096 bytes of the database takes 4,120.
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
        /// The size of the log in bytes above which the next checkpoint is made.
        var nextMark: Int
        /// The log file, which exists from the first write on. It stays the same file until it is closed.
        var log: FileHandle?
    }

    /// - Parameter writer: the connection that commits. It makes no checkpoints any more, and truncates the log to
    ///   ``Marks/low`` when it restarts it. So a log that is longer has not been restarted.
    init(path: String, configuration: Configuration, writer: DatabaseQueue, marks: Marks) throws {
        var configuration = configuration
        configuration.journalMode = .default
        // The time to wait for those who still read from the log: a few requests.
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

    /// Makes a checkpoint if one is due. Called between two commits, by the thread that commits.
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

    /// Copies the whole log into the file. Called when the connections that read and write are closed.
    func close() throws {
        connection.inDatabase { Self.checkpoint(.truncate, $0) }
        try connection.close()
    }

    /// Makes a checkpoint. It fails while a connection reads from the log; it is tried again when that has grown.
    private static func checkpoint(_ kind: Database.CheckpointMode, _ db: Database) {
        if db.sqliteConnection != nil { _ = try? db.checkpoint(kind) }
    }
}
