import Streams

/// What the list of completed goals asks for, of one owner.
package protocol CompletedGoalsRequests {
    /// ``GoalStore/completedGoals(of:after:limit:)``
    func completed(after: GoalID?, limit: Int) -> Single<CompletedGoalsSlice>

    /// ``GoalStore/completedGoals(of:through:)``
    func completed(through: GoalID) -> Single<CompletedGoalsSlice>

    /// ``GoalStore/completedGoals(of:among:)``
    func completed(among ids: Set<GoalID>) -> Single<ChangedGoals>
}

extension GoalRequests: CompletedGoalsRequests {}
