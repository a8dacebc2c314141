import Foundation
import GRDB
import HindsightDomain
import LiveSQLite

// Who follows whom. Nothing of it is kept in memory: it is asked for by few pages.
extension SQLiteGoalStore {
    package func connections(of owner: AccountID, limit: Int) async throws -> Connections? {
        let limit = min(max(limit, 1), Connections.limit)
        return try access.read { db in
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

    package func followedHandles(of owner: AccountID) async throws -> [String] {
        try access.read { db in
            var handles: [String] = []
            try db.forEachRow(FollowStatements.followedHandles, [owner]) { handles.append($0[0]) }
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
                times.append(StoredTime(milliseconds: row[0]))
            }
            if let first = times.first, times.count >= Invitation.limit {
                return Written(.tooMany(until: first.adding(Invitation.interval).date), nil)
            }
            try db.run(FollowStatements.invite, [owner, InvitationToken().description, now])
            return Written(.made, .all)
        }
    }

    package func invitation(_ token: InvitationToken, for viewer: AccountID?) async throws -> ReceivedInvitation? {
        try access.read { db in try received(token, by: viewer, db)?.invitation }
    }

    private func received(
        _ token: InvitationToken, by viewer: AccountID?, _ db: Database
    ) throws -> (id: InvitationID, invitation: ReceivedInvitation)? {
        try db.first(FollowStatements.invitation, [viewer, token.description, invitationLimit]) { row in
            let owner = AccountID(try row.value(3, of: "invitation") as Int64)
            let answeredBy = (row[2] as Int64?).map { AccountID($0) }
            let relation = viewer == owner ? Relation.owner : Relation(state: row[8])
            let isAnswer = answeredBy != nil && answeredBy == viewer
            let state: ReceivedInvitation.State
            switch (relation, row[1] as String) {
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
        try await write(of: account) { db in
            guard let (page, changedAt) = try storedPage(of: account, db),
                let (id, invitation) = try received(token, by: account, db)
            else { throw StoreError.notFound }
            let owner = invitation.person.account
            switch (invitation.state, answer) {
            case (.own, _): return Written(.isOwn, nil)
            case (.accepted, _), (.declined, .decline), (.open, .reopen): return Written(.done, nil)
            case (.declined, .reopen):
                try db.run(FollowStatements.reopen, [account, id])
            case (.open, .decline):
                try db.run(FollowStatements.answer, [account, id, "declined", access.now])
            case (.declined, .accept(let handle)), (.open, .accept(let handle)):
                let (followed, followers) =
                    try db.first(FollowStatements.counts, [account, owner]) { ($0[0] as Int, $0[1] as Int) } ?? (0, 0)
                if followed >= Connections.limit { return Written(.followsTooMany, nil) }
                if followers >= Connections.limit { return Written(.hasTooManyFollowers, nil) }
                if page.handle == nil {
                    guard let handle else { return Written(.handleIsMissing, nil) }
                    if try isTaken(handle, for: account, db) { return Written(.handleIsTaken, nil) }
                    try db.run(
                        PeopleStatements.setPage, [account, handle.description, changedAt, page.visibility])
                }
                try db.run(FollowStatements.reopen, [account, id])
                try db.run(FollowStatements.answer, [account, id, "accepted", access.now])
                try db.run(FollowStatements.follow, [account, owner, access.now])
            }
            return Written(.done, .all, and: owner)
        }
    }

    package func change(_ change: ConnectionChange, of owner: AccountID) async throws {
        try await write(of: owner) { db in
            switch change {
            case .withdraw(let id): try changeInvitation(FollowStatements.withdraw, id, access.now, of: owner, db)
            case .offerAgain(let id): try changeInvitation(FollowStatements.offerAgain, id, undoLimit, of: owner, db)
            case .unfollow(let id): try changeFollow(FollowStatements.unfollow, id, access.now, of: owner, db)
            case .remove(let id): try changeFollow(FollowStatements.remove, id, access.now, of: owner, db)
            case .block(let id): try changeFollow(FollowStatements.block, id, access.now, of: owner, db)
            case .unblock(let id): try changeFollow(FollowStatements.unblock, id, access.now, of: owner, db)
            case .restore(let id): try changeFollow(FollowStatements.restore, id, undoLimit, of: owner, db)
            }
        }
    }

    private func changeInvitation(
        _ sql: String, _ id: InvitationID, _ time: StoredTime, of owner: AccountID, _ db: Database
    ) throws -> Written<Void> {
        let isChanged = try db.run(sql, [owner, id, time]) > 0
        let isThere = try db.first(FollowStatements.isInvitation, [owner, id], { _ in true }) ?? false
        guard isThere else { throw StoreError.notFound }
        return Written((), isChanged ? .all : nil)
    }

    private func changeFollow(
        _ sql: String, _ id: FollowID, _ time: StoredTime, of owner: AccountID, _ db: Database
    ) throws -> Written<Void> {
        let isChanged = try db.run(sql, [owner, id, time]) > 0
        let other = try db.first(FollowStatements.otherAccount, [owner, id]) { AccountID($0[0] as Int64) }
        guard let other else { throw StoreError.notFound }
        return isChanged ? Written((), .all, and: other) : Written((), nil)
    }

    /// The time at which an invitation that is over by now was made.
    private var invitationLimit: StoredTime { access.now.adding(.zero - Invitation.lifetime) }
}

extension Connections {
    /// Adds a row to one of the lists, unless it has `limit` rows.
    fileprivate mutating func append(_ row: ResultRow, to part: Int, _ limit: Int) throws {
        let time = StoredTime(milliseconds: row[4])
        if part == 1 {
            guard invitations.count < limit else {
                hasMore = true
                return
            }
            guard let token = InvitationToken(row[2] as String) else { throw UnreadableRow(table: "invitation") }
            invitations.append(
                Invitation(
                    id: InvitationID(rawValue: row[1]), token: token, expiresAt: time.adding(Invitation.lifetime).date))
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
                id: FollowID(rawValue: row[1]), handle: (row[2] as String?).flatMap { Handle($0) },
                name: row.text(3) ?? "", since: time.date))
    }
}
