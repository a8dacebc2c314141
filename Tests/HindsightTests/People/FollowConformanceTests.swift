import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every store does with invitations, and with those who follow somebody.
@Suite(.timeLimit(.minutes(15))) struct FollowConformanceTests {
    /// Two accounts: the owner, whose page is for followers, and a guest without a handle.
    private func withPeople(
        _ place: StorePlace,
        _ test: @Sendable (StoreFixture, _ owner: AccountID, _ guest: AccountID) async throws -> Void
    ) async throws {
        try await withStore(place) { fixture in
            let (owner, guest) = (fixture.owner, fixture.stranger)
            for (account, email) in [(owner, "mina@example.org"), (guest, "guest@example.org")] {
                _ = try await fixture.accounts.createAccount(.make(email, demo: account), SessionStart())
            }
            _ = try await fixture.store.setPage(handle: Handle("mina"), visibility: .followers, of: owner)
            try await test(fixture, owner, guest)
        }
    }

    private func invite(_ fixture: StoreFixture, _ owner: AccountID) async throws -> Invitation {
        #expect(try await fixture.store.invite(by: owner) == .made)
        return try #require(try await fixture.store.connections(of: owner, limit: 1)?.invitations.first)
    }

    /// Makes the guest follow the owner.
    private func follow(_ fixture: StoreFixture, _ owner: AccountID, _ guest: AccountID) async throws -> FollowID {
        let token = try await invite(fixture, owner).token
        #expect(try await fixture.store.answer(token, .accept(Handle("guest")), by: guest) == .done)
        return try #require(try await fixture.store.connections(of: owner, limit: 1)?.followers.first).id
    }

    private func rows(of table: String, _ fixture: StoreFixture) async throws -> Int? {
        try await fixture.storage.query { db in try db.first("SELECT COUNT(*) FROM \(table)", []) { $0[0] } ?? nil }
    }

    private func sees(_ fixture: StoreFixture, _ guest: AccountID?) async throws -> Bool {
        try await fixture.store.page(#require(Handle("mina")), for: guest, after: nil, limit: 1) != nil
    }

    @Test(arguments: StorePlace.allCases) func anInvitationIsAnsweredOnceByOnePerson(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let invitation = try await invite(fixture, owner)
            #expect(invitation.expiresAt == fixture.clock.now.addingTimeInterval(7 * 86_400))
            let token = invitation.token
            for viewer in [nil, guest] {
                let received = try #require(try await store.invitation(token, for: viewer))
                #expect(received.person.handle.description == "mina")
                #expect(received.state == .open && received.needsHandle)
            }
            #expect(try await store.invitation(token, for: owner)?.state == .own)
            #expect(try await store.answer(token, .accept(nil), by: owner) == .isOwn)
            #expect(try await store.answer(token, .decline, by: owner) == .isOwn)
            #expect(try await store.answer(token, .accept(nil), by: guest) == .handleIsMissing)
            #expect(try await store.answer(token, .accept(Handle("mina")), by: guest) == .handleIsTaken)
            #expect(try await !sees(fixture, guest))
            #expect(try await store.connections(of: owner, limit: 9)?.invitations == [invitation])
            // A second time changes nothing.
            for _ in 0..<2 {
                #expect(try await store.answer(token, .accept(Handle("guest")), by: guest) == .done)
            }
            #expect(try await sees(fixture, guest))
            #expect(try await store.ownPage(of: guest) == OwnPage(handle: Handle("guest")))
            let connections = try #require(try await store.connections(of: owner, limit: 9))
            #expect(connections.invitations.isEmpty && connections.followed.isEmpty)
            #expect(connections.followers.map(\.handle) == [Handle("guest")])
            #expect(connections.followers.map(\.since) == [fixture.clock.now])
            #expect(try await store.connections(of: guest, limit: 9)?.followed.map(\.handle) == [Handle("mina")])
            #expect(try await store.followedHandles(of: guest) == ["mina"])
            #expect(try await store.followedHandles(of: owner) == [])
            // Used, it is nobody else's.
            #expect(try await store.invitation(token, for: guest)?.state == .accepted)
            for viewer in [nil, owner] { #expect(try await store.invitation(token, for: viewer) == nil) }
            // The owner sees nothing of the guest's.
            _ = try await store.share(
                .goal, of: guest, fixture.addGoal("a", until: "2026-12-18", steps: [], of: guest).id)
            #expect(try await store.page(#require(Handle("guest")), for: owner, after: nil, limit: 1) == nil)
            // Another invitation is not used up by somebody who follows.
            let other = try await invite(fixture, owner)
            #expect(try await store.invitation(other.token, for: guest)?.state == .accepted)
            #expect(try await store.answer(other.token, .accept(nil), by: guest) == .done)
            #expect(try await store.connections(of: owner, limit: 9)?.invitations == [other])
        }
    }

    @Test(arguments: StorePlace.allCases) func aDeclinedInvitationCanBeTakenUpByWhoeverDeclinedIt(place: StorePlace)
        async throws
    {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let invitation = try await invite(fixture, owner)
            let token = invitation.token
            for _ in 0..<2 { #expect(try await store.answer(token, .decline, by: guest) == .done) }
            #expect(try await store.invitation(token, for: guest)?.state == .declined)
            #expect(try await store.invitation(token, for: nil) == nil)
            #expect(try await store.connections(of: owner, limit: 9)?.invitations == [])
            for _ in 0..<2 { #expect(try await store.answer(token, .reopen, by: guest) == .done) }
            #expect(try await store.connections(of: owner, limit: 9)?.invitations == [invitation])
            _ = try await store.answer(token, .decline, by: guest)
            #expect(try await store.answer(token, .accept(Handle("guest")), by: guest) == .done)
            #expect(try await sees(fixture, guest))
            // For 10 minutes.
            let other = try await invite(fixture, owner).token
            try await store.change(
                .unfollow(#require(try await store.connections(of: owner, limit: 1)).followers[0].id), of: guest)
            _ = try await store.answer(other, .decline, by: guest)
            fixture.clock.advance(by: 600)
            #expect(try await store.invitation(other, for: guest) == nil)
            await expectStoreError(.notFound) { _ = try await store.answer(other, .reopen, by: guest) }
        }
    }

    @Test(arguments: StorePlace.allCases) func anInvitationThatIsOverOrWithdrawnIsNobodys(place: StorePlace)
        async throws
    {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let invitation = try await invite(fixture, owner)
            await expectStoreError(.notFound) { try await store.change(.withdraw(invitation.id), of: guest) }
            for _ in 0..<2 { try await store.change(.withdraw(invitation.id), of: owner) }
            for viewer in [nil, owner, guest] {
                #expect(try await store.invitation(invitation.token, for: viewer) == nil)
            }
            await expectStoreError(.notFound) {
                _ = try await store.answer(invitation.token, .accept(Handle("guest")), by: guest)
            }
            try await store.change(.offerAgain(invitation.id), of: owner)
            #expect(try await store.invitation(invitation.token, for: guest)?.state == .open)
            fixture.clock.advance(by: 7 * 86_400 - 1)
            #expect(try await store.invitation(invitation.token, for: guest)?.state == .open)
            fixture.clock.advance(by: 1)
            #expect(try await store.invitation(invitation.token, for: guest) == nil)
            #expect(try await store.connections(of: owner, limit: 9)?.invitations == [])
            _ = try await store.purgeDeleted()
            #expect(try await rows(of: "invitation", fixture) == 0)
            // One that never was is the same.
            await expectStoreError(.notFound) { _ = try await store.answer(InvitationToken(), .decline, by: guest) }
        }
    }

    @Test(arguments: StorePlace.allCases) func twentyInvitationsADayAreMadeAtMost(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let first = fixture.clock.now
            for _ in 0..<20 {
                try await store.change(.withdraw(invite(fixture, owner).id), of: owner)
                fixture.clock.advance(by: 60)
            }
            let end = first.addingTimeInterval(86_400)
            #expect(try await store.invite(by: owner) == .tooMany(until: end))
            fixture.clock.advance(by: 86_400 - 20 * 60 - 1)
            #expect(try await store.invite(by: owner) == .tooMany(until: end))
            fixture.clock.advance(by: 1)
            #expect(try await store.invite(by: owner) == .made)
            #expect(try await store.invite(by: owner) == .tooMany(until: end.addingTimeInterval(60)))
            #expect(try await store.invite(by: guest) == .handleIsMissing)
        }
    }

    @Test(arguments: StorePlace.allCases) func aDemoAccountInvitesAndFollowsNobody(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, _ in
            let store = fixture.store
            let demo = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                .signedIn.account
            let token = try await invite(fixture, owner).token
            #expect(try await store.connections(of: demo, limit: 9) == nil)
            #expect(try await store.invitation(token, for: demo)?.state == .open)
            await expectStoreError(.notFound) { _ = try await store.invite(by: demo) }
            await expectStoreError(.notFound) {
                _ = try await store.answer(token, .accept(Handle("demo_1")), by: demo)
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func eachEndHidesAtOnceAndHasAWayBack(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let follow = try await follow(fixture, owner, guest)
            let pages = (ChangeRecorder(), ChangeRecorder())
            let stops = [
                store.observeChanges(of: owner) { pages.0.notify($0) },
                store.observeChanges(of: guest) { pages.1.notify($0) },
            ]
            defer { for stop in stops { stop() } }
            var count = 0
            for (change, account, other) in [
                (ConnectionChange.unfollow(follow), guest, owner), (.remove(follow), owner, guest),
                (.block(follow), owner, guest),
            ] {
                #expect(try await sees(fixture, guest))
                // It is nobody's to change but the one's, and neither is the way back.
                try await expectNoChange(change, fixture, other)
                for _ in 0..<2 { try await store.change(change, of: account) }
                count += 1
                #expect(try await !sees(fixture, guest))
                #expect(try await store.followedHandles(of: guest) == [])
                let undo = try #require(change.undo)
                try await expectNoChange(undo, fixture, other)
                #expect(try await !sees(fixture, guest))
                try await store.change(undo, of: account)
                count += 1
                // The open pages of both are told of what has changed, and of nothing else.
                #expect(pages.0.changes.count == count && pages.1.changes.count == count)
            }
            #expect(try await sees(fixture, guest))
            // Too late.
            try await store.change(.remove(follow), of: owner)
            fixture.clock.advance(by: 600)
            await expectStoreError(.nothingToRestore) { try await store.change(.restore(follow), of: owner) }
            #expect(try await !sees(fixture, guest))
            _ = try await store.purgeDeleted()
            #expect(try await rows(of: "follow", fixture) == 0)
            await expectStoreError(.notFound) { try await store.change(.restore(follow), of: owner) }
        }
    }

    /// Somebody who can't make a change changes nothing, however they are answered.
    private func expectNoChange(_ change: ConnectionChange, _ fixture: StoreFixture, _ account: AccountID)
        async throws
    {
        let before = try await fixture.store.connections(of: fixture.owner, limit: 9)
        try? await fixture.store.change(change, of: account)
        #expect(try await fixture.store.connections(of: fixture.owner, limit: 9) == before)
    }

    @Test(arguments: StorePlace.allCases) func whoeverIsBlockedCantComeBackByThemselves(place: StorePlace) async throws
    {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let follow = try await follow(fixture, owner, guest)
            let token = try await invite(fixture, owner).token
            try await store.change(.block(follow), of: owner)
            // A block outlasts the time in which it can be undone.
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            _ = try await store.setPage(handle: Handle("mina"), visibility: .everyone, of: owner)
            #expect(try await !sees(fixture, guest))
            #expect(try await sees(fixture, nil))
            #expect(try await store.invitation(token, for: guest) == nil)
            await expectStoreError(.notFound) { _ = try await store.answer(token, .accept(nil), by: guest) }
            try? await store.change(.restore(follow), of: guest)
            try? await store.change(.unblock(follow), of: guest)
            let connections = try #require(try await store.connections(of: owner, limit: 9))
            #expect(connections.followers.isEmpty && connections.blocked.map(\.handle) == [Handle("guest")])
            #expect(try await store.connections(of: guest, limit: 9)?.followed == [])
            for _ in 0..<2 { try await store.change(.unblock(follow), of: owner) }
            #expect(try await sees(fixture, guest))
            // Neither an undo that is still open nor the follower takes that back.
            for account in [owner, guest] {
                await expectStoreError(.nothingToRestore) { try await store.change(.restore(follow), of: account) }
            }
            #expect(try await store.connections(of: owner, limit: 9)?.followers == [])
            #expect(try await store.answer(token, .accept(nil), by: guest) == .done)
            #expect(try await store.connections(of: owner, limit: 9)?.followers.count == 1)
        }
    }

    /// A press that comes after somebody else's says what has become of it.
    @Test(arguments: StorePlace.sqlite) func aChangeThatComesTooLateSaysSo(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let follow = try await follow(fixture, owner, guest)
            let used = try #require(
                try await fixture.database.writer.read { try Int64.fetchOne($0, sql: "SELECT id FROM invitation") })
            await expectStoreError(.notFound) {
                try await store.change(.withdraw(InvitationID(rawValue: used)), of: owner)
            }
            await expectStoreError(.nothingToRestore) {
                try await store.change(.offerAgain(InvitationID(rawValue: used)), of: owner)
            }
            try await store.change(.unfollow(follow), of: guest)
            await expectStoreError(.notFound) { try await store.change(.remove(follow), of: owner) }
            // Whoever has left a moment ago can still be blocked, and isn't made a follower by taking that back.
            try await store.change(.block(follow), of: owner)
            #expect(try await store.connections(of: owner, limit: 9)?.blocked.count == 1)
            for account in [owner, guest] {
                await expectStoreError(.nothingToRestore) { try await store.change(.restore(follow), of: account) }
            }
        }
    }

    /// An answer that was read for somebody is never given to those with another relation to the owner.
    @Test(arguments: StorePlace.sqlite) func aPageThatIsReadWhileARelationChangesIsKeptForNobodyElse(
        place: StorePlace
    ) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let follow = try await follow(fixture, owner, guest)
            let goal = try await fixture.addGoal("a", until: "2026-12-18", steps: [], of: owner).id
            _ = try await store.share(.goal, of: owner, goal)
            for (state, change, visibility) in [
                ("accepted", nil, PageVisibility.followers), ("", ConnectionChange.remove(follow), .everyone),
                ("blocked", .restore(follow), .everyone),
            ] {
                if let change { try await store.change(change, of: owner) }
                if state == "blocked" { try await store.change(.block(follow), of: owner) }
                _ = try await store.setPage(handle: Handle("mina"), visibility: visibility, of: owner)
                for asked in ["accepted", "", "blocked"] {
                    let arguments: StatementArguments = [owner, "mina", guest, nil, nil, 9, asked]
                    let one: StatementArguments = [owner, "mina", guest, goal, asked]
                    let (rows, goals) = try await fixture.database.writer.read { db in
                        (
                            try Row.fetchAll(db, sql: PeopleStatements.page, arguments: arguments).count,
                            try Row.fetchAll(db, sql: PeopleStatements.sharedGoal, arguments: one).count
                        )
                    }
                    let isSeen = asked == state && state != "blocked"
                    #expect((rows == 2) == isSeen && (rows == 0) != isSeen, "\(state) \(asked)")
                    #expect(goals == (isSeen ? 1 : 0), "\(state) \(asked)")
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func aNewNameShowsOnTheOpenPagesOfThoseWhoAreConnected(place: StorePlace)
        async throws
    {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            _ = try await follow(fixture, owner, guest)
            let pages = (ChangeRecorder(), ChangeRecorder())
            let stops = [
                store.observeChanges(of: owner) { pages.0.notify($0) },
                store.observeChanges(of: guest) { pages.1.notify($0) },
            ]
            defer { for stop in stops { stop() } }
            try await fixture.accounts.set([.displayName(DisplayName("Mina"))], of: owner)
            #expect(pages.1.changes == [.all])
            _ = try await store.setPage(handle: Handle("guest_2"), visibility: .followers, of: guest)
            #expect(pages.0.changes == [.all, .all])
            // Visibility doesn't concern a follower.
            _ = try await store.setPage(handle: Handle("guest_2"), visibility: .everyone, of: guest)
            #expect(pages.0.changes == [.all, .all])
            _ = try await fixture.accounts.deleteAccount(owner, SessionStart())
            #expect(pages.1.changes == [.all, .all, .all, .all])
        }
    }

    @Test(arguments: StorePlace.allCases) func peopleWhoseAccountIsGoneAreInNoList(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            _ = try await follow(fixture, owner, guest)
            let token = try await invite(fixture, owner).token
            _ = try await fixture.accounts.deleteAccount(owner, SessionStart())
            #expect(try await store.connections(of: guest, limit: 9)?.followed == [])
            #expect(try await store.followedHandles(of: guest) == [])
            #expect(try await store.invitation(token, for: guest) == nil)
            #expect(try await store.connections(of: owner, limit: 9) == nil)
            _ = try await fixture.accounts.purgeExpired()
            #expect(try await rows(of: "follow", fixture) == 0)
            #expect(try await rows(of: "invitation", fixture) == 0)
        }
    }

    @Test(arguments: StorePlace.sqlite) func nobodyHasMoreFollowersThanTheLimit(place: StorePlace) async throws {
        try await withPeople(place) { fixture, owner, guest in
            let store = fixture.store
            let token = try await invite(fixture, owner).token
            // One place is left when the loop has ended.
            for (own, other, outcome) in [
                ("followerID", "followeeID", AnswerOutcome.followsTooMany),
                ("followeeID", "followerID", .hasTooManyFollowers),
            ] {
                let account = own == "followerID" ? guest : owner
                try await fixture.database.writer.write { db in
                    try db.execute(sql: "DELETE FROM follow")
                    for _ in 0..<Connections.limit {
                        try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
                        try db.execute(
                            sql: "INSERT INTO follow (\(own), \(other), state, since) VALUES (?, ?, 'accepted', 0)",
                            arguments: [account, db.lastInsertedRowID])
                    }
                }
                #expect(try await store.answer(token, .accept(Handle("guest")), by: guest) == outcome)
                try await fixture.database.writer.write { db in
                    try db.execute(sql: "DELETE FROM follow WHERE id = (SELECT max(id) FROM follow)")
                }
            }
            let follow = try await follow(fixture, owner, guest)
            // Nor by taking back that one of them was removed.
            try await store.change(.remove(follow), of: owner)
            try await fixture.database.writer.write { db in
                try db.execute(sql: "INSERT INTO account (isDemo, createdAt) VALUES (0, 0)")
                try db.execute(
                    sql: "INSERT INTO follow (followeeID, followerID, state, since) VALUES (?, ?, 'accepted', 0)",
                    arguments: [owner, db.lastInsertedRowID])
            }
            await expectStoreError(.nothingToRestore) { try await store.change(.restore(follow), of: owner) }
            #expect(try await !sees(fixture, guest))
        }
    }
}
