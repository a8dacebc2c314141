import HindsightDomain
import Live
import LiveSQLite
import LiveSite
import LiveTesting
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The page on which somebody registers, as a browser shows it: with a script, and by plain posts.
@Suite(.timeLimit(.minutes(15))) struct RegisterScreenTests {
    private typealias Answer = @Sendable (Registration) async throws -> RegistrationAnswer

    private static let password = "kx9$vq2m"
    private static let good = ["email": "mina@example.com", "password": password, "consent": "yes"]
    private static let mailed: Answer = { .registered(.mailed($0.email)) }

    private func open(
        _ answer: @escaping Answer = mailed, language: Language = .english, content: AccountContent? = nil,
        hasMail: Bool = true, _ test: (TestBrowser, SpokenRegistering) async throws -> Void
    ) async throws {
        let accounts = SpokenRegistering(answer: answer)
        let screen = RegisterScreen(
            accounts: accounts, strings: Strings(language: language), demo: content.map { _ in AccountID(7) },
            content: content, hasMail: hasMail)
        try await TestBrowser.open(screen, visit: Visit(path: "/register", isGuest: content == nil)) { browser in
            try await test(browser, accounts)
            // Whatever was typed, and whatever came of it.
            #expect(await !browser.events.contains { $0.data.contains(Self.password) })
        }
    }

    private func fill(_ browser: TestBrowser, email: String = "mina@example.com") async throws {
        try await browser.type(email, label: "Email")
        try await browser.type(Self.password, label: "Password")
        try await browser.click("#consent")
    }

    // MARK: With a script

    @Test func aFaultIsSaidAtItsFieldOnceTheFieldIsLeft() async throws {
        try await open { browser, _ in
            try await browser.type("mina", into: "#email")
            await browser.advance(by: .seconds(10))
            #expect(await browser.text("#email-error") == "")
            try await browser.leave("#email")
            #expect(await browser.text("#email-error") == "The @ is missing, as in name@example.com.")
            try await browser.type("qwertyui", into: "#password")
            try await browser.leave("#password")
            #expect(await browser.text("#password-error") == "Keys that lie side by side are easy to guess.")
            #expect(await browser.text("#password-foot") == "")
            try await browser.type(Self.password, into: "#password")
            #expect(await browser.text("#password-error") == "")
            #expect(await browser.text("#password-foot") == "Password strength: Will do")
            try await browser.type("mina@example.com", into: "#email")
            #expect(await browser.text("#email-error") == "")
            // Nothing was sent yet, so nothing is summed up.
            #expect(await browser.text("#errors") == "")
        }
    }

    @Test func allThatIsWrongIsSummedUpWithALinkToEachPlace() async throws {
        try await open { browser, accounts in
            try await browser.click("#submit")
            #expect(await browser.focused == ErrorSummary.id)
            #expect(await browser.text("#errors h2") == "Please fix 3 things")
            #expect(await browser.text("#errors a[href='#email']") == "Please enter your email address.")
            for field in ["email", "password", "consent"] {
                #expect(await browser.exists("#errors a[href='#\(field)']"))
                #expect(await !browser.text("#\(field)-error").isEmpty)
            }
            try await browser.click("#consent")
            #expect(await browser.text("#consent-error") == "")
            #expect(await browser.text("#errors h2") == "Please fix 2 things")
            try await browser.click("#consent")
            try await browser.click("#submit")
            #expect(await browser.exists("#errors a[href='#consent']"))
            #expect(accounts.asked.isEmpty)
        }
    }

    @Test func whoGetsAMailIsToldSoInThePlaceOfTheForm() async throws {
        try await open { browser, accounts in
            try await fill(browser)
            try await browser.click("#submit")
            #expect(accounts.asked.map(\.email.text) == ["mina@example.com"])
            #expect(await browser.text("#sent strong") == "mina@example.com")
            #expect(await browser.text("#sent").contains("within an hour"))
            #expect(await browser.focused == "sent")
            // The browser keeps nothing of it, and nobody is signed in.
            #expect(await browser.exists("#sent [data-forget]"))
            #expect(await browser.cookies.isEmpty)
            #expect(await browser.location == "/register")
            try await browser.click(link: "Back to the form")
            #expect(await browser.text("#sent") == "")
            #expect(await browser.value("#email") == "mina@example.com")
        }
    }

    @Test func whoIsSignedInGetsTheCookieAndGoesOn() async throws {
        let session = try await StoreFixture(SQLiteDatabase(.hindsight)).accounts
            .createDemoAccount(goals: [], language: nil, timeZone: nil)
        let answer: Answer = { _ in .registered(.signedIn(session)) }
        try await open(answer) { browser, _ in
            try await fill(browser)
            try await browser.click("#submit")
            let cookie = try #require(await browser.cookies["hindsight"])
            #expect(cookie.value == session.token.text)
            #expect(cookie.maxAge == AccountStoreLimits.sessionLifetime)
            #expect(await browser.location == "/welcome")
            #expect(await !browser.events.contains { $0.data.contains(session.token.text) })
            let answer = try await browser.post(".form-sheet form", fields: Self.good)
            #expect(answer.location == "/welcome")
            #expect(answer.cookies["hindsight"]?.value == session.token.text)
        }
    }

    @Test func whyNothingCameOfItIsSaidAndGetsTheFocus() async throws {
        let answer: Answer = { _ in throw AccountRefusal.tooOften(.seconds(241)) }
        try await open(answer) { browser, _ in
            try await fill(browser)
            try await browser.click("#submit")
            #expect(
                await browser.text("#alert .notice").hasPrefix(
                    "That was tried too often. Please try again in 5 minutes."))
            #expect(await browser.focused == "alert")
            // That the field is left by that takes nothing away.
            try await browser.leave("#password")
            #expect(await browser.exists("#alert .notice"))
            #expect(await browser.value("#email") == "mina@example.com")
        }
    }

    @Test func aTakenAddressIsSaidAtItsFieldAtOnce() async throws {
        let answer: Answer = { .taken($0.email) }
        try await open(answer, hasMail: false) { browser, _ in
            try await fill(browser)
            try await browser.click("#submit")
            #expect(
                await browser.text("#email-error").hasPrefix("There is an account with this email already."))
            #expect(await browser.exists("#email-error a[href='/login']"))
            let answer = try await browser.post(".form-sheet form", fields: Self.good)
            #expect(answer.status == 422)
            #expect(answer.text("#email-error").hasPrefix("There is an account"))
        }
    }

    // MARK: Without a script

    @Test(arguments: [
        (["email": ""], "email"), (["email": "mina"], "email"), (["email": "a b@example.com"], "email"),
        (["email": "mina@@example.com"], "email"), (["email": "mina@example"], "email"),
        (["email": "<b>@example.com"], "email"), (["email": "mina@-.com"], "email"),
        (["email": String(repeating: "x", count: 65) + "@example.com"], "email"),
        (["password": ""], "password"), (["password": "abc"], "password"), (["password": "12345678"], "password"),
        (["password": "mina@example.com"], "password"), (["password": String(repeating: "xy", count: 65)], "password"),
        (["consent": ""], "consent"), (["consent": "no"], "consent"),
    ])
    func aFaultyFormComesBackWithItsFaultAtTheFieldAndTheAddressInIt(
        fault: [String: String], field: String
    ) async throws {
        try await open { browser, accounts in
            let fields = Self.good.merging(fault) { $1 }
            let answer = try await browser.post(".form-sheet form", fields: fields)
            #expect(answer.status == 422)
            #expect(answer.exists("[role=alert] a[href='#\(field)']"))
            #expect(!answer.text("#\(field)-error").isEmpty)
            #expect(try answer.find("#\(field)").attributes["aria-invalid"] == "true")
            for other in ["email", "password", "consent"] where other != field {
                #expect(answer.text("#\(other)-error").isEmpty)
            }
            #expect(try answer.find("#email").value == fields["email"])
            #expect(try answer.find("#consent").isChecked == (fields["consent"] == "yes"))
            #expect(try answer.find("#password").value == "")
            #expect(answer.text("#errors").contains("Your password is not kept"))
            #expect(!answer.html.contains(Self.password))
            #expect(accounts.asked.isEmpty)
        }
    }

    /// What a browser sends for a box that isn't ticked is nothing at all.
    @Test func aFormWithoutItsBoxIsRefused() async throws {
        try await open { browser, _ in
            var fields = Self.good
            fields["consent"] = nil
            let answer = try await browser.forgePost(input: nil, fields: fields)
            #expect(answer.status == 422)
            #expect(!answer.text("#consent-error").isEmpty)
        }
    }

    @Test(arguments: [
        (AccountRefusal.tooOften(.seconds(30)) as any Error, 429, "in 30 seconds"),
        (AccountRefusal.busy, 503, "Many people"),
        (StoreError.unavailable(CancellationError()), 503, "could not be created"),
    ])
    func whatCouldNotBeTriedKeepsTheAddress(error: any Error, status: Int, words: String) async throws {
        let answer: Answer = { _ in throw error }
        try await open(answer) { browser, _ in
            let answer = try await browser.post(".form-sheet form", fields: Self.good)
            #expect(answer.status == status)
            #expect(answer.text("#alert").contains(words))
            #expect(answer.text("#alert").contains("Your password is not kept"))
            #expect(try answer.find("#email").value == "mina@example.com")
            #expect(try answer.find("#consent").isChecked)
            #expect(!answer.html.contains(Self.password))
        }
    }

    @Test func aMailIsToldOfWithoutAScriptToo() async throws {
        try await open(language: .korean) { browser, _ in
            let answer = try await browser.post(".form-sheet form", fields: Self.good)
            #expect(answer.status == 200)
            #expect(answer.text("#sent h2") == "메일을 보냈어요")
            #expect(answer.text("#sent strong") == "mina@example.com")
            #expect(try answer.find("#sent a").attributes["href"] == "/register")
            #expect(!answer.html.contains(Self.password))
        }
    }

    // MARK: What it says

    /// V1: sample goals are nobody's, and one's own are not lost unseen.
    @Test(arguments: [(11, DemoChoice.own), (12, .own), (13, .empty)])
    func ofADemoAccountOnesOwnGoalsAreKeptUnlessAnotherChoiceIsMade(samples: Int, choice: DemoChoice) async throws {
        try await open(content: AccountContent(goals: 13, reviews: 1, samples: samples)) { browser, accounts in
            let words = await browser.text(".keep")
            #expect(words.contains("Keep the 2 goals I added") == (samples == 11))
            #expect(words.contains("Start fresh (the 2 goals you added are left behind)") == (samples == 11))
            #expect(words.contains("Start fresh (the 1 goal you added is left behind)") == (samples == 12))
            #expect(words.contains("Start empty") == (samples == 13))
            #expect(await browser.findAll("input[checked]").map(\.id) == ["keep-\(choice.rawValue)"])
            try await fill(browser)
            try await browser.click(button: "Create account")
            #expect(accounts.asked.map(\.demo) == [AccountID(7)] && accounts.asked.map(\.keeps) == [choice])
        }
    }

    @Test func aDemoAccountWithoutGoalsOfOnesOwnSaysSo() async throws {
        try await open(language: .korean, content: AccountContent(goals: 13, reviews: 4, samples: 13)) {
            browser, accounts in
            let words = await browser.text(".keep")
            #expect(words.contains("직접 쓴 것만 가져가기 (아직 없어요)"))
            #expect(words.contains("예시까지 모두 가져가기 (목표 13개, 회고 4개)"))
        }
    }

    @Test(arguments: DemoChoice.allCases) func whatIsKeptIsChosenWithoutAScriptToo(choice: DemoChoice) async throws {
        try await open(content: AccountContent(goals: 13, reviews: 1)) { browser, accounts in
            var fields = Self.good
            fields["keep"] = choice.rawValue
            _ = try await browser.post(".form-sheet form", fields: fields)
            #expect(accounts.asked.map(\.keeps) == [choice])
        }
        // A form that comes back has the choice still.
        try await open(content: AccountContent(goals: 13, reviews: 1)) { browser, _ in
            let answer = try await browser.post(".form-sheet form", fields: ["keep": choice.rawValue])
            #expect(answer.status == 422)
            #expect(try answer.find("#keep-\(choice.rawValue)").attributes["checked"] != nil)
        }
    }

    @Test(arguments: Language.allCases) func withoutMailThePageSaysWhatCanNotBeDone(language: Language) async throws {
        let words = Strings(language: language)
        try await open(language: language, hasMail: false) { browser, _ in
            #expect(await browser.text("#password-hint").contains(words.noResetByMail))
            #expect(await browser.text("#email-hint") == words.emailUse)
        }
        try await open(language: language, hasMail: true) { browser, _ in
            #expect(await !browser.text("#password-hint").contains(words.noResetByMail))
            #expect(await browser.text("#email-hint") == words.emailUseWithMail)
        }
    }

    /// What a browser and a password manager go by.
    @Test func theFieldsSayWhatTheyAre() async throws {
        try await open { browser, _ in
            let email = try await browser.find("#email").attributes
            #expect(email["name"] == "email")
            #expect(email["type"] == "email" && email["autocomplete"] == "email" && email["inputmode"] == "email")
            #expect(email["autocapitalize"] == "off" && email["spellcheck"] == "false")
            let password = try await browser.find("#password").attributes
            #expect(password["type"] == "password" && password["autocomplete"] == "new-password")
            // So the script keeps nothing of it.
            #expect(password["data-secret"] != nil)
            for field in [email, password] {
                for id in field["aria-describedby"]?.split(separator: " ") ?? ["nothing"] {
                    #expect(await browser.exists("#\(id)"), "\(id)")
                }
            }
            #expect(try await browser.find(".reveal").attributes["hidden"] != nil)
            #expect(await browser.exists("a[href='/login']"))
        }
    }
}

/// The words for what went wrong.
@Suite(.timeLimit(.minutes(15))) struct RegisterCopyTests {
    @Test(arguments: [
        (Duration.zero, "in 1 second", "1초 뒤에"), (.milliseconds(1500), "in 2 seconds", "2초 뒤에"),
        (.seconds(59), "in 59 seconds", "59초 뒤에"), (.seconds(60), "in 1 minute", "1분 뒤에"),
        (.seconds(61), "in 2 minutes", "2분 뒤에"), (.seconds(3600), "in 1 hour", "1시간 뒤에"),
        (.seconds(3601), "in 2 hours", "2시간 뒤에"), (.seconds(47 * 3600), "in 47 hours", "47시간 뒤에"),
        (.seconds(72 * 3600), "in 3 days", "3일 뒤에"),
    ])
    func aWaitIsSaidInTheUnitThatFitsAndNeverTooShort(wait: Duration, english: String, korean: String) {
        #expect(Strings(language: .english).after(wait) == english)
        #expect(Strings(language: .korean).after(wait) == korean)
    }

    @Test(arguments: Language.allCases) func eachFaultHasWordsOfItsOwn(language: Language) {
        let strings = Strings(language: language)
        let emails: [EmailFault] = [
            .missing, .hasWhiteSpace, .hasNoAt, .hasSeveralAts, .hasNoLocalPart, .localPartTooLong,
            .disallowedCharacter("("),
            .hasNoDomain, .domainIsWrong, .tooLong,
        ]
        let passwords: [PasswordFault] = [
            .missing, .tooShort(count: 7), .tooLong, .isEmail, .isObvious(.repeats), .isObvious(.sequence),
            .isObvious(.keyboard), .isObvious(.word), .isObvious(.date),
        ]
        let failures: [RegistrationFailure] = [.tooOften(.seconds(1)), .busy, .unavailable]
        let words =
            emails.map { strings.message($0) } + [strings.message(EmailMessage.taken)]
            + passwords.map { strings.message($0) }
            + failures.map { strings.message($0) }
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("(") || $0.hasSuffix("com") })
        let strengths = PasswordStrength.allCases.compactMap { strings.words(for: $0) }
        #expect(Set(strengths).count == 3)
    }

    @Test func aSignThatCanNotBeSeenIsSaidByItsNumber() {
        let strings = Strings(language: .english)
        #expect(strings.message(EmailFault.disallowedCharacter("(")) == "This can’t stand before the @: (")
        #expect(strings.message(EmailFault.disallowedCharacter("\u{200B}")) == "This can’t stand before the @: U+200B")
    }
}
