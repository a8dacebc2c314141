import Live

/// The addresses by which features lead to one another.
enum Routes {
    /// What this is, and the way in.
    static let home = Route("/")
    /// A `POST` makes a throw-away account; a `GET` asks before it takes the place of another.
    static let demo = Route("/demo")
    /// A `POST` ends the session; a `GET` asks first.
    static let signOut = Route("/logout")
    /// A `POST` chooses the language or the theme.
    static let choices = Route("/choices")
    /// The list of completed goals.
    static let completedGoals = Route("/goals/completed")
    /// The review of a goal; with `?edit=1` it is edited.
    static let review = Route("/goals/{id}/review", GoalID.self)
}
