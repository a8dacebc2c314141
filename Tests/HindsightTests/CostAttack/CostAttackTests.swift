import Foundation
import GRDB
import HTTPTypes
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// No door is worth attacking: whatever comes in, it costs about what its bytes cost. Instructions are counted, nothing is
/// timed. The doors are those that the app has: every route, every field of every form, every input, and files.
@Suite(.timeLimit(.minutes(30))) struct CostAttackTests {
    /// Just below the most that an input may have.
    private static let usual = 15 << 10
    /// More than any text may have, and more than the answer to it may.
    private static let large = 512 << 10

    private func withTable(
        _ name: String = #function, _ use: @escaping @Sendable (CostTable, Doors) async throws -> Void
    ) async throws {
        try await CountedServer.run { server in
            let table = CostTable(server)
            do { try await use(table, Doors(server.app)) } catch {
                await table.finish(name)
                throw error
            }
            await table.finish(name)
        }
    }

    // MARK: Addresses and headers

    /// Names of queries that no link has.
    private static let queries = [
        "after", "color", "edit", "filter", "finished", "format", "from", "in", "input", "known", "last", "next", "q",
        "recover", "shape", "show", "step", "token",
    ]
    private static let headers = [
        "Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "Cookie", "If-None-Match", "Last-Event-ID",
        "Live-Leaves", "Live-Resume", "Origin", "Range", "Referer", "Sec-Fetch-Site", "User-Agent", "X-CSRF-Token",
        "X-Forwarded-For", "X-Forwarded-Proto",
    ]
    private static let cookies = ["hindsight", "visitor", "flash", "language", "theme", "device"]

    /// All that a request's head can have fits into 80 KiB.
    @Test func noAddressAndNoHeaderIsDear() async throws {
        try await withTable { table, doors in
            let addresses = try await doors.addresses()
            for path in doors.paths("GET") {
                let address = try #require(addresses[.init(path: path, kind: "0")], "\(path) has no address")
                let visitor = try await doors.owner().visitor
                // All names of queries at once, all headers at once, and a part of the path.
                try await table.compare("GET \(path)?…", bytes: 40_000) { text, bytes in
                    let part = Encoding.address(text, bytes: bytes / Self.queries.count)
                    let query = Self.queries.map { "\($0)=\(part)" }.joined(separator: "&")
                    return { try await visitor.get(address.prefix { $0 != "?" } + "?" + query) }
                }
                try await table.compare("GET \(path), headers", bytes: 40_000) { text, bytes in
                    let part = Encoding.header(text.text(bytes / (Self.headers.count + Self.cookies.count)))
                    var headers = Dictionary(uniqueKeysWithValues: Self.headers.map { ($0, part) })
                    let own = visitor.cookies.map { "\($0)=\($1)" }
                    let cookies = own + Self.cookies.map { "\($0)=\(part)" }
                    headers["Cookie"] = cookies.joined(separator: "; ")
                    return { [headers] in try await visitor.get(address, headers) }
                }
                if path.contains("{") {
                    try await table.compare("GET \(path), as long as can be", bytes: 15_000) { text, bytes in
                        let long = path.prefix { $0 != "{" } + Encoding.address(text, bytes: bytes)
                        return { try await visitor.get(String(long)) }
                    }
                }
            }
        }
    }

    /// Each name by itself, where what the others cost would hide it.
    @Test func noQueryIsDear() async throws {
        try await withTable { table, doors in
            let visitor = try await doors.owner().visitor
            for (path, name) in [
                ("/search", "q"), ("/login", "next"), ("/goals/new", "from"), ("/jewels", "in"), ("/jewels", "color"),
                ("/settings/import", "known"), ("/reset/password", "token"), ("/goals/completed", "after"),
                ("/settings/export", "format"), ("/goals/new", "input"),
                ("/weeks/answers", "before"), ("/search", "after"), ("/timeline/performed", "before"),
                ("/timeline/received", "before"),
            ] {
                #expect(doors.paths("GET").contains(path))
                try await table.compare("GET \(path)?\(name)=", bytes: 15_000) { text, bytes in
                    let address = "\(path)?\(name)=\(Encoding.address(text, bytes: bytes))"
                    return { try await visitor.get(address) }
                }
            }
            // Names and values may be many, too.
            for path in ["/login", "/goals/completed", "/search"] {
                let many = [
                    DearText(name: "pairs", unit: "a=1&"), DearText(name: "names", unit: "a&"),
                    DearText(name: "equals signs", unit: "="), DearText(name: "escapes", unit: "%20"),
                ]
                try await table.compare("GET \(path)?…", bytes: 30_000, texts: many) { text, bytes in
                    { try await visitor.get("\(path)?\(text.text(bytes))") }
                }
            }
        }
    }

    @Test func noHeaderIsDear() async throws {
        try await withTable { table, doors in
            let (visitor, _) = try await doors.owner()
            let page = try await visitor.open("/goals/completed")
            for address in ["/goals/completed", page.address] {
                for header in Self.headers + Self.cookies.map({ "Cookie: " + $0 }) {
                    try await table.compare("GET \(address.prefix(20)), \(header)", bytes: 15_000) { text, bytes in
                        let value = Encoding.header(text.text(bytes))
                        let name = header.prefix { $0 != ":" }
                        let cookies = header.hasPrefix("Cookie: ") ? "\(header.dropFirst(8))=\(value)" : value
                        return { try await visitor.get(address, [String(name): cookies]) }
                    }
                }
            }
        }
    }

    // MARK: Forms

    private static func post(
        _ action: String, _ fields: [(String, String)], by visitor: HTTPVisitor, in app: ServedApp
    ) async throws -> HTTPAnswer {
        let form = fields.map { "\($0)=\(Encoding.form($1))" }.joined(separator: "&")
        return try await visitor.post(action, form: form)
    }

    /// SEC13, SEC21: `POST /register` with blanks, `POST /goals/new` with quotes.
    @Test func noFieldOfAFormIsDear() async throws {
        try await withTable { table, doors in
            let (forms, others) = try await doors.forms()
            for (page, form) in forms {
                for field in form.fields + ["unknown"] {
                    let (visitor, csrf, form) = try await doors.sender(of: form, at: page)
                    let others = form.fields.filter { $0 != field && $0 != "csrf" && !$0.hasSuffix(".basis") }
                    try await table.compare(
                        "POST \(Self.name(form)), \(field)", bytes: Self.usual
                    ) { text, bytes in
                        let token = field == "csrf" ? [] : [("csrf", csrf)]
                        let fields = token + others.map { ($0, "") } + [(field, text.text(bytes))]
                        return { try await Self.post(form.action, fields, by: visitor, in: doors.app) }
                    }
                }
            }
            // Where no form leads, one may be sent all the same.
            for path in others where path != "/live/{token}" && path != "/settings/import" {
                let address = try await doors.scene().addresses(of: path)[0]
                let (visitor, csrf) = try await doors.owner()
                try await table.compare("POST \(path)", bytes: Self.usual) { text, bytes in
                    let fields = [("csrf", csrf), ("value", text.text(bytes))]
                    return { try await Self.post(address, fields, by: visitor, in: doors.app) }
                }
            }
        }
    }

    /// What the table calls a form, without what is secret in its address.
    private static func name(_ form: PostedForm) -> String {
        form.action.replacing(/token=[^&]*/, with: "token=…")
    }

    /// SEC21: an answer doesn't carry back more than could be kept.
    @Test func noFormIsDearAsAWhole() async throws {
        try await withTable { table, doors in
            for (page, form) in try await doors.forms().forms {
                let names = form.fields.filter { $0 != "csrf" }
                guard !names.isEmpty else { continue }
                let (visitor, csrf, form) = try await doors.sender(of: form, at: page)
                try await table.compare(
                    "POST \(Self.name(form)), all", bytes: Self.large,
                    // Each quote is written as `&quot;`.
                    largestAnswer: 6 * (256 << 10)
                ) { text, bytes in
                    let part = text.text(bytes / names.count)
                    let fields = [("csrf", csrf)] + names.map { ($0, part) }
                    return { try await Self.post(form.action, fields, by: visitor, in: doors.app) }
                }
            }
        }
    }

    // MARK: Inputs

    /// SEC13: `GET /register`, blanks as the address, then many ticks of the box.
    @Test func noInputIsDear() async throws {
        try await withTable { table, doors in
            let places = try await doors.addresses().sorted { $0.value < $1.value }.map(\.key)
            for (path, inputs) in RouteTableTests.inputs.sorted(by: { $0.key < $1.key }) where !inputs.isEmpty {
                // Each input once for each way in which one of the route's pages takes it.
                var attacked: Set<String> = []
                for page in places where page.path == path {
                    guard HTTPPage(doors.app.browser(), try await doors.page(doors.address(page)).text) != nil else {
                        continue
                    }
                    for input in inputs {
                        let kind = try await Self.kind(of: input, at: page, in: doors)
                        guard attacked.insert("\(input) \(kind)").inserted else { continue }
                        try await attack(input, kind, of: inputs, at: page, table, doors)
                    }
                }
            }
        }
    }

    /// How a page takes a text as the value of an input: from a field, as it takes anything, or not at all.
    private enum Taking {
        case typed, anything, refused
    }

    private static func kind(of input: String, at place: Doors.Place, in doors: Doors) async throws -> Taking {
        let page = try await doors.open(place)
        guard try await page.inputs([(1, input, "abc")]).text.contains("\"refused\":[]") else { return .refused }
        return Doors.typedInputs(of: page.text).contains(input) ? .typed : .anything
    }

    private func attack(
        _ input: String, _ kind: Taking, of inputs: [String], at place: Doors.Place, _ table: CostTable, _ doors: Doors
    ) async throws {
        let door = "\(place.path) (\(place.kind)), \(input)"
        try await table.compare(door, bytes: Self.usual) { text, bytes in
            let page = try await doors.open(place)
            return { try await page.inputs([(1, input, text.text(bytes))]) }
        }
        guard kind == .typed else { return }
        // Everything else that may happen on the page, three times, with a value that some of them take. What removes the
        // page itself is left out.
        let others = inputs.filter { $0 != input && $0 != "delete" }
        let more = (0..<3).flatMap { _ in others.map { ($0, "yes") } }
        let letter = CostTable.letter.lowerBound...CostTable.letter.upperBound * Double(more.count + 1)
        try await table.compare(door + ", and more", bytes: Self.usual, letter: letter) { text, bytes in
            let page = try await doors.open(place)
            let batch = ([(input, text.text(bytes))] + more).enumerated()
            return { try await page.inputs(batch.map { ($0 + 1, $1.0, $1.1) }) }
        }
    }

    /// SEC22: the address comes first. What is sent to a page that there is not, or by somebody whose page it is not, is not
    /// even parsed.
    @Test func nothingIsDearAtAPageThatIsNotThere() async throws {
        try await withTable { table, doors in
            let (visitor, csrf) = try await doors.owner()
            let theirs = try await doors.app.browser().open("/register").address
            for address in ["/live/nothing", theirs] {
                for (name, json) in Self.documents {
                    let text = DearText(name: name, text: { "{\"inputs\": \(json.text($0))}" })
                    try await table.compare(
                        "POST \(address.prefix(13)), JSON", bytes: 200_000, letter: 2...2, texts: [text]
                    ) { text, bytes in
                        let headers = ["X-CSRF-Token": csrf, "Content-Type": "application/json"]
                        let body = Array(text.text(bytes).utf8)
                        return { try await visitor.send("POST", address, headers, body: body) }
                    }
                }
            }
        }
    }

    /// Documents of JSON that have much in few bytes.
    private static let documents: [String: DearText] = Dictionary(
        uniqueKeysWithValues: [
            DearText(name: "list of numbers", "[0", unit: ",1", "]"),
            DearText(name: "list of objects", "[{}", unit: ",{}", "]"),
            DearText(
                name: "lists in lists",
                text: { String(repeating: "[", count: $0 / 2) + String(repeating: "]", count: $0 / 2) }),
            DearText(
                name: "lists in lists, again and again", "[[]",
                unit: "," + String(repeating: "[", count: 25) + String(repeating: "]", count: 25), "]"),
            DearText(
                name: "members",
                text: { bytes in
                    "{" + (0..<max(1, bytes / 12)).map { "\"m\($0 % 1_000_000)\":1" }.joined(separator: ",") + "}"
                }),
            DearText(name: "members of one name", "{\"a\":1", unit: ",\"a\":1", "}"),
            DearText(
                name: "members of a long name",
                text: { bytes in
                    "{\"a\":1"
                        + (0..<max(1, bytes / 110)).map { ",\"\(String(repeating: "\\u0301", count: 16))\($0)\":1" }
                        .joined() + "}"
                }),
            DearText(name: "a long number", unit: "1"),
            DearText(name: "long numbers", "[1", unit: "," + String(repeating: "9", count: 300) + "e9", "]"),
            DearText(name: "escapes", "\"", unit: "\\u0301", "\""),
            DearText(name: "short escapes", "\"", unit: "\\n", "\""),
            DearText(name: "blanks", "[", unit: " ", "]"),
            DearText(name: "marks", "\"", unit: "\u{301}", "\""),
            DearText(name: "ligatures", "\"", unit: "\u{FDFA}", "\""),
        ].map { ($0.name, $0) })

    // MARK: Files

    private static func goal(_ members: String = "", title: String = "A goal", number: Int = 0) -> String {
        let time = "2026-01-02T08:\(10 + number / 60 % 50):\(10 + number % 50).000Z"
        return """
            {"title": "\(title)", "startDate": "2026-01-02", "endDate": "2026-02-03", "status": "completed", \
            "jewel": {"color": "pink", "shape": "heart"}, "createdAt": "\(time)", "completedAt": "\(time)", \
            "completedOn": "2026-01-02"\(members.isEmpty ? "" : ", " + members)}
            """
    }

    private static func file(goals: String, weeks: String = "[]", _ members: String = "") -> String {
        """
        {"format": "hindsight", "version": 1\(members.isEmpty ? "" : ", " + members), "goals": \(goals), "weeks": \(weeks)}
        """
    }

    private static func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    /// Files with dear texts and dear documents at each of their places.
    private static var files: [DearText] {
        let review: @Sendable (String) -> String = { text in
            "\"review\": {\"style\": \"free\", \"level\": 4, \"writtenAt\": \"2026-02-02T08:30:00.000Z\", \"text\": \(text)}"
        }
        let places: [(name: String, write: @Sendable (_ json: String) -> String)] = [
            ("title", { file(goals: "[{\"title\": \($0)}]") }),
            ("step", { file(goals: "[\(goal("\"steps\": [{\"title\": \($0)}]"))]") }),
            ("steps", { file(goals: "[\(goal("\"steps\": \($0)"))]") }),
            ("review", { file(goals: "[\(goal(review($0)))]") }),
            ("draft", { file(goals: "[\(goal("\"draft\": \($0)"))]") }),
            ("draft's member", { file(goals: "[\(goal("\"draft\": {\"x\": \($0)}"))]") }),
            ("goal's member", { file(goals: "[\(goal("\"x\": \($0)"))]") }),
            ("goals", { file(goals: $0) }), ("weeks", { file(goals: "[]", weeks: $0) }),
            ("week", { file(goals: "[]", weeks: "[{\"week\": \"2026-11-16\", \"question\": 1, \"answer\": \($0)}]") }),
            ("file's member", { file(goals: "[]", "\"x\": \($0)") }),
        ]
        return places.flatMap { place in
            let texts = [DearText.blanks, .marks, .ligatures].map { text in
                DearText(name: "\(place.name): \(text.name)", text: { place.write(quoted(text.text($0))) })
            }
            return texts
                + documents.values.map { document in
                    DearText(name: "\(place.name): \(document.name)", text: { place.write(document.text($0)) })
                }
        }
    }

    private static let letterFile = DearText(name: "letters") { bytes in
        file(goals: "[\(goal("\"x\": \(quoted(DearText.plain.text(bytes)))"))]")
    }

    /// A form with a file, cut into pieces of so many bytes on the way.
    private static func upload(
        _ parts: [String], pieces: Int = .max, by visitor: HTTPVisitor, in app: ServedApp
    ) -> @Sendable () async throws -> HTTPAnswer {
        let body = Array((parts.map { "--XX\r\n\($0)\r\n" } + ["--XX--\r\n"]).joined().utf8)
        let headers = ["Content-Type": "multipart/form-data; boundary=XX"]
        return { try await visitor.send("POST", "/settings/import", headers, body: body, inPiecesOf: pieces) }
    }

    private static func part(_ name: String, _ text: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)"
    }

    private static func filePart(_ text: String) -> String {
        "Content-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n\(text)"
    }

    /// SEC19: an imported goal with many members that nobody knows.
    @Test func noFileIsDear() async throws {
        try await withTable { table, doors in
            let (visitor, csrf) = try await doors.owner()
            let files = Self.files.sorted { $0.name < $1.name }
            try await table.compare("POST /settings/import", bytes: 60_000, plain: Self.letterFile, texts: files) {
                text, bytes in
                Self.upload(
                    [Self.part("csrf", csrf), Self.filePart(text.text(bytes))], by: visitor, in: doors.app)
            }
        }
    }

    /// What a form with a file consists of besides it.
    @Test func noMultipartFormIsDear() async throws {
        try await withTable { table, doors in
            let (visitor, csrf) = try await doors.owner()
            let forms: [(name: String, parts: @Sendable (String) -> [String])] = [
                ("a field", { [Self.part("csrf", csrf), Self.part("x", $0), Self.filePart("{}")] }),
                ("the token", { [Self.part("csrf", $0), Self.filePart("{}")] }),
                (
                    "a name",
                    { [Self.part("csrf", csrf), Self.part($0.replacing("\"", with: "%22"), ""), Self.filePart("{}")] }
                ),
                ("a head", { ["Content-Type: \($0)\r\n" + Self.part("csrf", csrf), Self.filePart("{}")] }),
                ("parameters", { ["Content-Disposition: form-data; \($0)\r\n\r\n", Self.filePart("{}")] }),
                ("a file", { [Self.part("csrf", csrf), Self.filePart($0)] }),
            ]
            let texts =
                DearText.all + [
                    DearText(name: "delimiters that are none", unit: "\r\n--X"),
                    DearText(name: "line breaks", unit: "\r\n\r"),
                    DearText(name: "parameters", unit: "a=1;"), DearText(name: "equals signs", unit: "="),
                    DearText(name: "semicolons", unit: ";"), DearText(name: "header fields", unit: "a: b\r\n"),
                ]
            for form in forms {
                try await table.compare("a form with a file, \(form.name)", bytes: Self.usual, texts: texts) {
                    text, bytes in
                    Self.upload(form.parts(text.text(bytes)), by: visitor, in: doors.app)
                }
            }
        }
    }

    /// SEC18: however small the pieces of a form are, twice as many cost twice as much, and not much more than those of
    /// any other form.
    @Test func noPiecesAreDear() async throws {
        try await withTable { table, doors in
            let (visitor, csrf) = try await doors.owner()
            typealias Send = @Sendable () async throws -> HTTPAnswer
            func perPiece(_ count: Int, _ send: @escaping @Sendable (Int) -> Send) async throws -> Double {
                func cost(_ count: Int) async throws -> Double {
                    try await table.server.cost(upTo: CostTable.budget, of: send(count))?.instructions ?? .infinity
                }
                _ = try await cost(1)
                let (few, many) = (try await cost(1), try await cost(count))
                return (many - few) / Double(count)
            }
            let usual = try await perPiece(3_500) { count in
                let body = Array("email=\(DearText.plain.text(count))".utf8)
                let headers = ["Content-Type": "application/x-www-form-urlencoded"]
                let browser = doors.app.browser()
                return { try await browser.send("POST", "/reset", headers, body: body, inPiecesOf: 1) }
            }
            let places: [DearText] = [
                DearText(name: "a field", text: { Self.part("x", DearText.plain.text($0)) }),
                DearText(name: "a name", text: { Self.part(DearText.plain.text($0), "") }),
                DearText(name: "a file", text: { Self.filePart(DearText.plain.text($0)) }),
                DearText(
                    name: "a file of delimiters that are none",
                    text: { Self.filePart(String(repeating: "\r\n--X", count: max(1, $0 / 5))) }),
            ]
            for place in places {
                let send = { @Sendable (count: Int) -> Send in
                    Self.upload([Self.part("csrf", csrf), place.text(count)], pieces: 1, by: visitor, in: doors.app)
                }
                let (few, many) = (try await perPiece(900, send), try await perPiece(3_500, send))
                #expect(few < 4 * usual && many < 1.5 * few, "\(place.name): \(few), \(many); a usual form: \(usual)")
            }
        }
    }

    // MARK: What is kept

    /// Somebody in whose account everything is made of a text.
    private struct Keeper: Sendable {
        let id: AccountID
        let visitor: HTTPVisitor
        /// Paths by their route's.
        let addresses: [String: String]

        /// - Parameter bytes: how many each of two reviews and two answers of weeks has.
        init(of text: DearText, bytes: Int, in app: ServedApp, goals count: Int = 3) async throws {
            let session = try await app.fixture.accounts.createDemoAccount(
                goals: [], language: .english, timeZone: nil)
            let id = session.signedIn.account
            let long = "abcdefghix " + text.text(min(bytes, 40))
            let title = long.fault(limit: GoalTitle.limit) == nil ? long : "abcdefghix"
            let goals = try await app.fixture.store.addGoals(
                try (0..<count).map { _ in try .completed(title) }, of: id)
            for goal in goals.dropLast() {
                let review = try ReviewContent.free("a\(text.text(bytes))a")
                _ = try await app.fixture.store.writeReview(review, of: id, goal: goal)
            }
            for day in ["2026-11-03", "2026-11-10"] {
                let week = WeekStart.monday.week(of: try #require(CalendarDate(day)))
                _ = try await app.fixture.store.saveWeekNote(
                    "a\(text.text(bytes))a", question: 0, from: 0, of: id, week)
            }
            let active = try await app.fixture.addGoal(title, until: "9999-12-31", steps: [title], of: id).id
            _ = try await app.fixture.addGoal(title, .stored, steps: [title], of: id)
            try await app.execute("UPDATE account SET isDemo = 0 WHERE id = ?", [id])
            let handle = try Handle(typed: "keeper\(id)")
            _ = try await app.fixture.store.setPage(handle: handle, visibility: .followers, of: id)
            for goal in goals + [active] { _ = try await app.fixture.store.share(.goalAndReview, of: id, goal) }
            _ = try await app.fixture.store.invite(by: id)
            let connections = try await app.fixture.store.connections(of: id, limit: 1)
            let invitation = try #require(connections?.invitations.first).token
            self.id = id
            visitor = app.browser(cookies: session.jar)
            addresses = [
                "/goals/{id}": Routes.goal.path(active), "/goals/{id}/review": Routes.review.path(goals[0]),
                "/goals/{id}/picture": Routes.goalPicture.path(goals[0]),
                "/years/{year}": "/years/2026", "/weeks/{day}": "/weeks/2026-11-10",
                "/invitations/{token}": Routes.invitation.path(invitation),
                "/people/{handle}": Routes.person.path(handle),
                "/people/{handle}/{goal}": Routes.sharedGoal.path(handle, goals[0]),
            ]
        }
    }

    /// Texts that never repeat, besides.
    private static let keptTexts =
        DearText.all + [
            DearText(name: "numbers and letters", unit: "1a"),
            DearText(
                name: "hex digits",
                text: { bytes in
                    var random = SeededGenerator(seed: 1)
                    return String(
                        decoding: (0..<bytes).map { _ in
                            Array("0123456789abcdef".utf8)[Int.random(in: 0..<16, using: &random)]
                        }, as: UTF8.self)
                }),
            DearText(
                name: "syllables",
                text: { bytes in
                    var random = SeededGenerator(seed: 2)
                    return String(
                        String.UnicodeScalarView(
                            (0..<max(1, bytes / 3)).compactMap { _ in
                                Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))
                            }))
                }),
        ]

    /// SEC14, SEC15: what somebody has written is indexed, searched, shown and downloaded for about what its bytes cost.
    @Test func nothingThatIsKeptIsDear() async throws {
        try await withTable { table, doors in
            let app = doors.app
            let words = DearText(name: "words", unit: "walk sea abc ")
            // Words are indexed and searched one by one, which is what that is for.
            let letter = 100.0...2000
            try await table.compare(
                "indexing", bytes: 11_200, plain: words, letter: letter, texts: Self.keptTexts
            ) { text, bytes in
                let visitor = try await Keeper(of: text, bytes: bytes / 4, in: app).visitor
                return { try await visitor.get("/search?q=zzz") }
            }
            let keepers = Keepers(app)
            let search = "/search?q=abcdefghz"
            for address in ["/settings/export", "/settings/export?format=markdown", search] + doors.paths("GET") {
                // Those that are other doors: nothing of what is kept is read there.
                if ["/live/{token}", "/calendar/{file}"].contains(address) { continue }
                try await table.compare(
                    "GET \(address)", bytes: 11_200, plain: words,
                    letter: address == search ? letter : CostTable.letter, texts: Self.keptTexts
                ) { text, bytes in
                    let keeper = try await keepers.keeper(of: text, bytes: bytes / 4)
                    let own = keeper.addresses[address] ?? address
                    try #require(!own.contains("{"), "\(address) has no address")
                    return { try await keeper.visitor.get(own) }
                }
            }
        }
    }

    /// Accounts that are made once.
    private actor Keepers {
        private let app: ServedApp
        private var known: [String: Keeper] = [:]

        init(_ app: ServedApp) { self.app = app }

        func keeper(of text: DearText, bytes: Int) async throws -> Keeper {
            if let keeper = known["\(text.name) \(bytes)"] { return keeper }
            let keeper = try await Keeper(of: text, bytes: bytes, in: app)
            _ = try await app.fixture.store.indexSearch()
            known["\(text.name) \(bytes)"] = keeper
            return keeper
        }
    }

    /// SEC14: a search reads so much and no more, however much there is that might have what is searched for.
    @Test func aSearchDoesNotCostMoreForEver() async throws {
        try await withTable { table, doors in
            let sizes = [36, 72]
            var costs: [Double] = []
            for count in sizes {
                let keeper = try await Keeper(of: .ligatures, bytes: 8_900, in: doors.app, goals: count)
                _ = try await doors.app.fixture.store.indexSearch()
                let visitor = keeper.visitor
                _ = try await visitor.get("/settings")
                let cost = try await table.server.cost(upTo: (costs.first ?? 20_000_000_000) * 1.5) {
                    try await visitor.get("/search?q=abcdefghz")
                }
                #expect(cost != nil, "\(count) reviews of \(sizes[0] * 8900 >> 10) KiB and more")
                costs.append(cost?.instructions ?? .infinity)
            }
        }
    }

    /// SEC15: whatever a text is made of, its index has at most four times its bytes.
    @Test func theIndexOfATextIsNotMuchLargerThanTheText() async throws {
        for text in Self.keptTexts {
            try await withStore(.memory) { fixture in
                let review = "a" + String(text.text(16 * 3000).prefix(2990)) + "a"
                guard let content = try? ReviewContent.free(review) else { return }
                let goal = try await fixture.addCompleted(1)[0]
                func size() async throws -> Int {
                    _ = try await fixture.store.indexSearch()
                    return try await fixture.database.writer.read { db in
                        try Int.fetchOne(
                            db,
                            sql: """
                                SELECT (SELECT total(length(CAST(text AS BLOB))) FROM searchText)
                                    + (SELECT total(length(block)) FROM goalSearch_data)
                                """) ?? 0
                    }
                }
                let before = try await size()
                _ = try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
                let growth = try await size() - before
                #expect(
                    growth <= 4 * review.utf8.count + 1024, "\(text.name): \(review.utf8.count) B, \(growth) B of index"
                )
            }
        }
    }
}
