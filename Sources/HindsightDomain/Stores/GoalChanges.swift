import Live

/// A change of an owner's goals: of the goals themselves or their reviews.
package enum GoalChanges: Sendable, Hashable, Codable {
    /// These and no others. A change may have added a goal or taken it off a list: read it to learn what it is now.
    case goals(Set<GoalID>)
    /// Any of them.
    case all

    /// Maximum number of goals that are named: as many as a store reads at once.
    package static let limit = GoalStoreLimits.pageSize

    /// These goals, or ``all`` when they are more than ``limit``.
    package init(_ goals: Set<GoalID>) {
        self = goals.count > Self.limit ? .all : .goals(goals)
    }

    /// Whether that goal may be another one now.
    package func contains(_ goal: GoalID) -> Bool {
        switch self {
        case .goals(let goals): goals.contains(goal)
        case .all: true
        }
    }

    /// Whether any other goal than that one may be another one now.
    package func containsOthers(than goal: GoalID) -> Bool {
        switch self {
        case .goals(let goals): goals.contains { $0 != goal }
        case .all: true
        }
    }

    /// Returns the union of both changes.
    package func merging(_ other: GoalChanges) -> GoalChanges {
        guard case .goals(let goals) = self, case .goals(let others) = other else { return .all }
        return GoalChanges(goals.union(others))
    }
}

/// Tells the open pages of an owner that their data changed, and which goals: "read these again". What is published was
/// committed before, so who is told sees the change.
package typealias GoalTopics = Topics<AccountID, GoalChanges>
