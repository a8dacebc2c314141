import Foundation
import GRDB
import HTTPTypes
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What somebody does who wants to get into another's account.
@Suite(.timeLimit(.minutes(15))) struct AttackTests {
    private static let other = "another wooden ladder"

    /// Fields of the form for a new account.
    private static func registration(_ email: String, csrf: String? = nil) -> [String: String] {
        ["email": email, "password": Member.password, "consent": "yes", "csrf": csrf].compactMapValues { $0 }
    }

    private func count(_ app: ServedApp, _ condition: String) async throws -> Int? {
        try await app.fixture.database.writer.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE \(condition)")
        }
    }

    // MARK: A session that was planted

    /// A browser that somebody else has given the cookie of their own demo account.
    private func planted(_ app: ServedApp) async throws -> (victim: HTTPVisitor, attacker: HTTPVisitor) {
        let session = try await app.fixture.accounts.createDemoAccount(goals: [], language: .english, timeZone: nil)
        return (app.browser(cookies: session.jar), app.browser(cookies: session.jar))
    }

    @Test func aSessionFromBeforeSigningInIsWorthNothingAfterIt() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let (victim, attacker) = try await planted(app)
            let answer = try await app.signIn(mina, by: victim).answer
            #expect(answer["Location"] == "/today")
            #expect(victim.cookies["hindsight"] != attacker.cookies["hindsight"])
            #expect(try await Member.isSignedIn(victim))
            #expect(try await !Member.isSignedIn(attacker))
        }
    }

    @Test(arguments: [false, true]) func aDemoAccountThatBecomesAnAccountHasNewSessions(sendsMail: Bool) async throws {
        try await withApp(sendsMail: sendsMail) { app in
            let (victim, attacker) = try await planted(app)
            try await register("mina@example.com", by: victim, in: app)
            #expect(victim.cookies["hindsight"] != attacker.cookies["hindsight"])
            #expect(try await victim.get("/welcome")["Location"] == "/goals/active")
            #expect(try await Member.isSignedIn(victim))
            #expect(try await !Member.isSignedIn(attacker))
        }
    }

    /// The browser may be closed on its way.
    @Test(arguments: [false, true]) func aDemoSessionEndsAlsoWhenNobodyIsWelcomed(sendsMail: Bool) async throws {
        try await withApp(sendsMail: sendsMail) { app in
            let (victim, attacker) = try await planted(app)
            try await register("mina@example.com", by: victim, in: app)
            // Using it does not put off its end.
            for _ in 0..<5 {
                app.fixture.clock.advance(by: 11)
                _ = try await attacker.get("/settings")
            }
            app.fixture.clock.advance(by: 6)
            #expect(try await !Member.isSignedIn(attacker))
            #expect(try await Member.isSignedIn(victim))
        }
    }

    @Test func aSessionFromBeforeAResetIsWorthNothingAfterIt() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let (victim, attacker) = try await planted(app)
            let link = try await resetLink(mina, in: app)
            let csrf = try await victim.formToken(link)
            #expect(try await victim.post(link, ["newPassword": Self.other, "csrf": csrf]).status == 303)
            #expect(try await Member.isSignedIn(victim))
            #expect(try await !Member.isSignedIn(attacker))
        }
    }

    /// Registers with a browser, by a mail's link where mail is sent.
    private func register(_ email: String, by visitor: HTTPVisitor, in app: ServedApp) async throws {
        let csrf = try await visitor.formToken("/register")
        let answer = try await visitor.post("/register", Self.registration(email, csrf: csrf))
        guard !app.sendsMail else {
            _ = await app.mails(1)
            let link = "/register/confirm?token=\(try #require(app.mailedToken))"
            let token = try await visitor.formToken(link)
            let confirmed = try await visitor.post(link, ["password": Member.password, "csrf": token])
            #expect(confirmed["Location"] == "/welcome")
            return
        }
        #expect(answer["Location"] == "/welcome")
    }

    // MARK: A cookie that was kept

    /// By what a login is over.
    enum Ending: CaseIterable {
        case signedOut, elsewhere, there, passwordChanged, passwordReset, deleted

        /// Ends the login of a browser, by that browser or by another one of the same account.
        func end(_ login: HTTPVisitor, of member: Member, in app: ServedApp) async throws {
            let csrf = try await login.formToken("/settings")
            switch self {
            case .signedOut: #expect(try await login.copy().post("/logout", ["csrf": csrf]).status == 303)
            case .elsewhere:
                #expect(try await member.post("/settings?input=submit", ["value": "everywhere"]).status == 303)
            case .there:
                let settings = try await member.visitor.get("/settings").text
                let value = try #require(
                    settings.all(between: "name=\"value\" value=\"", "\"").first { $0 != "everywhere" })
                #expect(try await member.post("/settings?input=submit", ["value": value]).status == 303)
            case .passwordChanged:
                let fields = ["password": Member.password, "newPassword": AttackTests.other]
                #expect(try await member.post("/settings/password", fields).status == 303)
            case .passwordReset:
                let token = try await app.fixture.accounts.createLink(.reset(member.id))
                let fields = ["newPassword": AttackTests.other]
                #expect(try await app.browser().post("/reset/password?token=\(token.text)", fields).status == 303)
            case .deleted:
                #expect(try await member.post("/settings/delete", ["password": Member.password]).status == 303)
            }
        }
    }

    @Test(arguments: Ending.allCases) func aCookieIsWorthNothingOnceItsLoginIsOver(ending: Ending) async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let login = try await app.signIn(mina).visitor
            let replayed = login.copy()
            #expect(try await Member.isSignedIn(replayed))
            try await ending.end(login, of: mina, in: app)
            #expect(try await !Member.isSignedIn(replayed))
            #expect(try await replayed.get(mina.reviewed).status == 303)
        }
    }

    @Test(arguments: Ending.allCases) func openPagesEndWithTheirLogin(ending: Ending) async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let login = try await app.signIn(mina).visitor
            let list = try await login.open("/goals/completed")
            let editor = try await login.open(mina.unreviewed)
            try await list.stream { listStream in
                try await editor.stream { editorStream in
                    try await ending.end(login, of: mina, in: app)
                    while try await listStream.next() != nil {}
                    while try await editorStream.next() != nil {}
                }
            }
            for page in [list, editor] {
                let sent = try await page.send("refresh")
                let opened = try await login.get(page.address)
                // A browser that is known as a guest's is told otherwise.
                #expect([401, 403].contains(sent.status))
                #expect([401, 410].contains(opened.status))
            }
        }
    }

    @Test func aCookieWithAnyCharacterChangedSignsNobodyIn() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let cookie = Array(try #require(mina.visitor.cookies["hindsight"]))
            for index in cookie.indices {
                for character in ["A", "B", "-", "."] as [Character] where character != cookie[index] {
                    var changed = cookie
                    changed[index] = character
                    #expect(try await !Member.isSignedIn(app.browser(cookies: ["hindsight": String(changed)])))
                }
            }
            for changed in [
                String(cookie) + "A", String(cookie.dropLast()), String(cookie) + "%00", "\"\(String(cookie))",
            ] {
                #expect(try await !Member.isSignedIn(app.browser(cookies: ["hindsight": changed])), "\(changed)")
            }
            #expect(try await Member.isSignedIn(mina.visitor))
        }
    }

    // MARK: Links

    private func resetLink(_ member: Member, in app: ServedApp) async throws -> String {
        let before = app.letterbox.mails.count
        #expect(try await app.browser().post("/reset", ["email": member.email]).status == 200)
        _ = await app.mails(before + 1)
        return "/reset/password?token=\(try #require(app.mailedToken))"
    }

    /// Nobody gets in by it, and the password stays what it is.
    private func expectOver(_ link: String, _ member: Member, password: String?, in app: ServedApp) async throws {
        let visitor = app.browser()
        #expect(try await visitor.get(link).text.contains("This link"), "\(link)")
        let answer = try await app.browser().post(link, ["newPassword": "whatever it may become"])
        #expect(answer.status == 410, "\(link)")
        #expect(answer.all("Set-Cookie").allSatisfy { !$0.hasPrefix("hindsight=") })
        let wrong = try await app.signIn(member, "whatever it may become").answer
        #expect(wrong.status == 422)
        if let password { #expect(try await app.signIn(member, password).answer.status == 303) }
    }

    @Test func aResetLinkWorksOnce() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let link = try await resetLink(mina, in: app)
            #expect(try await app.browser().post(link, ["newPassword": Self.other]).status == 303)
            try await expectOver(link, mina, password: Self.other, in: app)
        }
    }

    @Test func aResetLinkThatIsAnHourOldIsOver() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let link = try await resetLink(mina, in: app)
            app.fixture.clock.advance(by: 61 * 60)
            try await expectOver(link, mina, password: Member.password, in: app)
        }
    }

    @Test func aResetLinkIsOverOnceThePasswordWasChangedOtherwise() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let link = try await resetLink(mina, in: app)
            let second = try await resetLink(mina, in: app)
            let fields = ["password": Member.password, "newPassword": Self.other]
            #expect(try await mina.post("/settings/password", fields).status == 303)
            try await expectOver(link, mina, password: Self.other, in: app)
            try await expectOver(second, mina, password: Self.other, in: app)
        }
    }

    @Test func aResetLinkOfADeletedAccountIsOver() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let link = try await resetLink(mina, in: app)
            #expect(try await mina.post("/settings/delete", ["password": Member.password]).status == 303)
            try await expectOver(link, mina, password: nil, in: app)
        }
    }

    @Test func aResetLinkThatIsUsedByManyAtOnceSetsOnePassword() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            let link = try await resetLink(mina, in: app)
            let answers = try await atOnce(8) { number in
                try await app.browser().post(link, ["newPassword": "\(Self.other) \(number)"]).status
            }
            #expect(answers.sorted() == [303] + Array(repeating: 410, count: 7))
        }
    }

    private func registrationLink(_ email: String, in app: ServedApp) async throws -> String {
        let before = app.letterbox.mails.count
        #expect(try await app.browser().post("/register", Self.registration(email)).status == 200)
        _ = await app.mails(before + 1)
        return "/register/confirm?token=\(try #require(app.mailedToken))"
    }

    @Test func aRegistrationLinkWorksOnce() async throws {
        try await withApp(sendsMail: true) { app in
            let link = try await registrationLink("new@example.com", in: app)
            let answers = try await atOnce(4) { _ in
                try await app.browser().post(link, ["password": Member.password]).status
            }
            #expect(answers.sorted() == [303, 410, 410, 410])
            #expect(try await app.browser().post(link, ["password": Member.password]).status == 410)
            #expect(try await count(app, "isDemo = 0") == 1)
        }
    }

    @Test func aRegistrationLinkThatIsAnHourOldIsOver() async throws {
        try await withApp(sendsMail: true) { app in
            let link = try await registrationLink("new@example.com", in: app)
            app.fixture.clock.advance(by: 61 * 60)
            #expect(try await app.browser().post(link, ["password": Member.password]).status == 410)
            #expect(try await count(app, "isDemo = 0") == 0)
        }
    }

    /// A mail's scanner opens links, and whoever never asked for an account may click on one.
    @Test func aRegistrationLinkAloneMakesNoAccount() async throws {
        try await withApp(sendsMail: true) { app in
            let link = try await registrationLink("new@example.com", in: app)
            #expect(try await app.browser().get(link).status == 200)
            #expect(try await app.browser().post(link, ["password": "not the password"]).status == 422)
            #expect(try await app.browser().post(link).status == 422)
            #expect(try await count(app, "isDemo = 0") == 0)
            // And the one who knows it still can.
            #expect(try await app.browser().post(link, ["password": Member.password]).status == 303)
        }
    }

    @Test func aLinkForAnotherAddressIsOfUseToItsAccountOnly() async throws {
        try await withApp(sendsMail: true) { app in
            let (mina, jun) = (try await app.member("mina@example.com"), try await app.member("jun@example.com"))
            let fields = ["email": "minas-new@example.com", "password": Member.password]
            #expect(try await mina.post("/settings/email", fields).status == 200)
            _ = await app.mails(1)
            let link = "/settings/email/confirm?token=\(try #require(app.mailedToken))"
            #expect(try await jun.visitor.get(link).text.contains("This link"))
            let before = try await app.rows()
            let refused = try await jun.post(link).status
            #expect([409, 410].contains(refused))
            #expect(try await app.rows() == before)
            #expect(try await mina.post(link).status == 303)
            #expect(try await count(app, "email = 'minas-new@example.com' AND id = \(mina.id)") == 1)
        }
    }

    // MARK: Two at once

    private static let spellings = [
        "mina@example.com", "MINA@EXAMPLE.COM", " Mina@example.com ", "mina@Example.Com", "mInA@eXample.com",
    ]

    @Test func ofManyRegistrationsOfOneAddressAtOnceOneIsMade() async throws {
        try await withApp { app in
            let answers = try await atOnce(10) { number in
                let email = Self.spellings[number % Self.spellings.count]
                return try await app.browser().post("/register", Self.registration(email)).status
            }
            #expect(answers.sorted() == [303] + Array(repeating: 422, count: 9))
            #expect(try await count(app, "isDemo = 0") == 1)
        }
    }

    @Test func ofTwoLinksForOneAddressOneMakesAnAccount() async throws {
        try await withApp(sendsMail: true) { app in
            var links: [String] = []
            for spelling in Self.spellings.prefix(2) { links.append(try await registrationLink(spelling, in: app)) }
            let both = links
            let answers = try await atOnce(2) { number in
                try await app.browser().post(both[number], ["password": Member.password]).status
            }
            #expect(answers.sorted() == [303, 409])
            #expect(try await count(app, "isDemo = 0") == 1)
        }
    }

    /// Does something several times at the same time.
    private func atOnce<Value: Sendable>(
        _ times: Int, _ work: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<times { group.addTask { try await work(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    // MARK: Who has an account

    /// What somebody can see of an answer: its status, the names of its headers, and all but what is random in its body.
    private func visible(_ answer: HTTPAnswer, _ email: String) -> String {
        let headers = answer.head.headerFields.map { field in
            field.name.canonicalName == "content-length" ? "length" : "\(field.name)"
        }
        let body = answer.text.replacing(email, with: "ADDRESS")
            .replacing(/"[A-Za-z0-9_.\/-]{43,}"/, with: "TOKEN").replacing(/data-last="[^"]*"/, with: "LAST")
        return "\(answer.status)\n\(headers.sorted().joined(separator: "\n"))\n\(body)"
    }

    private static let questions: [(path: String, fields: [String: String])] = [
        ("/login", ["password": "not the password"]), ("/reset", [:]),
        ("/register", ["password": Member.password, "consent": "yes"]),
    ]

    @Test(arguments: questions) func noAnswerTellsWhetherAnAddressHasAnAccount(
        path: String, fields: [String: String]
    ) async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            // The same also when it was tried too often.
            for round in 0..<8 {
                let known = try await app.browser().post(path, fields.with(["email": mina.email]))
                let unknown = try await app.browser().post(path, fields.with(["email": "nina@example.com"]))
                #expect(visible(known, mina.email) == visible(unknown, "nina@example.com"), "\(round)")
            }
        }
    }

    // MARK: Trying often

    @Test func anAccountThatIsGuessedAtIsPausedForLongerEachTime() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight), pingInterval: .seconds(60))
        try await withApp(fixture) { app async throws in
            let mina = try await app.member("mina@example.com")
            for _ in 0..<5 { #expect(try await app.signIn(mina, "a guess").answer.status == 422) }
            // From wherever, and with the right password too.
            #expect(try await app.signIn(mina, "a guess").answer.status == 429)
            #expect(try await app.signIn(mina).answer.status == 429)
            for pause in [10.0, 20, 40] {
                fixture.clock.advance(by: pause - 1)
                let early = try await app.signIn(mina, "a guess").answer
                // N14: the answer says how long to wait.
                #expect(early.status == 429 && early["retry-after"] == "1", "\(pause)")
                fixture.clock.advance(by: 1.1)
                #expect(try await app.signIn(mina, "a guess").answer.status == 422, "\(pause)")
            }
        }
        // A restart forgets nothing.
        try await withApp(fixture) { app async throws in
            let fields = ["email": "mina@example.com", "password": Member.password]
            #expect(try await app.browser().post("/login", fields).status == 429)
            fixture.clock.advance(by: 24 * 3600)
            #expect(try await app.browser().post("/login", fields).status == 303)
        }
    }

    @Test func anAddressThatTriesManyAccountsIsPaused() async throws {
        try await withApp { app in
            let attacker = app.browser()
            for number in 0..<30 {
                let fields = ["email": "nobody\(number)@example.com", "password": "a guess"]
                #expect(try await attacker.copy().post("/login", fields).status == 422, "\(number)")
            }
            let mina = try await app.member("mina@example.com")
            let fields = ["email": mina.email, "password": "a guess"]
            #expect(try await attacker.copy().post("/login", fields).status == 429)
            // Nobody else is.
            #expect(try await app.browser().post("/login", fields).status == 422)
        }
    }

    @Test func nobodyCanKeepTheOwnerOut() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            for _ in 0..<12 { _ = try await app.signIn(mina, "a guess") }
            #expect(try await app.signIn(mina).answer.status == 429)
            let browser = mina.visitor
            #expect(try await mina.post("/logout").status == 303)
            #expect(browser.cookies["device"] != nil)
            #expect(browser.cookies["hindsight"] == nil)
            #expect(try await app.signIn(mina, by: browser).answer.status == 303)
            // That of another account's browser is no such thing.
            let jun = try await app.member("jun@example.com")
            let stranger = app.browser(cookies: ["device": jun.visitor.cookies["device"] ?? ""])
            #expect(try await app.signIn(mina, by: stranger).answer.status == 429)
        }
    }

    // MARK: Where a password goes

    @Test func aPasswordStandsNowhere() async throws {
        try await withApp(sendsMail: true) { app in
            let secrets = (1...8).map { "a secret ladder, number \($0)" }
            var answers: [HTTPAnswer] = []
            let mina = try await app.member("mina@example.com")

            let guest = app.browser()
            let csrf = try await guest.formToken("/register")
            let wrong = ["email": "no address", "password": secrets[0], "csrf": csrf]
            answers.append(try await guest.post("/register", wrong))
            answers.append(try await guest.post("/register", wrong.with(["csrf": "stale"])))
            answers.append(try await guest.post("/register?input=nothing", wrong))
            let page = try await guest.open("/register")
            answers.append(try await page.send("passwordTextField", secrets[1]))
            answers.append(try await page.send("passwordLeft"))
            answers.append(try await page.send("register"))
            answers.append(try await guest.get("/register"))
            let link = try await registrationLink("new@example.com", in: app)
            answers.append(try await app.browser().post(link, ["password": secrets[2]]))
            answers.append(try await app.browser().post(link, ["password": Member.password]))
            answers.append(try await app.signIn(mina, secrets[3]).answer)
            let old = mina.visitor.copy()
            for (path, csrf) in [("/settings/password", mina.csrf), ("/settings/password", "stale")] {
                let fields = ["password": secrets[4], "newPassword": secrets[5], "csrf": csrf]
                answers.append(try await mina.visitor.post(path, fields))
            }
            let change = ["password": Member.password, "newPassword": secrets[6]]
            answers.append(try await mina.post("/settings/password", change))
            // The login that it was typed in is over by now.
            for path in ["/settings/password", "/settings/email", "/settings/delete"] {
                let fields = ["password": secrets[6], "newPassword": secrets[7], "email": "else@example.com"]
                let answer = try await old.post(path, fields)
                #expect(answer.status == 401)
                answers.append(answer)
            }
            answers.append(try await app.browser().get("/login?password=" + secrets[0].replacing(" ", with: "+")))

            let told = answers.dropLast().map { $0.text + "\($0.head.headerFields)" }
            let places = [
                "an answer": told, "the log": app.fixture.log.lines, "the database": Array(try await app.rows()),
                "a mail": app.letterbox.mails.map(\.text),
            ]
            #expect(!app.fixture.log.lines.isEmpty)
            for (place, texts) in places {
                for text in texts {
                    for secret in secrets + [Member.password] {
                        // Also as a form or a header writes it.
                        for written in [secret, secret.replacing(" ", with: "%20"), secret.replacing(" ", with: "+")] {
                            #expect(!text.contains(written), "\(secret) stands in \(place): \(text)")
                        }
                    }
                }
            }
        }
    }

    // MARK: Where it leads

    private static let elsewhere = [
        "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example",
        "https://evil.example", "https:evil.example", "HTTPS://evil.example/", "javascript:alert(1)", "data:,x",
        "evil.example", "@evil.example", ".evil.example", " //evil.example", "\t//evil.example", "/\t/evil.example",
        "/\n/evil.example", "/\r\nLocation: //evil.example", "%2F%2Fevil.example", "/%2Fevil.example",
        "/%5Cevil.example", "/%09/evil.example", "/%0D%0ALocation:%20//evil.example", "/\u{0}/evil.example",
        "/\u{2215}evil.example", "／／evil.example", "/.//evil.example", "/..//evil.example", "?//evil.example",
        "#//evil.example",
    ]

    /// Whether a browser stays here when it is led to an address.
    private func staysHere(_ location: String?, _ visitor: HTTPVisitor) -> Bool {
        guard let location else { return true }
        guard location.hasPrefix("/"), !location.hasPrefix("//"), !location.hasPrefix("/\\") else { return false }
        return location.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }

    @Test func signingInLeadsToThisSiteOnly() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            for place in Self.elsewhere {
                let visitor = app.browser()
                let query = HTTPVisitor.form(["next": place])
                let page = try await visitor.get("/login?" + query)
                let kept = page.text.between("name=\"next\"", ">")?.between("value=\"", "\"")?.unescaped
                if let kept { #expect(staysHere(kept, visitor), "\(place)") }
                let csrf = try await visitor.formToken("/login")
                let fields = ["email": mina.email, "password": Member.password, "next": place, "csrf": csrf]
                let answer = try await visitor.post("/login", fields)
                #expect(answer.status == 303)
                #expect(staysHere(answer["Location"], visitor), "\(place) led to \(answer["Location"] ?? "")")
                // Who is signed in already is led on at once.
                let led = try await visitor.get("/login?" + query)
                #expect(staysHere(led["Location"], visitor), "\(place) led to \(led["Location"] ?? "")")
            }
        }
    }

    @Test func noOtherAddressLeadsElsewhere() async throws {
        try await withApp { app in
            let visitor = app.browser()
            for path in [
                "//evil.example", "//evil.example/", "/%2Fevil.example/", "///evil.example//", "/%5Cevil.example/",
                "//evil.example/..", "/./", "/login//", "/;//evil.example/",
            ] {
                let answer = try await visitor.get(path)
                #expect(staysHere(answer["Location"], visitor), "\(path) led to \(answer["Location"] ?? "")")
            }
            let origin = "http://\(visitor.authority)"
            for referrer in [
                "https://evil.example/", "\(origin).evil.example/", "\(origin)@evil.example/",
                "\(origin)//evil.example",
                "\(origin)/\\evil.example", "\(origin)1/",
            ] {
                let answer = try await visitor.post("/choices", ["theme": "dark"], ["Referer": referrer])
                #expect(answer["Location"] == "/", "\(referrer)")
            }
        }
    }

    // MARK: A form that waits

    /// The values of a page's hidden fields, by name.
    private func hiddenFields(_ page: String) -> [String: String] {
        var fields: [String: String] = [:]
        for tag in page.all(between: "<input type='hidden'", ">") + page.all(between: "<input type=\"hidden\"", ">") {
            for quote in ["'", "\""] {
                guard let name = tag.between(" name=\(quote)", quote) else { continue }
                fields[name] = (tag.between(" value=\(quote)", quote) ?? "").unescaped
            }
        }
        return fields
    }

    @Test func whatWasTypedInALoginThatIsOverCanBeSentAfterSigningIn() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let browser = mina.visitor
            _ = try await app.fixture.accounts.endSessions(of: mina.id, .others(""), from: Client())
            let typed = "Typed for an hour: \"'&amp; 회고"
            let answer = try await mina.post(mina.unreviewed, ["style": "free", "text": typed, "level": "3"])
            #expect(answer.status == 401)
            var form = hiddenFields(try #require(answer.text.between("<main", "</main>")))
            #expect(form["kept"]?.contains(mina.csrf) == false)
            if form["csrf"] == nil { form["csrf"] = try await browser.formToken("/login") }
            let signedIn = try await browser.post(
                "/login", form.with(["email": mina.email, "password": Member.password]))
            #expect(signedIn.status == 200)
            #expect(try await Member.isSignedIn(browser))
            let main = try #require(signedIn.text.between("<main", "</main>"))
            let kept = try #require(main.between("<form method=\"post\" action=\"\(mina.unreviewed)\"", "</form>"))
            let sent = try await browser.post(mina.unreviewed, hiddenFields(kept))
            #expect(sent.status == 303)
            #expect(try await browser.get(mina.unreviewed).text.answers == [typed])
        }
    }

    @Test func aFormThatWaitsIsSentToThisSiteOnly() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            for place in Self.elsewhere {
                let kept = try JSONEncoder().encode(["address": place])
                let text = String(decoding: kept, as: UTF8.self).dropLast() + ",\"fields\":{\"text\":\"x\"}}"
                let fields = ["email": mina.email, "password": Member.password, "kept": String(text)]
                let visitor = app.browser()
                let answer = try await visitor.post("/login", fields)
                for action in answer.text.all(between: "action=\"", "\"") {
                    #expect(staysHere(action.unescaped, visitor), "\(place)")
                }
            }
        }
    }
}
