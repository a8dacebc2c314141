import Hummingbird
import Live
import NIOCore

extension Client {
    /// Length of a `User-Agent` at most, in bytes; the rest is cut off.
    private static var agentLimit: Int { 300 }

    /// - Parameters:
    ///   - peer: the other end of the connection; nil when there is none.
    ///   - trustsProxies: whether the `X-Forwarded-For` of every peer is used. That of a peer on this machine always
    ///     is.
    init(of request: Request, on peer: SocketAddress?, trustsProxies: Bool) {
        let own = peer?.hostText ?? ""
        var address = own
        // Only the last entry was written by the proxy itself. Those before it came with the request and can be forged.
        if let entries = request.headers[.forwardedFor], trustsProxies || peer?.isLocal == true {
            let last = entries.utf8.reversed().prefix { $0 != UInt8(ascii: ",") }.reversed()
            address = Self.address(of: String(decoding: last, as: UTF8.self)) ?? own
        }
        self.init(address: address, agent: Self.cut(request.headers[.userAgent] ?? ""))
    }

    /// Returns the IP address in an entry of `X-Forwarded-For`, in canonical spelling: `192.0.2.7`, `192.0.2.7:80`,
    /// `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`. Nil for all other texts.
    private static func address(of entry: String) -> String? {
        var text = entry[...]
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        // The longest address has 45 characters, 53 with a port. A zone, as in fe80::1%eth0, has a meaning only on its
        // own machine.
        guard text.utf8.count <= 64, !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "%") }) else {
            return nil
        }
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), isPort(text[end...].dropFirst()) else { return nil }
            text = text[..<end].dropFirst()
            guard text.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            guard isPort(text[colon...]) else { return nil }
            text = text[..<colon]
        }
        return try? SocketAddress(ipAddress: String(text), port: 0).hostText
    }

    /// Whether a text is a colon with a port, or empty.
    private static func isPort(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.dropFirst()
        return text.first == ":" && (1...5).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func cut(_ agent: String) -> String {
        guard agent.utf8.count > agentLimit else { return agent }
        // Cut between scalars. Finding the end of a character could read a whole text of combining marks.
        var end = agent.utf8.index(agent.startIndex, offsetBy: agentLimit)
        while agent.utf8[end] & 0b1100_0000 == 0b1000_0000 { end = agent.utf8.index(before: end) }
        return String(agent[..<end])
    }
}

extension SocketAddress {
    private static var mapped: String { "::ffff:" }

    /// The IP address as text; an IPv4 address as such, even where a dual-stack socket shows it as IPv6. Nil when there
    /// is none.
    fileprivate var hostText: String? {
        guard let text = ipAddress else { return nil }
        return text.hasPrefix(Self.mapped) && text.contains(".") ? String(text.dropFirst(Self.mapped.count)) : text
    }

    /// Whether it is on this machine.
    fileprivate var isLocal: Bool {
        switch self {
        case .unixDomainSocket: true
        case .v4, .v6: hostText.map { $0.hasPrefix("127.") || $0 == "::1" } ?? false
        }
    }
}
