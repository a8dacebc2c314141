import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveSQL
import LiveSQLite
import Logging

/// An ``AccountStore`` in the database of the goals: a demo account and its goals are created in one transaction.
///
/// Sessions are cached in memory, since each request asks for one: until they end or expire, and for five seconds at
/// most, so that a session which another process on the same SQLite file has ended ends here too. On PostgreSQL processes tell
/// each other of sessions that end.
package struct SQLAccountStore: AccountStore {
    /// Time, in milliseconds, by which the stored idle end of a session may lag: a session in use is written once an
    /// hour.
    private static let idleStep: Int64 = 60 * 60 * 1000

    let access: StoreAccess
    let goals: SQLGoalStore

    /// - Parameters:
    ///   - database: the database, opened and migrated.
    ///   - clock: the clock that decides when sessions expire.
    ///   - logger: the logger for failures of the database.
    ///   - goals: the store of the same database that tells open pages of changes; nil where no page is open.
    package init(
        _ database: any SQLDatabase, clock: @escaping WallClock, logger: Logger = Logger(label: "hindsight.store"),
        goals: SQLGoalStore? = nil
    ) {
        self.goals = goals ?? SQLGoalStore(database, clock: clock, logger: logger)
        access = .hindsight(database, clock: clock, logger: logger)
    }

    /// Cache of sessions by the hash of their token.
    private var cache: AnswerCache<Data> { goals.pages.sessions }

    package func observeEndedLogins(_ notify: @escaping @Sendable (EndedLogins) -> Void) -> @Sendable () -> Void {
        goals.pages.endedLogins.observe(.everybody, notify)
    }

    // MARK: Sessions

    package func createDemoAccount(
        goals: [NewGoal], language: Language?, timeZone: TimeZoneID?, from client: Client
    ) async throws -> NewSession {
        let session = SessionSecrets(device: nil)
        return try await access.write { db in
            let now = access.now
            let account = AccountID(try db.insert(AccountStatements.insertDemo, [language, timeZone, now]))
            _ = try insertGoals(goals, areSamples: true, of: account, in: timeZone ?? .utc, at: now, db)
            return try insertSession(session, of: account, SessionStart(client: client), at: now, db)
        }
    }

    package func session(_ token: SecretToken) async throws -> SignedIn? {
        try Task.checkCancellation()
        let hash = token.hash
        var usable: CachedSession?
        let session = try await cache.answer(
            to: hash, of: hash, keeping: { $0 != nil },
            read: {
                usable = try await readSession(hash, login: token.login)
                return usable
            })
        // Extended only when the session is read; if the database takes no writes, the session is valid all the same.
        if let usable, usable.isDue(at: access.now, step: Self.idleStep) {
            let now = access.now
            let extend: @Sendable (any SQLConnection) throws -> Void = {
                try $0.run(AccountStatements.useSession, [hash, now])
            }
            // The answer doesn't wait for the disk, unless the page would end soon.
            if StoredTime(usable.signedIn.expiresAt).milliseconds > now.milliseconds + Self.idleStep {
                access.writeLater(extend) { [cache] in cache.forget(hash) }
            } else if (try? await access.write(extend)) != nil {
                cache.forget(hash)
                return try await readSession(hash, login: token.login)?.signedIn
            }
        }
        return session.flatMap { StoredTime($0.signedIn.expiresAt).milliseconds > access.now.milliseconds ? $0 : nil }?
            .signedIn
    }

    private func readSession(_ hash: Data, login: String) async throws -> CachedSession? {
        try await access.read(for: "session(_:)") { db in
            try db.first(AccountStatements.session, [hash, access.now]) { try CachedSession($0, login: login) }
        }
    }

    package func beginSession(of account: AccountID, _ start: SessionStart) async throws -> NewSession? {
        let session = SessionSecrets(device: start.device ?? SecretToken())
        return try await endingSessions { db in
            guard try isThere(account, start, db) else { return ([], nil) }
            let now = access.now
            try resetAttempts(start.attempt, db)
            if let entry = start.attempt?.entry {
                try db.run(AccountStatements.correctEntry, [account, entry, AccountEvent.signedIn.rawValue])
            } else {
                try note(.signedIn, of: account, start.client, at: now, db)
            }
            let ended = try endSession(start.replaces, db) + limitSessions(of: account, db)
            return (ended, try insertSession(session, of: account, start, at: now, db))
        }.value
    }

    package func sessions(of account: AccountID) async throws -> [AccountSession] {
        try await access.read { db in
            var sessions: [AccountSession] = []
            try db.forEachRow(AccountStatements.sessionsOfAccount, [account, access.now]) {
                sessions.append(try AccountSession($0))
            }
            return sessions.sorted { $0.lastUsedAt > $1.lastUsedAt }
        }
    }

    package func endSession(_ token: SecretToken) async throws {
        let hash = token.hash
        try await goals.commit { db in
            try db.run(AccountStatements.deleteSession, [hash])
            return ((), StoreChange(endedSessions: [hash]))
        }
    }

    package func endSessions(
        of account: AccountID, _ which: SessionChoice, from client: Client
    ) async throws -> [String] {
        try await endingSessions { db in
            let hashes = try sessionHashes(of: account, db).filter { hash in
                switch which {
                case .one(let login): SecretToken.login(of: hash) == login
                case .others(let login): SecretToken.login(of: hash) != login
                }
            }
            for hash in hashes { try db.run(AccountStatements.deleteSession, [hash]) }
            if !hashes.isEmpty { try note(.signedOutElsewhere, of: account, client, at: access.now, db) }
            return (hashes, ())
        }.ended
    }

    package func endReplacedSessions(of account: AccountID, except login: String) async throws -> [String] {
        try await endingSessions { db in
            let limit = access.now.adding(AccountStoreLimits.replacedSession)
            var hashes: [Data] = []
            try db.forEachRow(AccountStatements.sessionsEndingBy, [account, limit]) {
                hashes.append(try $0.value(0, of: "accountSession"))
            }
            hashes.removeAll { SecretToken.login(of: $0) == login }
            for hash in hashes { try db.run(AccountStatements.deleteSession, [hash]) }
            return (hashes, ())
        }.ended
    }

    // MARK: The server

    package func purgeExpired() async throws -> Int {
        defer { cache.forgetAll() }
        let now = access.now
        let logEnd = now.adding(.zero - AccountStoreLimits.logLifetime)
        for (sql, end) in [
            (AccountStatements.purgeSessions, now), (AccountStatements.purgeLinks, now),
            (AccountStatements.purgeAttempts, now), (AccountStatements.purgeLog, logEnd),
        ] {
            _ = try await access.writeInSlices(of: AccountStoreLimits.removedRows) { db, limit in
                try db.run(sql, [end, limit])
            }
        }
        try await closeAbandonedDemos(at: now)
        var count = 0
        while let isGone = try await access.write({ db in try removeSlice(db) }) { count += isGone ? 1 : 0 }
        return count
    }

    /// Closes the demo accounts that nobody can get into any more. They are looked for outside the transactions, in one
    /// pass over all of them.
    private func closeAbandonedDemos(at now: StoredTime) async throws {
        let limit = AccountStoreLimits.removedRows
        var last = AccountID(0)
        while true {
            let found = try await access.read { [last] db in
                var found: [AccountID] = []
                try db.forEachRow(AccountStatements.abandonedDemos, [now, last, limit]) {
                    found.append(try $0.value(0, of: "account"))
                }
                return found
            }
            try await access.write { db in
                for account in found { try db.run(AccountStatements.closeDemo, [now, account]) }
            }
            guard let end = found.last, found.count == limit else { return }
            last = end
        }
    }

    /// Removes a slice of a closed account, so that other writes get their turn between two slices.
    ///
    /// - Returns: whether the account is gone; nil when no account is closed.
    private func removeSlice(_ db: any SQLConnection) throws -> Bool? {
        let closed = try db.first(AccountStatements.closed, []) { try $0.value(0, of: "account") as AccountID }
        guard let account = closed else { return nil }
        for sql in AccountStatements.removeWays { try db.run(sql, [account]) }
        var left = AccountStoreLimits.removedRows
        for sql in AccountStatements.removeRows {
            left -= try db.run(sql, [account, left])
            if left <= 0 { return false }
        }
        try db.run(AccountStatements.deleteAccount, [account])
        return true
    }

    package func signingKey() async throws -> Data {
        try await access.secret("signingKey", or: randomSecret())
    }
}

/// The secret values of a session. They are made before the transaction, which may run again.
struct SessionSecrets: Sendable {
    let token = SecretToken()
    let csrfToken = Base64URL.encode(Array(randomSecret()))
    let device: SecretToken?
}

extension SQLAccountStore {
    /// Begins a session, as a part of a transaction.
    func insertSession(
        _ session: SessionSecrets, of account: AccountID, _ start: SessionStart, at now: StoredTime,
        _ db: any SQLConnection
    ) throws -> NewSession {
        typealias Limits = AccountStoreLimits
        let idle = start.isRemembered ? Limits.sessionIdle : Limits.shortSessionIdle
        let endsAt = now.adding(start.isRemembered ? Limits.sessionLifetime : Limits.shortSessionLifetime)
        try db.run(
            AccountStatements.insertSession,
            [
                session.token.hash, account, session.csrfToken, now, now.adding(idle), idle.milliseconds, endsAt,
                start.client.address, StoredText(start.client.agent),
            ])
        if let device = session.device {
            try db.run(AccountStatements.keepDevice, [account, device.hash, now])
            try db.run(AccountStatements.forgetDevices, [account, Limits.knownDevices])
        }
        let signedIn = try db.first(AccountStatements.session, [session.token.hash, now]) {
            try CachedSession($0, login: session.token.login).signedIn
        }
        guard let signedIn else { throw UnreadableRow(table: "accountSession") }
        return NewSession(
            token: session.token, device: session.device, isRemembered: start.isRemembered, signedIn: signedIn)
    }

    /// Ends the sessions that were used longest ago, so that there is room for another.
    ///
    /// - Returns: the hashes of their tokens.
    private func limitSessions(of account: AccountID, _ db: any SQLConnection) throws -> [Data] {
        var sessions: [(hash: Data, lastUsedAt: Int64)] = []
        try db.forEachRow(AccountStatements.sessionsOfAccount, [account, StoredTime(milliseconds: 0)]) {
            sessions.append((try $0.value(0, of: "accountSession"), try $0.value(2, of: "accountSession")))
        }
        let excess = max(sessions.count - (AccountStoreLimits.sessions - 1), 0)
        let ended = sessions.sorted { $0.lastUsedAt < $1.lastUsedAt }.prefix(excess).map(\.hash)
        for hash in ended { try db.run(AccountStatements.deleteSession, [hash]) }
        return ended
    }

    /// Runs a transaction that ends sessions.
    ///
    /// - Parameter part: tells what else has changed when the value is this one.
    func endingSessions<Value: Sendable>(
        for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> (hashes: [Data], Value),
        and part: @escaping @Sendable (Value) -> StoreChange.Part? = { _ in nil }
    ) async throws -> (ended: [String], value: Value) {
        try await goals.commit(for: function) { db in
            let (hashes, value) = try body(db)
            var change = StoreChange(endedSessions: hashes)
            if let part = part(value) { change.parts.append(part) }
            return ((hashes.map(SecretToken.login(of:)), value), change.unlessEmpty)
        }
    }

    /// Whether an account exists, and still has the password that was compared, if one was.
    func isThere(_ account: AccountID, _ start: SessionStart, _ db: any SQLConnection) throws -> Bool {
        guard let compared = start.compared else {
            return try db.first(AccountStatements.exists, [account], { _ in true }) != nil
        }
        return try db.first(AccountStatements.hasPassword, [account, compared.text], { _ in true }) != nil
    }

    /// Ends the session that a browser had, if it still exists, and returns its token hash.
    func endSession(_ reference: SessionReference?, _ db: any SQLConnection) throws -> [Data] {
        guard let reference else { return [] }
        let hashes = try sessionHashes(of: reference.account, db).filter {
            SecretToken.login(of: $0) == reference.login
        }
        for hash in hashes { try db.run(AccountStatements.deleteSession, [hash]) }
        return hashes
    }

    /// Returns the token hashes of all sessions of an account, expired ones included.
    func sessionHashes(of account: AccountID, _ db: any SQLConnection) throws -> [Data] {
        var hashes: [Data] = []
        try db.forEachRow(AccountStatements.sessionsOfAccount, [account, StoredTime(milliseconds: 0)]) {
            hashes.append(try $0.value(0, of: "accountSession"))
        }
        return hashes
    }

    /// Writes an entry into the log of an account, and returns its number.
    @discardableResult
    func note(
        _ event: AccountEvent, of account: AccountID, _ client: Client, at now: StoredTime, _ db: any SQLConnection
    ) throws -> Int64 {
        try db.insert(
            AccountStatements.insertEntry,
            [account, event.rawValue, now, client.address, StoredText(client.agent)])
    }

    /// Resets the counters of an attempt, since it has succeeded.
    func resetAttempts(_ attempt: Attempt?, _ db: any SQLConnection) throws {
        for limit in attempt?.limits ?? [] {
            let sql = limit.isForgiven ? AccountStatements.forgetAttempts : AccountStatements.takeBackAttempt
            try db.run(sql, [limit.keyHash])
        }
    }
}

/// A session as it is cached in memory.
struct CachedSession: Sendable {
    let signedIn: SignedIn
    private let idle: Int64
    private let endsAt: Int64

    /// Reads a row of ``AccountStatements/session``.
    init(_ row: SQLRow, login: String) throws {
        signedIn = try SignedIn(row, login: login)
        idle = try row.value(9, of: "accountSession")
        endsAt = try row.value(10, of: "accountSession")
    }

    /// Whether its idle end can be extended by more than `step` milliseconds.
    func isDue(at now: StoredTime, step: Int64) -> Bool {
        min(endsAt, now.milliseconds + idle) - StoredTime(signedIn.expiresAt).milliseconds > step
    }
}
