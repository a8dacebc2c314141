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
        guard let session = try await session(token, request, context, visitor, for: .stream(after: lastEventID)) else {
            return try Refusal.reload.response(.gone)
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .liveEpoch: session.epoch,
            .liveApplied: String(await session.appliedInputs), .accelBuffering: "no",
        ]
        let channel = context.channel
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // Attached only here: an answer whose head can't be written never gets so far, and must not retain the
                // session.
                if let events = await session.events(after: lastEventID) {
                    // The connection may serve other requests after this one, for hours: it must not retain the session
                    // either.
                    let held = HeldEvents(events)
                    defer { held.take() }
                    channel.closeFuture.whenComplete { _ in held.take()?.end() }
                    for await bytes in events { try await writer.write(ByteBuffer(bytes: bytes)) }
                }
                try await writer.finish(nil)
            })
    }

    /// Answers a batch of a page's inputs, numbered: `{"epoch": "…", "inputs": [{"n": 1, "name": "refresh"}]}`. Numbers
    /// of another epoch are invalid here: then nothing is applied, and the answer contains the current epoch.
    func inputs(_ request: Request, _ context: LiveRequestContext, token: String) async throws -> Response {
        struct Answer: Encodable {
            var applied: Int
            var refused: [Int]
            var epoch: String
            /// Whether typed text must be kept by the page; omitted when false, as nearly always.
            var held: Bool?
        }
        guard let visitor = try await context.identity.visitor else { return try refusal(token) }
        guard isAddress(token, of: visitor) else { return try Refusal.reload.response(.gone) }
        let body = try await request.wholeBody(upTo: Self.batchLimit)
        guard let batch = try? JSONDecoder().decode(InputBatch.self, from: Data(body.readableBytesView)) else {
            return try Response(status: .badRequest, json: ["error": "malformed"])
        }
        let use = Use.inputs(epoch: batch.epoch, isEmpty: batch.inputs.isEmpty)
        guard let session = try await session(token, request, context, visitor, for: use) else {
            return try Refusal.reload.response(.gone)
        }
        let isCurrent = batch.epoch == nil || batch.epoch == session.epoch
        let reply =
            isCurrent
            ? await session.take(batch.inputs) : InputReply(applied: await session.appliedInputs, refused: [])
        if reply.isTooLarge { throw HTTPError(.contentTooLarge) }
        var response = try Response(
            status: reply.refused == reply.outdated ? .ok : .unprocessableContent,
            json: Answer(
                applied: reply.applied, refused: reply.refused, epoch: session.epoch, held: reply.isHeld ? true : nil))
        response.setCookies(reply.cookies, for: request)
        return response
    }

    /// Size of the body of a batch of inputs at most, in bytes.
    private static var batchLimit: Int { 256 << 10 }

    /// Whether this is the address of a page of this visitor's login, open or not.
    private func isAddress(_ token: String, of visitor: Visitor) -> Bool {
        sessions.find("/live/" + token).map { $0.login == visitor.login }
            ?? (PageAddress(token: token, login: visitor.login, key: key) != nil)
    }

    /// What a page's session is needed for.
    private enum Use {
        case stream(after: String?)
        case inputs(epoch: String?, isEmpty: Bool)
    }

    /// Returns the open page of that address, or restores it when its session is gone. Nil when the address is not this
    /// login's, or belongs to another screen by now.
    private func session(
        _ token: String, _ request: Request, _ context: LiveRequestContext, _ visitor: Visitor, for use: Use
    ) async throws -> LiveSession? {
        // An open page's address was made here, so its signature need not be checked.
        let open = sessions.find("/live/" + token)
        if let open {
            guard open.login == visitor.login else { return nil }
            if await !open.isShared { return open }
            if case .inputs(_, isEmpty: true) = use { return open }
        }
        guard let address = PageAddress(token: token, login: visitor.login, key: key),
            let entry = entry(at: address.pattern)
        else { return nil }
        var visit = visit(entry.pattern.path(address.values), Query(address.query), request, context, visitor)
        let source = source(entry, visit)
        visit.variant = address.variant
        visit.position = request.headers[.liveResume]?.removingPercentEncoding
            .flatMap { (1...Self.positionLimit).contains($0.utf8.count) ? $0 : nil }
        do {
            let session = try await session(of: address, open, entry, source, visit, at: "/live/" + token, for: use)
            // A sign-out ends the existing sessions. This one may have been made right after that.
            guard try await context.identity.findAgain()?.login == visitor.login else {
                await session?.end()
                return nil
            }
            return session
        } catch let error as any HTTPResponseError {
            guard error.status.code < 500 else { throw error }
            return nil
        }
    }

    private func session(
        of address: PageAddress, _ open: LiveSession?, _ entry: Entry, _ source: PageSource?, _ visit: Visit,
        at path: String, for use: Use
    ) async throws -> LiveSession? {
        var shownEpoch: String?
        if let source {
            switch use {
            case .stream(let lastEventID):
                // The stream before this one is lost, and nobody has noticed yet.
                await open?.end()
                let joined = await sessions.join(source, visit, variant: address.variant, at: path, after: lastEventID)
                if let joined { return joined }
            case .inputs(let epoch, _):
                if let open {
                    try await open.separate(source, visit, entry.makeScreen)
                    return open
                }
                if source.presentEpoch == epoch { shownEpoch = epoch }
            }
        }
        let screen = try await entry.makeScreen(visit)
        guard screen.variant == address.variant else { return nil }
        return try await sessions.resume(screen, visit, at: path, showing: shownEpoch)
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
    private func refusal(_ token: String) throws -> Response {
        if let address = PageAddress(claimedIn: token), entry(at: address.pattern)?.audience == .anyone {
            return try Refusal.reload.response(.gone)
        }
        return try Refusal.signIn.response(.unauthorized, location: signInLocation(token))
    }
}

extension Response {
    fileprivate init(status: HTTPResponse.Status, json body: some Encodable) throws {
        self.init(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(body))))
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

/// Storage for a stream's events, to end them when its connection has closed; empty once the stream is over.
private final class HeldEvents: Sendable {
    private let events: Mutex<SessionEvents?>

    init(_ events: SessionEvents) {
        self.events = Mutex(events)
    }

    /// Returns the events at the first call, then nil.
    @discardableResult
    func take() -> SessionEvents? { events.withLock { $0.take() } }
}
