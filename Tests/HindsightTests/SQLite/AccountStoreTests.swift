import Foundation
import GRDB
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(1))) struct AccountStoreTests {
    private func sampleGoals(_ fixture: StoreFixture) -> [NewGoal] {
        var generator = SeededGenerator(seed: 3)
        let today = CalendarDate(fixture.clock.now, in: .gmt)
        return SampleGoals.make(in: .korean, today: today, now: fixture.clock.now, using: &generator)
    }

    @Test(arguments: StorePlace.allCases)
    func aDemoAccountHasTheSampleGoalsToItself(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = sampleGoals(fixture)
            let first = try await fixture.accounts.createDemoAccount(goals: goals, language: .korean)
            let second = try await fixture.accounts.createDemoAccount(goals: goals, language: nil)
            #expect(first.signedIn.isDemo && first.signedIn.language == .korean && second.signedIn.language == nil)
            let (mine, theirs) = (first.signedIn.account, second.signedIn.account)
            let page = try await fixture.store.completedGoals(of: mine, after: nil, limit: 10)
            #expect(page.reviewableCount == 13 && page.hasMore && page.goals.count == 10)
            #expect(Set(page.goals.map(\.hasReview)) == [true, false])
            #expect(page.goals[0].goal.title == "퇴근하고 하루 30분 걷기")
            let goal = page.goals[0].id
            #expect(try await fixture.store.reviewPage(of: theirs, goal: goal) == nil)
            _ = try await fixture.store.writeReview(.free("mine"), of: mine, goal: goal)
            #expect(try await fixture.reviewableCount(of: theirs) == 13)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aTokenTellsWhoIsSignedInUntilItExpires(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: .english)
            let sent = try #require(SessionToken(session.token.text))
            #expect(try await fixture.accounts.session(sent) == session.signedIn)
            #expect(try await fixture.accounts.session(SessionToken()) == nil)
            let expiry = session.signedIn.expiresAt.timeIntervalSince(fixture.clock.now)
            #expect(expiry == 30 * 24 * 3600)
            fixture.clock.advance(by: expiry - 1)
            #expect(try await fixture.accounts.session(sent) != nil)
            fixture.clock.advance(by: 1)
            #expect(try await fixture.accounts.session(sent) == nil)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEndedSessionIsOver(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil)
            try await fixture.accounts.endSession(session.token)
            try await fixture.accounts.endSession(session.token)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }

    @Test func theTokenItselfIsNotInTheDatabase() async throws {
        try await withStore(.memory) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil)
            let rows = try await fixture.database.writer.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM accountSession").flatMap(\.databaseValues)
            }
            let hashes = rows.compactMap { Data.fromDatabaseValue($0) }.filter { $0.count == 32 }
            #expect(hashes.contains(session.token.hash))
            #expect(!rows.contains(session.token.text.databaseValue))
            #expect(!rows.contains(Data(session.token.text.utf8).databaseValue))
        }
    }

    @Test func tokensAndCSRFTokensAreNeverTheSame() async throws {
        try await withStore(.memory) { fixture in
            var seen: Set<String> = []
            for _ in 0..<50 {
                let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil)
                seen.formUnion([session.token.text, session.signedIn.csrfToken])
            }
            #expect(seen.count == 100 && seen.allSatisfy { $0.utf8.count == 43 })
        }
    }

    @Test func aTokenDoesNotShowInLogs() {
        let token = SessionToken()
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains(token.text)) }
    }

    @Test(arguments: ["", "short", String(repeating: "a", count: 42) + "=", String(repeating: "é", count: 43)])
    func whatIsNoTokenIsRefused(text: String) {
        #expect(SessionToken(text) == nil)
    }

    @Test(arguments: StorePlace.allCases)
    func aDemoAccountThatNobodyCanEnterIsPurgedWithAllThatIsItsOwn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let gone = try await fixture.accounts.createDemoAccount(goals: sampleGoals(fixture), language: nil)
            let account = gone.signedIn.account
            let page = try await fixture.store.completedGoals(of: account, after: nil, limit: 1)
            try await fixture.store.saveDraft(ReviewDraft(level: .one), of: account, goal: page.goals[0].id)
            fixture.clock.advance(by: 29 * 24 * 3600)
            let fresh = try await fixture.accounts.createDemoAccount(goals: sampleGoals(fixture), language: nil)
            #expect(try await fixture.accounts.purgeExpired() == 0)
            fixture.clock.advance(by: 24 * 3600)
            // The fixture's own two accounts expire too.
            #expect(try await fixture.accounts.purgeExpired() == 3)
            #expect(try await fixture.rowCount("account") == 1)
            #expect(try await fixture.rowCount("accountSession") == 1)
            #expect(try await fixture.rowCount("goal") == 33)
            #expect(try await fixture.rowCount("review") == 14)
            #expect(try await fixture.rowCount("reviewDraft") == 0)
            #expect(try await fixture.accounts.session(fresh.token) != nil)
        }
    }

    @Test func anAccountOfAPersonIsNeverPurged() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.database.writer.write { try $0.execute(sql: "UPDATE account SET isDemo = 0") }
            fixture.clock.advance(by: 365 * 24 * 3600)
            #expect(try await fixture.accounts.purgeExpired() == 0)
            #expect(try await fixture.rowCount("account") == 2)
        }
    }

    @Test func aDemoAccountIsMadeWhollyOrNotAtAll() async throws {
        try await withStore(.memory) { fixture in
            let good = try NewGoal.completed("good")
            let bad = NewGoal(title: good.title, startDate: good.endDate, endDate: good.startDate, state: .active)
            await expectStoreError(.startsAfterEnd) {
                try await fixture.accounts.createDemoAccount(goals: [good, bad], language: nil)
            }
            #expect(try await fixture.rowCount("account") == 2)
            #expect(try await fixture.rowCount("goal") == 0)
        }
    }

    @Test func theSigningKeyIsMadeOnceAlsoByTwoServersThatStartAtOnce() async throws {
        try await withStore(.file) { fixture in
            let path = fixture.database.writer.path
            let keys = try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        let database = try HindsightDatabase(path: path)
                        return try await SQLiteAccountStore(database, clock: { Date() }).signingKey()
                    }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(keys.count == 1 && keys.first?.count == 32)
            #expect(try await fixture.accounts.signingKey() == keys.first)
        }
    }
}
