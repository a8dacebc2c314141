import Live
import Streams
import Synchronization
import Testing

/// A stand-in for a browser: it opens a screen, clicks, types, loses its line, and shows what a page would show. No HTTP,
/// no waiting; time stands still until ``advance(by:)`` moves it.
///
/// ```swift
/// try await TestBrowser.open(CounterScreen()) { browser in
///     try await browser.click(button: "Once more")
///     #expect(await browser.text("[data-output=count]") == "1 times")
/// }
/// ```
///
/// It acts on elements that are on the page, as a visitor does. Elements are looked for by a part of CSS selectors: names,
/// `#id`, `.class`, `[attribute]`, `[attribute=value]`, and elements within elements (`ol.goals li`). What isn't there, is
/// there more than once, is disabled or does nothing fails the test, with a ``Failure`` that says what was looked for and what there is.
public actor TestBrowser {
    /// Makes the screen of a visit.
    public typealias MakeScreen = @Sendable (Visit) async throws -> any Screen

    /// The answer to the request for the page.
    public private(set) var response: RenderedPage
    /// Where the browser is: the page's own address, which an effect may replace, or where an effect or a link has led. The
    /// page over there isn't opened.
    public internal(set) var location: String
    /// What was said on the way to another page. On this page ``flash`` is what its element says.
    var carriedFlash: String?
    /// Cookies that effects have given, by name.
    public internal(set) var cookies: [String: PageCookie] = [:]
    /// The path of the newest download.
    public internal(set) var download: String?
    /// Where the page is, as it last said: the text that it is taken up with again.
    public internal(set) var position: String?
    /// Whether what was typed stays on the page, since the server doesn't keep it yet.
    public internal(set) var isHeld = false
    /// Everything received since the page was opened.
    public internal(set) var events: [ServerSentEvents.Event] = []

    var document: LiveDocument
    /// The page's address, by which it is taken up.
    let address = "/live/test"
    var sessions: LiveSessions
    let visit: Visit
    let makeScreen: MakeScreen
    let variant: String
    var line = Line()
    /// How many plain posts there have been: each answer is a page of its own.
    var postCount = 0
    private let epochs: Epochs

    /// The page's side of its stream and its inputs.
    struct Line {
        /// The stream that is open.
        var stream: Int?
        var reader = ServerSentEvents()
        var lastEventID: String?
        var lastNumber = 0
        /// Inputs that haven't been acknowledged.
        var unsent: [Waiting] = []
        /// What was sent last.
        var lastBatch: [InputMessage] = []
    }

    /// An input that waits on the page.
    struct Waiting {
        var message: InputMessage
        /// Whether it is what a field holds: the newest text stands for those before it.
        var isField = false
    }

    private init(
        _ response: RenderedPage, sessions: LiveSessions, epochs: Epochs, visit: Visit, variant: String,
        makeScreen: @escaping MakeScreen
    ) {
        self.epochs = epochs
        self.response = response
        self.sessions = sessions
        self.visit = visit
        self.variant = variant
        self.makeScreen = makeScreen
        document = LiveDocument(response.html)
        location = response.redirect ?? visit.address
        carriedFlash = response.redirectFlash
        for cookie in response.cookies { cookies[cookie.name] = cookie }
    }

    // MARK: Opening

    /// Opens a screen as a browser does (GET, then the stream), lets a test use it, ends it, and checks that nothing of it
    /// lives on.
    ///
    /// - Parameters:
    ///   - screen: what is opened.
    ///   - visit: the request context that the page is built from.
    ///   - limits: how long pages are waited for.
    ///   - use: the test.
    /// - Throws: ``Failure/leaked(_:)``, a `ScreenFault`, or what the test throws.
    public static func open(
        _ screen: some Screen, visit: Visit = Visit(path: "/"), limits: SessionLimits = SessionLimits(),
        _ use: (TestBrowser) async throws -> Void
    ) async throws {
        try await open(visit: visit, limits: limits, screen: { _ in screen }, use)
    }

    /// Opens a screen that depends on the visit: a page that is taken up again has its `Visit.position` and its
    /// `Visit.variant`, and a form post its `Visit.posted`.
    ///
    /// - Parameters:
    ///   - visit: the request context that the page is built from.
    ///   - limits: how long pages are waited for.
    ///   - makeScreen: makes the screen of a visit, as a route does.
    ///   - use: the test.
    /// - Throws: ``Failure/leaked(_:)``, a `ScreenFault`, or what the test throws.
    public static func open(
        visit: Visit = Visit(path: "/"), limits: SessionLimits = SessionLimits(),
        screen makeScreen: @escaping MakeScreen,
        _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let resources = Resources()
        try await Resources.$current.withValue(resources) {
            let epochs = Epochs()
            let sessions = LiveSessions(limits: limits, time: .virtual, epoch: epochs.next)
            let screen = try await makeScreen(visit)
            let response = try await sessions.open(screen, visit, at: "/live/test")
            let browser = TestBrowser(
                response, sessions: sessions, epochs: epochs, visit: visit, variant: screen.variant,
                makeScreen: makeScreen)
            do {
                if response.redirect == nil { try await browser.connect() }
                try await use(browser)
            } catch {
                await browser.close()
                throw error
            }
            await browser.close()
        }
        if resources.total > 0 { throw Failure.leaked(resources.total) }
    }

    /// A document says itself whether it is live, and which change it has.
    private func connect() async throws {
        line.lastEventID = try document.root.one("[data-live][data-last]", text: nil)["data-last"]
        try await reconnect()
    }

    private func close() async { await sessions.close() }

    /// The server is started anew: the session is gone, and the page is taken up again by its address, with the position
    /// that it has kept. What was typed and what was not acknowledged is sent again.
    ///
    /// - Throws: ``Failure``, or what the screen throws.
    @discardableResult
    public func restart() async throws -> [ServerSentEvents.Event] {
        let limits = sessions.limits
        await sessions.close()
        sessions = LiveSessions(limits: limits, time: .virtual, epoch: epochs.next)
        line.stream = nil
        return try await reconnect()
    }

    // MARK: Reading

    /// What the page says with its flash element, or what was said on the way to another page; nil for nothing.
    public var flash: String? {
        if let carriedFlash { return carriedFlash }
        let text = document.root.descendants.first { $0["data-flash"] != nil }?.text ?? ""
        return text.isEmpty ? nil : text
    }

    /// The `id` of the element that has the focus.
    public var focused: String? { document.focused }

    /// The one element that is meant.
    ///
    /// - Parameters:
    ///   - selector: what it is like.
    ///   - text: a piece of its text.
    /// - Throws: ``Failure`` when there is none or more than one.
    public func find(_ selector: String, text: String? = nil) throws -> Element {
        Element(try document.root.one(selector, text: text))
    }

    /// All elements that are meant, in the order of the page, such as the rows of a list.
    ///
    /// - Parameters:
    ///   - selector: what they are like. What is no selector is noted as an issue.
    ///   - text: a piece of the text of each.
    ///   - sourceLocation: where an issue is noted.
    public func findAll(
        _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Element] {
        noting(at: sourceLocation, or: []) { try document.root.all(selector, text: text).map { Element($0) } }
    }

    /// Whether there is such an element.
    ///
    /// - Parameters:
    ///   - selector: what it is like. What is no selector is noted as an issue.
    ///   - text: a piece of its text.
    ///   - sourceLocation: where an issue is noted.
    public func exists(
        _ selector: String, text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        !findAll(selector, text: text, sourceLocation: sourceLocation).isEmpty
    }

    /// The text of the one element that is meant, as it is seen: white space folded. When there is none or more than one,
    /// that is noted as an issue.
    public func text(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).text }
    }

    /// The content of the one element that is meant, as markup. When there is none or more than one, that is noted as an
    /// issue.
    public func html(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).html }
    }

    /// What the field holds that is meant. When there is none or more than one, that is noted as an issue.
    public func value(_ selector: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        noting(at: sourceLocation, or: "") { try find(selector).value }
    }
}

/// Names each session: `e`, `e2`, `e3`, …
private final class Epochs: Sendable {
    private let count = Atomic(0)

    @Sendable func next() -> String {
        let number = count.add(1, ordering: .relaxed).newValue
        return number == 1 ? "e" : "e\(number)"
    }
}

/// Reads, or notes why that can't be, so that a test goes on to what else is wrong.
func noting<Result>(at location: SourceLocation, or empty: Result, _ read: () throws -> Result) -> Result {
    do { return try read() } catch {
        Issue.record(error, sourceLocation: location)
        return empty
    }
}

extension Visit {
    /// Its path with its query.
    var address: String { query.text.isEmpty ? path : "\(path)?\(query.text)" }
}
