import Foundation
import GRDB
import LiveHTTP
import Logging

/// An ``AccountStore`` on SQLite, beside the goals in the same file: a demo account and its goals are one transaction.
///
/// Who is signed in is asked at every request, so it is kept in memory: until it ends or expires, and for a minute at
/// most, so that a session which another process ended ends here too.
public struct SQLiteAccountStore: AccountStore {
    private static let signingKeyName = "signingKey"

    private let access: DatabaseAccess
    /// By the hashes of tokens.
    private let sessions: AnswerCache<Data>

    /// - Parameters:
    ///   - database: Opened and migrated; see ``HindsightDatabase``.
    ///   - clock: Decides when sessions expire.
    ///   - logger: Told when the database is at fault.
    public init(
        _ database: HindsightDatabase, clock: @escaping WallClock, logger: Logger = Logger(label: "hindsight.store")
    ) {
        access = DatabaseAccess(database: database, clock: clock, logger: logger)
        sessions = AnswerCache(lifetime: 60, limit: 16_384, clock: clock)
    }

    public func createDemoAccount(
        goals: [NewGoal], language: Language?, timeZone: TimeZoneID?
    ) async throws -> NewSession {
        let token = SessionToken()
        let csrfToken = Base64URL.encode(Array(randomSecret()))
        return try await access.write { db in
            let now = access.now
            let lifetime = AccountStoreLimits.sessionLifetime.components.seconds * 1000
            let expiresAt = StoredTime(milliseconds: now.milliseconds + lifetime)
            try db.run(AccountStatements.insertDemo, [language, timeZone, now])
            let account = AccountID(db.lastInsertedRowID)
            try db.run(AccountStatements.insertSession, [token.hash, account, csrfToken, now, expiresAt])
            _ = try insertGoals(goals, of: account, at: now, db)
            let signedIn = SignedIn(
                account: account, isDemo: true, language: language, theme: nil, timeZone: timeZone, login: token.login,
                csrfToken: csrfToken, expiresAt: expiresAt.date)
            return NewSession(token: token, signedIn: signedIn)
        }
    }

    public func session(_ token: SessionToken) async throws -> SignedIn? {
        try Task.checkCancellation()
        let hash = token.hash
        let signedIn = try sessions.answer(
            hash, of: hash, keeping: { $0 != nil },
            read: {
                try access.read { db in
                    try db.first(AccountStatements.session, [hash, access.now]) {
                        try SignedIn($0, login: token.login)
                    }
                }
            })
        return signedIn.flatMap { StoredTime($0.expiresAt).milliseconds > access.now.milliseconds ? $0 : nil }
    }

    public func set(_ preference: Preference, of account: AccountID) async throws {
        let hashes = try await access.write { db in
            switch preference {
            case .language(let language): try db.run(AccountStatements.setLanguage, [account, language])
            case .theme(let theme): try db.run(AccountStatements.setTheme, [account, theme])
            }
            var hashes: [Data] = []
            try db.forEachRow(AccountStatements.sessionsOfAccount, [account]) { hashes.append($0[0]) }
            return hashes
        }
        for hash in hashes { sessions.forget(hash) }
    }

    public func content(of account: AccountID) async throws -> AccountContent {
        try access.read { db in
            try db.first(AccountStatements.content, [account]) { AccountContent(goals: $0[0], reviews: $0[1]) }
                ?? AccountContent(goals: 0, reviews: 0)
        }
    }

    public func endSession(_ token: SessionToken) async throws {
        let hash = token.hash
        defer { sessions.forget(hash) }
        _ = try await access.write { db in try db.run(AccountStatements.deleteSession, [hash]) }
    }

    public func purgeExpired() async throws -> Int {
        defer { sessions.forgetAll() }
        return try await access.write { db in
            let now = access.now
            try db.run(AccountStatements.purgeSessions, [now])
            return try db.run(AccountStatements.purgeDemoAccounts, [now])
        }
    }

    public func signingKey() async throws -> Data {
        try await access.write { db in
            // Insert first, then read: of two servers that start at once, both read the one key that was kept.
            try db.run(AccountStatements.insertSecret, [Self.signingKeyName, randomSecret(), access.now])
            guard let key = try db.first(AccountStatements.secret, [Self.signingKeyName], { $0[0] as Data? }) ?? nil
            else { throw UnreadableRow(table: "secret") }
            return key
        }
    }
}
