import HindsightDomain
import LiveSite

/// The request to the store that saves a form.
struct GoalFormRequest: Sendable {
    let purpose: GoalFormState.Purpose
    let fields: GoalFields
    /// Random text of the page, from which the idempotency key is made.
    let key: String
    /// Expected revision of the goal.
    let revision: Int
    let goal: GoalID?

    /// Carries the request out.
    ///
    /// - Returns: the goal as it is then.
    /// - Throws: ``StoreError``.
    func perform(on store: any GoalDetailStore, of owner: AccountID) async throws -> GoalDetail {
        guard let goal else {
            return try await store.addGoal(fields, isFinished: purpose == .finished, key: creationKey, of: owner)
        }
        if purpose == .recover { return try await store.recoverGoal(fields, from: revision, of: owner, goal) }
        let edited = try await store.editGoal(fields, from: revision, of: owner, goal)
        // It was put away while its end was being put off.
        guard purpose == .edit, edited.goal.box == .stored else { return edited }
        return try await store.recoverGoal(fields, from: edited.revision, of: owner, goal)
    }

    /// The same words from the same page are the same goal, however often they come; other words are another one.
    var creationKey: String {
        let texts = fields.texts
        return FormKey.of([key, purpose.rawValue] + GoalFormState.Field.allCases.map { texts[$0] ?? "" })
    }
}

/// Why nothing came of a form, for whoever waits for it.
enum GoalFormFailure: Hashable, Sendable {
    /// The goal was changed elsewhere: this is how it is now.
    case changed(GoalDetail)
    /// The goal lies in a box in which this can't be done.
    case wrongBox(GoalDetail)
    case gone
    case unavailable
}
