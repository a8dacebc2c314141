import Hummingbird
import Live

/// A choice that a browser remembers in a cookie, for whoever sits at it: with nobody signed in, or for an account that
/// has not chosen itself.
public enum Choice: String, Sendable {
    /// A language tag.
    case language
    /// `light` or `dark`.
    case theme

    /// What was chosen; nil for nothing, and for what is none of these values.
    func value(of request: Request, among values: [String]) -> String? {
        request.siteCookie(rawValue).flatMap { values.contains($0) ? $0 : nil }
    }

    /// Has the browser remember a choice for a year.
    ///
    /// - Parameters:
    ///   - value: what was chosen; nil forgets it.
    ///   - response: the answer that says so.
    ///   - request: the request that is answered.
    public func remember(_ value: String?, on response: inout Response, for request: Request) {
        response.setCookies([cookie(value)], for: request)
    }

    /// The same, for a page to give.
    ///
    /// - Parameter value: what was chosen; nil forgets it.
    public func cookie(_ value: String?) -> PageCookie {
        PageCookie(name: rawValue, value: value ?? "", maxAge: value == nil ? .zero : .seconds(31_536_000))
    }
}
