import HindsightDomain
import Live
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What of a demo account is in the account that it becomes (V1).
@Suite(.timeLimit(.minutes(15))) struct DemoChoiceTests {
    private func become(
        _ choice: DemoChoice, byMail: Bool, _ body: (StoreFixture, _ demo: AccountID, NewSession) async throws -> Void
    ) async throws {
        try await withStore(.memory) { fixture in
            let accounts = fixture.accounts
            let demo = try await accounts.createDemoAccount(
                goals: [.completed("sample"), .make("sample, too", .active)], language: .korean,
                timeZone: TimeZoneID("Asia/Seoul"))
            let owner = demo.signedIn.account
            _ = try await fixture.store.addGoals([.make("mine", .active)], of: owner)
            try await accounts.set([.theme(.dark)], of: owner)
            var new = try NewAccount.make("mina@example.com", demo: owner)
            new.keeps = choice
            let creation: AccountCreation?
            if byMail {
                let token = try await accounts.createLink(.registration(new))
                creation = try await accounts.register(token, SessionStart())
            } else {
                creation = try await accounts.createAccount(new, SessionStart())
            }
            guard case .created(let session) = creation else {
                Issue.record("\(String(describing: creation))")
                return
            }
            // The page of the demo has a minute to get the new session's cookie, and no more.
            #expect(try await accounts.session(demo.token) != nil)
            fixture.clock.advance(by: 61)
            #expect(try await accounts.session(demo.token) == nil)
            try await body(fixture, owner, session)
        }
    }

    private func titles(_ fixture: StoreFixture, _ owner: AccountID) async throws -> [String] {
        try await fixture.store.wholeGoals(of: owner, after: nil, limit: 10).map(\.goal.title)
    }

    @Test(arguments: [false, true])
    func anAccountThatBeginsEmptyHasNothingOfTheDemoButWhatWasChosen(byMail: Bool) async throws {
        try await become(.empty, byMail: byMail) { fixture, demo, session async throws in
            let account = session.signedIn.account
            #expect(account != demo)
            #expect(try await titles(fixture, account) == [])
            let details = try #require(try await fixture.accounts.details(of: account))
            #expect(details.language == .korean && details.theme == .dark)
            #expect(details.timeZone == TimeZoneID("Asia/Seoul") && details.email == "mina@example.com")
            _ = try await fixture.accounts.purgeExpired()
            #expect(try await titles(fixture, demo) == [])
            #expect(try await fixture.accounts.session(session.token)?.account == account)
        }
    }

    @Test(arguments: [false, true])
    func onesOwnGoalsComeAlongWithoutTheSamples(byMail: Bool) async throws {
        try await become(.own, byMail: byMail) { fixture, demo, session async throws in
            #expect(session.signedIn.account == demo)
            #expect(try await titles(fixture, demo) == ["mine"])
            #expect(try await fixture.store.boxCounts(of: demo) == BoxCounts(active: 1))
        }
    }

    @Test(arguments: [false, true])
    func everythingComesAlong(byMail: Bool) async throws {
        try await become(.all, byMail: byMail) { fixture, demo, session async throws in
            #expect(session.signedIn.account == demo)
            #expect(try await titles(fixture, demo) == ["sample", "sample, too", "mine"])
            #expect(try await fixture.store.goalsOverview(of: demo).hasSamples)
        }
    }
}
