import HTTPTypes
public import LiveTesting
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A live page as `curl` sees it: its markup, its stream and its inputs.
public final class HTTPPage: Sendable {
    /// Whose browser it is open in.
    public let visitor: HTTPVisitor
    /// The document.
    public let text: String
    /// Where its stream is, and where its inputs go.
    public let address: String
    /// The token that its inputs carry.
    public let csrf: String
    /// The id of the last change that is in the document.
    public let last: String
    private let count = Mutex(0)

    /// A page whose document is there already; nil when it is not live.
    public init?(_ visitor: HTTPVisitor, _ text: String) {
        guard let address = text.value(of: "data-live"), let csrf = text.value(of: "data-csrf"),
            let last = text.value(of: "data-last")
        else { return nil }
        self.visitor = visitor
        self.text = text
        self.address = address
        self.csrf = csrf
        self.last = last
    }

    /// The session that numbers of inputs and ids of events belong to.
    public var epoch: String { String(last.prefix { $0 != "." }) }

    // MARK: Inputs

    /// Sends the next input, with its number.
    @discardableResult
    public func send(_ name: String, _ value: String = "") async throws -> HTTPAnswer {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await inputs([(number, name, value)])
    }

    /// Sends inputs with the numbers that are given.
    public func inputs(
        _ inputs: [(Int, String, String)], epoch: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let inputs = inputs.map { number, name, value in
            "{\"n\": \(number), \"name\": \(Self.json(name)), \"value\": \(Self.json(value))}"
        }
        let epoch = epoch.map { "\"epoch\": \(Self.json($0)), " } ?? ""
        return try await post("{\(epoch)\"inputs\": [\(inputs.joined(separator: ", "))]}", headers)
    }

    /// Sends a body to the page's address.
    public func post(_ body: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await post(Array(body.utf8), headers)
    }

    /// Sends a body to the page's address.
    public func post(_ body: [UInt8], _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        let usual = ["X-CSRF-Token": csrf, "Content-Type": "application/json"]
        return try await visitor.send("POST", address, usual.merging(headers) { $1 }, body: body)
    }

    private static func json(_ text: String) -> String {
        var escaped = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": escaped += "\\\(scalar)"
            case "\u{0}"..<" ": escaped += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "\""
    }

    // MARK: The stream

    /// Opens the page's stream, lets a test read it, and drops the line.
    ///
    /// - Parameters:
    ///   - last: the id of the last event that the page has, sent as a browser does that reconnects.
    ///   - address: another address than the page's own.
    public func stream<Value: Sendable>(
        after last: String? = nil, at address: String? = nil, _ headers: [String: String] = [:],
        _ use: (HTTPStream) async throws -> Value
    ) async throws -> Value {
        let headers = ["Accept": "text/event-stream", "Last-Event-ID": last].compactMapValues { $0 }
            .merging(headers) { $1 }
        let request = try visitor.request("GET", address ?? self.address, headers)
        return try await Wire.connect(port: visitor.port).executeThenClose { inbound, outbound in
            try await Wire.write(request, nil, to: outbound)
            var parts = inbound.makeAsyncIterator()
            let head = try await Wire.readHead(&parts)
            guard head.status == .ok else { throw TestFailure("The stream was answered by \(head.status)") }
            let stream = HTTPStream(head, parts)
            try await stream.open()
            return try await use(stream)
        }
    }
}

/// An open stream of a live page. Each reading waits for what is asked for; the time limit of the suite bounds it.
public final class HTTPStream {
    /// The status and the headers that it began with.
    public let head: HTTPResponse
    /// All events so far.
    public private(set) var seen: [ServerSentEvents.Event] = []
    /// Whether its answer has ended as an answer does, so that the connection can serve another request.
    public private(set) var hasEnded = false
    private var parts: NIOAsyncChannelInboundStream<HTTPResponsePart>.AsyncIterator
    private var reader = ServerSentEvents()
    private var waiting: [ServerSentEvents.Event] = []
    private var isOver = false

    init(_ head: HTTPResponse, _ parts: NIOAsyncChannelInboundStream<HTTPResponsePart>.AsyncIterator) {
        self.head = head
        self.parts = parts
    }

    /// The first bytes are a comment, so that the page knows that it is live.
    fileprivate func open() async throws {
        while reader.commentCount == 0 {
            guard try await read() else { throw TestFailure("The stream ended before it began") }
        }
    }

    private func read() async throws -> Bool {
        guard !isOver else { return false }
        let part = try await parts.next()
        guard case .body(let bytes) = part else {
            // The connection may stay: nothing more is to be waited for.
            isOver = true
            if case .end = part { hasEnded = true }
            return false
        }
        waiting += reader.read(bytes.readableBytesView)
        return true
    }

    /// The next event; nil when the stream has ended.
    public func next() async throws -> ServerSentEvents.Event? {
        while waiting.isEmpty {
            guard try await read() else { return nil }
        }
        seen.append(waiting.removeFirst())
        return seen.last
    }

    /// So many events.
    public func next(_ count: Int) async throws -> [ServerSentEvents.Event] {
        var events: [ServerSentEvents.Event] = []
        while events.count < count {
            guard let event = try await next() else { throw TestFailure("The stream ended after \(events)") }
            events.append(event)
        }
        return events
    }

    /// The next event of that name whose data has that text.
    @discardableResult
    public func next(_ name: String, having text: String = "") async throws -> ServerSentEvents.Event {
        while let event = try await next() {
            if event.name == name, text.isEmpty || event.data.contains(text) { return event }
        }
        throw TestFailure("The stream ended before \(name); it had \(seen.map(\.name))")
    }
}
