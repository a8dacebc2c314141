import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live
import NIOCore
import Synchronization

extension LivePages {
    /// What a page is told when it cannot go on as it is.
    private enum Trouble: String, Codable {
        /// Nobody is signed in any more.
        case signIn
        /// The page cannot be taken up: load it again.
        case reload
    }

    private struct TroubleBody: Codable {
        var action: Trouble
        var location: String?
    }

    /// A page's stream (server-sent events).
    func stream(_ request: Request, token: String, _ channel: any Channel) async throws -> Response {
        guard let visitor = try await visitor(of: request) else { return trouble(.unauthorized, .signIn) }
        guard let session = try await session(token, request, visitor) else { return trouble(.gone, .reload) }
        // Who asks for the headers only must not take the stream over from the page.
        if request.method == .head { return Response(status: .ok, headers: [.contentType: "text/event-stream"]) }
        // A stream opened by hand can't always send the header, so the id may stand in the address.
        let lastEventID = request.headers[.lastEventID] ?? request.uri.queryParameters["last"].map(String.init)
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .liveEpoch: session.epoch,
            .liveApplied: String(await session.appliedInputs), .accelBuffering: "no",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // Attached only here: an answer whose head can't be written never gets so far, and must not hold on
                // to the session.
                if let events = await session.events(after: lastEventID) {
                    // The connection may serve other requests after this one, for hours: it must not hold on either.
                    let held = HeldEvents(events)
                    defer { held.take() }
                    channel.closeFuture.whenComplete { _ in held.take()?.end() }
                    for await bytes in events { try await writer.write(ByteBuffer(bytes: bytes)) }
                }
                try await writer.finish(nil)
            })
    }

    /// A page's inputs, numbered: `{"epoch": "…", "inputs": [{"n": 1, "name": "refresh"}]}`. Numbers of another epoch
    /// mean nothing here: then nothing is applied, and the answer says which epoch it is now.
    func inputs(_ request: Request, token: String) async throws -> Response {
        struct Answer: Encodable {
            var applied: Int
            var refused: [Int]
            var epoch: String
        }
        try CrossSite.refuse(request)
        guard let visitor = try await visitor(of: request) else { return trouble(.unauthorized, .signIn) }
        guard constantTimeEqual((request.headers[.csrfToken] ?? "").utf8, visitor.csrf.utf8) else {
            return trouble(.forbidden, .reload)
        }
        let body = try await request.wholeBody(upTo: FormBody.limit)
        guard let batch = try? JSONDecoder().decode(InputBatch.self, from: Data(body.readableBytesView)) else {
            return try json(.badRequest, ["error": "malformed"])
        }
        guard let session = try await session(token, request, visitor) else { return trouble(.gone, .reload) }
        let isCurrent = batch.epoch == nil || batch.epoch == session.epoch
        let reply = await session.apply(isCurrent ? batch.inputs : [])
        return try json(
            reply.refused == reply.outdated ? .ok : .unprocessableContent,
            Answer(applied: reply.applied, refused: reply.refused, epoch: session.epoch))
    }

    /// The open page of that address, or that page made again when its session is gone. Nil when the address is not
    /// this owner's, or leads to another kind of screen by now.
    private func session(_ token: String, _ request: Request, _ visitor: Visitor) async throws -> LiveSession? {
        // The address of an open page is known to be signed: it was made here.
        if let session = sessions.find("/live/" + token) { return session.owner == visitor.owner ? session : nil }
        guard let address = PageAddress(token: token, owner: visitor.owner, key: key),
            let (route, parameters) = route(for: URI(address.target).path)
        else { return nil }
        let visit = visit(address.target, parameters, request, visitor)
        let screen: any Screen
        do {
            screen = try await route.make(visit, nil)
        } catch let error as any HTTPResponseError {
            guard error.status.code < 500 else { throw error }
            return nil
        }
        guard "\(type(of: screen))" == address.screen else { return nil }
        return try await sessions.resume(screen, visit, at: "/live/" + token)
    }

    private func trouble(_ status: HTTPResponse.Status, _ action: Trouble) -> Response {
        let body = TroubleBody(action: action, location: action == .signIn ? signIn : nil)
        return (try? json(status, body)) ?? Response(status: status)
    }

    private func json(_ status: HTTPResponse.Status, _ body: some Encodable) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(body))))
    }
}

/// Inputs as a page sends them. What has more of them than any page sends is no batch: the rest of it is not decoded.
private struct InputBatch: Decodable {
    private enum CodingKeys: CodingKey { case epoch, inputs }

    /// A page sends 200 at once.
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

/// A stream's events, for whoever is told that its connection has closed; empty once the stream is over.
private final class HeldEvents: Sendable {
    private let events: Mutex<SessionEvents?>

    init(_ events: SessionEvents) {
        self.events = Mutex(events)
    }

    /// Gives them, the first time.
    @discardableResult
    func take() -> SessionEvents? { events.withLock { $0.take() } }
}
