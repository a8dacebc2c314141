import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live
import NIOCore
import Synchronization

/// An instruction to a page that can't continue as it is.
enum Refusal: String, Encodable {
    /// Nobody is signed in any more.
    case signIn
    /// The page can't be restored and has to be loaded again.
    case reload

    private struct Body: Encodable {
        var action: Refusal
        var location: String?
    }

    /// - Parameter location: the address to go to; nil for none.
    func response(_ status: HTTPResponse.Status, location: String? = nil) throws -> Response {
        try Response(status: status, json: Body(action: self, location: location))
    }
}

extension LivePages {
    /// Answers the request for a page's stream (server-sent events).
    func stream(_ request: Request, _ context: LiveRequestContext, token: String) async throws -> Response {
        // In a task of its own: that of the connection keeps the memory that its deepest calls needed, for hours.
        async let answer = openStream(request, context, token: token)
        return try await answer
    }

    private func openStream(
        _ request: Request, _ context: LiveRequestContext, token: String
    ) async throws -> Response {
        guard let visitor = try await context.identity.visitor else { return try refusal(token) }
        // A HEAD request must not take the stream over from the page, nor restore the page.
        if request.method == .head {
            return Response(
                status: isAddress(token, of: visitor) ? .ok : .gone, headers: [.contentType: "text/event-stream"])
        }
        // The page that was left for this one detaches in this way: if its script closed its stream, the connection
        // would be lost with it, and the next page had to wait for a new one. A page of another login is ignored
        // silently.
        if let left = request.headers[.liveLeaves].flatMap({ sessions.find($0) }), left.login == visitor.login {
            await left.leave()
        }
        // A stream opened by a script can't always send the header, so the id may be in the address.
        let lastEventID = request.headers[.lastEventID] ?? request.uri.queryParameters["last"].map(String.init)
        guard let events = try await events(token, request, context, visitor, after: lastEventID) else {
            return try Refusal.reload.response(.gone)
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .liveEpoch: events.session.epoch,
            .liveApplied: String(await events.session.appliedInputs), .accelBuffering: "no",
        ]
        let channel = context.channel
        // The connection may serve other requests after this one, for hours: it must not retain the session.
        let held = HeldEvents(events)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                if let events = held.events {
                    defer { held.take() }
                    channel.closeFuture.whenComplete { _ in held.take()?.end() }
                    for await bytes in events { try await writer.write(ByteBuffer(bytes: bytes)) }
                }
                try await writer.finish(nil)
            })
    }

    /// Answers a batch of inputs that comes from a page of this site; see ``ForgeryProtection``.
    func postedInputs(_ request: Request, _ context: LiveRequestContext, token: String) async throws -> Response {
        guard ForgeryProtection.isFromHere(request) else { throw HTTPError(.forbidden) }
        if let visitor = try await context.identity.visitor {
            guard let sent = request.headers[.csrfToken], FormToken.isToken(sent, visitor.csrf) else {
                return try Refusal.reload.response(.forbidden)
            }
        }
        return try await inputs(request, context, token: token)
    }

    /// Answers a batch of a page's inputs, numbered: `{"epoch": "…", "inputs": [{"n": 1, "name": "refresh"}]}`. Numbers
    /// of another epoch are invalid here: then nothing is applied, and the answer contains the current epoch. It is
    /// `{"applied": 1, "refused": [], "epoch": "…"}`, with `"held": true` when the page has to keep what was typed.
    func inputs(_ request: Request, _ context: LiveRequestContext, token: String) async throws -> Response {
        guard let visitor = try await context.identity.visitor else { return try refusal(token) }
        guard isAddress(token, of: visitor) else { return try Refusal.reload.response(.gone) }
        let body = try await request.wholeBody(upTo: Self.batchLimit)
        guard let batch = try? JSONDecoder().decode(InputBatch.self, from: Data(body.readableBytesView)) else {
            return try Response(status: .badRequest, json: ["error": "malformed"])
        }
        let session = try await session(
            token, request, context, visitor, isInput: !batch.inputs.isEmpty, epoch: batch.epoch)
        guard let session else {
            return try Refusal.reload.response(.gone)
        }
        let isCurrent = batch.epoch == nil || batch.epoch == session.epoch
        let reply =
            isCurrent
            ? await session.take(batch.inputs) : InputReply(applied: await session.appliedInputs, refused: [])
        if reply.isTooLarge { throw HTTPError(.contentTooLarge) }
        let refused = reply.refused.map(String.init).joined(separator: ",")
        // An epoch has letters and digits only. An encoder would take longer than the rest of the answer.
        let answer = """
            {"applied":\(reply.applied),"refused":[\(refused)],"epoch":"\(session.epoch)"\(reply.isHeld ? #","held":true"# : "")}
            """
        var response = Response(
            status: reply.refused == reply.outdated ? .ok : .unprocessableContent, jsonBytes: ByteBuffer(string: answer)
        )
        response.setCookies(reply.cookies, for: request)
        return response
    }

    /// Size of the body of a batch of inputs at most, in bytes.
    private static var batchLimit: Int { 256 << 10 }

    /// Whether this is the address of a page of this visitor's login, open or not.
    func isAddress(_ token: String, of visitor: Visitor) -> Bool {
        sessions.find("/live/" + token).map { $0.login == visitor.login }
            ?? (PageAddress(token: token, login: visitor.login, key: key) != nil)
    }

    /// A page that has no graph of its own now, and what it is made from. An object, since an open connection keeps the
    /// room that tasks once had for their values.
    private final class ClosedPage: Sendable {
        let path: String
        let address: PageAddress
        let entry: Entry
        let visit: Visit
        let source: PageSource?

        init(path: String, address: PageAddress, entry: Entry, visit: Visit, source: PageSource?) {
            self.path = path
            self.address = address
            self.entry = entry
            self.visit = visit
            self.source = source
        }
    }

    /// Reads the address of a page; nil when it is not this login's, or belongs to no page any more.
    private func closedPage(
        _ token: String, _ request: Request, _ context: LiveRequestContext, _ visitor: Visitor
    ) -> ClosedPage? {
        guard let address = PageAddress(token: token, login: visitor.login, key: key),
            let entry = entry(at: address.pattern)
        else { return nil }
        var visit = visit(entry.pattern.path(address.values), Query(address.query), request, visitor)
        complete(&visit, request, context)
        visit.pageName = address.nonce
        let source = source(entry, visit)
        visit.variant = address.variant
        visit.position = request.headers[.liveResume]?.removingPercentEncoding
            .flatMap { (1...Self.positionLimit).contains($0.utf8.count) ? $0 : nil }
        return ClosedPage(path: "/live/" + token, address: address, entry: entry, visit: visit, source: source)
    }

    /// Opens the stream of a page. The page is restored when its session is gone. Nil when the address is not this
    /// login's, or belongs to another screen by now.
    private func events(
        _ token: String, _ request: Request, _ context: LiveRequestContext, _ visitor: Visitor, after id: String?
    ) async throws -> SessionEvents? {
        // An open page's address was made here, so its signature need not be checked.
        if let open = sessions.find("/live/" + token) {
            guard open.login == visitor.login else { return nil }
            if await open.isStale(for: request.headers[.liveEpoch]) {
                await open.end()
            } else if await !open.isShared {
                if let events = await open.events(after: id) { return events }
            } else {
                // The stream before this one is lost, and nobody has noticed yet.
                await open.end()
            }
        }
        guard let page = closedPage(token, request, context, visitor) else { return nil }
        return try await unlessRefused {
            if let source = page.source,
                let events = await sessions.join(
                    source, page.visit, variant: page.address.variant, at: page.path, after: id)
            {
                return events
            }
            return try await restore(page, after: id)?.events(after: id)
        }
    }

    /// Returns the open page for a batch of inputs, as for its stream.
    ///
    /// - Parameters:
    ///   - isInput: whether the page needs a graph of its own.
    ///   - epoch: the epoch of the batch; nil when it has none.
    func session(
        _ token: String, _ request: Request, _ context: LiveRequestContext, _ visitor: Visitor, isInput: Bool,
        epoch: String?
    ) async throws -> LiveSession? {
        var found = sessions.find("/live/" + token)
        if let open = found {
            guard open.login == visitor.login else { return nil }
            if !isInput { return open }
            if await open.isStaleAndDetached(for: epoch) {
                // Before anything is applied that would end with it when the stream comes.
                await open.end()
                found = nil
            } else if await !open.isShared {
                return open
            }
        }
        let open = found
        guard let page = closedPage(token, request, context, visitor) else { return nil }
        return try await unlessRefused {
            guard let open, let source = page.source else {
                // A page that has had no stream yet has the epoch of its document.
                return try await restore(page, after: epoch.map { "\($0).0" })
            }
            let isSeparate = try await open.separate(source, page.visit) { try await makeScreen(page, $0) }
            // The page keeps what it shows, and sends its inputs again.
            guard isSeparate else { throw HTTPError(.serviceUnavailable) }
            return open
        }
    }

    /// Makes the session of a page again.
    ///
    /// - Parameter id: the id of the last change that the page has.
    private func restore(_ page: ClosedPage, after id: String?) async throws -> LiveSession? {
        guard let source = page.source else {
            return try await sessions.resume(makeScreen(page, page.visit), page.visit, at: page.path)
        }
        let session = try await sessions.resume(source, page.visit, at: page.path, after: id) {
            try await makeScreen(page, $0)
        }
        // The page keeps what it shows, and comes again.
        guard let session else { throw HTTPError(.serviceUnavailable) }
        return session
    }

    /// Makes the screen of a page again.
    ///
    /// - Throws: the error of the screen, or `HTTPError` 410 if the route shows another screen by now.
    private func makeScreen(_ page: ClosedPage, _ visit: Visit) async throws -> any Screen {
        let screen = try await page.entry.makeScreen(visit)
        guard screen.variant == page.address.variant else { throw HTTPError(.gone) }
        return screen
    }

    /// Returns what was opened; nil when its screen refuses it.
    private func unlessRefused<Opened>(_ open: () async throws -> Opened?) async throws -> Opened? {
        do {
            let opened = try await open()
            // Pages that a stopping server opens have ended. They come again, to the next one.
            guard !sessions.isClosed else { throw HTTPError(.serviceUnavailable) }
            return opened
        } catch let error as any HTTPResponseError {
            guard error.status.code < 500 else { throw error }
            return nil
        }
    }

    /// Size of a page's position at most, in bytes.
    private static var positionLimit: Int { 500 }

    /// Returns the address of the sign-in page, which continues with the page that the token claims. The claim may be
    /// forged: it can only lead to a page of this site, or to none.
    private func signInLocation(_ token: String) -> String {
        guard let address = PageAddress(claimedIn: token), let entry = entry(at: address.pattern) else { return signIn }
        return signIn(for: Query(address.query).following(entry.pattern.path(address.values)))
    }

    /// Returns the answer to an unknown browser. A page for everybody is loaded again; for others the visitor has to
    /// sign in.
    func refusal(_ token: String) throws -> Response {
        if let address = PageAddress(claimedIn: token), entry(at: address.pattern)?.audience == .anyone {
            return try Refusal.reload.response(.gone)
        }
        return try Refusal.signIn.response(.unauthorized, location: signInLocation(token))
    }
}

extension Response {
    init(status: HTTPResponse.Status, json body: some Encodable) throws {
        self.init(status: status, jsonBytes: ByteBuffer(bytes: try JSONEncoder().encode(body)))
    }

    fileprivate init(status: HTTPResponse.Status, jsonBytes: ByteBuffer) {
        self.init(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: jsonBytes))
    }
}

/// A batch of inputs as a page sends it. One with more inputs than any page sends is invalid, and the rest of it is not
/// decoded.
private struct InputBatch: Decodable {
    private enum CodingKeys: CodingKey { case epoch, inputs }

    /// Number of inputs at most. A page sends 200 at once.
    private static let limit = 1000

    let epoch: String?
    let inputs: [InputMessage]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        epoch = try values.decodeIfPresent(String.self, forKey: .epoch)
        var list = try values.nestedUnkeyedContainer(forKey: .inputs)
        var inputs: [InputMessage] = []
        while !list.isAtEnd {
            guard inputs.count < Self.limit else {
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "Too many inputs")
            }
            inputs.append(try list.decode(InputMessage.self))
        }
        self.inputs = inputs
    }
}

/// Storage for a stream's events, to end them when its connection has closed, or when the answer can't be written; empty
/// once the stream is over.
private final class HeldEvents: Sendable {
    private let state: Mutex<SessionEvents?>

    init(_ events: SessionEvents) {
        state = Mutex(events)
    }

    /// The events while the stream is not over.
    var events: SessionEvents? { state.withLock { $0 } }

    /// Returns the events at the first call, then nil.
    @discardableResult
    func take() -> SessionEvents? { state.withLock { $0.take() } }

    deinit { take()?.end() }
}
