import Foundation
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// The cookie that holds a browser's session token.
enum SessionCookie {
    private static let name = "hindsight"

    static func token(of request: Request) -> SecretToken? {
        request.siteCookie(name).flatMap { SecretToken($0) }
    }

    static func cookie(_ session: NewSession) -> PageCookie {
        // The server ends a session that is idle; the browser would not know that it was used.
        let lifetime = session.isRemembered ? AccountStoreLimits.sessionLifetime : nil
        return PageCookie(name: name, value: session.token.text, maxAge: lifetime)
    }

    /// Tells the script whether the session outlives the browser, so that the browser may keep copies of lists.
    static func keeping(_ isKept: Bool) -> PageCookie {
        PageCookie(
            name: "keep", value: isKept ? "1" : "", maxAge: isKept ? AccountStoreLimits.sessionLifetime : .zero,
            isReadable: true)
    }

    /// Takes both away.
    static var cleared: [PageCookie] { [PageCookie(name: name, value: "", maxAge: .zero), keeping(false)] }
}

extension NewSession {
    /// Cookies of the new session.
    var cookies: [PageCookie] {
        [SessionCookie.cookie(self), SessionCookie.keeping(isRemembered), DeviceCookie.cookie(self)].compactMap(\.self)
    }
}

/// The cookie by which a browser is known again that has signed in before: it stays when it signs out, and signs nobody in.
enum DeviceCookie {
    static let name = "device"

    /// For two years.
    static func cookie(_ session: NewSession) -> PageCookie? {
        session.device.map { PageCookie(name: name, value: $0.text, maxAge: .seconds(2 * 365 * 24 * 3600)) }
    }

    /// Takes it away.
    static var cleared: PageCookie { PageCookie(name: name, value: "", maxAge: .zero) }
}

extension Visitor {
    /// Whoever is signed in, as the pages know them.
    init(_ signedIn: SignedIn, now: Date) {
        self.init(
            owner: signedIn.account.description, login: signedIn.login,
            remaining: .seconds(signedIn.expiresAt.timeIntervalSince(now)), csrf: signedIn.csrfToken,
            language: signedIn.language?.rawValue, theme: signedIn.theme?.rawValue,
            timeZone: signedIn.timeZone?.rawValue, name: signedIn.name)
    }
}
