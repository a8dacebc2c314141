import HTTPTypes
import Hummingbird
import LiveHTTP

/// The cookie that holds a browser's session token.
enum SessionCookie {
    private static let name = "hindsight"

    static func token(of request: Request) -> SessionToken? {
        request.cookie(name).flatMap { SessionToken($0) }
    }

    /// The header that gives a browser its session.
    ///
    /// - Parameter isSecure: whether the browser came by TLS; then the cookie travels by TLS only.
    static func set(_ session: NewSession, isSecure: Bool) -> Cookie {
        let lifetime = Int(AccountStoreLimits.sessionLifetime.components.seconds)
        return Cookie(
            name: name, value: session.token.text, maxAge: lifetime, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }

    static var cleared: Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .lax)
    }

    /// Whether the browser came by TLS, as the proxy in front says.
    static func isSecure(_ request: Request) -> Bool {
        HTTPField.Name("X-Forwarded-Proto").map { request.headers[$0]?.lowercased() == "https" } ?? false
    }
}
