import Hummingbird
import Live
import NIOCore

/// The request context of an app with live pages: it knows the visitor of the request, and its connection, whose
/// closing ends a stream.
public struct LiveRequestContext: RequestContext {
    /// The library's data of a request.
    public var coreContext: CoreRequestContextStorage
    /// The visitor of the request.
    public let identity = RequestIdentity()
    let channel: any Channel

    /// Creates the context of a request that has come in on a connection.
    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Returns the fields of the form that a request posts (`application/x-www-form-urlencoded`), by name; of several
    /// with the same name the last. The body can be read only once, and forgery protection may have done so: so read it
    /// here.
    ///
    /// - Throws: 413 when the body is too large, 415 when it isn't a form, 400 when it is malformed or has too many
    ///   fields.
    public func form(_ request: Request) async throws -> [String: String] {
        try await identity.form(request)
    }

    /// Returns the client that a request comes from: the address of its connection, or the one that a trusted proxy in
    /// front reports (`X-Forwarded-For`); see ``LivePages``.
    public func client(of request: Request) -> Client {
        Client(of: request, on: channel.remoteAddress, trustsProxies: identity.trustsProxies)
    }
}
