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

/// What reminds people.
package struct Reminders: Sendable {
    let store: any ReminderStore
    /// Nil where browsers are told nothing.
    let push: PushQueue?
    /// Nil takes the address at which a request came.
    let site: SiteAddress?

    /// - Parameters:
    ///   - store: where it is kept what people have chosen.
    ///   - push: tells browsers; nil where that is not done.
    ///   - site: where the site is found, for the links in calendars; nil takes the address at which one is asked for.
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
        for due in try await store.takeDue() {
            let strings = Strings(language: due.language)
            let messages = due.reminders.map { PushMessage($0.reminder, at: $0.moment, in: strings) }
            for message in messages { push.send(message, to: due.targets, of: due.account) }
        }
    }

    /// Does what a form asks for.
    ///
    /// - Throws: ``StoreError``.
    func perform(_ form: ReminderForm, for visitor: ReminderVisitor, in strings: Strings) async throws -> ReminderAnswer
    {
        let account = visitor.account
        switch form {
        case .calendar(.end):
            try await store.setCalendar(nil, in: strings.language, of: account, from: visitor.client)
            return .done(.calendarEnded)
        case .calendar(.make), .calendar(.renew):
            let token = SecretToken()
            try await store.setCalendar(token, in: strings.language, of: account, from: visitor.client)
            return .address(Routes.calendar.path(token.text + ".ics"), try await store.reminders(of: account))
        case .choose(let choices):
            try await store.choose(choices, in: strings.language, of: account)
            return .done(.chosen)
        case .subscribe(let endpoint, let publicKey, let authSecret):
            let subscription = PushSubscription(
                endpoint: endpoint, publicKey: publicKey, authSecret: authSecret, policy: push?.policy ?? .publicOnly)
            guard let subscription else { return .refused(.badSubscription) }
            let isAdded = try await store.addBrowser(
                subscription, in: strings.language, of: account, from: visitor.client)
            return isAdded ? .done(.browserAdded) : .refused(.tooManyBrowsers)
        case .remove(let browser):
            let isRemoved = try await store.removeBrowser(browser, of: account, from: visitor.client)
            return isRemoved ? .done(.browserRemoved) : .refused(.browserIsGone)
        case .test:
            let targets = try await store.targets(of: account)
            guard let push, !targets.isEmpty else { return .refused(.noBrowsers) }
            let isTaken = push.send(.test(in: strings, at: push.clock()), to: targets, of: account, isTest: true)
            return isTaken ? .done(.testSent) : .refused(.testNotSent)
        case .unknown: return .refused(.unknownChoice)
        }
    }
}

/// Who chooses.
struct ReminderVisitor: Sendable {
    let account: AccountID
    let client: Client

    init(_ visit: Visit, account: AccountID) {
        self.account = account
        client = visit.client
    }
}
