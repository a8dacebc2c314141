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
}
