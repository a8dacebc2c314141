/// How much there is in an account: what its owner would lose with it.
public struct AccountContent: Hashable, Sendable {
    /// Completed ones, as the list counts them.
    public let goals: Int
    /// Reviews of them.
    public let reviews: Int
}
