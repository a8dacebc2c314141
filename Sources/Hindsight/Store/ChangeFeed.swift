import Synchronization

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

    /// What changed in either.
    public func merging(_ other: GoalChanges) -> GoalChanges {
        guard case .goals(let goals) = self, case .goals(let others) = other else { return .all }
        return GoalChanges(goals.union(others))
    }
}

/// Tells the open pages of an owner that their data changed, and which goals: "read these again".
///
/// What is published was committed before: who is told sees the change. The lock guards the list of observers only and
/// is never held while one is told.
public final class ChangeFeed: Sendable {
    private struct Observers {
        var lastKey = 0
        var byOwner: [AccountID: [Int: @Sendable (GoalChanges) -> Void]] = [:]
    }

    private let observers = Mutex(Observers())

    /// A feed that nobody observes yet.
    public init() {}

    /// Calls `notify` after every change of the owner's data from now on, on the thread that published it and before
    /// the call that made it returns. So whoever has changed something knows that everybody has been told.
    ///
    /// - Parameter notify: quick; it must not wait.
    /// - Returns: ends it. A notification under way may still come.
    public func observe(
        _ owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void {
        let key = observers.withLock { state in
            state.lastKey += 1
            state.byOwner[owner, default: [:]][state.lastKey] = notify
            return state.lastKey
        }
        return { [weak self] in self?.remove(key, of: owner) }
    }

    /// Tells every observer of this owner.
    public func publish(_ changes: GoalChanges, of owner: AccountID) {
        let told = observers.withLock { Array($0.byOwner[owner, default: [:]].values) }
        for notify in told { notify(changes) }
    }

    /// How many observers there are, of all owners.
    public var observerCount: Int {
        observers.withLock { $0.byOwner.values.reduce(0) { $0 + $1.count } }
    }

    private func remove(_ key: Int, of owner: AccountID) {
        observers.withLock { state in
            state.byOwner[owner]?[key] = nil
            if state.byOwner[owner]?.isEmpty == true { state.byOwner[owner] = nil }
        }
    }
}
