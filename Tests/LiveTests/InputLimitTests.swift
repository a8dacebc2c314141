import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// A form whose texts state their limits, and inputs that state none.
private struct LimitsScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let text: Observable<FieldText>
            let secret: Observable<String>
            let number: Observable<Int>
            let one: Observable<String>
            let two: Observable<String>
            let save: Observable<Void>
        }
        struct Output {
            let heard: Driver<[String]>
            /// The text came again, with what it is made from by now.
            let fill: Driver<FieldFill?>
        }

        func transform(input: Input) -> Output {
            let heard = Observable<String>.merge(
                input.text.map { "text \($0.text.utf8.count) of \($0.basis ?? "nothing")" },
                input.secret.map { "secret \($0.utf8.count)" }, input.number.map { "number \($0)" },
                input.one.map { "one \($0.utf8.count)" }, input.two.map { "two \($0.utf8.count)" },
                input.save.map { "save" })
            let fill = input.save.withLatestFrom(input.text).map { FieldFill($0.text, basis: "new") as FieldFill? }
            return Output(
                heard: heard.scan([]) { $0 + [$1] }.startWith([]).asDriver(onErrorJustReturn: []),
                fill: fill.startWith(nil).asDriver(onErrorJustReturn: nil))
        }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input {
        .init(
            text: page.input(limit: 100), secret: page.secret(limit: 50), number: page.input(), one: page.input(),
            two: page.input(), save: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) { page.fill("text", with: output.fill) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let form: HTML = """
            <textarea \(input.text, area: "text", basis: "b")>\(input.text, content: "")</textarea>\
            <input \(input.secret, field: "secret")><input \(input.number, field: "number")>\
            <input \(input.one, field: "one")><input \(input.two, field: "two")>
            """
        return """
            <main \(page.live)>\(input.save.form("", form))\
            \(output.heard.slot("p", "id='heard'") { "\($0.joined(separator: ", "))" })</main>
            """
    }
}

/// The limits of inputs: of one text, and of all texts of a page (SEC4, SEC13).
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct InputLimitTests {
    private func open(_ test: (LiveSession) async throws -> Void) async throws {
        let session = try await LiveSession.opened(LimitsScreen())
        try await test(session)
        await session.end()
    }

    private func heard(_ session: LiveSession) async throws -> String? {
        let html = try await session.render().html
        return html.split(separator: "data-output=\"heard\"").last?.split(separator: ">").dropFirst().first
            .map { String($0.prefix { $0 != "<" }) }
    }

    private func expectHeard(_ texts: String, _ session: LiveSession) async throws {
        #expect(try await heard(session) == texts)
    }

    /// Bytes that a limit of 100 leaves, for texts of scalars of one to four bytes.
    @Test(arguments: [("x", 101), ("é", 102), ("가", 102), ("\u{1F9D1}", 104)])
    func aTextIsCutBehindItsLimitAtTheEndOfAScalar(scalar: String, bytes: Int) async throws {
        try await open { session in
            let long = String(repeating: scalar, count: 5000)
            #expect(await session.send(("text", long)).refused.isEmpty)
            #expect(await session.newest("text") == String(long.prefix(bytes / scalar.utf8.count)))
            try await expectHeard("text \(bytes) of nothing", session)
        }
    }

    @Test(arguments: [99, 100]) func aTextWithinItsLimitStaysWhole(bytes: Int) async throws {
        try await open { session in
            let text = String(repeating: "x", count: bytes)
            await session.send(("text", text))
            #expect(await session.newest("text") == text)
        }
    }

    @Test func aSecretIsCutAsWell() async throws {
        try await open { session in
            await session.send(("secret", String(repeating: "x", count: 5000)))
            try await expectHeard("secret 51", session)
        }
    }

    @Test func aPlainPostIsCutAsLiveInputsAre() async throws {
        let sessions = LiveSessions.virtual()
        let long = String(repeating: "x", count: 5000)
        let post = PlainPost(input: "save", fields: ["text": long, "text.basis": long, "secret": long, "number": "7"])
        let answer = try #require(
            try await sessions.answer(post, with: LimitsScreen(), Visit(path: "/"), at: "/live/1"))
        #expect(answer.html.contains("text 101 of nothing") && answer.html.contains("secret 51"))
        #expect(answer.html.contains(">\n\(long.prefix(101))</textarea>"))
        await sessions.close()
    }

    @Test func aBasisThatIsLongerThanAnyIsLeftOut() async throws {
        try await open { session in
            let long = InputMessage(
                number: 1, name: "text", value: "x", basis: String(repeating: "x", count: 501))
            let short = InputMessage(number: 2, name: "text", value: "x", basis: String(repeating: "x", count: 500))
            _ = await session.apply([long])
            try await expectHeard("text 1 of nothing", session)
            _ = await session.apply([short])
            let heard = try await heard(session)
            #expect(heard?.hasSuffix("of \(short.basis ?? "")") == true)
        }
    }

    /// The page would lose the end of its text.
    @Test func aFieldWithALongerTextThanCameInIsNotFilledWithItsBeginning() async throws {
        try await TestBrowser.open(LimitsScreen()) { browser in
            let long = String(repeating: "x", count: 5000)
            try await browser.type(long, into: "textarea")
            try await browser.submit("form")
            let effect = try #require(await browser.events.last { $0.name == "live:fill" })
            #expect(effect.data.contains(" basis=\"new\"") && effect.data.contains(" cut>"))
            #expect(await browser.value("textarea") == long)
            #expect(try await browser.find("textarea")["data-basis"] == "new")
            try await browser.type("short", into: "textarea")
            try await browser.submit("form")
            #expect(await browser.events.last { $0.name == "live:fill" }?.data.contains(" cut>") == false)
        }
    }

    @Test func aValueThatIsTooLargeIsNamedByTheTestsBrowser() async throws {
        try await TestBrowser.open(LimitsScreen()) { browser in
            await #expect(throws: TestBrowser.Failure.tooLarge(input: "one")) {
                try await browser.type(String(repeating: "x", count: 20_000), into: "[name=one]")
            }
            try await browser.type("short", into: "[name=one]")
            #expect(await browser.text("#heard") == "one 5")
        }
    }

    // MARK: Inputs that state no limit

    @Test func anInputWithoutALimitTakesSixteenKibibytesAndNothingLarger() async throws {
        try await open { session in
            #expect(await !session.send(("one", String(repeating: "x", count: 16 << 10))).isTooLarge)
            let large = await session.send(("one", String(repeating: "x", count: 16 << 10 | 1)))
            #expect(large.isTooLarge && large.applied == 1 && large.refused.isEmpty)
            try await expectHeard("one 16384", session)
        }
    }

    @Test func aBatchIsAppliedUpToWhatIsTooLarge() async throws {
        try await open { session in
            let large = String(repeating: "x", count: 20_000)
            let batch = [("number", "1"), ("one", large), ("number", "2")]
                .enumerated().map { InputMessage(number: $0.offset + 1, name: $0.element.0, value: $0.element.1) }
            let first = await session.apply(batch)
            #expect(first.applied == 1 && !first.isTooLarge)
            let second = await session.apply(batch)
            #expect(second.applied == 1 && second.isTooLarge)
            try await expectHeard("number 1", session)
        }
    }

    @Test func aPlainPostWithWhatIsTooLargeFillsNothing() async throws {
        let sessions = LiveSessions.virtual()
        let post = PlainPost(
            input: "save", fields: ["number": "7", "two": String(repeating: "x", count: 20_000)])
        await #expect(throws: TooLarge.self) {
            try await sessions.answer(post, with: LimitsScreen(), Visit(path: "/"), at: "/live/1")
        }
        await #expect(throws: TooLarge.self) {
            try await sessions.refuse(post, with: LimitsScreen(), Visit(path: "/"), at: "/live/2")
        }
        let value = PlainPost(input: "number", fields: ["value": String(repeating: "7", count: 20_000)])
        await #expect(throws: TooLarge.self) {
            try await sessions.answer(value, with: LimitsScreen(), Visit(path: "/"), at: "/live/3")
        }
        #expect(sessions.count == 0)
        await sessions.close()
    }

    // MARK: All texts of a page

    /// SEC4: 64 pages of five texts of 4 MB each held 1.3 GB.
    @Test func theTextsOfAPageHaveALimitTogether() async throws {
        var limits = SessionLimits()
        limits.typedBytesPerPage = 20_000
        let sessions = LiveSessions(limits: limits, time: .virtual)
        _ = try await sessions.open(LimitsScreen(), Visit(path: "/"), at: "/live/1")
        let session = try #require(sessions.find("/live/1"))
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(await session.send(("one", text(12_000))).applied == 1)
        #expect(await session.send(("two", text(8000))).applied == 2)
        #expect(await session.send(("two", text(8001))).isTooLarge)
        // A secret takes room as well, though its text is kept nowhere.
        #expect(await session.send(("secret", text(1))).isTooLarge)
        #expect(await session.send(("one", text(11_946))).applied == 3)
        #expect(await session.send(("secret", text(500))).applied == 4)
        #expect(await session.send(("two", text(8004))).isTooLarge)
        #expect(await session.send(("two", text(8003))).applied == 5)
        await sessions.close()
    }

    @Test func aPageHasAQuarterOfAMegabyteOfTexts() {
        #expect(SessionLimits().typedBytesPerPage == 262_144)
    }
}

extension LiveSession {
    /// The newest text of an input.
    fileprivate func newest(_ name: String) -> String? { bindings?.port(named: name)?.latest }
}
