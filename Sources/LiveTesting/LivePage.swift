import Live
import Streams

/// A stand-in for a browser: opens a screen, clicks, types, loses its line, and shows what a page would show. No HTTP,
/// no waiting; time stands still until ``advance(by:)`` moves it.
///
/// ```swift
/// try await LivePage.open(CounterScreen()) { page in
///     try await page.click("increment")
///     #expect(await page.text("count") == "1")
/// }
/// ```
public actor LivePage {
    /// What can go wrong for a test itself.
    public enum Failure: Error, CustomStringConvertible {
        /// So many streams, slots and subscriptions of the page live on after its end.
        case leaked(Int)
        /// The page refused the input: it does not offer it now, or the value means nothing.
        case refused(String)
        /// The session has ended.
        case ended

        public var description: String {
            switch self {
            case .leaked(let count): "\(count) parts of the page live on after its end"
            case .refused(let name): "the page does not take the input \(name) now"
            case .ended: "the session has ended"
            }
        }
    }

    /// The session behind the page.
    public nonisolated let session: LiveSession
    /// The answer to the GET.
    public private(set) var document: RenderedPage
    /// Everything received since the page was opened.
    public private(set) var events: [ServerSentEvents.Event] = []
    private var slots: [String: String] = [:]
    private var rowsBySlot: [String: [MarkupReader.Element]] = [:]
    private var stream: Int?
    private let sessions: LiveSessions
    private var lastEventID: String?
    private var reader = ServerSentEvents()
    private var lastNumber = 0
    private var unsent: [InputMessage] = []

    private init(sessions: LiveSessions, session: LiveSession, document: RenderedPage) {
        self.sessions = sessions
        self.session = session
        self.document = document
    }

    /// Opens a screen as a browser does (GET, then the stream), lets a test use it, ends it, and checks that nothing
    /// of it lives on.
    public static func open(
        _ screen: some Screen, visit: Visit = Visit(path: "/"), limits: SessionLimits = SessionLimits(),
        _ use: (LivePage) async throws -> Void
    ) async throws {
        let resources = Resources()
        try await Resources.$current.withValue(resources) {
            let sessions = LiveSessions(limits: limits, time: .virtual, epoch: { "e" })
            let document = try await sessions.open(screen, visit, at: "/live/test")
            guard let session = sessions.find("/live/test") else { throw Failure.ended }
            let page = LivePage(sessions: sessions, session: session, document: document)
            await page.readDocument()
            try await page.reconnect()
            do { try await use(page) } catch {
                await sessions.close()
                throw error
            }
            await sessions.close()
        }
        if resources.total > 0 { throw Failure.leaked(resources.total) }
    }

    // MARK: Reading

    /// The content of the element that shows an Output.
    ///
    /// - Parameter part: the element's id, when the Output shows in several places.
    public func html(_ output: String, part: String? = nil) -> String {
        if let part { return slots["\(output)#\(part)"] ?? "" }
        return rowsBySlot[output].map { $0.map(\.outer).joined() } ?? slots[output] ?? ""
    }

    /// The same without its markup.
    public func text(_ output: String, part: String? = nil) -> String {
        MarkupReader.text(of: html(output, part: part))
    }

    /// The rows of a list, in order: their ids.
    public func rowIDs(_ output: String) -> [String] {
        rowsBySlot[output]?.map(\.id) ?? []
    }

    /// The text of one row.
    public func rowText(_ output: String, id: String) -> String? {
        rowsBySlot[output]?.first { $0.id == id }.map { MarkupReader.text(of: $0.outer) }
    }

    // MARK: Acting

    /// Sends an input without a value, and lets the page settle.
    public func click(_ input: String, value: String = "") async throws {
        try await send(input, value)
    }

    /// Types into a field: sends its whole text.
    public func type(_ input: String, _ text: String) async throws {
        try await send(input, text)
    }

    /// Submits a form: its fields first, in the order given, then its input.
    public func submit(_ input: String, fields: KeyValuePairs<String, String> = [:]) async throws {
        for (name, text) in fields { try await send(name, text) }
        try await send(input, "")
    }

    private func send(_ name: String, _ value: String) async throws {
        lastNumber += 1
        unsent.append(InputMessage(number: lastNumber, name: name, value: value))
        guard stream != nil else { return }
        try await flush()
    }

    private func flush() async throws {
        guard !unsent.isEmpty else { return }
        let batch = unsent
        let reply = await session.apply(batch)
        unsent.removeAll { $0.number <= reply.applied }
        await settled()
        if let refused = batch.first(where: { reply.refused.contains($0.number) }) {
            throw Failure.refused(refused.name)
        }
    }

    /// Sends the same batch as it was sent before, as after a line that broke before the answer came.
    public func resend(_ messages: [InputMessage]) async -> InputReply {
        let reply = await session.apply(messages)
        await settled()
        return reply
    }

    /// Posts a form as a browser without a script does; an input that is not named is the screen's default.
    public func post(_ input: String?, fields: [String: String]) async throws -> PlainAnswer {
        try await session.answer(PlainPost(input: input, fields: fields))
    }

    /// Waits until nothing is on its way to the page, and takes in what it is sent.
    public func settled() async {
        await session.settled()
        await receive()
    }

    /// Lets time pass.
    public func advance(by duration: Duration) async {
        await sessions.advance(by: duration)
        await settled()
    }

    // MARK: The line

    /// Loses the line. Inputs wait on the page until it is back.
    public func dropLine() async {
        guard let stream else { return }
        self.stream = nil
        await session.detach(stream)
    }

    /// Opens the stream again, from the last event that the page has, and sends what waited. Gives the events received.
    @discardableResult
    public func reconnect() async throws -> [ServerSentEvents.Event] {
        let before = events.count
        guard let stream = await session.attach(lastEventID: lastEventID) else { throw Failure.ended }
        reader = ServerSentEvents()
        self.stream = stream
        await receive()
        try await flush()
        return Array(events[before...])
    }

    private func receive() async {
        guard let stream, let bytes = await session.takeEvents(for: stream) else { return }
        for event in reader.read(bytes) {
            events.append(event)
            lastEventID = event.id
            apply(event)
        }
    }

    private func readDocument() {
        for element in MarkupReader.outputs(in: document.html) {
            if element.isList {
                rowsBySlot[element.name] = MarkupReader.children(of: element.inner)
            } else if element.has("data-part") {
                slots["\(element.name)#\(element.id)"] = element.inner
            } else {
                slots[element.name] = element.inner
            }
        }
    }

    private func apply(_ event: ServerSentEvents.Event) {
        guard var rows = rowsBySlot[event.name] else {
            if let place = MarkupReader.children(of: event.data).first, slots["\(event.name)#\(place.id)"] != nil {
                slots["\(event.name)#\(place.id)"] = place.inner
            } else {
                slots[event.name] = event.data
            }
            return
        }
        for element in MarkupReader.children(of: event.data) {
            if element.has("data-reset") {
                rows = []
                continue
            }
            let place = rows.firstIndex { $0.id == element.id }
            if place == nil, !element.has("data-removed"), element.attribute("data-after") == nil {
                for index in rows.indices { rows[index].replacePart(element) }
            } else if element.has("data-removed") {
                if let place { rows.remove(at: place) }
            } else if let after = element.attribute("data-after") {
                if let place { rows.remove(at: place) }
                let predecessor = rows.firstIndex { $0.id == after }
                rows.insert(element, at: predecessor.map { $0 + 1 } ?? 0)
            } else if let place {
                rows[place] = element
            }
        }
        rowsBySlot[event.name] = rows
    }
}
