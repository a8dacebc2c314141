import Hummingbird
import NIOCore

/// The request context of an app with live pages: it knows its connection, which tells the end of a stream.
public struct LiveRequestContext: RequestContext {
    /// What the library keeps of a request.
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel

    /// The context of a request that has come in on a connection.
    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
