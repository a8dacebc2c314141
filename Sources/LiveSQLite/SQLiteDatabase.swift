import CSQLite
import Foundation
import GRDB
import Synchronization

/// Definition of an app's database: its name, its schema, and its own rules.
public struct DatabaseFormat: Sendable {
    /// The app's name, for messages to an operator.
    public let name: String
    /// The migrations from an empty file to the newest schema. Released ones never change.
    public let migrator: DatabaseMigrator
    /// Checks the app's own rules in a database with the newest schema, and returns a sentence for each that is broken.
    public let check: @Sendable (Database) throws -> [String]
    /// Whether an error means that a request was wrong, and not the database; see ``WriteQueue/lastSuccess``.
    public let isRefusal: @Sendable (any Error) -> Bool

    /// - Parameters:
    ///   - name: the app's name.
    ///   - migrator: the migrations from an empty file to the newest schema.
    ///   - check: checks the app's own rules, and returns a sentence for each that is broken.
    ///   - isRefusal: whether an error means that a request was wrong, and not the database.
    public init(
        name: String, migrator: DatabaseMigrator,
        check: @escaping @Sendable (Database) throws -> [String] = { _ in [] },
        isRefusal: @escaping @Sendable (any Error) -> Bool = { _ in false }
    ) {
        self.name = name
        self.migrator = migrator
        self.check = check
        self.isRefusal = isRefusal
    }
}

/// An app's database: opened with the settings that make it durable, and migrated.
///
/// On a file it uses WAL, so that readers never wait for a writer; `synchronous = FULL`, so that confirmed writes
/// survive `kill -9` and a power cut; foreign keys; and a busy timeout of 5 s for other processes that use the file.
/// The folder must exist; a missing file is created for its owner only (mode 0600).
public struct SQLiteDatabase: Sendable {
    /// The connection that writes. For a database in memory it also reads.
    package let writer: DatabaseQueue
    /// The queue that all writes of the app go through.
    public let writes: WriteQueue
    /// The connections that read; nil in memory, where the only connection reads too.
    private let readers: Readers?
    /// The checkpoints of the log; nil in memory, where there is no log.
    private let checkpoints: Checkpoints?

    /// Settings of the process, made once.
    private static let settings: Void = sqliteTurnOffMemoryCounters()

    /// Opens the file at `path` and brings its schema up to date.
    ///
    /// - Throws: ``DatabaseOpenError``, which names the path and the problem.
    public init(_ format: DatabaseFormat, path: String) throws {
        try self.init(format, path: path, marks: Checkpoints.Marks())
    }

    /// Creates a database in memory, which lives as long as this value: for tests and for trying things out.
    ///
    /// - Throws: ``DatabaseOpenError``.
    public init(_ format: DatabaseFormat) throws {
        try self.init(format, path: nil, marks: Checkpoints.Marks())
    }

    /// Opens the file at `path`, and calls `onStatement` for each statement that is run: for tools that count them.
    ///
    /// - Throws: ``DatabaseOpenError``.
    package init(_ format: DatabaseFormat, path: String, onStatement: @escaping @Sendable () -> Void) throws {
        try self.init(format, path: path, marks: Checkpoints.Marks()) { configuration in
            configuration.prepareDatabase { db in db.trace { _ in onStatement() } }
        }
    }

    /// - Parameters:
    ///   - path: the file; `nil` for memory.
    ///   - marks: the sizes of the write-ahead log at which checkpoints are made.
    ///   - configure: changes further settings, for example to add a trace.
    package init(
        _ format: DatabaseFormat, path: String?, marks: Checkpoints.Marks,
        configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        Self.settings
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.label = format.name
        configure(&configuration)
        do {
            if let path {
                try DatabaseOpenError.checkFolder(of: path)
                // SQLite would make it readable for everybody. The log beside it gets the same mode as the file.
                _ = makeFileForItsOwnerOnly(path)
                configuration.journalMode = .wal
                writer = try DatabaseQueue(path: path, configuration: configuration)
                // Set after opening: GRDB sets NORMAL when it turns WAL on, and in WAL mode a commit is certain to be
                // on the disk only with FULL.
                try writer.inDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                readers = Readers(path: path, configuration: configuration)
                checkpoints = try Checkpoints(path: path, configuration: configuration, writer: writer, marks: marks)
            } else {
                writer = try DatabaseQueue(configuration: configuration)
                readers = nil
                checkpoints = nil
            }
            writes = WriteQueue(
                writer, isRefusal: format.isRefusal, afterCommit: { [checkpoints] in checkpoints?.afterCommit() })
            guard try !writer.read(format.migrator.hasBeenSuperseded) else {
                throw DatabaseOpenError(path: path, problem: "was made by a later version of \(format.name)")
            }
            try format.migrator.migrate(writer)
        } catch let error as DatabaseOpenError {
            throw error
        } catch {
            throw DatabaseOpenError(path: path, cause: error)
        }
    }

    /// Reads on the calling thread, without waiting for other reads or for writes.
    ///
    /// - Parameter body: runs one statement: between two, another process may write.
    public func read<T>(_ body: (Database) throws -> T) throws -> T {
        guard let readers else { return try writer.unsafeRead(body) }
        return try readers.read(body)
    }

    /// Closes every connection once the accesses in flight and the jobs that wait are done. Later accesses fail.
    ///
    /// Afterwards the file alone contains all data, unless another process still reads from the log beside it.
    /// - Throws: the error that SQLite reports.
    public func close() throws {
        writes.drain()
        writes.forgetSuccess()
        readers?.close()
        try writer.close()
        try checkpoints?.close()
    }
}

/// Connections that read a file in WAL mode, each used by one thread at a time.
///
/// A read takes the connection that was used last, whose cache is warm, or opens one when all are in use: so there are
/// at most as many as threads have read at once. GRDB's `DatabasePool` does the same with a queue, a semaphore and one
/// more statement for each read, which takes as long as reading a row.
private final class Readers: Sendable {
    private struct State {
        var idle: [DatabaseQueue] = []
        var isClosed = false
    }

    /// Number of idle connections kept at most. More are opened when needed, and dropped after use.
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

    /// Closes the idle connections; one in use is released after its read.
    func close() {
        let idle = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.idle
        }
        for reader in idle { try? reader.close() }
    }
}
