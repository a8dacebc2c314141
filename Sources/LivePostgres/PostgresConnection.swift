import CPostgres
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection, as a job of ``PostgresDatabase`` uses it. It is valid only during that job.
///
/// A statement is prepared when it is run first. `BEGIN`, that preparation and the first statement of a transaction are sent
/// together (pipeline mode of libpq), so a transaction of one statement takes two round trips.
///
/// Each function blocks its thread, for the time limit of statements at most.
public final class PostgresConnection {
    /// A statement that the server has prepared.
    private struct Prepared: Hashable {
        let sql: String
        let types: [PostgresType]
    }

    private enum Transaction {
        case none
        /// It is begun with the first statement.
        case requested
        case begun
    }

    /// Number of prepared statements at most. When there are more, all are dropped.
    private static let mostPrepared = 256

    private let handle: OpaquePointer
    /// Time that the server has for an answer.
    private let usualPatience: Duration
    /// The same for this job; nil for any time.
    private var patience: Duration?
    private var prepared: [Prepared: String] = [:]
    private var lastName = 0
    private var transaction = Transaction.none
    private var isolation: StaticString = "SERIALIZABLE"
    /// Number of rows that ``run(_:_:)`` has changed, or found, and that were inserted for a key.
    var changedRowCount = 0
    /// Whether the connection can't be used any more.
    private(set) var isLost = false
    /// Whether the job succeeds when it is run again: another transaction was in its way, or the connection was lost before
    /// the commit.
    private(set) var canRepeat = false
    /// Whether the server has ended the connection because the job did nothing for too long, and so without a commit.
    private var wasIdle = false

    /// Connects, and waits for it.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - name: the program's name, for the server's list of connections.
    ///   - time: time that the server has to accept the connection. Finding its host's address has no limit.
    ///   - statementTime: time limit of a statement. The server ends it then; if it doesn't answer a second later, the
    ///     connection is lost.
    /// - Throws: ``PostgresError/unavailable(_:)``.
    init(to address: PostgresAddress, name: String, within time: Duration, statementTime: Duration) throws {
        // The address may have others than those before it.
        let parameters = [
            // A dead peer is found by the system, too, while nothing is sent.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("fallback_application_name", name), ("dbname", address.text), ("client_encoding", "UTF8"),
        ]
        var keywords = parameters.map { UnsafePointer(strdup($0.0)) } + [nil]
        var values = parameters.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        guard let handle = PQconnectStartParams(&keywords, &values, 1) else {
            throw PostgresError.unavailable("There is no memory for a connection to PostgreSQL.")
        }
        self.handle = handle
        usualPatience = statementTime + .seconds(1)
        // Notices are for people at a terminal.
        _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
        let deadline = ContinuousClock.now + time
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else { throw lose() }
            try wait(for: state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, until: deadline)
            state = PQconnectPoll(handle)
        }
        PQsetnonblocking(handle, 1)
        PQenterPipelineMode(handle)
        patience = usualPatience
        let milliseconds = String(min(max(Int(statementTime / .milliseconds(1)), 1), Int(Int32.max)))
        try forEachRow(
            """
            SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $1, false),
                set_config('idle_in_transaction_session_timeout', $1, false), set_config('timezone', 'UTC', false),
                set_config('default_transaction_read_only', 'on', false)
            """, [milliseconds]
        ) { _ in }
    }

    deinit { PQfinish(handle) }

    /// The server's version, such as 150004 for 15.4.
    var serverVersion: Int { Int(PQserverVersion(handle)) }

    // MARK: Statements

    /// Runs a statement and returns the number of rows that it has changed, or found.
    ///
    /// - Parameters:
    ///   - sql: one statement with the parameters `$1`, `$2`, …
    ///   - values: the parameters. NULL is an optional without a value, such as `Int?.none`.
    /// - Throws: ``PostgresError``.
    @discardableResult
    public func run(_ sql: String, _ values: [any PostgresValue] = []) throws -> Int {
        let count = try exchange(sql, values).changedRows
        changedRowCount += count
        return count
    }

    /// Calls `read` with each row of a query. All rows are in memory then, so a query has a limit.
    ///
    /// - Throws: ``PostgresError``; what `read` throws.
    public func forEachRow(
        _ sql: String, _ values: [any PostgresValue] = [], _ read: (PostgresRow) throws -> Void
    ) throws {
        let result = try exchange(sql, values)
        for index in 0..<result.rowCount { try read(PostgresRow(result: result, index: index)) }
    }

    /// Returns the result of `read` for the first row of a query; nil when there is none.
    ///
    /// - Throws: ``PostgresError``; what `read` throws.
    public func first<Value>(
        _ sql: String, _ values: [any PostgresValue] = [], _ read: (PostgresRow) throws -> Value
    ) throws -> Value? {
        let result = try exchange(sql, values)
        return result.rowCount > 0 ? try read(PostgresRow(result: result, index: 0)) : nil
    }

    /// Runs a part of a transaction. When `body` throws, the part's changes are undone, and the transaction can go on.
    ///
    /// - Throws: ``PostgresError``; what `body` throws.
    @discardableResult
    public func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try run("SAVEPOINT part")
        do {
            let value = try body()
            try run("RELEASE part")
            return value
        } catch {
            if !isLost {
                try run("ROLLBACK TO part")
                try run("RELEASE part")
            }
            throw error
        }
    }

    /// Removes the time limit of statements until the end of the transaction. Each waits a second for a lock.
    func removeTimeLimit() throws {
        try forEachRow("SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '1s', true)") {
            _ in
        }
        patience = nil
    }

    // MARK: Jobs

    /// Runs statements of which each is a transaction that can't change anything.
    func read<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        canRepeat = false
        defer { endJob() }
        return try body(self)
    }

    /// Runs one transaction.
    ///
    /// - Parameter isolation: `SERIALIZABLE` is as if it ran alone. With `READ COMMITTED` a statement sees what others have
    ///   committed before it, and not only before the first one.
    func write<Value>(
        isolation: StaticString = "SERIALIZABLE", _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        (canRepeat, transaction, self.isolation) = (false, .requested, isolation)
        defer { endJob() }
        let value: Value
        do {
            value = try body(self)
            // Also when `body` has caught that error.
            if isLost { throw Self.lost }
        } catch {
            if transaction == .begun, !isLost { rollBack() }
            throw error
        }
        guard transaction == .begun else { return value }
        transaction = .none
        do {
            // An error of a statement that `body` has caught has ended the transaction.
            guard try exchange("COMMIT", []).command == "COMMIT" else {
                throw PostgresError.refused(
                    PostgresFault(state: "25P02", message: "the transaction was aborted", constraint: nil))
            }
        } catch {
            guard isLost, !wasIdle else { throw error }
            canRepeat = false
            throw PostgresError.unknownOutcome
        }
        return value
    }

    /// Ends a transaction whose job has failed.
    private func rollBack() {
        (transaction, patience) = (.none, usualPatience)
        let canRepeat = canRepeat
        do { try run("ROLLBACK") } catch { isLost = true }
        self.canRepeat = canRepeat
    }

    /// Leaves nothing of a job to the next one. A connection that still is in a transaction is dropped.
    private func endJob() {
        (transaction, patience) = (.none, usualPatience)
        if PQtransactionStatus(handle) != PQTRANS_IDLE { isLost = true }
    }

    private static let lost = PostgresError.unavailable("The connection to PostgreSQL was lost.")

    // MARK: Notifications

    /// The socket, which can be read when the server has sent something.
    var socket: CInt { PQsocket(handle) }

    /// Returns the payloads of the notifications that have arrived, without waiting. The end of a connection arrives, too.
    ///
    /// - Throws: ``PostgresError/unavailable(_:)`` when the connection is lost.
    func takeNotifications() throws -> [String] {
        guard PQconsumeInput(handle) == 1 else { throw lose() }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        // libpq closes its socket when it reads the end behind other bytes: nothing would be heard of that again.
        if PQstatus(handle) == CONNECTION_BAD || socket < 0 { throw lose() }
        return payloads
    }

    // MARK: libpq

    /// Sends a statement with all that has to stand before it, and waits for its result.
    private func exchange(_ sql: String, _ values: [any PostgresValue]) throws -> PostgresResult {
        guard !isLost else { throw Self.lost }
        let deadline = patience.map { ContinuousClock.now + $0 }
        let types = values.map { type(of: $0).postgresType }
        let key = Prepared(sql: sql, types: types)
        var commands = 1
        if transaction == .requested {
            try send(
                PQsendQueryParams(handle, "BEGIN ISOLATION LEVEL \(isolation) READ WRITE", 0, nil, nil, nil, nil, 0))
            transaction = .begun
            commands += 1
        }
        // A transaction that has failed takes nothing but its end.
        if prepared.count >= Self.mostPrepared, prepared[key] == nil, PQtransactionStatus(handle) != PQTRANS_INERROR {
            try send(PQsendQueryParams(handle, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 0))
            prepared = [:]
            commands += 1
        }
        let known = prepared[key]
        let name = known ?? makeName()
        if known == nil {
            try send(PQsendPrepare(handle, name, sql, CInt(types.count), types.map(\.oid)))
            commands += 1
        }
        try sendPrepared(name, values)
        try send(PQpipelineSync(handle))
        let answer = try receive(commands, until: deadline)
        // All commands after the first that fails are skipped.
        if answer.failed ?? commands >= commands { prepared[key] = name }
        if let fault = answer.fault { throw error(for: fault, isKnown: known != nil) }
        guard let result = answer.result else { throw lose() }
        return result
    }

    private func makeName() -> String {
        lastName += 1
        return "s\(lastName)"
    }

    /// Returns the error of a statement, after looking at what it means for the connection.
    ///
    /// - Parameter isKnown: whether the statement was prepared before.
    private func error(for fault: PostgresFault, isKnown: Bool) -> PostgresError {
        if fault.isConflict { canRepeat = true }
        switch fault.state {
        // libpq speaks, and not the server.
        case "": return lose()
        case "25P03":
            wasIdle = true
            return lose(because: "\(fault)", canRepeat: false)
        // The server has ended the connection, or is shutting down.
        case let state where state.hasPrefix("57P"): return lose(because: "\(fault)")
        // A table was changed, or a pooler has given another connection: what was prepared is worth nothing.
        case "0A000", "26000":
            if isKnown { lose() }
            return .refused(fault)
        default: return .refused(fault)
        }
    }

    private func sendPrepared(_ name: String, _ values: [any PostgresValue]) throws {
        let bytes = values.map(\.postgresBytes)
        // One block for all values, since libpq takes pointers.
        let block = bytes.flatMap { $0 ?? [] }
        try block.withUnsafeBytes { block in
            var offset = 0
            // An empty block has no address, and a value without bytes is not NULL.
            let base = block.baseAddress ?? UnsafeRawPointer(handle)
            let pointers: [UnsafePointer<CChar>?] = bytes.map { value in
                guard let value else { return nil }
                defer { offset += value.count }
                return (base + offset).assumingMemoryBound(to: CChar.self)
            }
            try send(
                PQsendQueryPrepared(
                    handle, name, CInt(bytes.count), pointers, bytes.map { CInt($0?.count ?? 0) },
                    bytes.map { _ in 1 }, 1))
        }
    }

    private func send(_ isSent: CInt) throws {
        // An argument that libpq refuses, such as too many values, leaves the connection with half of a job.
        if isSent != 1 { throw lose(canRepeat: PQstatus(handle) == CONNECTION_BAD) }
    }

    /// The answers to commands that were sent together.
    private struct Answer {
        /// The result of the last command.
        var result: PostgresResult?
        /// The first fault.
        var fault: PostgresFault?
        /// The number of the command that failed, from 1 on; that of the sync is one more than the last one's.
        var failed: Int?

        mutating func note(_ result: PostgresResult, of command: Int) {
            guard fault == nil, result.status == PGRES_FATAL_ERROR else { return }
            (fault, failed) = (PostgresFault(result), command)
        }
    }

    /// Waits for the results of as many commands and of the sync that follows them.
    private func receive(_ commands: Int, until deadline: ContinuousClock.Instant?) throws -> Answer {
        var answer = Answer()
        do {
            for command in 1...commands {
                while let result = try next(until: deadline) {
                    switch result.status {
                    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                        throw lose(because: "COPY isn't supported.", canRepeat: false)
                    case PGRES_PIPELINE_SYNC: throw lose()
                    default: break
                    }
                    answer.note(result, of: command)
                    if command == commands, answer.result == nil { answer.result = result }
                }
            }
            // A statement outside a transaction is committed by the sync, and can fail there. Then nil stands between the
            // fault and the sync.
            var hasEnded = false
            while true {
                guard let result = try next(until: deadline) else {
                    if hasEnded { throw lose() }
                    hasEnded = true
                    continue
                }
                if result.status == PGRES_PIPELINE_SYNC { break }
                answer.note(result, of: commands + 1)
                hasEnded = false
            }
        } catch {
            // The server says why it closes a connection.
            if answer.fault == nil { throw error }
        }
        return answer
    }

    /// Returns the next result; nil at the end of a command's results.
    private func next(until deadline: ContinuousClock.Instant?) throws -> PostgresResult? {
        while true {
            let isFlushed = PQflush(handle)
            if isFlushed < 0 { throw lose() }
            if isFlushed == 0, PQisBusy(handle) == 0 { break }
            try wait(for: isFlushed == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline)
            if PQconsumeInput(handle) != 1 { throw lose() }
        }
        return PQgetResult(handle).map(PostgresResult.init)
    }

    private func wait<Events: BinaryInteger>(for events: Events, until deadline: ContinuousClock.Instant?) throws {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(truncatingIfNeeded: events), revents: 0)
        while true {
            let left = deadline.map { CInt(min(max($0 - .now, .zero) / .milliseconds(1), 1e9).rounded(.up)) }
            let count = poll(&descriptor, 1, left ?? -1)
            if count > 0 { return }
            if count < 0, errno == EINTR { continue }
            throw lose(because: count == 0 ? "PostgreSQL did not answer in time." : nil)
        }
    }

    /// Marks the connection as lost.
    ///
    /// - Returns: the error for it.
    @discardableResult
    private func lose(because reason: String? = nil, canRepeat: Bool = true) -> PostgresError {
        // The end of the connection may be seen before its reason.
        if !isLost || !canRepeat { self.canRepeat = canRepeat }
        isLost = true
        let said = String(cString: PQerrorMessage(handle)).split(separator: "\n").first.map(String.init)
        return reason.map { .unavailable($0) } ?? said.map { .unavailable($0) } ?? Self.lost
    }
}

/// The result of a statement.
final class PostgresResult {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    // The pointer is used only in here: the object could be released while a function of libpq still has it.
    var status: ExecStatusType { PQresultStatus(pointer) }
    var rowCount: CInt { PQntuples(pointer) }
    /// Number of rows that were changed or found.
    var changedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }
    /// The command that was run, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(pointer)) }

    /// Returns the sentence or the code of a fault.
    func field(_ code: UnicodeScalar) -> String? {
        PQresultErrorField(pointer, CInt(code.value)).map { String(cString: $0) }
    }

    /// Reads a value; nil for what is no such value.
    func value<Value: PostgresValue>(row: CInt, column: Int) -> Value? {
        guard (0..<Int(PQnfields(pointer))).contains(column) else { return nil }
        let column = CInt(column)
        let bytes: UnsafeRawBufferPointer? =
            PQgetisnull(pointer, row, column) == 1
            ? nil
            : UnsafeRawBufferPointer(
                start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
        return Value(postgresBytes: bytes, type: PostgresType(oid: PQftype(pointer, column)))
    }
}

extension PostgresFault {
    /// Reads the fault of a failed statement.
    fileprivate init(_ result: PostgresResult) {
        // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY, PG_DIAG_CONSTRAINT_NAME. Without a state it is libpq that speaks.
        self.init(state: result.field("C") ?? "", message: result.field("M") ?? "", constraint: result.field("n"))
    }
}

/// A row of a query, whose columns are read by their indexes.
public struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let index: CInt

    /// Returns the value of a column, from 0 on. NULL is nil for an optional.
    ///
    /// - Throws: ``PostgresError/unreadable(column:)`` for NULL if the value is no optional, and for another type.
    public subscript<Value: PostgresValue>(column: Int) -> Value {
        get throws {
            guard let value = result.value(row: index, column: column) as Value? else {
                throw PostgresError.unreadable(column: column)
            }
            return value
        }
    }
}
