import HindsightDomain
import Hummingbird
import Live

/// The addresses of all pages, by which features link to each other.
enum Routes {
    /// The start page. Members are redirected to their goals.
    static let home = Route("/")
    /// Address of the start page that doesn't redirect members.
    static let about = home.path(query: Query("about"))
    /// The help, and the statement of what is kept. Everybody can read them.
    static let help = Route("/help")
    static let privacy = Route("/privacy")
    /// The page that a browser shows without a connection; see `worker.js`.
    static let offline = Route("/offline")
    /// Demo accounts: a `POST` creates one; a `GET` asks for confirmation before it replaces an existing account.
    static let demo = Route("/demo")
    /// The registration form; with `?invitation=` it leads on to that.
    static let register = Route("/register")
    /// The sign-in form.
    static let signIn = Route("/login")
    /// Target of the link in a registration mail; with `?invitation=` it leads on to that.
    static let confirmRegistration = Route("/register/confirm")
    /// The form that requests a link to reset the password; with `?invitation=` it leads on to that, as that link does.
    static let reset = Route("/reset")
    /// Target of the link in a password reset mail.
    static let newPassword = Route("/reset/password")
    /// The settings: an account's choices, its sessions, and links to everything else about it.
    static let settings = Route("/settings")
    static let changePassword = Route("/settings/password")
    static let changeEmail = Route("/settings/email")
    /// Target of the link in the mail that confirms a new address.
    static let confirmEmail = Route("/settings/email/confirm")
    /// The log of security events of the account.
    static let activity = Route("/settings/activity")
    /// The export of the whole account as a file.
    static let export = Route("/settings/export")
    /// The import of goals from such a file.
    static let importGoals = Route("/settings/import")
    static let deleteAccount = Route("/settings/delete")
    /// The form of the account's own page: its handle, and who sees it.
    static let ownPage = Route("/settings/page")
    /// The people that an account is connected with: invitations, followers, and whom it follows.
    static let people = Route("/people")
    /// An invitation to follow somebody, by its token.
    static let invitation = Route("/invitations/{token}", InvitationToken.self)
    /// The goals that a person shares, latest first; with `?after=` it begins after a goal.
    static let person = Route("/people/{handle}", Handle.self)
    /// A goal that a person shares.
    static let sharedGoal = Route("/people/{handle}/{goal}", Handle.self, GoalID.self)
    /// The channels of reminders: calendar and push notifications.
    static let reminders = Route("/settings/reminders")
    /// The private calendar feed, readable by everybody who knows its address. The file is a token followed by `.ics`.
    static let calendar = Route("/calendar/{file}", String.self)
    /// Prefix of the weekly reviews; the same address as ``thisWeek``.
    static let weeks = Route("/weeks")
    /// The page shown after registration; with `?invitation=` it leads on to that.
    static let welcome = Route("/welcome")
    /// Signing out: a `POST` ends the session; a `GET` asks for confirmation.
    static let signOut = Route("/logout")
    /// The footer's choices: a `POST` sets the language, the theme or the time zone.
    static let choices = Route("/choices")
    /// The next steps of the active goals: the first page of an account.
    static let today = Route("/today")
    /// The list of stored goals.
    static let storedGoals = Route("/goals/stored")
    /// The list of active goals.
    static let activeGoals = Route("/goals/active")
    /// The form that creates a goal.
    static let newGoal = Route("/goals/new")
    /// A goal with its steps; with `?edit=1` the form to edit it, with `?recover=1` the form to restart a stored goal.
    static let goal = Route("/goals/{id}", GoalID.self)
    /// The list of completed goals.
    static let completedGoals = Route("/goals/completed")
    /// The review of a goal; with `?edit=1` its editor.
    static let review = Route("/goals/{id}/review", GoalID.self)
    /// A picture of a goal; with `?as=png` as PNG.
    static let goalPicture = Route("/goals/{id}/picture", GoalID.self)
    /// The search through goals, reviews and weekly answers, with `?q=…`.
    static let search = Route("/search")

    /// The jewel box; `?in=`, `?color=` and `?shape=` filter it.
    static let jewels = Route("/jewels")
    /// A picture of the jewel box; with `?in=` of a period, with `?as=png` as PNG.
    static let jewelsPicture = Route("/jewels/picture")
    /// The review of the current year.
    static let thisYear = Route("/years")
    /// The review of a year.
    static let year = Route("/years/{year}", Period.self)
    /// The review of the current week.
    static let thisWeek = Route("/weeks")
    /// The list of weekly answers, newest first; with `?before=` those before a day.
    static let weekAnswers = Route("/weeks/answers")
    /// The review of the week that contains a day.
    static let week = Route("/weeks/{day}", CalendarDate.self)

    /// The timeline of the owner, latest first; with `?before=` it begins after an entry.
    static let performed = Route("/timeline/performed")
    /// The goals that others share with the owner, those with the latest news first; with `?before=` it begins after one.
    static let received = Route("/timeline/received")

    /// A timeline of the owner.
    static func timeline(_ segment: EventSegment) -> Route<> {
        switch segment {
        case .performed: performed
        case .received: received
        }
    }

    /// The list of the goals in a box.
    static func box(_ box: Box) -> Route<> {
        switch box {
        case .stored: storedGoals
        case .active: activeGoals
        case .completed: completedGoals
        }
    }
}

extension Query {
    /// The invitation that somebody signs up for; nil for none.
    var invitation: InvitationToken? { self["invitation"].flatMap { InvitationToken($0) } }

    /// The query with the invitation that somebody signs up for; the same query for nil.
    func inviting(_ token: InvitationToken?) -> Query {
        token.map { adding("invitation", $0.description) } ?? self
    }

    /// The query of a sign-in page that leads on to an invitation; empty for nil.
    static func signingIn(for token: InvitationToken?) -> Query {
        token.map { ["next": Routes.invitation.path($0)] } ?? Query()
    }

    /// The query of the same picture as PNG.
    var asPNG: Query { adding("as", "png") }
}

extension Visit {
    /// The invitation that the page shows, or that it leads on to; nil for none.
    var invitation: InvitationToken? {
        Routes.invitation.match(path) ?? query.invitation ?? query["next"].flatMap { Routes.invitation.match($0) }
    }

    /// The query of a page on the way to the invitation; empty without one.
    var inviting: Query { Query().inviting(invitation) }

    /// The address of the sign-in page that leads on to the invitation.
    var signInPath: String { Routes.signIn.path(query: .signingIn(for: invitation)) }
}

extension HTTPError {
    /// Redirects to another page of this site instead of answering, with status 303.
    static func redirect(to address: String) -> HTTPError {
        HTTPError(.seeOther, headers: [.location: address])
    }
}
