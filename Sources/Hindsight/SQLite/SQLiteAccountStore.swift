import Foundation
import GRDB

/// An ``AccountStore`` on SQLite, beside the goals in the same file: a demo account and its goals are one transaction.
public struct SQLiteAccountStore: AccountStore {
    private static let signingKeyName = "signingKey"

    private let access: DatabaseAccess

    /// - Parameters:
    ///   - database: Opened and migrated; see ``HindsightDatabase``.
    ///   - clock: Decides when sessions expire.
    public init(_ database: HindsightDatabase, clock: @escaping WallClock) {
        access = DatabaseAccess(writer: database.writer, clock: clock)
    }

    public func createDemoAccount(goals: [NewGoal], language: Language?) async throws -> NewSession {
        let token = SessionToken()
        let csrfToken = randomSecret().base64URL
        return try await access.write { db in
            let now = access.now
            let lifetime = AccountStoreLimits.sessionLifetime.components.seconds * 1000
            let expiresAt = StoredTime(milliseconds: now.milliseconds + lifetime)
            try AccountStatements.insertDemo(language: language, at: now).execute(db)
            let account = AccountID(db.lastInsertedRowID)
            try AccountStatements.insertSession(
                token.hash,
                account: account,
                csrfToken: csrfToken,
                at: now,
                expiresAt: expiresAt
            ).execute(db)
            _ = try insertGoals(goals, of: account, at: now, db)
            let signedIn = SignedIn(
                account: account,
                isDemo: true,
                language: language,
                csrfToken: csrfToken,
                expiresAt: expiresAt.date
            )
            return NewSession(token: token, signedIn: signedIn)
        }
    }

    public func session(_ token: SessionToken) async throws -> SignedIn? {
        try await access.read { db in
            try AccountStatements.session(token.hash, at: access.now).row(db).map(SignedIn.init)
        }
    }

    public func endSession(_ token: SessionToken) async throws {
        try await access.write { db in try AccountStatements.deleteSession(token.hash).execute(db) }
    }

    public func purgeExpired() async throws -> Int {
        try await access.write { db in
            let now = access.now
            try AccountStatements.purgeSessions(at: now).execute(db)
            return try AccountStatements.purgeDemoAccounts(at: now).changedRows(db)
        }
    }

    public func signingKey() async throws -> Data {
        try await access.write { db in
            // Insert first, then read: of two servers that start at once, both read the one key that was kept.
            try AccountStatements.insertSecret(Self.signingKeyName, value: randomSecret(), at: access.now).execute(db)
            guard
                let key = try AccountStatements.secret(Self.signingKeyName).row(db).flatMap({ row in
                    Data.fromDatabaseValue(row["value"])
                })
            else { throw UnreadableRow(table: "secret") }
            return key
        }
    }
}

extension SignedIn {
    init(_ row: Row) throws {
        guard let account = Int64.fromDatabaseValue(row["id"]),
            let isDemo = Bool.fromDatabaseValue(row["isDemo"]),
            let csrfToken = String.fromDatabaseValue(row["csrfToken"]),
            let expiresAt = StoredTime.fromDatabaseValue(row["expiresAt"])
        else { throw UnreadableRow(table: "accountSession") }
        self.init(
            account: AccountID(account),
            isDemo: isDemo,
            language: Language.fromDatabaseValue(row["language"]),
            csrfToken: csrfToken,
            expiresAt: expiresAt.date
        )
    }
}
