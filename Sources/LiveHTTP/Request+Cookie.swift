import HTTPTypes
import Hummingbird

extension Request {
    /// The value of a cookie (RFC 6265, 5.4); of several with one name the first.
    ///
    /// Every request is asked for its session's cookie, and the library's way, which reads all cookies with all that
    /// they could have beside their values, is an eighth of the cost of a page.
    public func cookie(_ name: String) -> String? {
        guard var header = headers[.cookie] else { return nil }
        return header.withUTF8 { header in
            var rest = header[...]
            while !rest.isEmpty {
                let pair = rest.prefix { $0 != UInt8(ascii: ";") }
                rest = rest[pair.endIndex...].dropFirst()
                let trimmed = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                guard trimmed.starts(with: name.utf8) else { continue }
                let value = trimmed.dropFirst(name.utf8.count)
                guard value.first == UInt8(ascii: "=") else { continue }
                return String(decoding: value.dropFirst(), as: UTF8.self)
            }
            return nil
        }
    }
}

extension Request {
    /// Whether the browser came by TLS, as the proxy in front says (`X-Forwarded-Proto`).
    public var isSecure: Bool { headers[.forwardedProto]?.lowercased() == "https" }
}

extension HTTPField.Name {
    static let forwardedProto = Self("X-Forwarded-Proto")!
}
