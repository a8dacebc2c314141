import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that closes a connection whose peer keeps it waiting (see ``ConnectionDeadline``) or sends a body
/// in tiny pieces. It also closes a stream's connection as soon as its peer is gone, while the library would wait for
/// further requests.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private var deadline: ConnectionDeadline?
    private var isStreaming = false
    /// Number of small pieces of the request that is being read.
    private var smallPieces = 0
    private var check: Scheduled<Void>?
    private var nextCheck: NIODeadline?

    init(_ limits: ConnectionLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        deadline = ConnectionDeadline(limits, now: context.eventLoop.now)
        arm(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        forgetCheck()
        deadline = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            // Another request on a connection whose answer is a stream: its answer could not be told from the stream.
            guard !isStreaming else { return context.close(promise: nil) }
            deadline?.readHead(now: context.eventLoop.now)
            smallPieces = 0
        case .body(let bytes) where isOneTooMany(bytes.readableBytes): return context.close(promise: nil)
        case .body(let bytes) where deadline?.isLingering == true:
            deadline?.drop(bytes.readableBytes)
            return arm(context)
        case .body(let bytes): deadline?.readBody(bytes.readableBytes)
        case .end: deadline?.readEnd(now: context.eventLoop.now)
        }
        arm(context)
        context.fireChannelRead(data)
    }

    private func isOneTooMany(_ bytes: Int) -> Bool {
        if bytes < 64 { smallPieces += 1 }
        return smallPieces > limits.smallPieces
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStreaming = head.headerFields[.contentType] == "text/event-stream"
            guard isStreaming else { break }
            forgetCheck()
            arm(context)
        case .body: break
        case .end:
            isStreaming = false
            deadline?.wroteEnd(now: context.eventLoop.now)
            arm(context)
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.becameWritable(context.channel.isWritable, now: context.eventLoop.now)
        arm(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // A peer that closes the sending side of a stream's connection does not read it any more.
        case ChannelEvent.inputClosed where isStreaming: context.close(promise: nil)
        case is ChannelShouldQuiesceEvent:
            deadline?.stop(now: context.eventLoop.now)
            arm(context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Schedules a check for the deadline. A check that is scheduled for an earlier time stays: most deadlines are
    /// moved with each request and never reached.
    private func arm(_ context: ChannelHandlerContext) {
        guard let due = deadline?.deadline else { return }
        if let nextCheck, nextCheck <= due { return }
        check?.cancel()
        nextCheck = due
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { self.runCheck(context) }
    }

    /// Cancels the scheduled check. It takes 350 bytes: little beside an answer, but a stream stays for hours, and most
    /// need no check.
    private func forgetCheck() {
        check?.cancel()
        check = nil
        nextCheck = nil
    }

    private func runCheck(_ context: ChannelHandlerContext) {
        check = nil
        nextCheck = nil
        guard let due = deadline?.deadline else { return }
        if due <= context.eventLoop.now { context.close(promise: nil) } else { arm(context) }
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
