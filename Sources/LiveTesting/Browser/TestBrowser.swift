import Live
import Streams
import Synchronization
import Testing

/// A simulated browser for tests: it opens a screen, clicks, types, loses its connection, and shows the elements that a
/// page would show. It uses no HTTP and doesn't wait; time stands still until ``advance(by:)`` moves it.
///
/// ```swift
/// try await TestBrowser.open(CounterScreen()) { browser in
///     try await browser.click(button: "Once more")
///     #expect(await browser.text("[data-output=count]") == "1 times")
/// }
/// ```
///
/// It acts on elements that are on the page, as a visitor does. Elements are found by a subset of CSS selectors: names,
/// `#id`, `.class`, `[attribute]`, `[attribute=value]`, and descendants (`ol.goals li`). An element that is missing,
/// ambiguous, disabled or without effect fails the test with a ``Failure`` that names the selector and the elements
/// found.
public actor TestBrowser {
    /// A closure that makes the screen of a visit.
    public typealias MakeScreen = @Sendable (Visit) async throws -> any Screen

    /// The response to the request for the page.
    public private(set) var response: RenderedPage
    /// The browser's address: the page's own, which an effect may replace, or the target of a navigation by an effect
    /// or a link. The target page isn't opened.
    public internal(set) var location: String
    /// The flash message that was given on the way to another page. On this page ``flash`` reads the flash element.
    var carriedFlash: String?
    /// Cookies that responses and effects have set, by name.
    public internal(set) var cookies: [String: PageCookie] = [:]
    /// Path of the newest download; nil for none.
    public internal(set) var download: String?
    /// The newest title that an effect has given the document; nil while it has the one it came with.
    public internal(set) var title: String?
    /// The page's position as it last reported it, the text that it is restored from; nil for none.
    public internal(set) var position: String?
    /// Whether typed text exists only on the page, since the server has not stored it yet.
    public internal(set) var isHeld = false
    /// All events received since the page was opened.
    public internal(set) var events: [ServerSentEvents.Event] = []

    var document: LiveDocument
    /// The page's live address, by which its session is found.
    let address: String
    let server: Server
    let visit: Visit
    let makeScreen: MakeScreen
    let revisions: (any PageRevisions)?
    let isShared: Bool
    let variant: String
    var line = Line()
    var sessions: LiveSessions { server.sessions }

    /// State of the page's side of its stream and its inputs.
    struct Line {
        /// The open stream; nil while the connection is lost.
        var stream: Int?
        var reader = ServerSentEvents()
        var lastEventID: String?
        /// The session that the numbers of inputs belong to.
        var epoch: String?
        var lastNumber = 0
        /// Inputs that haven't been acknowledged, oldest first.
        var unsent: [Waiting] = []
        /// The batch that was sent last.
        var lastBatch: [InputMessage] = []
    }

    /// An input that waits on the page.
    struct Waiting {
        var message: InputMessage
        /// Whether the value is a field's: a newer one replaces those that wait.
        var isField = false
    }

    /// Sends the request for the page.
    private init(
        _ visit: Visit, on server: Server, keptBy revisions: (any PageRevisions)?, isShared: Bool,
        _ makeScreen: @escaping MakeScreen
    ) async throws {
        let address = server.nextAddress()
        var visit = visit
        visit.files = visit.files ?? server.files
        let screen = try await makeScreen(visit)
        var kept: RenderedPage?
        if let source = Self.source(visit, revisions, isShared, makeScreen) {
            kept = try await server.sessions.open(source, visit) { _ in address }
        }
        let response: RenderedPage
        if let kept { response = kept } else { response = try await server.sessions.open(screen, visit, at: address) }
        self.address = address
        self.server = server
        self.revisions = revisions
        self.isShared = isShared
        self.response = response
        self.visit = visit
        variant = screen.variant
        self.makeScreen = makeScreen
        document = LiveDocument(response.html)
        location = response.redirect ?? visit.address
        carriedFlash = response.redirectFlash
        for cookie in response.cookies { cookies[cookie.name] = cookie }
    }

    // MARK: Opening

    /// Opens a screen as a browser does (GET, then the stream), lets a test use it, ends it, and checks that nothing of
    /// it is still alive.
    ///
    /// - Parameters:
    ///   - screen: the screen.
    ///   - visit: the request context that the page is built from.
    ///   - limits: the timeouts and quotas of the session.
    ///   - use: the test.
    /// - Throws: ``Failure/leaked(_:)``, a `ScreenFault`, or the error of the test.
    public static func open(
        _ screen: some Screen, visit: Visit = Visit(path: "/"), limits: SessionLimits = SessionLimits(),
        _ use: (TestBrowser) async throws -> Void
    ) async throws {
        try await open(visit: visit, limits: limits, screen: { _ in screen }, use)
    }

    /// Opens a screen that depends on the visit: a page that is restored has its `Visit.position` and its
    /// `Visit.variant`, and a form post its `Visit.posted`.
    ///
    /// - Parameters:
    ///   - visit: the request context that the page is built from.
    ///   - limits: the timeouts and quotas of the session.
    ///   - revisions: the states that the document is kept by, as where a page is served; nil when it isn't kept.
    ///   - isShared: whether pages share a graph until they are acted on, as where a page is served.
    ///   - makeScreen: makes the screen of a visit, as a route does.
    ///   - use: the test.
    /// - Throws: ``Failure/leaked(_:)``, a `ScreenFault`, or the error of the test.
    public static func open(
        visit: Visit = Visit(path: "/"), limits: SessionLimits = SessionLimits(),
        keptBy revisions: (any PageRevisions)? = nil, shared isShared: Bool = false,
        screen makeScreen: @escaping MakeScreen,
        _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let resources = Resources()
        try await Resources.$current.withValue(resources) {
            let server = Server(limits)
            do {
                let browser = try await TestBrowser(
                    visit, on: server, keptBy: revisions, isShared: isShared, makeScreen)
                try await browser.connect()
                try await use(browser)
            } catch {
                await server.sessions.close()
                throw error
            }
            await server.sessions.close()
        }
        if resources.total > 0 { throw Failure.leaked(resources.total) }
    }

    /// Opens another page of the same server, as another tab or another device does. It ends with this one.
    ///
    /// - Parameter change: changes the request context, such as its language.
    /// - Throws: ``Failure``, or the error of the screen.
    public func openTab(_ change: (inout Visit) -> Void = { _ in }) async throws -> TestBrowser {
        try await openTab(keptBy: revisions, change)
    }

    func openTab(keptBy revisions: (any PageRevisions)?, _ change: (inout Visit) -> Void) async throws -> TestBrowser {
        var visit = visit
        visit.pageName = Visit.newPageName()
        change(&visit)
        let tab = try await TestBrowser(visit, on: server, keptBy: revisions, isShared: isShared, makeScreen)
        try await tab.connect()
        return tab
    }

    static func source(
        _ visit: Visit, _ revisions: (any PageRevisions)?, _ isShared: Bool, _ makeScreen: @escaping MakeScreen
    ) -> PageSource? {
        revisions.map { revisions in
            PageSource(
                visit, revisions: revisions, isShared: isShared,
                epoch: { text in "k" + String(text.utf8.reduce(5381) { ($0 &* 33) ^ UInt64($1) }, radix: 36) },
                makeScreen: makeScreen)
        }
    }

    /// Opens the stream from the event id in the document, which shows that it is live.
    private func connect() async throws {
        guard response.redirect == nil else { return }
        line.lastEventID = try document.root.one("[data-live][data-last]", text: nil)["data-last"]
        line.epoch = line.lastEventID?.split(separator: ".").first.map(String.init)
        try await reconnect()
    }

    /// Simulates a restart of the server: the session is gone, and the page is restored from its address and the
    /// position that it has kept. Typed text and inputs that were not acknowledged are sent again. Other tabs
    /// ``reconnect()`` by themselves.
    ///
    /// - Throws: ``Failure``, or the error of the screen.
    @discardableResult
    public func restart() async throws -> [ServerSentEvents.Event] {
        await server.restart()
        line.stream = nil
        return try await reconnect()
    }

    // MARK: Reading

    /// Text of the page's flash element, or the flash message given on the way to another page; nil for none.
    public var flash: String? {
        if let carriedFlash { return carriedFlash }
        let text = document.root.descendants.first { $0["data-flash"] != nil }?.text ?? ""
        return text.isEmpty ? nil : text
    }

    /// The `id` of the element that has the focus.
    public var focused: String? { document.focused }

    /// Returns the only matching element.
    ///
    /// - Parameters:
    ///   - selector: the selector.
    ///   - text: its whole text, or a part of it.
    /// - Throws: ``Failure`` when there is none or more than one.
    public func find(_ selector: String, text: String? = nil) throws -> Element {
        Element(try document.root.one(selector, text: text))
    }

    /// Returns all matching elements in the order of the page, such as the rows of a list.
    ///
    /// - Parameters:
    ///   - selector: the selector. An invalid one is recorded as an issue.
    ///   - text: the whole text of each, or a part of it.
    ///   - sourceLocation: the place that an issue is recorded at.
    public func findAll(
        _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Element] {
        noting(at: sourceLocation, or: []) { try document.root.all(selector, text: text).map { Element($0) } }
    }

    /// Whether there is a matching element.
    ///
    /// - Parameters:
    ///   - selector: the selector. An invalid one is recorded as an issue.
    ///   - text: its whole text, or a part of it.
    ///   - sourceLocation: the place that an issue is recorded at.
    public func exists(
        _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        !findAll(selector, text: text, sourceLocation: sourceLocation).isEmpty
    }

    /// Returns the text of the only matching element as it is displayed: white space collapsed. If there is none or
    /// more than one, an issue is recorded and the text is empty.
    public func text(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).text }
    }

    /// Returns the content of the only matching element, as markup. If there is none or more than one, an issue is
    /// recorded and the result is empty.
    public func html(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).html }
    }

    /// Returns the current value of the only matching field. If there is none or more than one, an issue is recorded
    /// and the result is empty.
    public func value(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).value }
    }
}

extension TestBrowser {
    /// The server of a browser and its tabs.
    final class Server: Sendable {
        private let limits: SessionLimits
        let files = TestFiles()
        private let epochs = Names("e")
        private let addresses = Names("/live/test")
        private let present: Mutex<LiveSessions>

        init(_ limits: SessionLimits) {
            self.limits = limits
            present = Mutex(LiveSessions(limits: limits, time: .virtual, epoch: epochs.next))
        }

        /// The open pages.
        var sessions: LiveSessions { present.withLock { $0 } }

        /// Ends all pages, and begins without any.
        func restart() async {
            await sessions.close()
            present.withLock { $0 = LiveSessions(limits: limits, time: .virtual, epoch: epochs.next) }
        }

        /// Returns the live address of a new page.
        func nextAddress() -> String { addresses.next() }
    }
}

/// A generator of names: `e`, `e2`, `e3`, …
private final class Names: Sendable {
    private let first: String
    private let count = Atomic(0)

    init(_ first: String) { self.first = first }

    @Sendable func next() -> String {
        let number = count.add(1, ordering: .relaxed).newValue
        return number == 1 ? first : "\(first)\(number)"
    }
}

/// Returns the result of `read`; if that throws, records an issue and returns `empty`, so that the test continues.
func noting<Result>(at location: SourceLocation, or empty: Result, _ read: () throws -> Result) -> Result {
    do { return try read() } catch {
        Issue.record(error, sourceLocation: location)
        return empty
    }
}

extension Visit {
    /// The path with the query.
    var address: String { query.text.isEmpty ? path : "\(path)?\(query.text)" }
}
