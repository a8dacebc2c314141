import Foundation
import HindsightDomain
import Live
import LiveSQL
import Logging

/// What a transaction has changed, of which the pages of all processes are told. A later release may add optional properties.
struct StoreChange: Codable, Sendable {
    /// What has changed of one account's data.
    struct Part: Codable, Sendable {
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
    }

    var parts: [Part] = []
    /// Accounts whose timelines of other people's goals have changed.
    var timelines: [AccountID] = []
    /// Token hashes of sessions that are other ones now.
    var sessions: [Data] = []
    /// Token hashes of sessions that have ended.
    var endedSessions: [Data] = []

    init() {}

    /// A change of all that the owner's pages show.
    init(allOf owner: AccountID, hasNewName: Bool = false) {
        parts = [Part(owner, .all, hasNewName: hasNewName)]
    }

    init(notesOf owner: AccountID) { parts = [Part(owner, nil, hasNotes: true)] }

    init(sessions: [Data]) { self.sessions = sessions }

    init(endedSessions: [Data]) { self.endedSessions = endedSessions }

    /// The same, or nil if it is no change.
    var unlessEmpty: Self? {
        parts.isEmpty && timelines.isEmpty && sessions.isEmpty && endedSessions.isEmpty ? nil : self
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
    /// Logins that have ended.
    let endedLogins = Topics<Everybody, String>()
    private let access: StoreAccess

    init(_ access: StoreAccess) {
        self.access = access
        answers = AnswerCache(lifetime: 1, limit: 4096, clock: access.clock)
        revisionCache = AnswerCache(lifetime: 60, limit: 16_384, clock: access.clock)
        // Another process on the same file may miss a sign-out for this long.
        sessions = AnswerCache(lifetime: 5, limit: 16_384, clock: access.clock)
    }

    /// Makes cached answers stale, and tells pages. What has changed is committed.
    ///
    /// - Parameter owner: an account whose answers are stale already.
    func tell(_ change: StoreChange, butAnswersOf owner: AccountID? = nil) {
        for part in change.parts {
            if part.owner != owner { answers.forget(part.owner) }
            revisionCache.forget(part.owner)
        }
        for hash in change.sessions + change.endedSessions { sessions.forget(hash) }
        for part in change.parts {
            revisions.publish((), of: part.owner)
            if let changes = part.goals { goals.publish(changes, of: part.owner) }
            if let goal = part.draft { drafts.publish((), of: Draft(owner: part.owner, goal: goal)) }
            if part.hasNotes { notes.publish((), of: part.owner) }
        }
        for reader in change.timelines { timelines.publish((), of: reader) }
    }

    /// Tells the pages of accounts that are connected with those whose data have changed. These accounts are read only while
    /// somebody has such a page open; one that is opened meanwhile reads what is committed.
    func tellOthers(_ change: StoreChange) async {
        for part in change.parts {
            if part.isNews, let changes = part.goals, timelines.hasObservers {
                let goals: String? =
                    if case .goals(let goals) = changes { goals.jsonArray } else { nil }
                for follower in await accounts(FollowStatements.followers, [part.owner, goals]) {
                    timelines.publish((), of: follower)
                }
            }
            guard part.hasNewName else { continue }
            for other in await accounts(FollowStatements.connectedAccounts, [part.owner]) {
                tell(StoreChange(allOf: other))
            }
        }
    }

    /// Tells a change that has come from the feed, mostly one of another process.
    func hear(_ change: StoreChange) {
        tell(change)
        for hash in change.endedSessions { endedLogins.publish(SecretToken.login(of: hash), of: .everybody) }
        if change.parts.contains(where: { $0.isNews || $0.hasNewName }) { Task { await tellOthers(change) } }
    }

    /// Tells all pages that anything may have changed, a few at a time, since each reads what it shows.
    func tellAll() async {
        answers.forgetAll()
        revisionCache.forgetAll()
        sessions.forgetAll()
        await revisions.publishToAll(())
        await goals.publishToAll(.all)
        await drafts.publishToAll(())
        await notes.publishToAll(())
        await timelines.publishToAll(())
    }

    /// Returns the accounts to tell of a change that is committed, also when the task that made it was cancelled since.
    private func accounts(_ sql: String, _ arguments: [any SQLValue]) async -> Set<AccountID> {
        // A task of its own is not cancelled with the one that has made the change.
        await Task { [access] in
            do {
                return try await access.database.query { db in
                    var found: Set<AccountID> = []
                    try db.forEachRow(sql, arguments) { found.insert(try $0.value(0, of: "account")) }
                    return found
                }
            } catch {
                access.logger.error("Open pages were not told of a change", metadata: ["error": "\(error)"])
                return []
            }
        }.value
    }
}
