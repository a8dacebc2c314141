import Foundation
import GRDB

/// The statements on accounts, sessions and secrets.
enum AccountStatements {
    /// Adds a throw-away account.
    static func insertDemo(language: Language?, at now: StoredTime) -> BoundStatement {
        BoundStatement(
            "INSERT INTO account (isDemo, language, createdAt) VALUES (1, :language, :now)",
            ["language": language, "now": now]
        )
    }

    /// A row if there is such an account.
    static func exists(_ account: AccountID) -> BoundStatement {
        BoundStatement("SELECT 1 FROM account WHERE id = :account", ["account": account])
    }

    /// Adds a session for a browser.
    static func insertSession(
        _ tokenHash: Data,
        account: AccountID,
        csrfToken: String,
        at now: StoredTime,
        expiresAt: StoredTime
    ) -> BoundStatement {
        BoundStatement(
            """
            INSERT INTO accountSession (tokenHash, accountID, csrfToken, createdAt, expiresAt)
            VALUES (:tokenHash, :account, :csrfToken, :now, :expiresAt)
            """,
            [
                "tokenHash": tokenHash, "account": account, "csrfToken": csrfToken, "now": now,
                "expiresAt": expiresAt,
            ]
        )
    }

    /// The session with this token and its account, unless it is expired.
    static func session(_ tokenHash: Data, at now: StoredTime) -> BoundStatement {
        BoundStatement(
            """
            SELECT account.id, account.isDemo, account.language, accountSession.csrfToken, accountSession.expiresAt
            FROM accountSession JOIN account ON account.id = accountSession.accountID
            WHERE accountSession.tokenHash = :tokenHash AND accountSession.expiresAt > :now
            """,
            ["tokenHash": tokenHash, "now": now]
        )
    }

    /// Removes the session with this token.
    static func deleteSession(_ tokenHash: Data) -> BoundStatement {
        BoundStatement("DELETE FROM accountSession WHERE tokenHash = :tokenHash", ["tokenHash": tokenHash])
    }

    /// Removes every expired session.
    static func purgeSessions(at now: StoredTime) -> BoundStatement {
        BoundStatement("DELETE FROM accountSession WHERE expiresAt <= :now", ["now": now])
    }

    /// Removes the demo accounts that nobody can get into any more, with all that is theirs.
    static func purgeDemoAccounts(at now: StoredTime) -> BoundStatement {
        BoundStatement(
            """
            DELETE FROM account WHERE isDemo = 1 AND NOT EXISTS (
                SELECT 1 FROM accountSession
                WHERE accountSession.accountID = account.id AND accountSession.expiresAt > :now
            )
            """,
            ["now": now]
        )
    }

    /// Keeps a secret unless there is one of that name.
    static func insertSecret(_ name: String, value: Data, at now: StoredTime) -> BoundStatement {
        BoundStatement(
            "INSERT INTO secret (name, value, createdAt) VALUES (:name, :value, :now) ON CONFLICT (name) DO NOTHING",
            ["name": name, "value": value, "now": now]
        )
    }

    /// The secret of that name.
    static func secret(_ name: String) -> BoundStatement {
        BoundStatement("SELECT value FROM secret WHERE name = :name", ["name": name])
    }

    /// Reads the file for the sake of reading it.
    static func ping() -> BoundStatement {
        BoundStatement("SELECT 1 FROM secret WHERE name = :name", ["name": "ping"])
    }
}
