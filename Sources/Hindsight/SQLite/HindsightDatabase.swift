import Foundation
import GRDB
import Synchronization

/// The app's database: opened with the settings that keep its promises, and migrated.
///
/// On a file: WAL, so that reading never waits for writing; `synchronous = FULL`, so that what was confirmed survives
/// `kill -9` and a power cut; foreign keys on; 5 s of patience with other processes that use the file. The folder must
/// exist; the file is made when it is missing, for its owner only (mode 0600).
public struct HindsightDatabase: Sendable {
    let writer: DatabaseQueue
    /// All that is written goes through it.
    let writes: WriteQueue
    /// nil in memory, where the one connection there is reads too.
    private let readers: Readers?
    /// nil in memory, where there is no log.
    private let checkpoints: Checkpoints?

    /// Opens the file at `path` and brings its schema up to date.
    ///
    /// - Throws: ``DatabaseOpenError``, which names the path and says what is wrong with it.
    public init(path: String) throws {
        try self.init(path: path, marks: Checkpoints.Marks())
    }

    /// The same, calling back at each statement that is run: for what counts them.
    ///
    /// - Throws: ``DatabaseOpenError``.
    package init(path: String, onStatement: @escaping @Sendable () -> Void) throws {
        try self.init(path: path, marks: Checkpoints.Marks()) { configuration in
            configuration.prepareDatabase { db in db.trace { _ in onStatement() } }
        }
    }

    /// A database that lives as long as this value, in memory: for tests and for trying things out.
    ///
    /// - Throws: ``DatabaseOpenError``.
    public init() throws {
        try self.init(path: nil, marks: Checkpoints.Marks())
    }

    /// - Parameters:
    ///   - path: `nil` for memory.
    ///   - marks: When the write-ahead log is brought into the file.
    ///   - configure: What a test needs besides, such as a trace.
    init(path: String?, marks: Checkpoints.Marks, configure: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = "hindsight"
        configure(&configuration)
        do {
            if let path {
                try DatabaseOpenError.checkFolder(of: path)
                // SQLite would let everybody read it. The log beside it gets the file's own mode.
                _ = makeFileForItsOwnerOnly(path)
                configuration.journalMode = .wal
                writer = try DatabaseQueue(path: path, configuration: configuration)
                // After opening: GRDB sets NORMAL when it turns WAL on, and in WAL mode a commit is only sure to be
                // on the disk with FULL.
                try writer.inDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                readers = Readers(path: path, configuration: configuration)
                checkpoints = try Checkpoints(path: path, configuration: configuration, writer: writer, marks: marks)
            } else {
                writer = try DatabaseQueue(configuration: configuration)
                readers = nil
                checkpoints = nil
            }
            writes = WriteQueue(writer, afterCommit: { [checkpoints] in checkpoints?.afterCommit() })
            let migrator = Schema.migrator
            guard try !writer.read(migrator.hasBeenSuperseded) else {
                throw DatabaseOpenError(path: path, problem: "was made by a later version of Hindsight")
            }
            try migrator.migrate(writer)
        } catch let error as DatabaseOpenError {
            throw error
        } catch {
            throw DatabaseOpenError(path: path, cause: error)
        }
    }

    /// Reads on the calling thread, which waits for nothing but the file.
    ///
    /// - Parameter body: issues one statement: between two, another process may write.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        guard let readers else { return try writer.unsafeRead(body) }
        return try readers.read(body)
    }

    /// Closes every connection once the accesses in flight are done. Later accesses fail.
    ///
    /// Then the file alone holds everything, unless another process still reads from the log beside it.
    /// - Throws: What SQLite reports.
    public func close() throws {
        writes.forgetSuccess()
        readers?.close()
        try writer.close()
        try checkpoints?.close()
    }
}

/// Connections that read a file in WAL mode, each used by one thread at a time.
///
/// A read takes the connection that was used last, whose cache is warm, or opens one when all are in use: there are as
/// many as threads have read at once. GRDB's `DatabasePool` does the same for a queue, a semaphore and a statement
/// more at each read, which takes as long as reading a row.
private final class Readers: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var isClosed = false
    }

    /// More are opened when needed, and closed after use.
    private static let mostIdle = 16

    private let path: String
    private let configuration: Configuration
    private let state = Mutex(State())

    init(path: String, configuration: Configuration) {
        var configuration = configuration
        configuration.readonly = true
        configuration.journalMode = .default
        self.path = path
        self.configuration = configuration
    }

    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let idle = try state.withLock { state in
            if state.isClosed { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "The database is closed") }
            return state.idle.popLast()
        }
        let reader = try idle ?? DatabaseQueue(path: path, configuration: configuration)
        defer {
            state.withLock { state in
                if !state.isClosed, state.idle.count < Self.mostIdle { state.idle.append(reader) }
            }
        }
        return try reader.unsafeRead(body)
    }

    /// Ends the connections that are idle; one in use ends after its read.
    func close() {
        let idle = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.idle
        }
        for reader in idle { try? reader.close() }
    }
}
