import HindsightDomain
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore
@testable import Live

/// A limit before any work, at each door: live inputs, their batches, and plain forms (SEC4, SEC13, SEC21, SEC22).
@Suite(.timeLimit(.minutes(15))) struct DoorTests {
    /// A text field of a page, and the most bytes of its text that the app keeps.
    struct Field: CustomTestStringConvertible {
        let path: String
        let name: String
        let limit: Int
        var testDescription: String { "\(name) of \(path)" }

        init(_ path: String, _ name: String, _ limit: Int) {
            self.path = path
            self.name = name
            self.limit = limit
        }
    }

    /// Fields of pages that are live: the Input has the name of the field, but for those of the form for a new account.
    static let live = [
        Field("/register", "email", 4064), Field("/goals/new", "title", 960), Field("/goals/new", "startDate", 160),
        Field("/goals/new", "endDate", 160), Field("/goals/GOAL?edit=1", "title", 960),
        Field("/goals/GOAL", "stepTitle", 9600), Field("/goals/GOAL?step=STEP", "editTitle", 960),
        Field("/goals/GOAL?step=STEP", "alarmTime", 128), Field("/goals/REVIEW/review", "liked", 8000),
        Field("/goals/REVIEW/review", "lacked", 8000), Field("/goals/REVIEW/review", "learned", 8000),
        Field("/goals/REVIEW/review", "longedFor", 8000), Field("/goals/REVIEW/review", "text", 48_000),
        Field("/weeks", "answer", 8000), Field("/search", "q", 1600),
    ]

    /// Fields of forms that are sent as a whole.
    static let plain = [
        Field("/login", "email", 4064), Field("/reset", "email", 4064), Field("/settings", "displayName", 640),
        Field("/settings/email", "email", 4064), Field("/settings/page", "handle", 64),
    ]

    /// A signed-in browser, and the address of a field's page.
    private func member(_ app: ServedApp, _ field: Field) async throws -> (member: Member, path: String) {
        let mina = try await app.member("mina@example.com")
        let fields = GoalFields(
            title: try GoalTitle("A sea"), startDate: .min, endDate: .max, reminderEnabled: false)
        let goal = try await app.fixture.store.addGoal(fields, isFinished: false, key: "goal", of: mina.id)
        let step = try await app.fixture.store.addStep(GoalTitle("A boat"), key: "step", of: mina.id, goal.id)
        let path = field.path.replacing("GOAL", with: "\(goal.id)").replacing("STEP", with: "\(step.steps[0].id)")
            .replacing("REVIEW", with: "\(mina.goals[1])")
        return (mina, path)
    }

    /// Whoever is signed in is led away from these.
    private func browser(_ app: ServedApp, _ mina: Member, _ path: String) -> HTTPVisitor {
        ["/register", "/login", "/reset"].contains(path) ? app.browser() : mina.visitor
    }

    // MARK: Live inputs

    /// SEC4, SEC13: a page held 4 MB of each of its fields, and read all of it at each input.
    @Test(arguments: live) func aLivePageHoldsNoMoreOfATextThanItsFieldKeeps(field: Field) async throws {
        try await withApp { app in
            let (mina, path) = try await member(app, field)
            let page = try await browser(app, mina, path).open(path)
            let names = ["email": "emailTextField", "q": "query"]
            let name = names[field.name] ?? field.name
            #expect(try await page.send(name, String(repeating: "가", count: 80_000)).status == 200)
            let held = try #require(await app.sessions.find(page.address)?.heldBytes(of: name))
            #expect(field.limit < held && held <= field.limit + 4)
            #expect(try await page.send(name, "short").status == 200)
            #expect(await app.sessions.find(page.address)?.heldBytes(of: name) == 5)
        }
    }

    // MARK: Plain forms

    /// SEC21: 4 MB of quotes came back as 28 MB.
    @Test(arguments: live + plain)
    func anAnswerHasNoMoreOfATextThanItsFieldKeeps(field: Field) async throws {
        try await withApp { app in
            let (mina, path) = try await member(app, field)
            let visitor = browser(app, mina, path)
            let page = try await visitor.get(path).text
            guard let form = page.form(with: field.name) else { return }
            let text = String(repeating: "x", count: 100_000)
            let answer = try await visitor.post(form.action, form.hidden.with([field.name: text]))
            #expect(answer.status == 422)
            #expect(answer.text.longestRun(of: "x") <= field.limit + 1)
        }
    }

    /// What can't be an honest form any more: 4 × 8,000 and 48,000 bytes are 240,000 in such a form.
    @Test func aFormHasHalfAMegabyteAtMost() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let large = try await mina.post(mina.unreviewed, ["text": String(repeating: "x", count: 524_289)])
            #expect(large.status == 413)
            #expect(large.text.isDesignedFault)
        }
    }

    /// All that a review can have, in the letters that are the longest in a form.
    @Test func theLargestHonestFormIsTaken() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            func text(_ characters: Int) -> String {
                String(repeating: "\u{1F9D1}\u{200D}\u{1F680}", count: characters)
            }
            let fields = [
                "style": "free", "level": "4", "liked": text(500), "lacked": text(500), "learned": text(500),
                "longedFor": text(500), "text": text(3000),
            ]
            #expect(try await mina.post(mina.unreviewed, fields).status == 303)
            #expect(try await mina.visitor.get(mina.unreviewed).text.answers == [text(3000)])
        }
    }

    /// SEC21, of somebody who has to sign in first: the whole form came back.
    @Test func aFormOfAnExpiredLoginIsKeptUpToItsLimit() async throws {
        try await withApp { app in
            let visitor = app.browser()
            let small = try await visitor.post("/goals/new", ["title": String(repeating: "x", count: 100_000)])
            #expect(small.status == 401)
            let large = try await visitor.post("/goals/new", ["title": String(repeating: "x", count: 140_000)])
            #expect(large.status == 413)
            #expect(large.text.isDesignedFault)
            #expect(large.body.count < 40_000)
        }
    }

    // MARK: Batches

    /// SEC22: 4 MiB of JSON were read before the address was looked at.
    @Test(arguments: ["{", String(repeating: "[", count: 300_000)])
    func theAddressIsLookedAtBeforeTheBody(body: String) async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let page = try await mina.visitor.open("/goals/new")
            let headers = ["X-CSRF-Token": page.csrf, "Content-Type": "application/json"]
            for address in ["/live/x", page.address + "x"] {
                let answer = try await mina.visitor.send("POST", address, headers, body: Array(body.utf8))
                #expect(answer.status == 410)
                #expect(answer.text.contains("\"action\":\"reload\""))
            }
        }
    }

    @Test func aBatchHasAQuarterOfAMegabyteAtMost() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let page = try await mina.visitor.open(mina.unreviewed)
            #expect(try await page.inputs([(1, "text", String(repeating: "x", count: 262_144))]).status == 413)
            #expect(try await page.inputs([(1, "text", String(repeating: "x", count: 262_000))]).status == 200)
        }
    }

    /// SEC4: an Input whose values are short has no use for a long one.
    @Test func aValueThatIsFarLongerThanAnyIsNotTaken() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let page = try await mina.visitor.open(mina.unreviewed)
            let long = String(repeating: "3", count: 20_000)
            #expect(try await page.inputs([(1, "levelSelected", long)]).status == 413)
            #expect(try await page.inputs([(1, "levelSelected", "3")]).text.contains("\"applied\":1"))
        }
    }
}

extension LiveSession {
    /// How many bytes of an Input's newest text are held.
    fileprivate func heldBytes(of name: String) -> Int? {
        bindings?.port(named: name).map { $0.latest?.utf8.count ?? 0 }
    }
}

extension String {
    /// The form that has a field of that name: where it posts to, and its hidden fields. Nil when it asks for a page.
    fileprivate func form(with field: String) -> (action: String, hidden: [String: String])? {
        let form = all(between: "<form ", "</form>").first { $0.contains("name=\"\(field)\"") }
        guard let form, form.contains("method=\"post\""), let action = form.value(of: "action")
        else { return nil }
        var hidden: [String: String] = [:]
        for tag in form.all(between: "<input type=\"hidden\"", ">") {
            if let name = tag.value(of: "name") { hidden[name] = tag.value(of: "value") }
        }
        return (action.unescaped, hidden)
    }

    /// How often a character stands in a row, where it does so most often.
    fileprivate func longestRun(of character: Character) -> Int {
        split { $0 != character }.map(\.count).max() ?? 0
    }
}
