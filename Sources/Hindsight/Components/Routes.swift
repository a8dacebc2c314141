import Live

/// The addresses by which features lead to one another.
enum Routes {
    /// What this is, and the way in.
    static let home = Route("/")
    /// A `POST` makes a throw-away account.
    static let demo = Route("/demo")
    /// A `POST` ends the session.
    static let signOut = Route("/logout")
    /// The list of completed goals.
    static let completedGoals = Route("/goals/completed")
    /// The review of a goal; with `?edit=1` it is edited.
    static let review = Route("/goals/{id}/review", GoalID.self)
}
