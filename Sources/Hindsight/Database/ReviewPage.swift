/// What the page of one goal's review shows, all of one moment.
public struct ReviewPage: Hashable, Sendable {
    public var goal: CompletedGoal
    /// The review, if it is written: then the page is the viewer, else the editor.
    public var review: Review?
    /// What was typed and not saved yet: a first review, or an edit of ``review``.
    public var draft: ReviewDraft?
    /// The review that was deleted and can still be restored; always `nil` when there is a ``review``.
    public var deletedReview: Review?

    public init(
        goal: CompletedGoal,
        review: Review? = nil,
        draft: ReviewDraft? = nil,
        deletedReview: Review? = nil
    ) {
        self.goal = goal
        self.review = review
        self.draft = draft
        self.deletedReview = deletedReview
    }
}
