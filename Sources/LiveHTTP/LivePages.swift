import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

/// Serves screens: their pages (`GET`), their forms for browsers without a script (`POST`), and for each open page its
/// stream and its inputs under `/live/`.
public struct LivePages: Sendable {
    /// Makes the screen of a visit. It throws what the visit deserves, such as a 404.
    public typealias MakeScreen = @Sendable (Visit, PostedForm?) async throws -> any Screen

    /// The form that is being answered, for routes that show different screens at one address.
    public struct PostedForm: Sendable {
        /// The input that it sends, when its address names one.
        public var input: String?
    }

    struct Route: Sendable {
        let pattern: [Substring]
        let make: MakeScreen

        /// The values of a path's placeholders; nil when the path is not of this route.
        func parameters(of path: String) -> [String: String]? {
            var parameters: [String: String] = [:]
            var parts = path.split(separator: "/")[...]
            for pattern in pattern {
                guard let part = parts.popFirst() else { return nil }
                if pattern.hasPrefix("{") {
                    parameters[String(pattern.dropFirst().dropLast())] = part.removingPercentEncoding ?? String(part)
                } else if pattern != part {
                    return nil
                }
            }
            return parts.isEmpty ? parameters : nil
        }
    }

    let sessions: LiveSessions
    let key: PageAddress.Key
    private let findVisitor: @Sendable (Request) async throws -> Visitor?
    let languages: [String]
    let signIn: String
    private(set) var routes: [Route] = []

    /// - Parameters:
    ///   - sessions: the open pages.
    ///   - signingKey: at least 32 bytes; the same after a restart, so that open pages find their way back.
    ///   - languages: primary language tags, the default first.
    ///   - signIn: where a visitor who is not signed in is sent.
    ///   - visitor: who a request comes from; nil when nobody is signed in.
    public init(
        sessions: LiveSessions, signingKey: [UInt8], languages: [String], signIn: String,
        visitor: @escaping @Sendable (Request) async throws -> Visitor?
    ) {
        self.sessions = sessions
        key = PageAddress.Key(signingKey)
        self.languages = languages
        self.signIn = signIn
        findVisitor = visitor
    }

    /// Serves a screen at an address such as `/goals/{id}/review`.
    public mutating func page(_ pattern: String, _ make: @escaping MakeScreen) {
        routes.append(Route(pattern: pattern.split(separator: "/"), make: make))
    }

    /// Adds the pages and their streams to a router.
    public func register(on router: Router<LiveRequestContext>) {
        for route in routes {
            let path = RouterPath("/" + route.pattern.joined(separator: "/"))
            router.get(path) { request, context in try await get(request, route) }
            router.post(path) { request, context in try await post(request, route) }
        }
        router.get("/live/{token}") { request, context in
            try await stream(request, token: try context.parameters.require("token"), context.channel)
        }
        router.post("/live/{token}") { request, context in
            try await inputs(request, token: try context.parameters.require("token"))
        }
    }

    /// Who a request comes from; nil when nobody is signed in.
    public func visitor(of request: Request) async throws -> Visitor? {
        try await findVisitor(request)
    }

    /// Ends all open pages of an owner, as when it signs out.
    public func endPages(of owner: String) async {
        await sessions.endAll(of: owner)
    }

    /// The language of a request: the account's own choice, or the browser's.
    public func language(of request: Request, _ visitor: Visitor?) -> String {
        visitor?.language ?? LanguageNegotiation.pick(request.headers[.acceptLanguage], among: languages)
    }

    func visit(_ target: String, _ parameters: [String: String], _ request: Request, _ visitor: Visitor) -> Visit {
        let uri = URI(target)
        let query = Dictionary(
            uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { first, _ in first })
        return Visit(
            path: uri.path, parameters: parameters, query: query, language: language(of: request, visitor),
            timeZone: visitor.timeZone, owner: visitor.owner, csrf: visitor.csrf)
    }

    /// The route of a path and the values of its placeholders.
    func route(for path: String) -> (Route, [String: String])? {
        for route in routes {
            if let parameters = route.parameters(of: path) { return (route, parameters) }
        }
        return nil
    }

    /// The address of the stream of a page that is about to be opened.
    func address(of screen: any Screen, _ visit: Visit, target: String) -> String {
        let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
        let address = PageAddress(nonce: nonce, screen: "\(type(of: screen))", target: target)
        return "/live/" + address.token(owner: visit.owner, key: key)
    }
}
