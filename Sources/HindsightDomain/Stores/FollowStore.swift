import Foundation
import Live

/// Following: who sees somebody's page because they were invited to. See ``GoalStore`` for the rules of all functions.
///
/// An invitation is a link that its owner sends to one person. Whoever accepts it follows its owner, until one of the two
/// ends that. A demo account invites and follows nobody.
package protocol FollowStore: ChangeSource {
    /// Returns the people that an account is connected with; nil for a demo account and one that is gone.
    ///
    /// - Parameters:
    ///   - owner: the account.
    ///   - limit: number of rows of each kind at most; ``Connections/limit`` at most are returned.
    func connections(of owner: AccountID, limit: Int) async throws -> Connections?

    /// Returns the handles of those whom an account follows; ``Connections/limit`` at most.
    func followedHandles(of owner: AccountID) async throws -> [String]

    /// Returns the goals that those whom an account follows share, each once, those with the latest news first. The news of a
    /// goal is that it was shared, that a step was ticked, that it was completed, or that its review was shared.
    ///
    /// - Parameters:
    ///   - viewer: the account that follows.
    ///   - before: the last entry already shown; nil to begin with the latest.
    ///   - limit: number of entries at most; at least 1, at most ``GoalStoreLimits/pageSize`` are returned.
    /// - Returns: nil for a demo account and one that is gone.
    func receivedEvents(by viewer: AccountID, before: EventCursor?, limit: Int) async throws -> TimelineSlice?

    /// Calls `notify` after every committed change of a goal that is shared with an account, or was, and of the account's
    /// applause, as ``ChangeSource/observeChanges(of:_:)`` does.
    ///
    /// - Returns: ends it.
    func observeReceivedEvents(
        by viewer: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void

    /// Applauds a completed goal on the page with a handle, or takes that back. A second time changes nothing. Its owner sees who
    /// applauds it, and nobody else does.
    ///
    /// - Throws: ``StoreError/notFound`` unless the account follows the owner and the goal is on the page.
    func applaud(_ isOn: Bool, _ goal: GoalID, of handle: Handle, by follower: AccountID) async throws

    /// Makes an invitation to follow an account.
    ///
    /// - Throws: ``StoreError/notFound`` for an account that has no page.
    func invite(by owner: AccountID) async throws -> InvitationOutcome

    /// Returns an invitation as somebody sees it who has its link.
    ///
    /// - Parameters:
    ///   - token: the token of the link.
    ///   - viewer: who opens it; nil for somebody who isn't signed in.
    /// - Returns: nil for an invitation that isn't there for the viewer: it never was, is over, was withdrawn or answered by
    ///   somebody else, or its owner has blocked the viewer.
    func invitation(_ token: InvitationToken, for viewer: AccountID?) async throws -> ReceivedInvitation?

    /// Answers an invitation. The same answer again changes nothing. That it was declined can be taken back within
    /// ``GoalStoreLimits/undoWindow``.
    ///
    /// - Throws: ``StoreError/notFound`` for a demo account, and for an invitation that isn't there for the account.
    func answer(
        _ token: InvitationToken, _ answer: InvitationAnswer, by account: AccountID
    ) async throws -> AnswerOutcome

    /// Changes a connection of an account. A second time changes nothing.
    ///
    /// - Throws: ``StoreError/notFound`` for a connection that isn't there, or that the account can't change;
    ///   ``StoreError/nothingToRestore`` when the time to undo is over.
    func change(_ change: ConnectionChange, of owner: AccountID) async throws
}

/// The end of an invitation's link, which nobody can guess. Don't log it: whoever has it can follow.
package struct InvitationToken: Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// A new token.
    package init() { description = SecretToken().text }

    /// The token of a link; nil unless the text has the form of one.
    package init?(_ text: String) {
        guard let token = SecretToken(text) else { return nil }
        description = token.text
    }
}

/// An invitation that waits for an answer, as its owner sees it.
package struct Invitation: Hashable, Sendable, Identifiable {
    /// Time for which an invitation can be answered: a week.
    package static let lifetime = Duration.seconds(7 * 24 * 60 * 60)
    /// Number of invitations that an account can make in ``interval``.
    package static let limit = 20
    /// Time in which an account can make ``limit`` invitations: a day.
    package static let interval = Duration.seconds(24 * 60 * 60)

    package let id: InvitationID
    /// The token of its link.
    package let token: InvitationToken
    /// End of its ``lifetime``.
    package let expiresAt: Date

    /// - Parameters:
    ///   - id: the ID.
    ///   - token: the token of its link.
    ///   - expiresAt: end of its ``lifetime``.
    package init(id: InvitationID, token: InvitationToken, expiresAt: Date) {
        self.id = id
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// The result of making an invitation.
package enum InvitationOutcome: Hashable, Sendable {
    case made
    /// The account has no handle yet, by which others could find its page.
    case handleIsMissing
    /// ``Invitation/limit`` were made; the next one can be made from that time on.
    case tooMany(until: Date)
}

/// An invitation as somebody sees it who has its link.
package struct ReceivedInvitation: Hashable, Sendable {
    /// The state of an invitation for a viewer.
    package enum State: Hashable, Sendable {
        /// It waits for an answer.
        case open
        /// The viewer has declined it.
        case declined
        /// The viewer follows the person, by this or an earlier invitation.
        case accepted
        /// The viewer made it.
        case own
    }

    /// The owner of the invitation.
    package let person: Person
    package let state: State
    /// Whether the viewer has to choose a handle to accept it.
    package let needsHandle: Bool

    /// - Parameters:
    ///   - person: who invites.
    ///   - state: the state for the viewer.
    ///   - needsHandle: whether the viewer has to choose a handle to accept it.
    package init(person: Person, state: State, needsHandle: Bool) {
        self.person = person
        self.state = state
        self.needsHandle = needsHandle
    }
}

/// An answer to an invitation.
package enum InvitationAnswer: Hashable, Sendable {
    /// Follows. The handle is set if the account has none: its owner is shown who follows.
    case accept(Handle?)
    case decline
    /// Takes back that it was declined.
    case reopen
}

/// The result of answering an invitation.
package enum AnswerOutcome: Hashable, Sendable {
    case done
    case handleIsMissing
    /// The handle is another account's, or was until recently.
    case handleIsTaken
    /// Nobody can follow themselves.
    case isOwn
    /// The account follows ``Connections/limit`` people.
    case followsTooMany
    /// The person has ``Connections/limit`` followers.
    case hasTooManyFollowers
}

/// The people that an account is connected with, the latest first.
package struct Connections: Hashable, Sendable {
    /// Number of people whom an account can follow, and of its followers with those it has blocked.
    package static let limit = 500

    /// The handle of the account; nil when none was chosen.
    package var handle: Handle?
    /// Invitations that wait for an answer.
    package var invitations: [Invitation] = []
    package var followers: [Connection] = []
    /// Whom the account follows.
    package var followed: [Connection] = []
    /// Whom the account has blocked.
    package var blocked: [Connection] = []
    /// Whether one of the lists is longer than what was asked for.
    package var hasMore = false

    package init() {}
}

/// Somebody whom an account is connected with.
package struct Connection: Hashable, Sendable, Identifiable {
    package let id: FollowID
    /// The person's handle; nil when they gave it up.
    package let handle: Handle?
    /// Display name; empty if none was chosen.
    @ExactText package private(set) var name: String
    /// The time when the invitation was accepted.
    package let since: Date

    /// - Parameters:
    ///   - id: the ID.
    ///   - handle: the person's handle; nil when they gave it up.
    ///   - name: display name; empty if none was chosen.
    ///   - since: the time when the invitation was accepted.
    package init(id: FollowID, handle: Handle?, name: String, since: Date) {
        self.id = id
        self.handle = handle
        self.name = name
        self.since = since
    }
}

/// A change of an account's connections.
package enum ConnectionChange: Hashable, Sendable {
    /// Withdraws an invitation that waits for an answer.
    case withdraw(InvitationID)
    /// Takes back that an invitation was withdrawn.
    case offerAgain(InvitationID)
    /// Ends following somebody.
    case unfollow(FollowID)
    /// Ends being followed by somebody.
    case remove(FollowID)
    /// Ends being followed by somebody, who can neither accept an invitation from then on nor see a public page.
    case block(FollowID)
    case unblock(FollowID)
    /// Takes back ``unfollow(_:)``, ``remove(_:)`` or ``block(_:)``, within ``GoalStoreLimits/undoWindow``.
    case restore(FollowID)

    /// The change that takes this one back; nil for none.
    package var undo: ConnectionChange? {
        switch self {
        case .withdraw(let id): .offerAgain(id)
        case .unfollow(let id), .remove(let id), .block(let id): .restore(id)
        case .offerAgain, .unblock, .restore: nil
        }
    }
}
