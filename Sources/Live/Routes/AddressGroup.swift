#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The group of addresses that counts as one client for limits: an IPv4 address, or an IPv6 network of /64.
///
/// Anyone with one IPv6 address has 2⁶⁴ of them (RFC 6177), so a count for each alone would be no limit.
public struct AddressGroup: Hashable, Sendable {
    /// `192.0.2.7`, `2001:db8:1:2::/64`, or `unknown`.
    public let text: String

    /// - Parameter address: the text of an IP address; any other text is unknown, and all unknown ones are one group.
    public init(address: String) {
        if let bytes = Self.bytes(of: address, AF_INET, count: 4) {
            text = Self.v4(bytes[...])
        } else if let bytes = Self.bytes(of: address, AF_INET6, count: 16) {
            // ::ffff:192.0.2.7 is an IPv4 address as a dual-stack socket shows it (RFC 4291, 2.5.5.2).
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 0xFF }
            text = isMapped ? Self.v4(bytes[12...]) : Self.network(bytes)
        } else {
            text = "unknown"
        }
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        // A C string ends at a zero byte, while this text may continue after it.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func v4(_ bytes: ArraySlice<UInt8>) -> String { bytes.map(String.init).joined(separator: ".") }

    private static func network(_ bytes: [UInt8]) -> String {
        let parts = stride(from: 0, to: 8, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return parts.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
