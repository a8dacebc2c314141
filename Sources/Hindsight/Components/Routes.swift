import HindsightDomain
import Live

/// The addresses by which features lead to one another.
enum Routes {
    /// What this is, and the way in. Members are led on to their goals.
    static let home = Route("/")
    /// The same for members, too.
    static let about = home.path(query: Query("about"))
    /// A `POST` makes a throw-away account; a `GET` asks before it takes the place of another.
    static let demo = Route("/demo")
    /// The way to an account.
    static let register = Route("/register")
    /// The way into an account.
    static let signIn = Route("/login")
    /// Where the link of a registration's mail leads.
    static let confirmRegistration = Route("/register/confirm")
    /// Asks for a link to set another password.
    static let reset = Route("/reset")
    /// Where that link leads.
    static let newPassword = Route("/reset/password")
    /// What an account has chosen, where it is signed in, and the ways to everything else about it.
    static let settings = Route("/settings")
    static let changePassword = Route("/settings/password")
    static let changeEmail = Route("/settings/email")
    /// Where the link of a mail to a new address leads.
    static let confirmEmail = Route("/settings/email/confirm")
    /// What has happened in the account.
    static let activity = Route("/settings/activity")
    /// All that is in the account, as a file.
    static let export = Route("/settings/export")
    /// Goals come in from such a file.
    static let importGoals = Route("/settings/import")
    static let deleteAccount = Route("/settings/delete")
    /// How reminders reach somebody.
    static let reminders = Route("/settings/reminders")
    /// The private calendar, for whoever has its address: a token, and `.ics` behind it.
    static let calendar = Route("/calendar/{file}", String.self)
    /// What the week was like, which is looked back on; the days are at addresses below it.
    static let weeks = Route("/weeks")
    /// Where somebody comes to who has just registered.
    static let welcome = Route("/welcome")
    /// A `POST` ends the session; a `GET` asks first.
    static let signOut = Route("/logout")
    /// A `POST` chooses the language or the theme.
    static let choices = Route("/choices")
    /// The list of stored goals.
    static let storedGoals = Route("/goals/stored")
    /// The list of active goals.
    static let activeGoals = Route("/goals/active")
    /// The form that makes a goal.
    static let newGoal = Route("/goals/new")
    /// A goal with its steps; with `?edit=1` it is edited, with `?recover=1` taken up again.
    static let goal = Route("/goals/{id}", GoalID.self)
    /// The list of completed goals.
    static let completedGoals = Route("/goals/completed")
    /// The review of a goal; with `?edit=1` it is edited.
    static let review = Route("/goals/{id}/review", GoalID.self)
    /// The goals, reviews and answers of weeks in which something is found; with `?q=…`.
    static let search = Route("/search")

    /// All jewels; with `?in=`, `?color=` and `?shape=` some of them.
    static let jewels = Route("/jewels")
    /// The same as a picture to keep.
    static let jewelsPicture = Route("/jewels/picture")
    /// The year that it is.
    static let thisYear = Route("/years")
    /// What was completed in a year.
    static let year = Route("/years/{year}", Period.self)
    /// The week that it is.
    static let thisWeek = Route("/weeks")
    /// The weeks that have an answer; with `?before=` those before a day.
    static let weekAnswers = Route("/weeks/answers")
    /// The week that a day is of.
    static let week = Route("/weeks/{day}", CalendarDate.self)

    /// The list of the goals in a box.
    static func box(_ box: Box) -> Route<> {
        switch box {
        case .stored: storedGoals
        case .active: activeGoals
        case .completed: completedGoals
        }
    }
}
