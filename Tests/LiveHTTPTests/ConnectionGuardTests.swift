import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LiveHTTP

/// No peer holds a connection open by sending or reading nothing. Time is the event loop's, and stands still.
@Suite(.timeLimit(.minutes(15))) struct ConnectionGuardTests {
    private let limits = ConnectionLimits()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(handler: ConnectionGuard(ConnectionLimits()))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    private func pass(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    private func request(_ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func respond(_ parts: HTTPResponsePart...) throws {
        for part in parts { try channel.writeOutbound(part) }
    }

    private var head: HTTPRequestPart {
        .head(HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"))
    }

    private func answer(_ type: String = "text/html") -> HTTPResponsePart {
        .head(HTTPResponse(status: .ok, headerFields: [.contentType: type]))
    }

    private func bytes(_ count: Int) -> HTTPRequestPart {
        .body(ByteBuffer(repeating: 0, count: count))
    }

    /// What has come through the guard.
    private func parts() throws -> Int {
        var count = 0
        while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
        return count
    }

    @Test func aPeerThatSendsNoWholeHeadIsLetGo() {
        pass(limits.untilHead - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// A large file on a slow line.
    @Test func aBodyHasASecondMoreForWhatTakesASecond() throws {
        try request(head)
        for _ in 0..<10 { try request(bytes(limits.bodyBytesPerSecond)) }
        pass(limits.body + .seconds(10) - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// SEC18: a file in pieces of one byte kept a loop busy for a tenth of a second, again and again.
    @Test func aBodyInCrumbsEndsTheConnection() throws {
        for _ in 0..<2 {
            try request(head)
            for _ in 0..<limits.smallPieces { try request(bytes(63)) }
            for _ in 0..<100 { try request(bytes(64)) }
            try request(.end(nil))
            try respond(answer(), .end(nil))
        }
        #expect(try parts() == 2 * (limits.smallPieces + 102) && channel.isActive)
        try request(head)
        for _ in 0...limits.smallPieces { try request(bytes(1)) }
        #expect(try !channel.isActive && parts() == limits.smallPieces + 1)
    }

    /// The check was forgotten when the stream began, also the one that the request still needed.
    @Test func aStreamWhoseRequestNeverEndsIsLetGo() throws {
        try request(head)
        try respond(answer("text/event-stream"))
        pass(limits.body - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    @Test func betweenRequestsAConnectionWaitsLonger() throws {
        for _ in 0..<3 {
            try request(head, .end(nil))
            try respond(answer(), .end(nil))
            pass(limits.untilNextHead - .nanoseconds(1))
            #expect(channel.isActive)
        }
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// A byte a second kept a request alive for ever.
    @Test func aBodyHasADeadlineHoweverItsBytesCome() throws {
        try request(head)
        for _ in 0..<59 {
            pass(.seconds(1))
            try request(bytes(1))
        }
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test func whileTheServerWorksNobodyIsHurried() throws {
        try request(head, bytes(3), .end(nil))
        pass(.hours(1))
        #expect(channel.isActive)
        #expect(try parts() == 3)
    }

    @Test func aStreamWhosePeerReadsStaysOpen() throws {
        try request(head, .end(nil))
        try respond(answer("text/event-stream"))
        pass(.hours(24))
        #expect(channel.isActive)
    }

    /// The end of a stream that nobody reads was waited for, for ever.
    @Test func aPeerThatDoesNotReadIsLetGo() throws {
        try request(head, .end(nil))
        try respond(answer("text/event-stream"))
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        pass(limits.unread - .nanoseconds(1))
        #expect(channel.isActive)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        pass(.hours(1))
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        pass(limits.unread)
        #expect(!channel.isActive)
    }

    @Test func whoClosesItsSideOfAStreamIsGone() throws {
        try request(head, .end(nil))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        // The answer may still be read: only a stream has no end to wait for.
        #expect(channel.isActive)
        try respond(answer("text/event-stream"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
    }

    @Test func aRequestBehindAnOpenStreamEndsTheConnection() throws {
        try request(head, .end(nil))
        try respond(answer("text/event-stream"))
        #expect(try parts() == 2)
        try request(head)
        #expect(!channel.isActive)
        #expect(try parts() == 0)
    }

    /// A connection that was to be closed after an answer waited for the rest of its request, for ever.
    @Test func anAnswerBeforeTheEndOfItsRequestEndsTheConnectionSoon() throws {
        try request(head, bytes(100))
        #expect(try parts() == 2)
        try respond(answer(), .end(nil))
        try request(bytes(1000), bytes(1000))
        // What comes now is dropped, so that the peer can read the answer meanwhile.
        #expect(try parts() == 0)
        pass(limits.lingering - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// A form that is refused by its head is answered before its body comes, and the next request came to nothing.
    @Test func aRequestThatEndsSoonAfterItsAnswerIsFollowedByTheNext() throws {
        for _ in 0..<3 {
            try request(head)
            try respond(answer(), .end(nil))
            try request(bytes(1000), .end(nil))
            // Its head and its end: what is between them is of no use to anybody.
            #expect(try parts() == 2)
            pass(limits.untilNextHead - .nanoseconds(1))
            #expect(channel.isActive)
        }
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    @Test func whoDoesNotWaitForAnAnswerIsAnsweredAllTheSame() throws {
        try request(head, .end(nil), head, bytes(10))
        try respond(answer(), .end(nil))
        pass(limits.lingering)
        try request(bytes(10), .end(nil))
        #expect(try parts() == 6)
        try respond(answer(), .end(nil))
        pass(limits.untilNextHead - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// 5 GB of a refused body were read in 4 s.
    @Test func ofARefusedBodyLittleIsRead() throws {
        try request(head)
        try respond(answer(), .end(nil))
        try request(bytes(limits.lingeringBytes))
        pass(.nanoseconds(1))
        #expect(channel.isActive)
        try request(bytes(1))
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    /// An unfinished form body kept the server from stopping.
    @Test func aServerThatStopsWaitsForNoBodyAndNoReader() throws {
        try request(head, bytes(1))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        pass(limits.untilStopped - .nanoseconds(1))
        #expect(channel.isActive)
        pass(.nanoseconds(1))
        #expect(!channel.isActive)
    }

    @Test func aServerThatStopsWaitsForItsOwnWork() throws {
        try request(head, .end(nil))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        pass(.seconds(15))
        #expect(channel.isActive)
    }
}
