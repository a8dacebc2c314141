import Foundation
import HindsightDomain
import Live
import LiveSQL

// Followers and invitations. Nothing of this is kept in memory: few pages ask for it.
extension SQLGoalStore {
    package func connections(of owner: AccountID, limit: Int) async throws -> Connections? {
        let limit = min(max(limit, 1), Connections.limit)
        return try await feed.read(again: StoreChange(allOf: owner)) { db in
            var found: Connections?
            // One row beyond the limit tells whether there is more.
            try db.forEachRow(FollowStatements.connections, [owner, invitationLimit, limit + 1]) { row in
                let part: Int = try row.value(0, of: "account")
                if part == 0 {
                    found = Connections()
                    found?.handle = (row[2] as String?).flatMap { Handle($0) }
                } else {
                    // Without the account, there is none of this.
                    try found?.append(row, to: part, limit)
                }
            }
            return found
        }
    }

    package func receivedEvents(
        by viewer: AccountID, before: EventCursor?, limit: Int
    ) async throws -> TimelineSlice? {
        let limit = GoalStoreLimits.limit(limit)
        // A place among ticks is one of another timeline.
        let (time, goal): (Int64, Int64) =
            if case .moment(let time, let number) = before { (time, number) } else { (.max, .max) }
        return try await feed.read(again: StoreChange(timelines: [viewer])) { db in
            var slice: TimelineSlice?
            // One row beyond the slice tells whether there is more.
            try db.forEachRow(FollowStatements.received, [viewer, time, goal, limit + 1]) { row in
                if try row.value(0, of: "goal") == 0 {
                    slice = TimelineSlice()
                } else if let count = slice?.events.count, count < limit {
                    slice?.events.append(try TimelineEvent(received: row))
                } else {
                    slice?.hasMore = true
                }
            }
            return slice
        }
    }

    package func observeReceivedEvents(
        by viewer: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        pages.timelines.observe(viewer) { _ in notify() }
    }

    package func applaud(
        _ isOn: Bool, _ goal: GoalID, of handle: Handle, by follower: AccountID
    ) async throws {
        guard let (owner, relation) = try await owner(of: handle, for: follower), relation == .follower else {
            throw StoreError.notFound
        }
        // A change of the goal's page.
        try await write(of: owner) { db -> Written<Void> in
            guard try db.first(FollowStatements.canApplaud, [owner, goal, follower], { _ in true }) == true else {
                throw StoreError.notFound
            }
            let isChanged =
                isOn
                ? try db.run(FollowStatements.applaud, [owner, goal, follower]) > 0
                : try db.run(FollowStatements.stopApplauding, [owner, goal, follower]) > 0
            return Written((), applauding: isChanged ? goal : nil, by: follower)
        }
    }

    package func followedHandles(of owner: AccountID) async throws -> [String] {
        try await access.read { db in
            var handles: [String] = []
            try db.forEachRow(FollowStatements.followedHandles, [owner]) {
                handles.append(try $0.value(0, of: "account"))
            }
            return handles
        }
    }

    package func invite(by owner: AccountID) async throws -> InvitationOutcome {
        try await write(of: owner) { db in
            guard let (page, _) = try storedPage(of: owner, db) else { throw StoreError.notFound }
            guard page.handle != nil else { return Written(.handleIsMissing, nil) }
            let now = access.now
            var times: [StoredTime] = []
            let start = now.adding(.zero - Invitation.interval)
            try db.forEachRow(FollowStatements.recentInvitations, [owner, start]) { row in
                times.append(try row.value(0, of: "invitation"))
            }
            if let first = times.first, times.count >= Invitation.limit {
                return Written(.tooMany(until: first.adding(Invitation.interval).date), nil)
            }
            try db.run(FollowStatements.invite, [owner, InvitationToken().description, now])
            return Written(.made, .all)
        }
    }

    package func invitation(_ token: InvitationToken, for viewer: AccountID?) async throws -> ReceivedInvitation? {
        try await access.read { db in try received(token, by: viewer, db)?.invitation }
    }

    private func received(
        _ token: InvitationToken, by viewer: AccountID?, _ db: any SQLConnection
    ) throws -> (id: InvitationID, invitation: ReceivedInvitation)? {
        try db.first(FollowStatements.invitation, [viewer, token.description, invitationLimit, undoLimit]) { row in
            let owner = AccountID(try row.value(3, of: "invitation") as Int64)
            let answeredBy = (row[2] as Int64?).map { AccountID($0) }
            let relation = viewer == owner ? Relation.owner : Relation(state: row[8])
            let isAnswer = answeredBy != nil && answeredBy == viewer
            let state: ReceivedInvitation.State
            switch (relation, try row.value(1, of: "invitation") as String) {
            case (.owner, "open"): state = .own
            case (.follower, "open"): state = .accepted
            case (.follower, "accepted") where isAnswer: state = .accepted
            case (.other, "open"): state = .open
            case (.other, "declined") where isAnswer: state = .declined
            default: return nil
            }
            guard let handle = (row[4] as String?).flatMap({ Handle($0) }) else { return nil }
            let invitation = ReceivedInvitation(
                person: try Person(row, at: 5, owner, handle), state: state, needsHandle: row[7] as Bool? ?? true)
            return (InvitationID(rawValue: try row.value(0, of: "invitation")), invitation)
        } ?? nil
    }

    package func answer(
        _ token: InvitationToken, _ answer: InvitationAnswer, by account: AccountID
    ) async throws -> AnswerOutcome {
        try await write(of: account) { db -> Written<AnswerOutcome> in
            guard let (page, changedAt) = try storedPage(of: account, db),
                let (id, invitation) = try received(token, by: account, db)
            else { throw StoreError.notFound }
            let owner = invitation.person.account
            var hasNewHandle = false
            switch (invitation.state, answer) {
            case (.own, _): return Written(.isOwn, nil)
            case (.accepted, _), (.declined, .decline), (.open, .reopen): return Written(.done, nil)
            case (.declined, .reopen):
                try db.run(FollowStatements.reopen, [account, id])
            case (.open, .decline):
                try db.run(FollowStatements.answer, [account, id, "declined", access.now])
            case (.declined, .accept(let handle)), (.open, .accept(let handle)):
                let (followed, followers) = try counts(account, owner, db)
                if followed >= Connections.limit { return Written(.followsTooMany, nil) }
                if followers >= Connections.limit { return Written(.hasTooManyFollowers, nil) }
                if page.handle == nil {
                    guard let handle else { return Written(.handleIsMissing, nil) }
                    if try isTaken(handle, for: account, db) { return Written(.handleIsTaken, nil) }
                    try db.run(
                        PeopleStatements.setPage, [account, handle.description, changedAt, page.visibility])
                    try db.run(FollowStatements.countConnected, [account])
                    hasNewHandle = true
                }
                try db.run(FollowStatements.reopen, [account, id])
                try db.run(FollowStatements.answer, [account, id, "accepted", access.now])
                try db.run(FollowStatements.follow, [account, owner, access.now])
            }
            return Written(.done, .all, and: owner, hasNewName: hasNewHandle)
        }
    }

    package func change(_ change: ConnectionChange, of owner: AccountID) async throws {
        try await write(of: owner) { [self] db in
            let now = access.now
            return switch change {
            case .withdraw(let id):
                try changeInvitation(FollowStatements.withdraw, to: "withdrawn", id, now, of: owner, db)
            case .offerAgain(let id):
                try changeInvitation(
                    FollowStatements.offerAgain, to: "open", or: .nothingToRestore, id, undoLimit, of: owner, db)
            case .unfollow(let id):
                try changeFollow(FollowStatements.unfollow, to: "unfollowed", id, now, of: owner, db)
            case .remove(let id): try changeFollow(FollowStatements.remove, to: "removed", id, now, of: owner, db)
            case .block(let id): try changeFollow(FollowStatements.block, to: "blocked", id, now, of: owner, db)
            case .unblock(let id): try changeFollow(FollowStatements.unblock, to: "removed", id, nil, of: owner, db)
            case .restore(let id):
                try changeFollow(
                    FollowStatements.restore, to: "accepted", or: .nothingToRestore, id, undoLimit, of: owner, db)
            }
        }
    }

    /// Changes the state of an invitation.
    ///
    /// - Parameter error: is thrown when it has another state than the one it is changed to.
    private func changeInvitation(
        _ sql: String, to state: String, or error: StoreError = .notFound, _ id: InvitationID, _ time: StoredTime,
        of owner: AccountID, _ db: any SQLConnection
    ) throws -> Written<Void> {
        let isChanged = try db.run(sql, [owner, id, time]) > 0
        let found: String? = try db.first(FollowStatements.invitationState, [owner, id]) {
            try $0.value(0, of: "invitation")
        }
        guard let found else { throw StoreError.notFound }
        guard found == state else { throw error }
        return Written((), isChanged ? .all : nil)
    }

    /// Changes the state of a connection.
    ///
    /// - Parameter error: is thrown when it has another state than the one it is changed to, or can't have it again.
    private func changeFollow(
        _ sql: String, to state: String, or error: StoreError = .notFound, _ id: FollowID, _ time: StoredTime?,
        of owner: AccountID, _ db: any SQLConnection
    ) throws -> Written<Void> {
        let arguments: [any SQLValue] = time.map { [owner, id, $0] } ?? [owner, id]
        let isChanged = try db.run(sql, arguments) > 0
        let found = try db.first(FollowStatements.connection, [owner, id]) { row in
            (
                state: try row.value(0, of: "follow") as String, try row.value(1, of: "follow") as AccountID,
                try row.value(2, of: "follow") as AccountID
            )
        }
        guard let (now, follower, followee) = found else { throw StoreError.notFound }
        guard now == state else { throw error }
        guard isChanged else { return Written((), nil) }
        // Somebody else has taken the place meanwhile. What was tried is undone.
        if state == "accepted" {
            let (followed, followers) = try counts(follower, followee, db)
            guard followed <= Connections.limit, followers <= Connections.limit else { throw error }
        }
        return Written((), .all, and: follower == owner ? followee : follower)
    }

    /// Returns the number of people whom an account follows, and of followers of another with those it has blocked.
    private func counts(
        _ follower: AccountID, _ followee: AccountID, _ db: any SQLConnection
    ) throws -> (followed: Int, followers: Int) {
        try db.first(FollowStatements.counts, [follower, followee]) { row in
            (try row.value(0, of: "follow"), try row.value(1, of: "follow"))
        } ?? (0, 0)
    }

    /// The time at which an invitation that is over by now was made.
    private var invitationLimit: StoredTime { access.now.adding(.zero - Invitation.lifetime) }
}

extension Connections {
    /// Adds a row to one of the lists, unless it has `limit` rows.
    fileprivate mutating func append(_ row: SQLRow, to part: Int, _ limit: Int) throws {
        let time: StoredTime = try row.value(4, of: "follow")
        if part == 1 {
            guard invitations.count < limit else {
                hasMore = true
                return
            }
            guard let token = (row[2] as String?).flatMap({ InvitationToken($0) }) else {
                throw UnreadableRow(table: "invitation")
            }
            invitations.append(
                Invitation(
                    id: try row.value(1, of: "invitation"), token: token,
                    expiresAt: time.adding(Invitation.lifetime).date))
            return
        }
        let list: WritableKeyPath<Connections, [Connection]> =
            part == 2 ? \.followers : part == 3 ? \.followed : \.blocked
        guard self[keyPath: list].count < limit else {
            hasMore = true
            return
        }
        self[keyPath: list].append(
            Connection(
                id: try row.value(1, of: "follow"), handle: (row[2] as String?).flatMap { Handle($0) },
                name: row.text(3) ?? "", since: time.date))
    }
}
