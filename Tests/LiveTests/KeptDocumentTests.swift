import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// Documents that are rendered once, and kept until what they show changes.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct KeptDocumentTests {
    private let rows = OwnedRows()
    private let sessions = LiveSessions.virtual()

    private func visit(_ owner: String = "a", _ change: (inout Visit) -> Void = { _ in }) -> Visit {
        var visit = Visit(path: "/rows", owner: owner, csrf: "token of \(owner)", pageName: "name of \(owner)")
        change(&visit)
        return visit
    }

    private func source(_ visit: Visit, release: String = "") -> PageSource {
        PageSource(
            visit, revisions: rows, release: release, epoch: { "\($0.hashValue.magnitude)" },
            makeScreen: { [rows] in OwnedRowsScreen(rows: rows, visit: $0) })
    }

    private func get(_ visit: Visit, release: String = "", at address: String = "/live/1") async throws -> String {
        try #require(try await sessions.open(source(visit, release: release), visit) { _ in address }).html
    }

    /// The page as it is made from nothing.
    private func fresh(_ visit: Visit, at address: String = "/live/1") async throws -> String {
        let others = LiveSessions.virtual()
        return try #require(try await others.open(source(visit), visit) { _ in address }).html
    }

    @Test func aDocumentIsMadeOnceUntilItsOwnerChangesSomething() async throws {
        rows.change("a") { $0 = [.init(id: 1, text: "one")] }
        let first = try await get(visit())
        #expect(rows.readings(of: "a") == 1)
        #expect(try await get(visit()) == first)
        #expect(rows.readings(of: "a") == 1)
        rows.change("b") { $0 = [.init(id: 1, text: "another's")] }
        #expect(try await get(visit()) == first)
        rows.change("a") { $0[0].text = "two" }
        let second = try await get(visit())
        #expect(second.contains("two"))
        #expect(try await fresh(visit()) == second)
    }

    @Test func nothingIsOpenWhenADocumentHasBeenMade() async throws {
        _ = try await get(visit())
        #expect(sessions.count == 0)
        #expect(rows.observerCount == 0)
    }

    @Test func eachPageHasItsOwnAddressTokenAndName() async throws {
        let first = try await get(visit { ($0.csrf, $0.pageName) = ("first", "name1") }, at: "/live/1")
        let second = try await get(visit { ($0.csrf, $0.pageName) = ("second", "name2") }, at: "/live/2")
        #expect(first.contains("data-live=\"/live/1\"") && first.contains("data-csrf=\"first\""))
        #expect(
            second
                == first.replacing("/live/1", with: "/live/2").replacing("first", with: "second")
                .replacing("name1", with: "name2"))
        #expect(second.contains("<input type=\"hidden\" name=\"csrf\" value=\"second\">"))
        #expect(second.contains("data-basis=\"0.name2\""))
    }

    @Test func aScreenThatIsNotToBeKeptIsMadeForEachPage() async throws {
        let visit = visit()
        let source = PageSource(
            visit, revisions: rows, epoch: { "\($0.hashValue.magnitude)" },
            makeScreen: { [rows] in OwnedRowsScreen(rows: rows, visit: $0, isKept: false) })
        #expect(try await sessions.open(source, visit) { _ in "/live/1" } == nil)
        #expect(rows.readings(of: "a") == 0)
    }

    @Test(
        arguments: [
            { $0.path = "/other" }, { $0.query = ["q": "1"] }, { $0.language = "ko" }, { $0.theme = "dark" },
            { $0.timeZone = "Asia/Seoul" }, { $0.owner = "b" }, { $0.ownerName = "Ann" }, { $0.isGuest = true },
            { $0.origin = "https://example.org" },
        ] as [@Sendable (inout Visit) -> Void])
    func aDocumentIsNeverThatOfAnotherVisit(change: @escaping @Sendable (inout Visit) -> Void) async throws {
        rows.change("a") { $0 = [.init(id: 1, text: "a's")] }
        rows.change("b") { $0 = [.init(id: 1, text: "b's")] }
        _ = try await get(visit())
        let other = visit("a", change)
        #expect(try await get(other) == fresh(other))
        #expect(source(other).key != source(visit()).key)
    }

    @Test func aDocumentOfAnotherReleaseIsMadeAnew() async throws {
        _ = try await get(visit())
        _ = try await get(visit(), release: "2")
        #expect(rows.readings(of: "a") == 2)
    }

    /// A screen whose document is kept can't depend on more than that.
    @Test func whatASharedDocumentIsMadeFromIsItsKeyAndNothingElse() throws {
        var full = visit("a")
        full.query = ["q": "1"]
        (full.theme, full.timeZone, full.ownerName, full.origin) = ("dark", "Asia/Seoul", "Ann", "https://example.org")
        (full.login, full.loginRemaining, full.flash, full.variant, full.position) = ("l", .seconds(1), "f", "v", "p")
        full.client = Client(address: "1.2.3.4", agent: "agent")
        full.posted = Visit.PostedForm(input: "i")
        full.problem = .staleForm
        full.keptForm = Visit.KeptForm(address: "/", fields: [:])
        let shared = source(full).visit
        let empty = Visit(path: "")
        let keyed: Set = [
            "path", "query", "language", "theme", "assets", "timeZone", "owner", "ownerName", "isGuest", "origin",
        ]
        for ((name, value), (_, without)) in zip(
            Mirror(reflecting: shared).children, Mirror(reflecting: empty).children)
        {
            let name = try #require(name)
            if keyed.contains(name) || name == "csrf" || name == "pageName" { continue }
            // A login is the owner where there is only one.
            let expected = name == "login" ? "\(shared.owner)" : "\(without)"
            #expect("\(value)" == expected, "\(name) is neither in the key nor left out")
        }
    }

    @Test func aVisitorsTextIsNoPlaceholder() async throws {
        rows.change("a") { $0 = [.init(id: 1, text: "\u{7F}\u{7F}0 \u{7F}1")] }
        #expect(try await get(visit()).contains("\u{7F}\u{7F}0 \u{7F}1"))
    }

    @Test func whatChangesWhileADocumentIsMadeIsNotKept() async throws {
        let visit = visit()
        let source = PageSource(
            visit, revisions: rows, epoch: { "e\($0.utf8.count)" },
            makeScreen: { [rows] in
                let screen = OwnedRowsScreen(rows: rows, visit: $0)
                rows.changeSilently("a") { $0.append(.init(id: $0.count, text: "new")) }
                return screen
            })
        _ = try await sessions.open(source, visit) { _ in "/live/1" }
        _ = try await sessions.open(source, visit) { _ in "/live/1" }
        #expect(rows.readings(of: "a") == 2)
    }

    @Test func aMessageIsNeverInADocumentThatIsKept() async throws {
        let browser = visit { $0.flash = "Saved" }
        #expect(try await !get(browser).contains("Saved"))
    }

    @Test func theMemoryOfDocumentsIsLimited() {
        var documents = KeptDocuments(limit: 40_000)
        for number in 0..<1000 {
            let document = KeptDocument(
                Array(repeating: 65, count: 4000), revision: "\(number)", epoch: "e", variant: "",
                shape: DocumentShape([]), position: "")
            documents.keep(document, for: source(visit("\(number)")).key)
            #expect(documents.count * document.size <= 2 * 40_000)
        }
        #expect(documents.find(source(visit("999")).key)?.revision == "999")
        #expect(documents.find(source(visit("0")).key) == nil)
    }
}
