import Foundation
import Live

/// Where it is kept how reminders reach people, and which of them have come.
///
/// - Throws: All functions throw ``StoreError``, or `CancellationError` when the task is cancelled.
package protocol ReminderStore: Sendable {
    /// What an account has chosen.
    func reminders(of account: AccountID) async throws -> ReminderSettings

    /// Makes a calendar's address, replaces the one there is, or with nil takes it away. The account's log says which.
    ///
    /// - Parameter language: what the calendar speaks when the account has chosen nothing.
    func setCalendar(
        _ token: SecretToken?, in language: Language, of account: AccountID, from client: Client
    ) async throws

    /// What stands in the calendar with that address; nil when there is none.
    func calendar(_ token: SecretToken) async throws -> CalendarContent?

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

    /// Where an account's browsers are told something.
    func targets(of account: AccountID) async throws -> [PushTarget]

    /// Takes the reminders whose time has come. Each is taken once, whoever asks, also after a restart; what is later than
    /// ``ReminderLimits/patience`` is left out.
    func takeDue() async throws -> [DueReminders]

    /// The key that this server signs with what it sends to push services: the private part of one on P-256, 32 bytes.
    ///
    /// - Parameter new: is kept when there is none.
    func pushKey(_ new: Data) async throws -> Data
}

/// What every ``ReminderStore`` keeps to.
package enum ReminderLimits {
    /// So many browsers of an account.
    package static let browsers = 10
    /// So many steps and goals of an account, those that end first.
    package static let rows = 4000
    /// A reminder that is later than this is of no use: 15 minutes.
    package static let patience = Duration.seconds(15 * 60)
    /// How long it may take until a change is seen: what was set to a time before that is not taken.
    package static let lag = Duration.seconds(90)
    /// So many accounts at once.
    package static let accounts = 50
}

/// How reminders reach the owner of an account.
package struct ReminderSettings: Hashable, Sendable {
    /// Nil leaves it to the language.
    package var weekStart: WeekStart?
    /// Whether the calendar has an address.
    package var hasCalendar = false
    /// What browsers tell.
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
    /// From where it was turned on.
    package let client: Client
    /// When it was.
    package let createdAt: Date

    package init(id: Int64, client: Client, createdAt: Date) {
        self.id = id
        self.client = client
        self.createdAt = createdAt
    }
}

/// How a browser is told something (Push API, `PushSubscription`).
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

/// What a calendar is made of.
package struct CalendarContent: Sendable {
    package let plan: ReminderPlan
    package let zone: TimeZoneID
    package let language: Language
    /// Nothing before that is in it.
    package let since: Date
    /// Tells its events from those of any other calendar, also when it gets another address.
    package let name: String

    package init(plan: ReminderPlan, zone: TimeZoneID, language: Language, since: Date, name: String) {
        self.plan = plan
        self.zone = zone
        self.language = language
        self.since = since
        self.name = name
    }
}
