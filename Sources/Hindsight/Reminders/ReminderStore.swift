import Foundation
import Live

/// Where it is kept how reminders reach people, and which of them have come.
///
/// - Throws: All functions throw ``StoreError``, or `CancellationError` when the task is cancelled.
public protocol ReminderStore: Sendable {
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
public enum ReminderLimits {
    /// So many browsers of an account.
    public static let browsers = 10
    /// So many steps and goals of an account, those that end first.
    public static let rows = 4000
    /// A reminder that is later than this is of no use: 15 minutes.
    public static let patience = Duration.seconds(15 * 60)
    /// How long it may take until a change is seen: what was set to a time before that is not taken.
    public static let lag = Duration.seconds(90)
    /// So many accounts at once.
    public static let accounts = 50
}

/// How reminders reach the owner of an account.
public struct ReminderSettings: Hashable, Sendable {
    /// Nil leaves it to the language.
    public var weekStart: WeekStart?
    /// Whether the calendar has an address.
    public var hasCalendar = false
    /// What browsers tell.
    public var choices = ReminderChoices()
    /// The oldest first.
    public var browsers: [PushBrowser] = []
}

/// A browser that is told.
public struct PushBrowser: Hashable, Sendable, Identifiable {
    /// Given once.
    public let id: Int64
    /// From where it was turned on.
    public let client: Client
    /// When it was.
    public let createdAt: Date
}

/// How a browser is told something (Push API, `PushSubscription`).
public struct PushSubscription: Hashable, Sendable {
    /// The address at its push service, which nobody else knows.
    public let endpoint: String
    /// Its public key: 65 bytes, an uncompressed point on P-256.
    public let publicKey: Data
    /// Its secret: 16 bytes.
    public let authSecret: Data
}

/// A browser, as it is told something.
public struct PushTarget: Hashable, Sendable {
    let browser: PushBrowser.ID
    let subscription: PushSubscription
}

/// Reminders of an account whose time has come.
public struct DueReminders: Sendable {
    let account: AccountID
    let language: Language
    let reminders: [(moment: Date, reminder: Reminder)]
    let targets: [PushTarget]
}

/// What a calendar is made of.
public struct CalendarContent: Sendable {
    let plan: ReminderPlan
    let zone: TimeZoneID
    let language: Language
    /// Nothing before that is in it.
    let since: Date
    /// Tells its events from those of any other calendar, also when it gets another address.
    let name: String
}
