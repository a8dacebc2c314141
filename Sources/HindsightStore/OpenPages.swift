import Foundation
import HindsightDomain
import Live
import LiveSQL
import Logging
import Synchronization

/// Change by a transaction, which the pages of all processes are told of. A later release may add optional properties.
struct StoreChange: Codable, Hashable, Sendable {
    /// Change of one account's data.
    struct Part: Codable, Hashable, Sendable {
        let owner: AccountID
        /// Changed goals; ``GoalChanges/all`` also for whatever else the owner's pages show; nil for none.
        let goals: GoalChanges?
        /// The goal whose draft has changed.
        let draft: GoalID?
        /// Whether answers to the questions of weeks have changed.
        let hasNotes: Bool
        /// Whether the timelines of followers may show it.
        let isNews: Bool
        /// Whether the name or the handle has changed, which the pages of connected accounts show.
        let hasNewName: Bool

        init(
            _ owner: AccountID, _ goals: GoalChanges?, draft: GoalID? = nil, hasNotes: Bool = false,
            isNews: Bool = false, hasNewName: Bool = false
        ) {
            (self.owner, self.goals, self.draft, self.hasNotes) = (owner, goals, draft, hasNotes)
            (self.isNews, self.hasNewName) = (isNews, hasNewName)
        }

        /// Returns both changes as one, for those who are connected with the owner.
        func merging(_ other: Self) -> Self {
            let changes = goals.map { goals in other.goals.map { goals.merging($0) } ?? goals } ?? other.goals
            return Self(
                owner, changes, isNews: isNews || other.isNews, hasNewName: hasNewName || other.hasNewName)
        }
    }

    var parts: [Part] = []
    /// Accounts whose timelines of other people's goals have changed.
    var timelines: [AccountID] = []
    /// Token hashes of sessions that are other ones now.
    var sessions: [Data] = []
    /// Token hashes of sessions that have ended.
    var endedSessions: [Data] = []
    /// Token hashes of sessions that end after ``AccountStoreLimits/replacedSession``.
    var endingSessions: [Data] = []

    init() {}

    /// A change of all that the owner's pages show.
    init(allOf owner: AccountID, hasNewName: Bool = false) {
        parts = [Part(owner, .all, hasNewName: hasNewName)]
    }

    init(notesOf owner: AccountID) { parts = [Part(owner, nil, hasNotes: true)] }

    init(timelines: [AccountID]) { self.timelines = timelines }

    init(sessions: [Data]) { self.sessions = sessions }

    init(endedSessions: [Data]) { self.endedSessions = endedSessions }

    /// The same, or nil if it is no change.
    var unlessEmpty: Self? {
        parts.isEmpty && timelines.isEmpty && sessions.isEmpty && endedSessions.isEmpty && endingSessions.isEmpty
            ? nil : self
    }
}

/// The open pages and the cached answers of this process, which the changes of all stores on a database reach.
package final class OpenPages: Sendable {
    /// A draft whose pages are told of each other's typing.
    struct Draft: Hashable {
        let owner: AccountID
        let goal: GoalID
    }

    /// The only topic of what concerns everybody.
    enum Everybody: Hashable { case everybody }

    let answers: AnswerCache<SQLGoalStore.Question>
    /// Cache of the numbers of changes, which each request for a page asks for.
    let revisionCache: AnswerCache<AccountID>
    /// Cache of sessions by the hash of their token.
    let sessions: AnswerCache<Data>
    let goals = GoalTopics()
    let drafts = Topics<Draft, Void>()
    let notes = Topics<AccountID, Void>()
    /// Timelines of other people's goals.
    let timelines = Topics<AccountID, Void>()
    /// All changes of an owner's data, also of drafts and weekly answers.
    let revisions = Topics<AccountID, Void>()
    let endedLogins = Topics<Everybody, EndedLogins>()
    private let access: StoreAccess
    /// Changes that pages of other accounts are still to be told of, and whether that goes on.
    private let others = Mutex((changes: [AccountID: StoreChange.Part](), isTelling: false))

    init(_ access: StoreAccess) {
        self.access = access
        answers = AnswerCache(lifetime: 1, limit: 4096, clock: access.clock)
        revisionCache = AnswerCache(lifetime: 60, limit: 16_384, clock: access.clock)
        // Another process on the same file may miss a sign-out for this long.
        sessions = AnswerCache(lifetime: 5, limit: 16_384, clock: access.clock)
    }

    /// Makes cached answers stale.
    ///
    /// - Parameter owner: an account whose answers are stale already.
    func forget(_ change: StoreChange, butAnswersOf owner: AccountID? = nil) {
        for part in change.parts {
            if part.owner != owner { answers.forget(part.owner) }
            revisionCache.forget(part.owner)
        }
        for hash in change.sessions + change.endedSessions + change.endingSessions { sessions.forget(hash) }
    }

    /// Makes cached answers stale, and tells pages. The change is committed.
    ///
    /// - Parameter owner: an account whose answers are stale already.
    func tell(_ change: StoreChange, butAnswersOf owner: AccountID? = nil) {
        forget(change, butAnswersOf: owner)
        for part in change.parts {
            revisions.publish((), of: part.owner)
            if let changes = part.goals { goals.publish(changes, of: part.owner) }
            if let goal = part.draft { drafts.publish((), of: Draft(owner: part.owner, goal: goal)) }
            if part.hasNotes { notes.publish((), of: part.owner) }
        }
        for reader in change.timelines { timelines.publish((), of: reader) }
        for hash in change.endedSessions { endedLogins.publish(.one(SecretToken.login(of: hash)), of: .everybody) }
        for hash in change.endingSessions { endedLogins.publish(.soon(SecretToken.login(of: hash)), of: .everybody) }
    }

    /// Tells the pages of accounts that are connected with those whose data have changed. These accounts are read only while
    /// somebody has such a page open; one that is opened meanwhile reads what is committed.
    func tellOthers(_ change: StoreChange) async {
        for part in change.parts { await tellOthers(part) }
    }

    private func tellOthers(_ part: StoreChange.Part) async {
        if part.isNews, let changes = part.goals, timelines.hasObservers {
            let goals: String? =
                if case .goals(let goals) = changes { goals.jsonArray } else { nil }
            if let followers = await accounts(FollowStatements.followers, [part.owner, goals]) {
                for follower in followers { timelines.publish((), of: follower) }
            } else {
                await timelines.publishToAll(())
            }
        }
        guard part.hasNewName else { return }
        if let connected = await accounts(FollowStatements.connectedAccounts, [part.owner]) {
            for other in connected { tell(StoreChange(allOf: other)) }
        } else {
            await tellAll()
        }
    }

    /// Tells a change that has come from the feed, mostly one of another process.
    func hear(_ change: StoreChange) {
        tell(change)
        let parts = change.parts.filter { $0.isNews || $0.hasNewName }
        if parts.isEmpty { return }
        // One reading at a time, however many changes come at once.
        let isTelling = others.withLock { others in
            for part in parts {
                others.changes[part.owner] = others.changes[part.owner].map { $0.merging(part) } ?? part
            }
            defer { others.isTelling = true }
            return others.isTelling
        }
        if isTelling { return }
        Task {
            while let part = nextForOthers() { await tellOthers(part) }
        }
    }

    private func nextForOthers() -> StoreChange.Part? {
        others.withLock { others in
            let part = others.changes.popFirst()?.value
            if part == nil { others.isTelling = false }
            return part
        }
    }

    /// Tells all pages that anything may have changed, a few at a time, since each reads what it shows.
    func tellAll() async {
        answers.forgetAll()
        revisionCache.forgetAll()
        sessions.forgetAll()
        endedLogins.publish(.any, of: .everybody)
        await revisions.publishToAll(())
        await goals.publishToAll(.all)
        await drafts.publishToAll(())
        await notes.publishToAll(())
        await timelines.publishToAll(())
    }

    /// Returns the accounts to tell of a change that is committed, also when the task that made it was cancelled since.
    ///
    /// - Returns: nil when they can't be read.
    private func accounts(_ sql: String, _ arguments: [any SQLValue]) async -> Set<AccountID>? {
        // A task of its own is not cancelled with the one that has made the change.
        await Task { [access] in
            do {
                return try await access.database.query { db in
                    var found: Set<AccountID> = []
                    try db.forEachRow(sql, arguments) { found.insert(try $0.value(0, of: "account")) }
                    return found
                }
            } catch {
                access.logger.error(
                    "Those who are to be told of a change can't be read", metadata: ["error": "\(error)"])
                return nil
            }
        }.value
    }
}
