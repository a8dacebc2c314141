/// The cookies of a request.
public struct PageCookies: Sendable {
    private let header: String?
    private let prefix: String

    /// - Parameters:
    ///   - header: the request's `Cookie` header as it is; nil for none.
    ///   - prefix: the prefix of the names of this site's cookies, such as `__Host-`.
    public init(_ header: String? = nil, prefix: String = "") {
        self.header = header
        self.prefix = prefix
    }

    /// The decoded value of a cookie of this site; nil when there is none.
    ///
    /// - Parameter name: the name without a prefix.
    public subscript(name: String) -> String? {
        let value = Self.value(of: prefix + name, in: header)
        return value.map { PercentEncoding.decode($0, plusIsBlank: false) }
    }

    /// Returns the value of a cookie as it was sent (RFC 6265, 5.4); of several with the same name the first.
    package static func value(of name: String, in header: String?) -> String? {
        guard var header else { return nil }
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
