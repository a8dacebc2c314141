import Hummingbird
import NIOCore

/// The request context of an app with live pages: it knows who the request comes from, and its connection, which tells
/// the end of a stream.
public struct LiveRequestContext: RequestContext {
    /// What the library keeps of a request.
    public var coreContext: CoreRequestContextStorage
    /// Who the request comes from.
    public let identity = RequestIdentity()
    let channel: any Channel

    /// The context of a request that has come in on a connection.
    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
