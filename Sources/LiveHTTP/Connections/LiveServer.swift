import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension HTTPServerBuilder {
    /// Returns HTTP/1.1 for an app with live pages: each connection's work is done on its own event loop, and no
    /// connection can be held open by a peer that sends or reads nothing.
    public static func live(_ limits: ConnectionLimits = ConnectionLimits()) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            LiveChannel(
                http: HTTP1Channel(
                    responder: responder,
                    configuration: .init(additionalChannelHandlers: [ConnectionGuard(limits)])))
        }
    }
}

/// The library's connection, with its work moved to the connection's event loop.
private struct LiveChannel: ServerChildChannel {
    let http: HTTP1Channel

    /// The buffers for reading. A body may come in pieces of one byte, each of which is an event. So only this much is
    /// read at once, before other connections of the same loop get their turn.
    private static let buffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: 16 << 10)

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        // A closed channel accepts no options, and no set-up either.
        let options = channel.syncOptions
        try? options?.setOption(.recvAllocator, value: Self.buffers)
        try? options?.setOption(.maxMessagesPerRead, value: 1)
        return http.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}
