import Live

/// Which of an owner's goals changed: the goal itself or its review.
public enum GoalChanges: Sendable, Equatable {
    /// These and no others. A change may have added a goal or taken it off a list: read it to learn what it is now.
    case goals(Set<GoalID>)
    /// Any of them.
    case all

    /// The most goals that are named one by one.
    public static let limit = 256

    /// These goals, or ``all`` when they are more than ``limit``.
    public init(_ goals: Set<GoalID>) {
        self = goals.count > Self.limit ? .all : .goals(goals)
    }

    /// Whether that goal may be another one now.
    public func contains(_ goal: GoalID) -> Bool {
        switch self {
        case .goals(let goals): goals.contains(goal)
        case .all: true
        }
    }

    /// Whether any other goal than that one may be another one now.
    public func containsOthers(than goal: GoalID) -> Bool {
        switch self {
        case .goals(let goals): goals.contains { $0 != goal }
        case .all: true
        }
    }

    /// What changed in either.
    public func merging(_ other: GoalChanges) -> GoalChanges {
        guard case .goals(let goals) = self, case .goals(let others) = other else { return .all }
        return GoalChanges(goals.union(others))
    }
}

/// Tells the open pages of an owner that their data changed, and which goals: "read these again". What is published was
/// committed before, so who is told sees the change.
public typealias ChangeFeed = Topics<AccountID, GoalChanges>
