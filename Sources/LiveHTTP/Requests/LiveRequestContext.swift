import Hummingbird
import Live
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

    /// The fields of the form that a request posts (`application/x-www-form-urlencoded`), by name; of several with one
    /// name the last. The body can be read only once, and the protection from forgery may have done so: so ask for it here.
    ///
    /// - Throws: 413 when the body is too large, 415 when it is no form, 400 when it is malformed or has too many fields.
    public func form(_ request: Request) async throws -> [String: String] {
        try await identity.form(request)
    }

    /// Where a request comes from: the address of its connection, or what the proxy in front says of its own one
    /// (`X-Forwarded-For`), when that proxy is trusted; see ``LivePages``.
    public func client(of request: Request) -> Client {
        Client(of: request, on: channel.remoteAddress, trustsProxies: identity.trustsProxies)
    }
}
