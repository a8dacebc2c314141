import Foundation
import GRDB
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct AccountStoreTests {
    private func sampleGoals(_ fixture: StoreFixture) -> [NewGoal] {
        var generator = SeededGenerator(seed: 3)
        return SampleGoals.make(in: .korean, timeZone: .utc, now: fixture.clock.now, using: &generator)
    }

    @Test(arguments: StorePlace.allCases)
    func aDemoAccountHasTheSampleGoalsToItself(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = sampleGoals(fixture)
            let first = try await fixture.accounts.createDemoAccount(goals: goals, language: .korean, timeZone: nil)
            let second = try await fixture.accounts.createDemoAccount(goals: goals, language: nil, timeZone: nil)
            #expect(first.signedIn.isDemo && first.signedIn.language == .korean && second.signedIn.language == nil)
            let (mine, theirs) = (first.signedIn.account, second.signedIn.account)
            let slice = try await fixture.store.completedGoals(of: mine, after: nil, limit: 10)
            #expect(slice.reviewableCount == 13 && slice.hasMore && slice.goals.count == 10)
            #expect(Set(slice.goals.map(\.hasReview)) == [true, false])
            #expect(slice.goals[0].goal.title == "퇴근하고 하루 30분 걷기")
            let goal = slice.goals[0].id
            #expect(try await fixture.store.goalReview(of: theirs, goal: goal) == nil)
            _ = try await fixture.store.writeReview(.free("mine"), of: mine, goal: goal)
            #expect(try await fixture.reviewableCount(of: theirs) == 13)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aTokenTellsWhoIsSignedInUntilItExpires(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: .english, timeZone: nil)
            let sent = try #require(SecretToken(session.token.text))
            #expect(try await fixture.accounts.session(sent) == session.signedIn)
            #expect(try await fixture.accounts.session(SecretToken()) == nil)
            let expiry = session.signedIn.expiresAt.timeIntervalSince(fixture.clock.now)
            #expect(expiry == 30 * 24 * 3600)
            fixture.clock.advance(by: expiry)
            #expect(try await fixture.accounts.session(sent) == nil)
        }
    }

    /// A slow disk must not delay the first page of an hour.
    @Test func theUseOfASessionIsWrittenAfterItsAnswer() async throws {
        try await withStore(.file) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            fixture.clock.advance(by: 2 * 3600)
            try await fixture.database.writes.whileBusy { () async throws in
                #expect(try await fixture.accounts.session(session.token) == session.signedIn)
            }
            let extended = try #require(try await fixture.useSession(session.token))
            #expect(extended.expiresAt.timeIntervalSince(fixture.clock.now) == 30 * 24 * 3600)
            // An open page ends with its session, so one that ends soon is extended before.
            fixture.clock.advance(by: 30 * 24 * 3600 - 3600)
            let again = try #require(try await fixture.accounts.session(session.token))
            #expect(again.expiresAt.timeIntervalSince(fixture.clock.now) == 30 * 24 * 3600)
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func aSessionThatIsUsedLastsUntilItsEnd(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            // Idle for 29 days, six times; and then for six, of which the last is beyond half a year.
            for _ in 0..<6 {
                fixture.clock.advance(by: 29 * 24 * 3600)
                let signedIn = try #require(try await fixture.useSession(session.token))
                let rest = signedIn.expiresAt.timeIntervalSince(fixture.clock.now)
                #expect(rest == 30 * 24 * 3600 || rest == 6 * 24 * 3600)
            }
            fixture.clock.advance(by: 6 * 24 * 3600 - 1)
            #expect(try await fixture.accounts.session(session.token) != nil)
            fixture.clock.advance(by: 1)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }

    @Test func aSessionThatIsUsedOftenWritesOnceAnHour() async throws {
        try await withStore(.memory) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            var ends: Set<Date> = []
            for _ in 0..<300 {
                fixture.clock.advance(by: 61)
                ends.insert(try #require(try await fixture.useSession(session.token)).expiresAt)
            }
            // Of five hours and five minutes.
            #expect(ends.count == 6)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anAccountKeepsWhatItHasChosenAndTellsItAtOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let session = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let other = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            // It is kept in memory from now on.
            #expect(try await accounts.session(session.token)?.theme == nil)
            for (preference, language, theme) in [
                (Preference.theme(.dark), nil, .dark), (.language(.english), .english, .dark),
                (.theme(nil), .english, nil), (.language(nil), nil, nil),
            ] as [(Preference, Language?, Theme?)] {
                try await accounts.set([preference], of: session.signedIn.account)
                let signedIn = try #require(try await accounts.session(session.token))
                #expect(signedIn.language == language && signedIn.theme == theme)
            }
            #expect(try await accounts.session(other.token) == other.signedIn)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theContentOfAnAccountIsCounted(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(try await fixture.accounts.content(of: owner) == AccountContent(goals: 0, reviews: 0))
            let goals = try await fixture.addCompleted(3)
            // What is in the other boxes would be lost as well.
            _ = try await store.addGoals([.make("Later", .stored), .make("Now", .active)], of: owner)
            for goal in goals[...1] { _ = try await store.writeReview(.free("x"), of: owner, goal: goal) }
            #expect(try await fixture.accounts.content(of: owner) == AccountContent(goals: 5, reviews: 2))
            _ = try await store.deleteReview(of: owner, goal: goals[0])
            #expect(try await fixture.accounts.content(of: owner) == AccountContent(goals: 5, reviews: 1))
            let stranger = try await fixture.accounts.content(of: fixture.stranger)
            #expect(stranger == AccountContent(goals: 0, reviews: 0))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anAccountKeepsItsTimeZone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let seoul = try #require(TimeZoneID("Asia/Seoul"))
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: seoul)
            #expect(session.signedIn.timeZone == seoul)
            #expect(try await fixture.accounts.session(session.token)?.timeZone == seoul)
            let other = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            #expect(try await fixture.accounts.session(other.token)?.timeZone == nil)
        }
    }

    /// N9
    @Test(arguments: StorePlace.sqlite)
    func anAccountLearnsItsTimeZoneOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let (seoul, paris) = (try #require(TimeZoneID("Asia/Seoul")), try #require(TimeZoneID("Europe/Paris")))
            let session = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let account = session.signedIn.account
            // It is kept in memory from now on.
            #expect(try await accounts.session(session.token)?.timeZone == nil)
            #expect(try await accounts.learn(seoul, of: account))
            #expect(try await accounts.session(session.token)?.timeZone == seoul)
            #expect(try await !accounts.learn(paris, of: account))
            #expect(try await accounts.session(session.token)?.timeZone == seoul)
            // What this system doesn't know is not known.
            try await fixture.database.writer.write { db in
                try db.execute(sql: "UPDATE account SET timeZone = 'Mars/Olympus' WHERE id = ?", arguments: [account])
            }
            #expect(try await accounts.learn(paris, of: account))
            #expect(try await accounts.session(session.token)?.timeZone == paris)
            #expect(try await !accounts.learn(paris, of: AccountID(999_999)), "there is no such account")
        }
    }

    /// As after going back to an older system.
    @Test func anAccountInAZoneThatNobodyKnowsHasNone() async throws {
        try await withStore(.memory) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: .utc)
            try await fixture.database.writer.write { db in
                try db.execute(sql: "UPDATE account SET timeZone = 'Mars/Olympus'")
            }
            let signedIn = try #require(try await fixture.accounts.session(session.token))
            #expect(signedIn.timeZone == nil)
        }
    }

    @Test func anAccountMadeBeforeThereWereTimeZonesHasNone() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "old.sqlite").path
            let token = SecretToken()
            let old = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(old, upTo: "probe")
            try await old.write { db in
                try db.execute(sql: "INSERT INTO account (isDemo, language, createdAt) VALUES (1, 'ko', 0)")
                try db.execute(
                    sql: "INSERT INTO accountSession VALUES (?, 1, 'csrf', 0, 9000000000000)", arguments: [token.hash])
            }
            try old.close()
            let database = try SQLiteDatabase(.hindsight, path: path)
            let signedIn = try await SQLAccountStore(database, clock: { Date() }).session(token)
            #expect(signedIn?.language == .korean && signedIn?.timeZone == nil)
            try database.close()
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aLoginIsTheSameAtEachRequestAndAnotherInEachSession(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let login = session.signedIn.login
            #expect(login.utf8.count == 12)
            #expect(try await fixture.accounts.session(session.token)?.login == login)
            // A second browser of the same account.
            let account = session.signedIn.account
            let second = try #require(try await fixture.accounts.beginSession(of: account, SessionStart()))
            let other = try #require(try await fixture.accounts.session(second.token))
            #expect(other.account == account && other.login != login)
        }
    }

    @Test func aLoginSaysNothingOfItsToken() {
        let token = SecretToken()
        #expect(token.login == Base64URL.encode(Array(token.hash.prefix(9))))
        #expect(!token.text.contains(token.login))
        #expect(SecretToken(token.login) == nil)
    }

    @Test(arguments: StorePlace.allCases)
    func anEndedSessionIsOver(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            try await fixture.accounts.endSession(session.token)
            try await fixture.accounts.endSession(session.token)
            #expect(try await fixture.accounts.session(session.token) == nil)
        }
    }

    @Test func theTokenItselfIsNotInTheDatabase() async throws {
        try await withStore(.memory) { fixture in
            let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
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
                let session = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                seen.formUnion([session.token.text, session.signedIn.csrfToken])
            }
            #expect(seen.count == 100 && seen.allSatisfy { $0.utf8.count == 43 })
        }
    }

    @Test func aTokenDoesNotShowInLogs() {
        let token = SecretToken()
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains(token.text)) }
    }

    @Test(arguments: ["", "short", String(repeating: "a", count: 42) + "=", String(repeating: "é", count: 43)])
    func whatIsNoTokenIsRefused(text: String) {
        #expect(SecretToken(text) == nil)
    }

    @Test(arguments: StorePlace.allCases)
    func aDemoAccountThatNobodyCanEnterIsPurgedWithAllThatIsItsOwn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let samples = sampleGoals(fixture)
            let gone = try await fixture.accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
            let account = gone.signedIn.account
            let slice = try await fixture.store.completedGoals(of: account, after: nil, limit: 1)
            try await fixture.store.saveDraft(ReviewDraft(level: .one), of: account, goal: slice.goals[0].id)
            fixture.clock.advance(by: 29 * 24 * 3600)
            let fresh = try await fixture.accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
            #expect(try await fixture.accounts.purgeExpired() == 0)
            fixture.clock.advance(by: 24 * 3600)
            // The fixture's own two accounts expire too.
            #expect(try await fixture.accounts.purgeExpired() == 3)
            #expect(try await fixture.rowCount("account") == 1)
            #expect(try await fixture.rowCount("accountSession") == 1)
            #expect(try await fixture.rowCount("goal") == 33)
            #expect(try await fixture.rowCount("review") == 14)
            #expect(try await fixture.rowCount("draftField") == 0)
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
            let bad = NewGoal(
                title: good.fields.title, startDate: good.fields.endDate, endDate: good.fields.startDate, state: .active
            )
            await expectStoreError(.startsAfterEnd) {
                try await fixture.accounts.createDemoAccount(goals: [good, bad], language: nil, timeZone: nil)
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
                        let database = try SQLiteDatabase(.hindsight, path: path)
                        return try await SQLAccountStore(database, clock: { Date() }).signingKey()
                    }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(keys.count == 1 && keys.first?.count == 32)
            #expect(try await fixture.accounts.signingKey() == keys.first)
        }
    }
}
