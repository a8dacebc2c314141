import Hummingbird
import Live
import NIOCore

extension Client {
    /// The longest `User-Agent` that is kept, in bytes.
    private static var agentLimit: Int { 300 }

    /// - Parameters:
    ///   - peer: the other end of the connection; nil when there is none.
    ///   - trustsProxies: whether every peer is believed where it got the request from. One on this machine always is.
    init(of request: Request, on peer: SocketAddress?, trustsProxies: Bool) {
        let own = peer?.hostText ?? ""
        var address = own
        // Only the last entry was written by the proxy itself. What stands before it came with the request, from
        // whoever sent it.
        if let entries = request.headers[.forwardedFor], trustsProxies || peer?.isLocal == true {
            let last = entries.utf8.reversed().prefix { $0 != UInt8(ascii: ",") }.reversed()
            address = Self.address(of: String(decoding: last, as: UTF8.self)) ?? own
        }
        self.init(address: address, agent: Self.cut(request.headers[.userAgent] ?? ""))
    }

    /// The IP address in an entry of `X-Forwarded-For`, in its usual spelling: `192.0.2.7`, `192.0.2.7:80`, `2001:db8::1`,
    /// `[2001:db8::1]` or `[2001:db8::1]:80`. Nil for all else.
    private static func address(of entry: String) -> String? {
        var text = entry[...]
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        // The longest is 45 characters, with a port 53.
        // A zone, as in fe80::1%eth0, means something on its own machine only.
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

    /// Whether it is a colon and a port, or nothing.
    private static func isPort(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.dropFirst()
        return text.first == ":" && (1...5).contains(digits.utf8.count)
            && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func cut(_ agent: String) -> String {
        guard agent.utf8.count > agentLimit else { return agent }
        // Between scalars. To look for the end of a character could take all of a text of combining marks.
        var end = agent.utf8.index(agent.startIndex, offsetBy: agentLimit)
        while agent.utf8[end] & 0b1100_0000 == 0b1000_0000 { end = agent.utf8.index(before: end) }
        return String(agent[..<end])
    }
}

extension SocketAddress {
    private static var mapped: String { "::ffff:" }

    /// The IP address as text; that of IPv4 as such, also where a socket for both shows it as one of IPv6. Nil when
    /// there is none.
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
