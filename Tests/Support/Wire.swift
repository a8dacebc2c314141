public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// The whole answer to a request.
public struct HTTPAnswer: Sendable {
    /// Its status and its headers.
    public var head: HTTPResponse
    /// Its body.
    public var body: [UInt8]

    /// The code of its status.
    public var status: Int { head.status.code }
    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a header; nil when there is none.
    public subscript(header: String) -> String? { HTTPField.Name(header).flatMap { head.headerFields[$0] } }

    /// All values of a header that may come several times.
    public func all(_ header: String) -> [String] {
        HTTPField.Name(header).map { head.headerFields[values: $0] } ?? []
    }
}

/// Requests over sockets of their own.
public enum Wire {
    typealias Connection = NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>

    /// Sends one request and reads its answer, also one that comes before the request has been read whole. Of a stream,
    /// which has no end, only the head is read.
    public static func send(_ request: HTTPRequest, body: [UInt8]? = nil, port: Int) async throws -> HTTPAnswer {
        try await connect(port: port).executeThenClose { inbound, outbound in
            async let sent: Void = write(request, body, to: outbound)
            var parts = inbound.makeAsyncIterator()
            let head = try await readHead(&parts)
            var bytes: [UInt8] = []
            if head.headerFields[.contentType] == "text/event-stream" { return HTTPAnswer(head: head, body: []) }
            while case .body(let piece) = try await parts.next() { bytes.append(contentsOf: piece.readableBytesView) }
            _ = try? await sent
            return HTTPAnswer(head: head, body: bytes)
        }
    }

    /// A machine that is busy with all tests takes its time.
    private static var client: ClientBootstrap {
        ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(.minutes(10))
    }

    static func connect(port: Int) async throws -> Connection {
        try await client.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
    }

    static func write(
        _ request: HTTPRequest, _ body: [UInt8]?, to outbound: NIOAsyncChannelOutboundWriter<HTTPRequestPart>
    ) async throws {
        try await outbound.write(.head(request))
        if let body { try await outbound.write(.body(ByteBuffer(bytes: body))) }
        try await outbound.write(.end(nil))
    }

    static func readHead(
        _ parts: inout NIOAsyncChannelInboundStream<HTTPResponsePart>.AsyncIterator
    ) async throws -> HTTPResponse {
        guard case .head(let head) = try await parts.next() else { throw TestFailure("There was no answer") }
        return head
    }

    // MARK: Byte by byte

    /// Writes bytes as they are given, and reads until the server closes. Line feeds of the head are written as CRLF.
    ///
    /// - Parameters:
    ///   - head: the request's line and headers, without the empty line.
    ///   - endsHead: whether the empty line is written that ends the head.
    ///   - isCut: whether the sending side is closed behind the body.
    public static func exchange(
        _ head: String, body: String = "", endsHead: Bool = true, isCut: Bool = false, port: Int
    ) async throws -> String {
        let request = head.replacing("\n", with: "\r\n") + (endsHead ? "\r\n\r\n" : "") + body
        return try await plain(port: port).executeThenClose { inbound, outbound in
            // A server that is in a hurry may have closed already.
            try? await outbound.write(ByteBuffer(string: request))
            if isCut { outbound.finish() }
            return await readAll(inbound)
        }
    }

    /// Writes bytes as they are, closes the sending side, and reads until the server closes. Of a stream, which has no
    /// end, only the beginning is read.
    public static func exchange(_ bytes: [UInt8], port: Int) async throws -> String {
        try await plain(port: port).executeThenClose { inbound, outbound in
            // A server that is in a hurry may have closed already.
            try? await outbound.write(ByteBuffer(bytes: bytes))
            outbound.finish()
            return await readAll(inbound, until: "text/event-stream")
        }
    }

    /// Writes the beginning of a request, and keeps the connection open while something else is done.
    ///
    /// - Parameters:
    ///   - head: the request's line and headers, without the empty line.
    ///   - body: as much of the body as is sent.
    public static func hold<Value: Sendable>(
        _ head: String, body: [UInt8], port: Int, during work: () async throws -> Value
    ) async throws -> Value {
        let connection = try await plain(port: port)
        let channel = connection.channel
        return try await connection.executeThenClose { _, _ in
            let request = head.replacing("\n", with: "\r\n") + "\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: request))
            try await channel.writeAndFlush(ByteBuffer(bytes: body))
            return try await work()
        }
    }

    /// Writes a request's head and then a body that never ends, until the server takes no more.
    ///
    /// - Returns: what was answered, and how many bytes of the body left this side.
    public static func flood(_ head: String, port: Int) async throws -> (answer: String, taken: Int) {
        let connection = try await plain(port: port)
        let channel = connection.channel
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: head.replacing("\n", with: "\r\n") + "\r\n\r\n"))
            async let reading = readAll(inbound)
            let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 64 << 10)
            var taken = 0
            do {
                while taken < 1 << 30 {
                    // Done when the system has it: what only waits here was not taken.
                    try await channel.writeAndFlush(piece)
                    taken += piece.readableBytes
                }
            } catch {
                // It has closed.
            }
            return (await reading, taken)
        }
    }

    /// - Parameter end: a text of the first piece behind which nothing is read.
    private static func readAll(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, until end: String? = nil
    ) async -> String {
        var answer: [UInt8] = []
        do {
            for try await piece in inbound {
                let isFirst = answer.isEmpty
                answer.append(contentsOf: piece.readableBytesView)
                if isFirst, let end, String(decoding: answer, as: UTF8.self).contains(end) { break }
            }
        } catch {
            // What came before it was cut off counts.
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private static func plain(port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await client.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
    }
}
