import Foundation
import HindsightDomain
import Live
import LiveHTTP

extension LivePages {
    /// Serves the page on which somebody chooses how reminders reach them.
    mutating func addReminders(_ reminders: Reminders, clock: @escaping WallClock) {
        page(Routes.reminders) { visit in
            let account = try visit.account
            return ReminderScreen(
                strings: visit.strings(at: clock()), visitor: ReminderVisitor(visit, account: account),
                reminders: reminders,
                settings: try await reminders.store.reminders(of: account),
                origin: reminders.site?.text ?? visit.origin)
        }
    }
}

/// The reminders of all accounts.
package struct Reminders: Sendable {
    let store: any ReminderStore
    /// Nil where browsers are told nothing.
    let push: PushQueue?
    /// Nil takes the address at which a request came.
    let site: SiteAddress?

    /// - Parameters:
    ///   - store: where it is kept what people have chosen.
    ///   - push: tells browsers; nil where that is not done.
    ///   - site: the public address of the site, for the links in calendars; nil for the address of the request.
    package init(store: any ReminderStore, push: PushQueue? = nil, site: SiteAddress? = nil) {
        self.store = store
        self.push = push
        self.site = site
    }

    /// Tells the browsers of all accounts what is due. To be called once a minute.
    ///
    /// - Throws: ``StoreError``.
    package func sendDue() async throws {
        guard let push else { return }
        while case let taken = try await store.takeDue(), !taken.isEmpty {
            for due in taken {
                let strings = Strings(language: due.language)
                let messages = due.reminders.map { PushMessage($0.reminder, at: $0.moment, in: strings) }
                for message in messages { push.send(message, to: due.targets, of: due.account) }
            }
        }
    }

    /// Carries out the action of a form.
    ///
    /// - Throws: ``ReminderFault``, ``StoreError``.
    func perform(_ form: ReminderValues, for visitor: ReminderVisitor, in strings: Strings) async throws -> FormAnswer {
        let account = visitor.account
        let done: String
        switch form.button {
        case .calendar("end"):
            try await store.setCalendar(nil, in: strings.language, of: account, from: visitor.client)
            done = strings.calendarEnded
        // A resend: the address that there is stays, and is shown to nobody again.
        case .calendar("make") where try await store.reminders(of: account).hasCalendar: return FormAnswer()
        case .calendar("make"), .calendar("renew"):
            let token = SecretToken()
            try await store.setCalendar(token, in: strings.language, of: account, from: visitor.client)
            return FormAnswer(
                content: .calendar(
                    path: Routes.calendar.path(token.text + ".ics"), try await store.reminders(of: account)))
        case .save:
            guard let choices = form.choices else { throw ReminderFault.unknownChoice }
            try await store.choose(choices, in: strings.language, of: account)
            done = strings.choicesSaved
        case .subscribe:
            let subscription = PushSubscription(
                endpoint: form.endpoint, publicKey: form.publicKey, authSecret: form.authSecret,
                policy: push?.policy ?? .publicOnly)
            guard let subscription else { throw ReminderFault.badSubscription }
            guard
                try await store.addBrowser(subscription, in: strings.language, of: account, from: visitor.client)
            else { throw ReminderFault.tooManyBrowsers }
            done = strings.browserAdded
        case .remove(let number):
            guard let browser = Int64(number) else { throw ReminderFault.unknownChoice }
            guard try await store.removeBrowser(browser, of: account, from: visitor.client) else {
                throw ReminderFault.browserIsGone
            }
            done = strings.browserRemoved
        case .test:
            let targets = try await store.targets(of: account)
            guard let push, !targets.isEmpty else { throw ReminderFault.noBrowsers }
            guard push.send(.test(in: strings, at: push.clock()), to: targets, of: account, isTest: true) else {
                throw ReminderFault.testNotSent
            }
            done = strings.testSent
        case .calendar, nil: throw ReminderFault.unknownChoice
        }
        return FormAnswer(address: Routes.reminders.path(), flash: done)
    }
}

/// The account and browser that change reminders.
struct ReminderVisitor: Sendable {
    let account: AccountID
    let client: Client

    init(_ visit: Visit, account: AccountID) {
        self.account = account
        client = visit.client
    }
}
