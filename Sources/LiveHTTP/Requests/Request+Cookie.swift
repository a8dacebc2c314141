import Foundation
import HTTPTypes
import Hummingbird
import Live

extension Request {
    /// Returns the value of a cookie (RFC 6265, 5.4); of several with the same name the first.
    ///
    /// Every request's session cookie is read, and the library's method, which parses all cookies with all possible
    /// attributes, would take an eighth of the cost of a page.
    public func cookie(_ name: String) -> String? { PageCookies.value(of: name, in: headers[.cookie]) }

    /// The cookies of this site, for a page.
    var siteCookies: PageCookies { PageCookies(headers[.cookie], prefix: isSecure ? "__Host-" : "") }
}

extension Request {
    /// Whether the browser used TLS, as the proxy in front reports (`X-Forwarded-Proto`). Of several proxies the first
    /// counts, which the browser was connected to.
    public var isSecure: Bool {
        guard let proxies = headers[.forwardedProto] else { return false }
        return proxies.prefix { $0 != "," && $0 != " " }.lowercased() == "https"
    }

    /// The site's own origin, as the browser reached it, such as `https://example.org`.
    public var origin: String { "\(isSecure ? "https" : "http")://\(head.authority ?? "")" }

    /// Returns the value of a cookie of this site; see `Response.setSiteCookie`.
    public func siteCookie(_ name: String) -> String? {
        let value = cookie(isSecure ? "__Host-" + name : name)
        // Tokens contain nothing encoded, and Foundation's decoding takes a tenth of a page's time.
        return value?.utf8.contains(UInt8(ascii: "%")) == true ? value?.removingPercentEncoding : value
    }
}

extension Response {
    /// Sets a cookie that is not sent with subrequests and form posts from other sites (`SameSite=Lax`) and that no script
    /// can read (`HttpOnly`). Under TLS it is `Secure`, and its name begins with `__Host-`, so that no other host of the
    /// domain can have set it (RFC 6265bis, 4.1.3.2).
    ///
    /// - Parameters:
    ///   - name: the name without a prefix.
    ///   - value: the value, any text; characters that are invalid in a cookie (RFC 6265, 4.1.1) are percent-encoded.
    ///   - maxAge: the lifetime in seconds; nil until the browser is closed, 0 deletes the cookie.
    ///   - isReadable: whether scripts of the site can read it.
    ///   - request: the request that is answered.
    public mutating func setSiteCookie(
        _ name: String, _ value: String, maxAge: Int?, isReadable: Bool = false, for request: Request
    ) {
        setCookie(
            Cookie(
                name: request.isSecure ? "__Host-" + name : name, value: value.cookieValue, maxAge: maxAge, path: "/",
                secure: request.isSecure, httpOnly: !isReadable, sameSite: .lax))
    }

    /// Sets the cookies that an answer or a page's effects have, as ``setSiteCookie(_:_:maxAge:isReadable:for:)`` does.
    public mutating func setCookies(_ cookies: [PageCookie], for request: Request) {
        for cookie in cookies {
            setSiteCookie(
                cookie.name, cookie.value, maxAge: (cookie.maxAge?.components.seconds).map(Int.init),
                isReadable: cookie.isReadable, for: request)
        }
    }
}

extension String {
    /// The text as a cookie value, percent-encoded.
    var cookieValue: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let lastEventID = Self("Last-Event-ID")!
    static let liveEpoch = Self("Live-Epoch")!
    static let liveApplied = Self("Live-Applied")!
    static let liveResume = Self("Live-Resume")!
    static let liveLeaves = Self("Live-Leaves")!
    static let liveField = Self("Live-Field")!
    static let liveFile = Self("Live-File")!
    static let csrfToken = Self("X-CSRF-Token")!
    static let accelBuffering = Self("X-Accel-Buffering")!
    static let forwardedFor = Self("X-Forwarded-For")!
    static let forwardedProto = Self("X-Forwarded-Proto")!
}
