/// A goal with its steps, and its owner's actions. See ``GoalStore`` for the rules of all functions.
package protocol GoalDetailStore: ChangeSource, GoalRemovalStore {
    /// A goal in whichever box, with its steps; `nil` when the owner has no such goal.
    func goal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail?

    /// Makes a goal: an active one, or one that was finished before it was ever written down, which is completed on its
    /// end date and earns a jewel at once.
    ///
    /// - Parameter key: what the form is known by that asks for it. With the same key there is no second goal, and the
    ///   first one is the answer, as it is now.
    /// - Throws: ``StoreError/startsAfterEnd``, ``StoreError/endsInPast``, ``StoreError/endsInFuture``;
    ///   ``StoreError/notFound`` when there is no such owner.
    func addGoal(
        _ fields: GoalFields, isFinished: Bool, key: String?, of owner: AccountID
    ) async throws -> GoalDetail

    /// Replaces a goal's fields. What they are already changes nothing. Of a completed goal, the title alone can be
    /// replaced.
    ///
    /// - Parameter revision: of the goal that they were made from.
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for other fields of a completed goal;
    ///   ``StoreError/changedSince(_:)``; ``StoreError/startsAfterEnd``, ``StoreError/endsInPast``.
    func editGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Makes a stored goal active again, with new dates. A resend changes nothing.
    ///
    /// - Parameter revision: of the goal that the fields were made from.
    /// - Throws: as ``editGoal(_:from:of:_:)``; ``StoreError/wrongBox(_:)`` for a goal that is not stored.
    func recoverGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Puts an active goal away, without a notice. Its dates stay, so that it can be recovered with them. A stored goal is
    /// the answer as it is.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a completed goal.
    func pauseGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Shows a goal on its owner's page, with or without its review, or hides it. A sample, and a goal of a demo account, is
    /// never shown, and stays as it is.
    ///
    /// - Throws: ``StoreError/notFound``.
    func share(_ part: SharedPart, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Makes a stored goal active again until ``GoalStoreLimits/extensionDays`` days from today, or until its end if that
    /// is later. Its start stays. An active goal is the answer as it is.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a completed goal.
    func extendGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Completes an active goal that has no steps, or a stored goal, which earns its jewel. What is left of the steps of
    /// a stored goal is done with it, on no day: no week counts it. Its dates stay. A completed goal is the answer as it is.
    ///
    /// - Parameter day: On which day it was finished; `nil` for today.
    /// - Throws: ``StoreError/notFound``; ``StoreError/hasSteps(_:)`` for an active goal with steps;
    ///   ``StoreError/startsAfterEnd`` for a day before it started, ``StoreError/endsInFuture`` for one to come.
    func finishGoal(of owner: AccountID, _ goal: GoalID, on day: CalendarDate?) async throws -> GoalDetail

    /// Undoes a completion for 10 minutes, while no review is written: the goal is what it was before, with its steps. The
    /// jewel is kept for its next completion, the rank is not. A goal that is not completed is the answer as it is.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/nothingToRestore`` when the time to undo is over, a review is
    ///   written, or the goal was entered as finished.
    func undoCompletion(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Adds a step to an active goal, behind the others.
    ///
    /// - Parameter key: what the form is known by that asks for it: with the same key there is no second step.
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)``; ``StoreError/tooManySteps``.
    func addStep(_ title: GoalTitle, key: String?, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Replaces the fields of a step of an active goal. A new alarm turns on the reminders of its goal, and those of
    /// steps in the account's browsers: it is meant to ring.
    ///
    /// A ticked step that repeats from now on keeps its tick as the first one. A step with ticks goes on repeating.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)``;
    ///   ``StoreError/tickedOften(_:)`` for a step that was ticked that often already, or is to repeat no longer and was
    ///   ticked at all.
    func editStep(
        _ step: StepID, _ fields: StepFields, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Moves a step of an active goal before another one, or behind all others with nil. Where it is already changes
    /// nothing.
    ///
    /// - Throws: ``StoreError/notFound``, also if one of them is a step of another goal; ``StoreError/wrongBox(_:)``.
    func moveStep(
        _ step: StepID, before other: StepID?, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail

    /// Removes a step of an active goal. When it was the last that was to be done, and others are done, that completes the
    /// goal. A step that is not there, of no goal of the owner, is removed already: that changes nothing.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)``.
    func removeStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Undoes ``removeStep(_:of:_:)`` for 10 minutes: the step is back as it was, at its own place unless that was given
    /// away. A step that is there changes nothing.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a goal that is not active;
    ///   ``StoreError/nothingToRestore``; ``StoreError/tooManySteps``, after which it can still be restored.
    func restoreStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Ticks a step of an active goal, or takes that back. The last one completes the goal, which earns its jewel. What
    /// is so already changes nothing, and neither does anything about a completed goal, whose jewel is the answer. A step
    /// that repeats is ticked once a day; see ``Step/tick(_:on:)``.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal; ``StoreError/wrongBox(_:)`` for a stored goal.
    func tick(_ step: StepID, isDone: Bool, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Finishes a step of an active goal that repeats, though it wasn't ticked often enough. What is done already changes
    /// nothing.
    ///
    /// - Throws: ``StoreError/notFound``, also for a step of another goal or one that doesn't repeat;
    ///   ``StoreError/wrongBox(_:)`` for a stored goal.
    func finishStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Notes what a page has shown of a completion: it is shown up to there, on all pages. What was shown stays so.
    ///
    /// - Throws: ``StoreError/notFound``; ``StoreError/wrongBox(_:)`` for a goal that is not completed.
    func celebrate(_ celebration: Celebration, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail

    /// Stored goals to be taken up again, drawn at random, each once; fewer when there are fewer, and at most
    /// ``GoalStoreLimits/pageSize``.
    func recommendations(of owner: AccountID, limit: Int) async throws -> [Goal]

    /// Returns the kinds of reminders that reach the owner.
    func reminderReach(of owner: AccountID) async throws -> ReminderReach
}
