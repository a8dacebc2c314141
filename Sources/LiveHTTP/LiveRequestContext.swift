import Hummingbird
import NIOCore

/// The request context of an app with live pages: it knows its connection, which tells the end of a stream.
public struct LiveRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel

    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
