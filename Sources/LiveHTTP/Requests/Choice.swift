import Hummingbird
import Live

/// A preference that a browser remembers in a cookie, for its user: when nobody is signed in, or for an account that
/// has not chosen itself.
public enum Choice: String, Sendable {
    /// The language, a language tag.
    case language
    /// The theme, `light` or `dark`.
    case theme

    /// Returns the chosen value; nil for none, and for one that is not among `values`.
    func value(of request: Request, among values: [String]) -> String? {
        request.siteCookie(rawValue).flatMap { values.contains($0) ? $0 : nil }
    }

    /// Makes the browser remember a choice for a year.
    ///
    /// - Parameters:
    ///   - value: the chosen value; nil deletes it.
    ///   - response: the answer that the cookie is added to.
    ///   - request: the request that is answered.
    public func remember(_ value: String?, on response: inout Response, for request: Request) {
        response.setCookies([cookie(value)], for: request)
    }

    /// Returns the cookie of a choice, for an effect of a page.
    ///
    /// - Parameter value: the chosen value; nil deletes it.
    public func cookie(_ value: String?) -> PageCookie {
        PageCookie(name: rawValue, value: value ?? "", maxAge: value == nil ? .zero : .seconds(31_536_000))
    }
}
