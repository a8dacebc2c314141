/// Where a visit comes from, as far as can be told. For limits, and for the list of devices that its owner sees.
public struct Client: Sendable, Hashable {
    /// The text of an IP address; empty when it is not known.
    public var address: String
    /// What the browser says of itself (`User-Agent`), at most 300 bytes of it. Everybody can say anything.
    public var agent: String

    /// - Parameters:
    ///   - address: the text of an IP address; empty when it is not known.
    ///   - agent: what the browser says of itself.
    public init(address: String = "", agent: String = "") {
        self.address = address
        self.agent = agent
    }

    /// Whether it is on this machine: most likely a proxy that doesn't say where somebody comes from.
    public var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }

    /// The address of the net that it counts for, without work for IPv4; nil when it says nothing of where somebody is.
    var group: String? {
        if address.isEmpty || isLocal { return nil }
        return address.utf8.contains(UInt8(ascii: ":")) ? AddressGroup(address: address).text : address
    }
}
