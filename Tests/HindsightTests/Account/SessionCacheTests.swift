import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Who is signed in is answered from memory, and what ends that.
@Suite(.timeLimit(.minutes(15))) struct SessionCacheTests {
    private func signIn(_ fixture: StoreFixture) async throws -> NewSession {
        try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
    }

    private func isSignedIn(_ session: NewSession, _ fixture: StoreFixture) async throws -> Bool {
        try await fixture.accounts.session(session.token) == session.signedIn
    }

    /// SEC25: of two processes, the other one saw a sign-out after a minute.
    @Test func aSessionIsReadOnceInFiveSeconds() async throws {
        let queries = QueryCounter()
        try await withStore(.file, configure: queries.configure) { fixture in
            let session = try await signIn(fixture)
            for _ in 0..<3 {
                let count = try await queries.count {
                    for _ in 0..<20 { _ = try await fixture.accounts.session(session.token) }
                }
                #expect(count == 1)
                fixture.clock.advance(by: 5)
            }
        }
    }

    @Test func aTokenOfNobodyIsAskedForEachTime() async throws {
        try await withStore(.memory) { fixture in
            let token = SecretToken()
            #expect(try await fixture.accounts.session(token) == nil)
            try await fixture.database.writer.write { [owner = fixture.owner] db in
                try db.execute(
                    sql: """
                        INSERT INTO accountSession (tokenHash, accountID, csrfToken, createdAt, expiresAt, endsAt)
                        VALUES (?, ?, 'csrf', 0, 9000000000000, 9000000000000)
                        """,
                    arguments: [token.hash, owner])
            }
            #expect(try await fixture.accounts.session(token)?.account == fixture.owner)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEndedSessionIsNotAnsweredFromMemory(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (ended, other) = (try await signIn(fixture), try await signIn(fixture))
            for session in [ended, other] { #expect(try await isSignedIn(session, fixture)) }
            try await fixture.accounts.endSession(ended.token)
            #expect(try await fixture.accounts.session(ended.token) == nil)
            #expect(try await isSignedIn(other, fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func signingOutEndsASessionAlsoWhileItIsBeingRead(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            for _ in 0..<20 {
                let session = try await signIn(fixture)
                try await withThrowingTaskGroup { group in
                    for _ in 0..<4 {
                        group.addTask {
                            while try await fixture.accounts.session(session.token) != nil { await Task.yield() }
                        }
                    }
                    try await fixture.accounts.endSession(session.token)
                    #expect(try await fixture.accounts.session(session.token) == nil)
                    try await group.waitForAll()
                    #expect(try await fixture.accounts.session(session.token) == nil)
                }
            }
        }
    }

    @Test func aSessionExpiresInMemoryToo() async throws {
        try await withStore(.memory) { fixture in
            let session = try await signIn(fixture)
            // As one that can't be put off any more.
            try await fixture.database.writer.write {
                try $0.execute(sql: "UPDATE accountSession SET endsAt = expiresAt")
            }
            fixture.clock.advance(by: session.signedIn.expiresAt.timeIntervalSince(fixture.clock.now) - 30)
            #expect(try await isSignedIn(session, fixture))
            fixture.clock.advance(by: 29)
            #expect(try await isSignedIn(session, fixture))
            fixture.clock.advance(by: 1)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }

    @Test func whatAnotherProcessEndedIsOverAfterFiveSeconds() async throws {
        try await withStore(.memory) { fixture in
            let session = try await signIn(fixture)
            #expect(try await isSignedIn(session, fixture))
            try await fixture.database.writer.write { try $0.execute(sql: "DELETE FROM accountSession") }
            fixture.clock.advance(by: 4)
            #expect(try await isSignedIn(session, fixture))
            fixture.clock.advance(by: 1)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }

    @Test func theSessionsOfAPurgedAccountAreOver() async throws {
        try await withStore(.memory) { fixture in
            let session = try await signIn(fixture)
            #expect(try await isSignedIn(session, fixture))
            // As if the clock had been put back since: in memory it would not be expired.
            try await fixture.database.writer.write {
                try $0.execute(sql: "UPDATE accountSession SET expiresAt = 1 + createdAt")
            }
            fixture.clock.advance(by: 0.01)
            #expect(try await fixture.accounts.purgeExpired() == 3)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }
}
