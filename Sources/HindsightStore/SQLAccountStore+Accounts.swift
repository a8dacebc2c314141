import Crypto
import Foundation
import HindsightDomain
import Live
import LiveSQL

extension SQLAccountStore {
    package func createAccount(_ account: NewAccount, _ start: SessionStart) async throws -> AccountCreation {
        let session = SessionSecrets(device: start.device ?? SecretToken())
        return try await goals.commit { db in
            let (creation, change) = try insertAccount(account, session, start, db)
            return (creation, change.unlessEmpty)
        }
    }

    package func register(_ token: SecretToken, _ start: SessionStart) async throws -> AccountCreation? {
        let session = SessionSecrets(device: start.device ?? SecretToken())
        return try await goals.commit { db -> (AccountCreation?, StoreChange?) in
            guard case .registration(let account) = try link(token, db) else { return (nil, nil) }
            try db.run(AccountStatements.deleteLink, [token.hash])
            try resetAttempts(start.attempt, db)
            var confirmed = account
            confirmed.isConfirmed = true
            let (creation, change) = try insertAccount(confirmed, session, start, db)
            return (creation, change.unlessEmpty)
        }
    }

    private func insertAccount(
        _ new: NewAccount, _ session: SessionSecrets, _ start: SessionStart, _ db: any SQLConnection
    ) throws -> (AccountCreation, StoreChange) {
        let now = access.now
        var change = StoreChange()
        guard try self.account(of: new.email, db) == nil else { return (.taken, change) }
        let confirmedAt = new.isConfirmed ? now : nil
        let account: AccountID
        if let demo = new.demo {
            let values: [any SQLValue] = [
                demo, new.email.text, new.email.key, new.password.text, confirmedAt, new.timeZone,
            ]
            let isEmpty = new.keeps == .empty
            let changes =
                isEmpty
                ? try db.run(AccountStatements.replaceDemo, values + [now])
                : try db.run(AccountStatements.convertDemo, values)
            guard changes == 1 else { return (.demoIsGone, change) }
            // `insert` is for statements that always insert a row.
            guard let made = isEmpty ? try self.account(of: new.email, db) : demo else {
                throw UnreadableRow(table: "account")
            }
            account = made
            if new.keeps == .own { try db.run(GoalDetailStatements.removeSamples, [demo, now]) }
            change.parts = [.init(demo, .all)]
            change.endingSessions = try sessionHashes(of: demo, db)
            let end = now.adding(AccountStoreLimits.replacedSession)
            try db.run(AccountStatements.shortenSessions, [demo, end])
        } else {
            let id = try db.insert(
                AccountStatements.insertAccount,
                [
                    new.email.text, new.email.key, new.password.text, confirmedAt, new.language, new.timeZone, now,
                ])
            account = AccountID(id)
        }
        // The demo's session stays until the page has the new one. Any other replaced session ends here, since
        // afterwards nobody could sign out of it.
        if let replaced = start.replaces, replaced.account != new.demo ?? account {
            change.endedSessions = try endSession(replaced, db)
        }
        try note(.registered, of: account, start.client, at: now, db)
        return (.created(try insertSession(session, of: account, start, at: now, db)), change)
    }

    /// Returns the account with an email address.
    private func account(of email: EmailAddress, _ db: any SQLConnection) throws -> AccountID? {
        try db.first(AccountStatements.isTaken, [email.key]) { try $0.value(0, of: "account") }
    }

    package func details(of account: AccountID) async throws -> AccountDetails? {
        try await access.read { db in try db.first(AccountStatements.details, [account]) { AccountDetails($0) } }
    }

    package func credentials(key: String, device: SecretToken?) async throws -> Credentials? {
        try await access.read { db in
            try db.first(AccountStatements.credentialsOfEmail, [key, device?.hash]) { try Credentials($0) }
        }
    }

    package func credentials(of account: AccountID) async throws -> Credentials? {
        try await access.read { db in
            try db.first(AccountStatements.credentialsOfAccount, [account, nil]) { try Credentials($0) }
        }
    }

    package func set(_ preferences: [Preference], of account: AccountID) async throws {
        // The weeks begin on another day now, which is in documents that are kept; others may have the name on their pages.
        let isShown = preferences.contains {
            switch $0 {
            case .weekStart, .displayName: true
            case .language, .theme, .timeZone: false
            }
        }
        try await goals.commit { db in
            for preference in preferences {
                switch preference {
                case .language(let language): try db.run(AccountStatements.setLanguage, [account, language])
                case .theme(let theme): try db.run(AccountStatements.setTheme, [account, theme])
                case .timeZone(let timeZone): try db.run(AccountStatements.setTimeZone, [account, timeZone])
                case .weekStart(let day): try db.run(AccountStatements.setWeekStart, [account, day?.rawValue])
                case .displayName(let name):
                    try db.run(AccountStatements.setDisplayName, [account, name.map { StoredText($0.text) }])
                }
            }
            var change = isShown ? StoreChange(allOf: account, hasNewName: true) : StoreChange()
            change.sessions = try sessionHashes(of: account, db)
            return ((), change.unlessEmpty)
        }
    }

    package func learn(_ timeZone: TimeZoneID, of account: AccountID) async throws -> Bool {
        try await goals.commit { db in
            // A stored name that this system doesn't know counts as no zone.
            guard let details = try db.first(AccountStatements.details, [account], { AccountDetails($0) }),
                details.timeZone == nil
            else { return (false, nil) }
            try db.run(AccountStatements.setTimeZone, [account, timeZone])
            return (true, StoreChange(sessions: try sessionHashes(of: account, db)))
        }
    }

    package func rehash(_ hash: PasswordHash, of account: AccountID, from old: PasswordHash) async throws {
        _ = try await access.write { db in
            guard try isThere(account, SessionStart(compared: old), db) else { return }
            try db.run(AccountStatements.setPassword, [account, hash.text])
        }
    }

    package func changePassword(
        to hash: PasswordHash, of account: AccountID, _ start: SessionStart
    ) async throws -> (session: NewSession, ended: [String])? {
        let session = SessionSecrets(device: start.device ?? SecretToken())
        let (ended, new) = try await endingSessions { db -> ([Data], NewSession?) in
            guard try isThere(account, start, db) else { return ([], nil) }
            try resetAttempts(start.attempt, db)
            return try setPassword(hash, of: account, .passwordChanged, session, start, db)
        }
        return new.map { ($0, ended) }
    }

    package func resetPassword(
        _ token: SecretToken, to hash: PasswordHash, _ start: SessionStart
    ) async throws -> (session: NewSession, ended: [String])? {
        let session = SessionSecrets(device: start.device ?? SecretToken())
        let (ended, new) = try await endingSessions { db -> ([Data], NewSession?) in
            guard case .reset(let account) = try link(token, db) else { return ([], nil) }
            return try setPassword(hash, of: account, .passwordReset, session, start, db)
        }
        return new.map { ($0, ended) }
    }

    /// Sets the password and ends all sessions and links of the account, so that anyone who got in with the old
    /// password or a stray link is signed out. Then begins a new session.
    private func setPassword(
        _ hash: PasswordHash, of account: AccountID, _ event: AccountEvent, _ session: SessionSecrets,
        _ start: SessionStart, _ db: any SQLConnection
    ) throws -> ([Data], NewSession?) {
        guard try db.run(AccountStatements.setPassword, [account, hash.text]) == 1 else { return ([], nil) }
        let now = access.now
        var hashes = try sessionHashes(of: account, db)
        for hash in hashes { try db.run(AccountStatements.deleteSession, [hash]) }
        // The browser may have been signed in to another account.
        hashes += try endSession(start.replaces, db)
        try db.run(AccountStatements.deleteLinksOfAccount, [account])
        try note(event, of: account, start.client, at: now, db)
        return (hashes, try insertSession(session, of: account, start, at: now, db))
    }

    package func changeEmail(
        to email: EmailAddress, of account: AccountID, _ start: SessionStart
    ) async throws -> EmailChange {
        try await goals.commit { db in
            guard try isThere(account, start, db) else { return (.refused, nil) }
            try resetAttempts(start.attempt, db)
            guard try setEmail(email, of: account, isConfirmed: false, start.client, db) else { return (.taken, nil) }
            return (.changed, StoreChange(sessions: try sessionHashes(of: account, db)))
        }
    }

    package func requestEmail(of account: AccountID, _ start: SessionStart) async throws -> Bool {
        try await access.write { db in
            guard try isThere(account, start, db) else { return false }
            try resetAttempts(start.attempt, db)
            try note(.emailChangeRequested, of: account, start.client, at: access.now, db)
            return true
        }
    }

    package func confirmEmail(
        _ token: SecretToken, of account: AccountID, from client: Client
    ) async throws -> EmailChange? {
        try await goals.commit { db -> (EmailChange?, StoreChange?) in
            guard case .email(account, let email) = try link(token, db) else { return (nil, nil) }
            try db.run(AccountStatements.deleteLink, [token.hash])
            guard try setEmail(email, of: account, isConfirmed: true, client, db) else { return (.taken, nil) }
            return (.changed, StoreChange(sessions: try sessionHashes(of: account, db)))
        }
    }

    /// Sets the address and removes the account's links, since a link sent to the old address must not give access any
    /// more.
    ///
    /// - Returns: false when the address belongs to another account.
    /// - Throws: `StoreError.notFound` when there is no such account.
    private func setEmail(
        _ email: EmailAddress, of account: AccountID, isConfirmed: Bool, _ client: Client, _ db: any SQLConnection
    ) throws -> Bool {
        let owner = try self.account(of: email, db)
        guard owner == nil || owner == account else { return false }
        let now = access.now
        let arguments: [any SQLValue] = [account, email.text, email.key, isConfirmed ? now : nil]
        guard try db.run(AccountStatements.setEmail, arguments) == 1 else {
            throw StoreError.notFound
        }
        try db.run(AccountStatements.deleteLinksOfAccount, [account])
        try note(.emailChanged, of: account, client, at: now, db)
        return true
    }

    package func deleteAccount(_ account: AccountID, _ start: SessionStart) async throws -> [String]? {
        let (ended, isDeleted) = try await endingSessions { db -> ([Data], Bool) in
            guard try isThere(account, start, db) else { return ([], false) }
            try resetAttempts(start.attempt, db)
            let hashes = try sessionHashes(of: account, db)
            try db.run(PeopleStatements.retireHandle, [account, access.now.adding(OwnPage.retirement)])
            try db.run(AccountStatements.close, [account, access.now])
            try db.run(FollowStatements.countConnected, [account])
            for sql in AccountStatements.removeWays { try db.run(sql, [account]) }
            return (hashes, true)
        } and: { isDeleted in
            // Others may have its page open.
            isDeleted ? .init(account, .all, hasNewName: true) : nil
        }
        return isDeleted ? ended : nil
    }

    package func content(of account: AccountID) async throws -> AccountContent {
        try await access.read { db in
            try db.first(AccountStatements.content, [account]) {
                try AccountContent(
                    goals: $0.value(0, of: "account"), reviews: $0.value(1, of: "account"),
                    samples: $0.value(2, of: "account"))
            }
                ?? AccountContent(goals: 0, reviews: 0)
        }
    }

    // MARK: Links

    package func createLink(_ link: AccountLink) async throws -> SecretToken {
        let token = SecretToken()
        return try await access.write { db in
            let (kind, account, email, new): (String, AccountID?, EmailAddress?, NewAccount?) =
                switch link {
                case .registration(let new): ("registration", new.demo, new.email, new)
                case .reset(let account): ("reset", account, nil, nil)
                case .email(let account, let email): ("email", account, email, nil)
                }
            try db.run(
                AccountStatements.insertLink,
                [
                    token.hash, kind, account, email?.text, new?.password.text, new?.language, new?.timeZone,
                    access.now.adding(AccountStoreLimits.linkLifetime), new?.keeps.rawValue,
                ])
            return token
        }
    }

    package func link(_ token: SecretToken) async throws -> AccountLink? {
        try await access.read { db in try link(token, db) }
    }

    private func link(_ token: SecretToken, _ db: any SQLConnection) throws -> AccountLink? {
        try db.first(AccountStatements.link, [token.hash, access.now]) { try AccountLink($0) }
    }

    // MARK: Limits and the log

    package func attempt(
        _ limits: [AttemptLimit], on account: AccountID?, from client: Client
    ) async throws -> AttemptAnswer {
        if limits.isEmpty, account == nil { return .allowed(Attempt(limits: [], entry: nil)) }
        return try await access.write { db in
            let now = access.now
            let counts = try limits.map { try count(of: $0, at: now, db) }
            let pause = (counts.map(\.pausedUntil).max() ?? 0) - now.milliseconds
            guard pause <= 0 else { return .tooOften(.milliseconds(pause)) }
            for (limit, count) in zip(limits, counts.map { $0.count + 1 }) {
                let pausedUntil = limit.pause(after: count).map { now.adding($0).milliseconds } ?? 0
                try db.run(
                    AccountStatements.keepAttempt, [limit.keyHash, count, pausedUntil, now.adding(limit.memory)])
            }
            var entry: Int64?
            if let account, try db.first(AccountStatements.exists, [account], { _ in true }) != nil {
                entry = try note(.signInFailed, of: account, client, at: now, db)
            }
            return .allowed(Attempt(limits: limits, entry: entry))
        }
    }

    /// Returns the number of attempts so far, and the end of the pause in milliseconds since 1970.
    ///
    /// While the clock was ahead, times may have been stored that are too late. They are reduced to what the limit
    /// allows from now, and stored: otherwise a pause would begin anew with each attempt.
    private func count(
        of limit: AttemptLimit, at now: StoredTime, _ db: any SQLConnection
    ) throws -> (count: Int, pausedUntil: Int64) {
        let kept = try db.first(AccountStatements.attempt, [limit.keyHash]) { row in
            (
                count: try row.value(0, of: "attempt") as Int, pausedUntil: try row.value(1, of: "attempt") as Int64,
                forgottenAt: try row.value(2, of: "attempt") as Int64
            )
        }
        guard let kept, kept.forgottenAt > now.milliseconds else { return (0, 0) }
        let pausedUntil = min(kept.pausedUntil, now.adding(limit.longestPause).milliseconds)
        let forgottenAt = min(kept.forgottenAt, now.adding(limit.memory).milliseconds)
        if (pausedUntil, forgottenAt) != (kept.pausedUntil, kept.forgottenAt) {
            try db.run(AccountStatements.keepAttempt, [limit.keyHash, kept.count, pausedUntil, forgottenAt])
        }
        return (kept.count, pausedUntil)
    }

    package func record(_ event: AccountEvent, of account: AccountID, from client: Client) async throws {
        try await access.write { db in
            guard try db.first(AccountStatements.exists, [account], { _ in true }) != nil else { return }
            try note(event, of: account, client, at: access.now, db)
        }
    }

    package func log(
        of account: AccountID, before: AccountLogEntry.ID?, limit: Int
    ) async throws -> [AccountLogEntry] {
        let limit = GoalStoreLimits.limit(limit)
        return try await access.read { db in
            var entries: [AccountLogEntry] = []
            var (last, rowCount) = (before ?? .max, limit)
            // A slice that consists only of events of a later version is not the end.
            while entries.isEmpty, rowCount == limit {
                rowCount = 0
                try db.forEachRow(AccountStatements.log, [account, limit, last]) { row in
                    rowCount += 1
                    last = try row.value(4, of: "accountLog")
                    if let entry = AccountLogEntry(row) { entries.append(entry) }
                }
            }
            return entries
        }
    }
}

extension AttemptLimit {
    /// SHA-256 of the key. Only that is stored, since the key may contain an IP or email address.
    var keyHash: Data { Data(SHA256.hash(data: Data(key.utf8))) }

    /// Returns the pause after this number of attempts; nil for none.
    fileprivate func pause(after count: Int) -> Duration? {
        guard count >= allowance else { return nil }
        // Twenty doublings are longer than any pause.
        return min(longestPause, pause * (1 << min(count - allowance, 20)))
    }
}
