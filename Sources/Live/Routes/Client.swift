/// The origin of a visit, as far as it is known: for limits, and for the list of devices that an account's owner sees.
public struct Client: Sendable, Hashable {
    /// The text of an IP address; empty when it is not known.
    public var address: String
    /// The browser's `User-Agent`, cut to 300 bytes. It can be forged.
    public var agent: String

    /// - Parameters:
    ///   - address: the text of an IP address; empty when it is not known.
    ///   - agent: the browser's `User-Agent`.
    public init(address: String = "", agent: String = "") {
        self.address = address
        self.agent = agent
    }

    /// Whether the address is of this machine: most likely that of a proxy that doesn't forward the client's address.
    public var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }

    /// The group that it counts for, computed without work for IPv4; nil when the address says nothing about the
    /// visitor.
    package var group: String? {
        if address.isEmpty || isLocal { return nil }
        return address.utf8.contains(UInt8(ascii: ":")) ? AddressGroup(address: address).text : address
    }
}
