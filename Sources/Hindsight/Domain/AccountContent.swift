/// How much there is in an account: what its owner would lose with it.
public struct AccountContent: Hashable, Sendable {
    /// Goals in all boxes.
    public let goals: Int
    /// Reviews of them.
    public let reviews: Int
}
