import Foundation
import HindsightDomain
import Live
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Accounts of people, from their making to their end, as every store of them has to keep them.
@Suite(.timeLimit(.minutes(15))) struct AccountConformanceTests {
    private func created(_ creation: AccountCreation?) throws -> NewSession {
        guard case .created(let session)? = creation else {
            throw TestProblem("Not created: \(String(describing: creation))")
        }
        return session
    }

    /// A new account, signed in.
    private func account(_ fixture: StoreFixture, _ email: String = "mina@example.com") async throws -> NewSession {
        try created(try await fixture.accounts.createAccount(.make(email), SessionStart()))
    }

    private func isSignedIn(_ token: SecretToken, _ fixture: StoreFixture) async throws -> Bool {
        try await fixture.accounts.session(token) != nil
    }

    @Test(arguments: StorePlace.allCases)
    func anAccountIsFoundByEverySpellingOfItsAddress(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let session = try await account(fixture, "Mina.Kim@Example.com")
            #expect(!session.signedIn.isDemo && session.signedIn.name == "Mina.Kim")
            let account = session.signedIn.account
            let key = try EmailAddress("mina.kim@EXAMPLE.com").key
            let known = try #require(try await fixture.accounts.credentials(key: key, device: session.device))
            #expect(known.account == account && known.isKnownDevice)
            #expect(try await fixture.accounts.credentials(key: key, device: SecretToken())?.isKnownDevice == false)
            #expect(try await fixture.accounts.credentials(key: "nobody@example.com", device: nil) == nil)
            let details = try #require(try await fixture.accounts.details(of: account))
            #expect(details.email == "Mina.Kim@Example.com" && !details.isEmailConfirmed)
            #expect(try await fixture.accounts.createAccount(.make("MINA.KIM@example.com"), SessionStart()) == .taken)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func ofManyRegistrationsOfOneAddressAtOnceOneIsAnAccount(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let answers = try await withThrowingTaskGroup(of: AccountCreation.self) { group in
                for index in 0..<20 {
                    let email = index.isMultiple(of: 2) ? "mina@example.com" : "MINA@Example.COM"
                    group.addTask { try await accounts.createAccount(.make(email), SessionStart()) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == .taken } == 19)
            #expect(try await fixture.rowCount("account") == 3)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aDemoAccountBecomesAnAccountWithAllThatIsInIt(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (accounts, demo) = (fixture.accounts, fixture.owner)
            let goals = try await fixture.addCompleted(3)
            _ = try await fixture.store.writeReview(.free("kept"), of: demo, goal: goals[0])
            let before = try #require(try await accounts.sessions(of: demo).first).login
            let session = try created(
                try await accounts.createAccount(.make("mina@example.com", demo: demo), SessionStart()))
            #expect(session.signedIn.account == demo && !session.signedIn.isDemo)
            #expect(try await accounts.content(of: demo) == AccountContent(goals: 3, reviews: 1))
            // The session of before has a moment left, for its page; it ends with the first that comes after.
            #expect(try await accounts.endReplacedSessions(of: demo, except: session.signedIn.login) == [before])
            #expect(try await accounts.sessions(of: demo).map(\.login) == [session.signedIn.login])
            #expect(
                try await accounts.createAccount(.make("other@example.com", demo: demo), SessionStart()) == .demoIsGone)
            #expect(try await accounts.credentials(key: "other@example.com", device: nil) == nil)
        }
    }

    @Test func theSessionOfTheDemoAccountIsOverAMinuteAfterItBecameAnAccount() async throws {
        try await withStore(.memory) { fixture in
            let demo = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            #expect(try await isSignedIn(demo.token, fixture))
            let account = try NewAccount.make("mina@example.com", demo: demo.signedIn.account)
            let session = try created(try await fixture.accounts.createAccount(account, SessionStart()))
            fixture.clock.advance(by: 59)
            #expect(try await isSignedIn(demo.token, fixture))
            fixture.clock.advance(by: 1)
            #expect(try await !isSignedIn(demo.token, fixture))
            #expect(try await isSignedIn(session.token, fixture))
        }
    }

    @Test func aBrowserThatIsNotRememberedIsSignedOutAfterADay() async throws {
        try await withStore(.memory) { fixture in
            let account = try await account(fixture).signedIn.account
            let session = try #require(
                try await fixture.accounts.beginSession(of: account, SessionStart(isRemembered: false)))
            fixture.clock.advance(by: 24 * 3600 - 1)
            #expect(try await fixture.useSession(session.token) != nil)
            // It was used, so it has another day; but no more than a week.
            for _ in 0..<6 {
                fixture.clock.advance(by: 23 * 3600)
                _ = try await fixture.useSession(session.token)
            }
            #expect(try await isSignedIn(session.token, fixture))
            fixture.clock.advance(by: 6 * 3600 + 1)
            #expect(try await !isSignedIn(session.token, fixture))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anotherPasswordEndsAllSessionsAndLinks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let first = try await account(fixture)
            let owner = first.signedIn.account
            let second = try #require(try await accounts.beginSession(of: owner, SessionStart()))
            let link = try await accounts.createLink(.reset(owner))
            let changed = try #require(
                try await accounts.changePassword(to: .make("another sentence"), of: owner, SessionStart()))
            #expect(Set(changed.ended) == [first.signedIn.login, second.signedIn.login])
            for token in [first.token, second.token] { #expect(try await !isSignedIn(token, fixture)) }
            #expect(try await isSignedIn(changed.session.token, fixture))
            #expect(try await accounts.resetPassword(link, to: .make("third sentence"), SessionStart()) == nil)
            let known = try #require(try await accounts.credentials(of: owner))
            #expect(try known.password.matches(try #require(Password(entered: "another sentence"))))
        }
    }

    /// Comparing takes a while, and waits in line before: meanwhile the owner may have set another password.
    @Test(arguments: StorePlace.allCases)
    func whoWasComparedWithAnOldPasswordIsNotSignedIn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let owner = try await account(fixture).signedIn.account
            let old = try #require(try await accounts.credentials(of: owner)).password
            let late = SessionStart(compared: old)
            _ = try await accounts.changePassword(to: .make("another sentence"), of: owner, SessionStart())
            #expect(try await accounts.beginSession(of: owner, late) == nil)
            #expect(try await accounts.changePassword(to: .make("third sentence"), of: owner, late) == nil)
            try await accounts.rehash(.make("a long sentence"), of: owner, from: old)
            let kept = try #require(try await accounts.credentials(of: owner)).password
            #expect(try kept.matches(try #require(Password(entered: "another sentence"))))
            #expect(try await accounts.sessions(of: owner).count == 1)
            #expect(try await accounts.beginSession(of: owner, SessionStart(compared: kept)) != nil)
        }
    }

    @Test(arguments: StorePlace.allCases) func aLinkIsGoodForAnHourAndForOneTime(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let session = try await account(fixture)
            let owner = session.signedIn.account
            let late = try await accounts.createLink(.reset(owner))
            fixture.clock.advance(by: 3600)
            #expect(try await accounts.link(late) == nil)
            #expect(try await accounts.resetPassword(late, to: .make("x"), SessionStart()) == nil)
            let (link, other) = (
                try await accounts.createLink(.reset(owner)), try await accounts.createLink(.reset(owner))
            )
            #expect(try await accounts.link(link) == .reset(owner))
            let reset = try #require(try await accounts.resetPassword(link, to: .make("x"), SessionStart()))
            #expect(reset.ended == [session.signedIn.login])
            for used in [link, other, SecretToken()] {
                #expect(try await accounts.link(used) == nil)
                #expect(try await accounts.resetPassword(used, to: .make("y"), SessionStart()) == nil)
            }
        }
    }

    @Test(arguments: StorePlace.allCases) func theLinkOfARegistrationMakesItsAccountOnce(place: StorePlace) async throws
    {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let link = try await accounts.createLink(.registration(.make("mina@example.com", demo: fixture.owner)))
            guard case .registration(let found)? = try await accounts.link(link) else {
                throw TestProblem("There is no such link")
            }
            #expect(found.email.text == "mina@example.com" && found.demo == fixture.owner)
            let session = try created(try await accounts.register(link, SessionStart()))
            #expect(session.signedIn.account == fixture.owner)
            #expect(try await accounts.details(of: fixture.owner)?.isEmailConfirmed == true)
            #expect(try await accounts.register(link, SessionStart()) == nil)
            let second = try await accounts.createLink(.registration(.make("MINA@example.com")))
            #expect(try await accounts.register(second, SessionStart()) == .taken)
        }
    }

    @Test(arguments: StorePlace.allCases) func anAddressIsChangedUnlessItIsAnothers(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let (mina, other) = (try await account(fixture), try await account(fixture, "other@example.com"))
            let owner = mina.signedIn.account
            #expect(try await isSignedIn(mina.token, fixture))
            let taken = try EmailAddress("OTHER@example.com")
            #expect(try await accounts.changeEmail(to: taken, of: owner, SessionStart()) == .taken)
            let free = try EmailAddress("new@example.com")
            #expect(try await accounts.changeEmail(to: free, of: owner, SessionStart()) == .changed)
            #expect(try await accounts.session(mina.token)?.name == "new")
            #expect(try await accounts.credentials(key: "mina@example.com", device: nil) == nil)
            let link = try await accounts.createLink(.email(owner, EmailAddress("newer@example.com")))
            #expect(try await accounts.confirmEmail(link, of: other.signedIn.account, from: Client()) == nil)
            #expect(try await accounts.confirmEmail(link, of: owner, from: Client()) == .changed)
            #expect(try await accounts.confirmEmail(link, of: owner, from: Client()) == nil)
            #expect(try await accounts.details(of: owner)?.isEmailConfirmed == true)
            let late = try await accounts.createLink(.email(owner, taken))
            #expect(try await accounts.confirmEmail(late, of: owner, from: Client()) == .taken)
        }
    }

    /// Comparing takes a while, and the owner may have changed the password meanwhile to keep just that visitor out.
    @Test(arguments: StorePlace.allCases) func whatWasComparedMustStillBeThePassword(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let session = try await account(fixture)
            let owner = session.signedIn.account
            let limit = AttemptLimit.confirmation(owner, nil)
            let known = try #require(try await accounts.credentials(of: owner))
            let other = SessionStart(compared: try .make("another"))
            let free = try EmailAddress("new@example.com")
            #expect(try await accounts.changeEmail(to: free, of: owner, other) == .refused)
            #expect(try await !accounts.requestEmail(of: owner, other))
            #expect(try await accounts.deleteAccount(owner, other) == nil)
            #expect(try await accounts.credentials(of: owner) == known)
            // A right one is no attempt at guessing: it never comes to a pause.
            for _ in 0..<2 * limit.allowance {
                guard case .allowed(let attempt) = try await accounts.attempt([limit], on: nil, from: Client()) else {
                    Issue.record("The owner waits.")
                    return
                }
                #expect(
                    try await accounts.requestEmail(
                        of: owner, SessionStart(attempt: attempt, compared: known.password)))
            }
            let start = SessionStart(compared: known.password)
            #expect(try await accounts.changeEmail(to: free, of: owner, start) == .changed)
            #expect(try await accounts.deleteAccount(owner, start) == [session.signedIn.login])
        }
    }

    @Test(arguments: StorePlace.allCases) func aDeletedAccountLeavesNothing(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let session = try await account(fixture)
            let owner = session.signedIn.account
            let goals = try await fixture.addCompleted(3, of: owner)
            _ = try await fixture.store.writeReview(.free("x"), of: owner, goal: goals[0])
            try await fixture.store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goals[1])
            _ = try await accounts.createLink(.reset(owner))
            #expect(try await accounts.deleteAccount(owner, SessionStart()) == [session.signedIn.login])
            #expect(try await !isSignedIn(session.token, fixture))
            #expect(try await accounts.purgeExpired() == 1)
            for table in ["goal", "review", "draftField", "accountLink", "knownDevice", "accountLog"] {
                #expect(try await fixture.rowCount(table) == 0, "\(table)")
            }
            #expect(try await fixture.rowCount("account") == 2)
            #expect(try await accounts.beginSession(of: owner, SessionStart()) == nil)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aLoginThatMakesRoomForAnotherEndsWithItsPages(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let first = try await account(fixture)
            let ended = Mutex<[String]>([])
            let stop = accounts.observeEndedLogins { logins in ended.withLock { $0.append("\(logins)") } }
            for number in 1...AccountStoreLimits.sessions {
                #expect(ended.withLock(\.self) == [])
                fixture.clock.advance(by: 60)
                let session = try await accounts.beginSession(of: first.signedIn.account, SessionStart())
                #expect(session != nil, "\(number)")
            }
            #expect(ended.withLock(\.self) == ["\(EndedLogins.one(first.signedIn.login))"])
            #expect(try await !isSignedIn(first.token, fixture))
            stop()
        }
    }

    @Test(arguments: StorePlace.allCases) func aDeviceIsSignedOutFromAnother(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let accounts = fixture.accounts
            let first = try await account(fixture)
            let owner = first.signedIn.account
            var others: [NewSession] = []
            for _ in 0..<3 { others.append(try #require(try await accounts.beginSession(of: owner, SessionStart()))) }
            #expect(try await accounts.sessions(of: owner).count == 4)
            let ended = others[0].signedIn.login
            #expect(try await accounts.endSessions(of: owner, .one(ended), from: Client()) == [ended])
            #expect(try await !isSignedIn(others[0].token, fixture))
            #expect(try await isSignedIn(others[1].token, fixture))
            // Nobody signs another's browser out.
            #expect(
                try await accounts.endSessions(of: fixture.stranger, .one(others[1].signedIn.login), from: Client())
                    == [])
            let rest = try await accounts.endSessions(of: owner, .others(first.signedIn.login), from: Client())
            #expect(Set(rest) == Set(others.dropFirst().map(\.signedIn.login)))
            #expect(try await isSignedIn(first.token, fixture))
        }
    }

    // MARK: Limits

    /// Tries something.
    ///
    /// - Parameter pause: how long it is to be waited for; nil when it may be tried.
    private func tries(_ limit: AttemptLimit, _ fixture: StoreFixture, waits pause: Duration? = nil) async throws {
        var waited: Duration?
        if case .tooOften(let wait) = try await fixture.accounts.attempt([limit], on: nil, from: Client()) {
            waited = wait
        }
        #expect(waited == pause)
    }

    private let limit = AttemptLimit(
        key: "x", allowance: 3, pause: .seconds(10), longestPause: .seconds(60), memory: .seconds(600), isForgiven: true
    )

    @Test(arguments: StorePlace.allCases) func pausesBetweenAttemptsDoubleUntilTheLongest(place: StorePlace)
        async throws
    {
        try await withStore(place) { fixture in
            for _ in 0..<3 { try await tries(limit, fixture) }
            for pause in [10, 20, 40, 60, 60] {
                try await tries(limit, fixture, waits: .seconds(pause))
                fixture.clock.advance(by: TimeInterval(pause) - 1)
                try await tries(limit, fixture, waits: .seconds(1))
                fixture.clock.advance(by: 1)
                try await tries(limit, fixture)
            }
            var other = limit
            other.key = "y"
            try await tries(other, fixture)
            // After a while without any it begins anew.
            fixture.clock.advance(by: 600)
            for _ in 0..<3 { try await tries(limit, fixture) }
            try await tries(limit, fixture, waits: .seconds(10))
        }
    }

    /// SEC24.
    @Test(arguments: StorePlace.allCases) func aClockThatWasAheadMakesNoPauseLonger(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            fixture.clock.advance(by: 24 * 3600)
            for _ in 0..<3 { try await tries(limit, fixture) }
            try await tries(limit, fixture, waits: .seconds(10))
            fixture.clock.advance(by: -24 * 3600)
            try await tries(limit, fixture, waits: .seconds(60))
            // The pause ends: it does not begin anew with each try.
            fixture.clock.advance(by: 59)
            try await tries(limit, fixture, waits: .seconds(1))
            fixture.clock.advance(by: 1)
            try await tries(limit, fixture)
            // It is forgotten when its rule says so, too.
            fixture.clock.advance(by: 600)
            for _ in 0..<3 { try await tries(limit, fixture) }
        }
    }

    /// SEC24: an attempt that brought no pause is forgotten by its rule, counted from when the clock was right again.
    @Test func aClockThatWasAheadMakesNothingRememberedLonger() async throws {
        try await withStore(.memory) { fixture in
            fixture.clock.advance(by: 24 * 3600)
            try await tries(limit, fixture)
            fixture.clock.advance(by: -24 * 3600)
            for _ in 0..<2 { try await tries(limit, fixture) }
            fixture.clock.advance(by: 600)
            for _ in 0..<3 { try await tries(limit, fixture) }
        }
    }

    @Test func anAttemptThatSucceedsIsForgivenOrTakenBack() async throws {
        try await withStore(.memory) { fixture in
            let account = try await account(fixture).signedIn.account
            var shared = limit
            (shared.key, shared.isForgiven) = ("shared", false)
            for _ in 0..<2 {
                try await tries(limit, fixture)
                try await tries(shared, fixture)
            }
            let answer = try await fixture.accounts.attempt([limit, shared], on: account, from: Client())
            guard case .allowed(let attempt) = answer else { throw TestProblem("It was not allowed") }
            #expect(try await fixture.accounts.log(of: account, before: nil, limit: 1).first?.event == .signInFailed)
            _ = try await fixture.accounts.beginSession(of: account, SessionStart(attempt: attempt))
            #expect(
                try await fixture.accounts.log(of: account, before: nil, limit: 2).map(\.event) == [
                    .signedIn, .registered,
                ])
            for _ in 0..<3 { try await tries(limit, fixture) }
            try await tries(shared, fixture)
            try await tries(shared, fixture, waits: .seconds(10))
        }
    }

    @Test func ofManyAttemptsAtOnceNoMoreAreCountedThanAreAllowed() async throws {
        try await withStore(.file) { fixture in
            let (accounts, limit) = (fixture.accounts, limit)
            let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let answer = try await accounts.attempt([limit], on: nil, from: Client())
                        if case .allowed = answer { return true }
                        return false
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(allowed == 3)
        }
    }

    @Test func whatIsOverIsPurged() async throws {
        try await withStore(.memory) { fixture in
            let session = try await account(fixture)
            _ = try await fixture.accounts.createLink(.registration(.make("other@example.com")))
            try await tries(limit, fixture)
            fixture.clock.advance(by: 3601)
            _ = try await fixture.accounts.purgeExpired()
            for table in ["accountLink", "attempt"] { #expect(try await fixture.rowCount(table) == 0, "\(table)") }
            #expect(try await fixture.rowCount("accountLog") == 1)
            fixture.clock.advance(by: 181 * 24 * 3600)
            _ = try await fixture.accounts.purgeExpired()
            #expect(try await fixture.rowCount("accountLog") == 0)
            #expect(try await fixture.accounts.details(of: session.signedIn.account) != nil)
        }
    }

    @Test func onlyTheBrowsersThatWereSeenLastAreKnownAgain() async throws {
        try await withStore(.memory) { fixture in
            let first = try await account(fixture)
            for _ in 0..<AccountStoreLimits.knownDevices {
                fixture.clock.advance(by: 1)
                _ = try await fixture.accounts.beginSession(of: first.signedIn.account, SessionStart())
            }
            #expect(try await fixture.rowCount("knownDevice") == AccountStoreLimits.knownDevices)
            let known = try await fixture.accounts.credentials(key: "mina@example.com", device: first.device)
            #expect(known?.isKnownDevice == false)
        }
    }
}

/// What a test did not find as it needs it.
private struct TestProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
