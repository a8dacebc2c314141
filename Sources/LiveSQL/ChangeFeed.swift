import Foundation
import Synchronization

/// Committed changes, of which every process on a database is told, so that its open pages show them.
///
/// ```swift
/// struct NoteChange: Codable, Hashable, Sendable {
///     let owner: String
/// }
///
/// // `pages` is a `Topics<String, Void>` of `Live`.
/// let feed = ChangeFeed(access) { (change: NoteChange) in
///     pages.publish((), of: change.owner)
/// } tellAll: {
///     await pages.publishToAll(())
/// }
///
/// // In a service of the app. It returns when its task is cancelled.
/// await feed.follow()
///
/// // In the store. The first value is the answer, here none.
/// try await feed.write { db in
///     try db.run("UPDATE note SET body = ?2 WHERE id = ?1", [note, StoredText(text)])
///     return ((), NoteChange(owner: owner))
/// }
///
/// // What the owner's pages show.
/// let count = try await feed.read(again: NoteChange(owner: owner)) { db in
///     try db.first("SELECT count(*) FROM note WHERE owner = ?1", [owner]) { try $0.value(0, of: "note") } ?? 0
/// }
/// ```
///
/// ``write(for:_:tellFirst:)`` tells a change of this process after the commit and before it returns, unless its notification
/// has come first and is being told. ``follow()`` tells the changes of other processes, usually a moment after their commit. The
/// order between the two isn't fixed, and after a lost connection a change may be told again. So a change says what to read
/// again, and not by how much something has changed.
///
/// Use one feed, with one type of change, for each database (on PostgreSQL, each schema).
///
/// An SQLite database belongs to one process, and nothing more is done. On PostgreSQL a change is a row of the table
/// `changefeed`, written in the change's own transaction, with a notification (`NOTIFY`) that is sent when that is committed. A
/// process whose connection was lost reads the rows that it has missed; nothing is polled. ``purge()`` removes rows after an
/// hour.
///
/// A later release that runs beside this one may add optional properties to its changes.
///
/// ### The cursor
/// Transactions are not committed in the order of their numbers, so a number alone doesn't say which rows are still to come.
/// A notification has the number below which all transactions had ended when its own one began (`pg_snapshot_xmin`). Their
/// notifications came before it, since PostgreSQL delivers them in the order of the commits. After a lost connection the rows
/// from the last such number on are read. A long transaction, of any database on the server, holds that number back, so that
/// more is told a second time.
public final class ChangeFeed<Change: Codable & Hashable & Sendable>: Sendable {
    /// A change on its way to other processes.
    private struct Message: Codable {
        /// The process.
        let origin: UUID
        /// Number of the change in that process.
        let number: Int
        let change: Change
    }

    private struct State {
        var lastNumber = 0
        /// Changes of this process that were told, and will come a second time: from their transaction, and with their
        /// notification.
        var toldOnce: Set<Int> = []
        /// The number of the first transaction whose change may be missing; nil before the first connection.
        var cursor: UInt64?
        /// The server's timeline that the cursor belongs to: another one begins when a standby takes its place.
        var timeline = ""
        var heardAt: ContinuousClock.Instant?
    }

    /// The telling that anything may have changed.
    private enum Round { case none, running, followed }

    /// Changes that are to be told again.
    private struct Missed {
        var changes: Set<Change> = []
        /// Whether the database is being waited for.
        var isWaiting = false
        /// The pause before changes are told again.
        var pause = firstPause
        var toldAt: ContinuousClock.Instant?

        static var firstPause: Duration { .milliseconds(250) }
        static var longestPause: Duration { .seconds(60) }
        /// Time after which the pause is short again.
        static var memory: Duration { .seconds(90) }
    }

    private let access: StoreAccess
    private let tell: @Sendable (Change) -> Void
    private let tellAll: @Sendable () async -> Void
    private let origin = UUID()
    private let state = Mutex(State())
    private let round = Mutex(Round.none)
    private let missed = Mutex(Missed())

    /// - Parameters:
    ///   - access: the store's database. On PostgreSQL it was opened with a `PostgresFormat`, which makes the table.
    ///   - tell: called with each change, from any thread; it must not block.
    ///   - tellAll: called when anything may have changed: when ``follow()`` connects for the first time; when it has missed
    ///     more than 1,000 changes, or connects again after 30 minutes without any; when a standby has taken the server's
    ///     place; when a change can't be read; and when the reads of pages have failed for more than 1,000 different changes. While it runs, it isn't called again; one more call follows.
    public init(
        _ access: StoreAccess, tell: @escaping @Sendable (Change) -> Void,
        tellAll: @escaping @Sendable () async -> Void
    ) {
        (self.access, self.tell, self.tellAll) = (access, tell, tellAll)
    }

    // MARK: Changes of this process

    /// Runs one transaction, and tells its change after the commit, before this returns.
    ///
    /// When the server is lost during the commit, this throws. If the transaction was committed, the change is told when
    /// ``follow()`` is connected again.
    ///
    /// - Parameters:
    ///   - function: the store's function, for the log.
    ///   - body: the job. It may run more than once. The second value is the change; nil for none.
    ///   - tellFirst: tells the change in place of the feed's `tell`, for a store that has more to do with the answer. It isn't
    ///     called if the change has come with its notification before. It must not block.
    /// - Returns: the job's first value.
    /// - Throws: the store's error; `CancellationError` when the task was cancelled before the job began.
    public func write<Answer: Sendable>(
        for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> (Answer, Change?),
        tellFirst: (@Sendable (Answer, Change) -> Void)? = nil
    ) async throws -> Answer {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await access.write(
            for: function,
            { [access, origin] db in
                let (answer, change) = try body(db)
                if let change, access.database.dialect == .postgres {
                    let message = Message(origin: origin, number: number, change: change)
                    try Self.add(String(decoding: JSONEncoder().encode(message), as: UTF8.self), db)
                }
                return (answer, change)
            },
            committed: { [self] answer, change in
                guard let change, access.database.dialect != .postgres || isFirst(number) else { return }
                if let tellFirst { tellFirst(answer, change) } else { tell(change) }
            }
        ).0
    }

    private static func add(_ message: String, _ db: any SQLConnection) throws {
        // A listener reads the row of a change that is too long for a notification.
        let short = message.utf8.count > ChangeFeedStatements.longestMessage ? "" : message
        try db.run(ChangeFeedStatements.add, [message, short])
    }

    /// Whether a change of this process comes the first time.
    private func isFirst(_ number: Int) -> Bool {
        state.withLock { state in
            if state.toldOnce.remove(number) != nil { return false }
            // While nothing is heard, none comes a second time. Those that are forgotten here are told twice later.
            if state.toldOnce.count >= Self.mostToldOnce { state.toldOnce = [] }
            state.toldOnce.insert(number)
            return true
        }
    }

    private static var mostToldOnce: Int { 10_000 }

    // MARK: Changes of all processes

    /// Tells the changes of other processes, until the task is cancelled or the database is closed. One call a process: it has
    /// a connection of its own. On SQLite it returns at once.
    public func follow() async {
        await access.database.subscribe { db in
            guard let name = try db.first(ChangeFeedStatements.channel, [], Self.text) else {
                throw UnreadableRow(table: "changefeed")
            }
            return name
        } _: { [self] payload, db in
            guard let payload else { return try catchUp(db) }
            guard let heard = Heard(payload) else { return beginRound() }
            state.withLock { state in
                state.cursor = max(state.cursor ?? 0, heard.cursor)
                state.heardAt = .now
            }
            if !heard.message.isEmpty { return deliver(message(in: heard.message)) }
            let long = try db.first(ChangeFeedStatements.message, [heard.transaction], Self.text)
            deliver(long.flatMap { message(in: $0[...]) })
        }
    }

    private static func text(_ row: SQLRow) throws -> String { try row.value(0, of: "changefeed") }

    /// A payload: the cursor, the number of the transaction, and the message, which is empty if it is too long.
    private struct Heard {
        let cursor: UInt64
        let transaction: String
        let message: Substring

        init?(_ payload: String) {
            let parts = payload.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let cursor = UInt64(parts[0]) else { return nil }
            (self.cursor, transaction, message) = (cursor, String(parts[1]), parts[2])
        }
    }

    /// Reads a message; nil for that of a release whose changes this one can't read.
    private func message(in text: Substring) -> Message? {
        try? JSONDecoder().decode(Message.self, from: Data(text.utf8))
    }

    /// Tells the change of a message, unless this process has told it already.
    private func deliver(_ message: Message?) {
        guard let message else { return beginRound() }
        if message.origin != origin || isFirst(message.number) { tell(message.change) }
    }

    /// Tells what may have been missed.
    private func catchUp(_ db: any SQLConnection) throws {
        let (cursor, timeline, heardAt) = state.withLock { ($0.cursor, $0.timeline, $0.heardAt) }
        let begin = ContinuousClock.now
        var messages: [Message?] = []
        var place: (cursor: UInt64, next: UInt64, timeline: String)?
        let values: [any SQLValue] = [String(cursor ?? .max), ChangeFeedStatements.mostMissed + 1]
        try db.forEachRow(ChangeFeedStatements.missed, values) { row in
            let numbers = [try row.value(0, of: "changefeed"), try row.value(1, of: "changefeed")] as [String]
            guard let cursor = UInt64(numbers[0]), let next = UInt64(numbers[1]) else {
                throw UnreadableRow(table: "changefeed")
            }
            place = (cursor, next, try row.value(2, of: "changefeed"))
            if !row.isNull(3) { messages.append(message(in: (try row.value(3, of: "changefeed") as String)[...])) }
        }
        guard let place else { throw UnreadableRow(table: "changefeed") }
        // Rows may be gone after their time, and a standby that took the server's place may not have them.
        let isWhole =
            messages.count <= ChangeFeedStatements.mostMissed && !messages.contains { $0 == nil }
            && timeline == place.timeline && cursor.map { $0 <= place.next } == true
            && heardAt.map { $0.duration(to: begin) < ChangeFeedStatements.longestAbsence } == true
        state.withLock { state in
            (state.cursor, state.timeline, state.heardAt) = (place.cursor, place.timeline, begin)
            if !isWhole { state.toldOnce = [] }
        }
        if isWhole { for message in messages { deliver(message) } } else { beginRound() }
    }

    /// Tells that anything may have changed, once more if that is being told already: what reads again may have read before.
    func beginRound() {
        let isRunning = round.withLock { round in
            defer { round = round == .none ? .running : .followed }
            return round != .none
        }
        if isRunning { return }
        Task {
            repeat {
                round.withLock { $0 = .running }
                await tellAll()
            } while !isOver()
        }
    }

    /// Ends a round, unless another one is to follow.
    private func isOver() -> Bool {
        round.withLock { round in
            if round == .running { round = .none }
            return round == .none
        }
    }

    // MARK: Reads of pages

    /// Runs one query whose answer pages show.
    ///
    /// A page that is told of a change, and can't read it since the database can't be reached or all its connections are in use,
    /// would show the former state until the next change. So `change` is told to the pages of this process again as soon as the
    /// database answers. While its connections are in use again and again, the pauses grow, to a minute at most.
    ///
    /// Don't use this for queries that may be slow, such as searches: all open pages would repeat them at once, and so keep
    /// the connections in use.
    ///
    /// - Parameters:
    ///   - change: the change that makes pages read the same again.
    ///   - function: the store's function, for the log.
    ///   - body: runs one query.
    /// - Throws: the store's error; `CancellationError` when the task is cancelled.
    public func read<Answer: Sendable>(
        again change: @autoclosure () -> Change, for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Answer
    ) async throws -> Answer {
        try await access.read(
            for: function,
            failed: { error in
                guard let failure = access.database.transientFailure(error) else { return }
                tellAgain(change(), after: failure)
            }, body)
    }

    private func tellAgain(_ change: Change, after failure: TransientFailure) {
        let isFirst = missed.withLock { missed in
            // One more than can be told one by one means all.
            if missed.changes.count <= ChangeFeedStatements.mostMissed { missed.changes.insert(change) }
            defer { missed.isWaiting = true }
            if missed.isWaiting { return false }
            let isRecent = missed.toldAt.map { $0.duration(to: .now) < Missed.memory } ?? false
            missed.pause = isRecent && failure == .busy ? min(missed.pause * 2, Missed.longestPause) : Missed.firstPause
            return true
        }
        if isFirst { Task { await tellMissed() } }
    }

    /// Waits until the database answers, and tells what pages have not read.
    private func tellMissed() async {
        var pause = missed.withLock(\.pause)
        repeat {
            try? await Task.sleep(for: pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, .seconds(10))
        } while await isAway()
        let changes = missed.withLock { missed in
            defer { (missed.changes, missed.isWaiting, missed.toldAt) = ([], false, .now) }
            return missed.changes
        }
        if changes.count > ChangeFeedStatements.mostMissed { return beginRound() }
        // A few at a time, since pages read then.
        for (number, change) in changes.enumerated() {
            if number > 0, number.isMultiple(of: 64) { try? await Task.sleep(for: .milliseconds(20)) }
            tell(change)
        }
    }

    /// Whether the database can't be reached, or all its connections are in use. One that was closed is not waited for.
    private func isAway() async -> Bool {
        do {
            try await access.database.query { db in _ = try db.first("SELECT 1", []) { _ in true } }
            return false
        } catch {
            return access.database.transientFailure(error) != nil
        }
    }

    // MARK: Upkeep

    /// Removes the rows that nobody needs any more. Call it now and then, such as every ten minutes.
    ///
    /// - Returns: the number of removed rows.
    /// - Throws: the store's error.
    public func purge() async throws -> Int {
        guard access.database.dialect == .postgres else { return 0 }
        var count = 0
        for sql in [ChangeFeedStatements.purge, ChangeFeedStatements.purgeForeign] {
            count += try await access.writeInSlices(of: 1_000) { db, limit in try db.run(sql, [limit]) }
        }
        return count
    }
}

/// The statements on the table of a ``ChangeFeed``. They are PostgreSQL's alone.
package enum ChangeFeedStatements {
    /// Number of missed changes that are told one by one at most.
    static let mostMissed = 1_000
    /// Time after which a row may be gone, with room for the time of a purge.
    static let longestAbsence = Duration.seconds(30 * 60)
    /// Bytes of a message in a notification at most. A payload has less than 8,000 bytes, and some characters take a byte more
    /// there than in a text (``SQLDatum``).
    static let longestMessage = 6_000

    /// Makes the table. A message belongs to the one transaction that has written it.
    package static let table = """
        CREATE TABLE changefeed (
            transaction xid8 PRIMARY KEY DEFAULT pg_current_xact_id(), message text NOT NULL,
            madeAt timestamptz NOT NULL DEFAULT now())
        """

    /// Reads the name of the channel. Schemas of one database have channels of their own.
    package static let channel = "SELECT 'changefeed.' || CAST(CAST('changefeed' AS regclass) AS oid)"

    /// Adds the message `?1`, and sends a notification with the cursor, the transaction's number and the message `?2`. That
    /// number may be the one of a row from another server, of which this one is a copy.
    package static let add = """
        WITH made AS (
            INSERT INTO changefeed (message) VALUES (?1)
            ON CONFLICT (transaction) DO UPDATE SET message = excluded.message, madeAt = excluded.madeAt
            RETURNING tableoid, transaction
        )
        SELECT pg_notify(
            'changefeed.' || made.tableoid,
            CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) || ' ' || CAST(made.transaction AS text) || ' ' || ?2)
        FROM made
        """

    /// Reads the message of the transaction `?1`.
    package static let message = """
        SELECT changefeed.message FROM changefeed WHERE changefeed.transaction = CAST(CAST(?1 AS text) AS xid8)
        """

    /// Reads the messages from the transaction `?1` on, `?2` at most, each beside the next cursor, the first number that isn't
    /// given yet, and the server's timeline; one row without a message when there are none. All are of one moment.
    package static let missed = """
        SELECT CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text),
            CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text),
            left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), missed.message
        FROM (SELECT 1) AS one
        LEFT JOIN (
            SELECT changefeed.transaction, changefeed.message FROM changefeed
            WHERE changefeed.transaction >= CAST(CAST(?1 AS text) AS xid8)
            ORDER BY changefeed.transaction LIMIT ?2
        ) AS missed ON true
        ORDER BY missed.transaction
        """

    /// Removes rows of more than an hour ago, `?1` at most. It reads no others than the oldest.
    package static let purge = """
        DELETE FROM changefeed WHERE changefeed.transaction = ANY (ARRAY(
            SELECT oldest.transaction FROM (
                SELECT transaction, madeAt FROM changefeed ORDER BY transaction LIMIT ?1
            ) AS oldest
            WHERE oldest.madeAt < now() - interval '1 hour'))
        """

    /// Removes rows of another server, of which this one is a copy, `?1` at most: their numbers aren't given yet.
    package static let purgeForeign = """
        DELETE FROM changefeed WHERE changefeed.transaction = ANY (ARRAY(
            SELECT later.transaction FROM changefeed AS later
            WHERE later.transaction >= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY later.transaction LIMIT ?1))
        """

    /// All but the table, for a test of their plans.
    package static let all = [channel, add, message, missed, purge, purgeForeign]
}
