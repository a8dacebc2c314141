import Foundation
import Live

/// Storage of the settings of reminders, and of the reminders that were sent.
///
/// - Throws: All functions throw ``StoreError``, or `CancellationError` when the task is cancelled.
package protocol ReminderStore: Sendable {
    /// Returns the settings of an account.
    func reminders(of account: AccountID) async throws -> ReminderSettings

    /// Makes a calendar's address, replaces the one there is, or with nil takes it away. The account's log says which.
    ///
    /// - Parameter language: what the calendar speaks when the account has chosen nothing.
    func setCalendar(
        _ token: SecretToken?, in language: Language, of account: AccountID, from client: Client
    ) async throws

    /// Returns the calendar with this address, without goals; nil if there is none.
    func calendar(_ token: SecretToken) async throws -> CalendarContent?

    /// Returns the active goals whose reminders are on, with their open steps that have an alarm, those that end first.
    ///
    /// - Parameters:
    ///   - last: the last goal of the slice before; nil to begin.
    ///   - limit: maximum number of goals; at least 1, at most ``GoalStoreLimits/pageSize`` are answered.
    func plannedGoals(
        of account: AccountID, after last: ReminderPlan.Goal?, limit: Int
    ) async throws -> [ReminderPlan.Goal]

    /// Keeps what browsers tell an account.
    func choose(_ choices: ReminderChoices, in language: Language, of account: AccountID) async throws

    /// Adds a browser, or keeps what has changed of one.
    ///
    /// - Returns: false when there are ``ReminderLimits/browsers`` of them already.
    func addBrowser(
        _ subscription: PushSubscription, in language: Language, of account: AccountID, from client: Client
    ) async throws -> Bool

    /// Removes a browser.
    ///
    /// - Returns: false when the account has none of that number.
    func removeBrowser(_ browser: PushBrowser.ID, of account: AccountID, from client: Client) async throws -> Bool

    /// Removes a browser of which its push service says that it is no more.
    func forgetBrowser(_ browser: PushBrowser.ID, of account: AccountID) async throws

    /// Returns the browsers to which an account's notifications are sent.
    func targets(of account: AccountID) async throws -> [PushTarget]

    /// Takes the reminders whose time has come, of ``ReminderLimits/accounts`` accounts at most; to be called until it
    /// returns none. Each is taken once, whoever asks, also after a restart; those later than
    /// ``ReminderLimits/patience`` are left out.
    func takeDue() async throws -> [DueReminders]

    /// The key that this server signs with what it sends to push services: the private part of one on P-256, 32 bytes.
    ///
    /// - Parameter new: is kept when there is none.
    func pushKey(_ new: Data) async throws -> Data
}

/// The limits that every ``ReminderStore`` keeps.
package enum ReminderLimits {
    /// So many browsers of an account.
    package static let browsers = 10
    /// Maximum number of goals of an account that reminders are sent for and that its calendar has: those that end
    /// first.
    package static let goals = 1000
    /// A reminder that is later than this is of no use: 15 minutes.
    package static let patience = Duration.seconds(15 * 60)
    /// Longest time until a change is noticed: reminders set to a time before that are not sent.
    package static let lag = Duration.seconds(90)
    /// Maximum number of accounts whose reminders one answer has.
    package static let accounts = 50
}

/// The settings of an account's reminders.
package struct ReminderSettings: Hashable, Sendable {
    /// Nil leaves it to the language.
    package var weekStart: WeekStart?
    /// Whether the calendar has an address.
    package var hasCalendar = false
    /// Kinds of notifications sent to browsers.
    package var choices = ReminderChoices()
    /// The oldest first.
    package var browsers: [PushBrowser] = []

    package init(
        weekStart: WeekStart? = nil, hasCalendar: Bool = false, choices: ReminderChoices = ReminderChoices(),
        browsers: [PushBrowser] = []
    ) {
        self.weekStart = weekStart
        self.hasCalendar = hasCalendar
        self.choices = choices
        self.browsers = browsers
    }
}

/// A browser that is told.
package struct PushBrowser: Hashable, Sendable, Identifiable {
    /// Given once.
    package let id: Int64
    /// The browser that turned it on.
    package let client: Client
    /// When it was.
    package let createdAt: Date

    package init(id: Int64, client: Client, createdAt: Date) {
        self.id = id
        self.client = client
        self.createdAt = createdAt
    }
}

/// The address and keys of a browser for push messages (Push API, `PushSubscription`).
package struct PushSubscription: Hashable, Sendable {
    /// The address at its push service, which nobody else knows.
    package let endpoint: String
    /// Its public key: 65 bytes, an uncompressed point on P-256.
    package let publicKey: Data
    /// Its secret: 16 bytes.
    package let authSecret: Data

    package init(endpoint: String, publicKey: Data, authSecret: Data) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authSecret = authSecret
    }
}

/// A browser, as it is told something.
package struct PushTarget: Hashable, Sendable {
    package let browser: PushBrowser.ID
    package let subscription: PushSubscription

    package init(browser: PushBrowser.ID, subscription: PushSubscription) {
        self.browser = browser
        self.subscription = subscription
    }
}

/// Reminders of an account whose time has come.
package struct DueReminders: Sendable {
    package let account: AccountID
    package let language: Language
    package let reminders: [(moment: Date, reminder: Reminder)]
    package let targets: [PushTarget]

    package init(
        account: AccountID, language: Language, reminders: [(moment: Date, reminder: Reminder)], targets: [PushTarget]
    ) {
        self.account = account
        self.language = language
        self.reminders = reminders
        self.targets = targets
    }
}

/// Content of a private calendar.
package struct CalendarContent: Sendable {
    package let account: AccountID
    /// The plan without its goals; see ``ReminderStore/plannedGoals(of:after:limit:)``.
    package let plan: ReminderPlan
    package let zone: TimeZoneID
    package let language: Language
    /// Nothing before that is in it.
    package let since: Date
    /// Tells its events from those of any other calendar, also when it gets another address.
    package let name: String

    package init(
        account: AccountID, plan: ReminderPlan, zone: TimeZoneID, language: Language, since: Date, name: String
    ) {
        self.account = account
        self.plan = plan
        self.zone = zone
        self.language = language
        self.since = since
        self.name = name
    }
}
