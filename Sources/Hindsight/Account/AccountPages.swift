import Foundation
import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite

extension LivePages {
    /// Serves the pages on which somebody gets an account, gets into it, and changes it.
    mutating func addAccounts(
        _ service: AccountService, _ revisions: GoalRevisions, clock: @escaping WallClock
    ) {
        page(Routes.register, for: .anyone, keptBy: revisions, shared: true) { visit in
            let pages = try await AccountPages(service, visit, at: clock())
            if pages.email != nil { throw HTTPError.redirect(to: pages.way) }
            return RegisterScreen(
                accounts: VisitorRegistering(
                    service: service, visitor: pages.visitor, invitation: visit.invitation),
                strings: pages.strings,
                demo: pages.account,
                content: try await pages.content(),
                hasMail: service.mail != nil, asksForTimeZone: pages.details?.timeZone == nil)
        }
        page(Routes.confirmRegistration, for: .anyone) { visit in
            try await AccountPages(service, visit, at: clock()).confirmRegistration()
        }
        page(Routes.signIn, for: .anyone, keptBy: revisions, shared: true) { visit in
            try await AccountPages(service, visit, at: clock()).signIn()
        }
        page(Routes.reset, for: .anyone, keptBy: revisions, shared: true) { visit in
            try await AccountPages(service, visit, at: clock()).reset()
        }
        page(Routes.newPassword, for: .anyone) { visit in
            try await AccountPages(service, visit, at: clock()).newPassword()
        }
        page(Routes.changePassword) { visit in
            try await AccountPages(service, visit, at: clock()).changePassword()
        }
        page(Routes.changeEmail) { visit in
            try await AccountPages(service, visit, at: clock()).changeEmail()
        }
        page(Routes.confirmEmail) { visit in
            try await AccountPages(service, visit, at: clock()).confirmEmail()
        }
        page(Routes.deleteAccount) { visit in
            try await AccountPages(service, visit, at: clock()).delete()
        }
        page(Routes.settings) { visit in
            let pages = try await AccountPages(service, visit, at: clock())
            let account = try visit.account
            guard let details = pages.details else { throw HTTPError(.notFound) }
            return SettingsScreen(
                strings: pages.strings, service: service, account: account, login: visit.login, details: details,
                sessions: try await service.store.sessions(of: account), visitor: pages.visitor)
        }
        page(Routes.activity) { visit in
            let pages = try await AccountPages(service, visit, at: clock())
            let entries = try await service.store.log(of: try visit.account, before: nil, limit: 200)
            return ActivityScreen(strings: pages.strings, entries: entries)
        }
    }
}

/// The forms of accounts, for one visit.
struct AccountPages {
    let service: AccountService
    let visit: Visit
    let strings: Strings
    let visitor: AccountVisitor
    /// The account that is signed in; nil for none.
    let account: AccountID?
    let details: AccountDetails?

    init(_ service: AccountService, _ visit: Visit, at now: Date) async throws {
        self.service = service
        self.visit = visit
        strings = visit.strings(at: now)
        visitor = AccountVisitor(visit, strings: strings)
        account = visitor.session?.account
        details = if let account { try await service.store.details(of: account) } else { nil }
    }

    /// The account's address; nil for nobody, and for a demo account.
    var email: String? { details?.email }

    /// Warning about the demo account that is lost by signing in to another account.
    private var demoWarning: String? { account != nil && email == nil ? strings.leavesDemo : nil }

    /// Returns the content of the account that is signed in.
    func content() async throws -> AccountContent? {
        if let account { try await service.store.content(of: account) } else { nil }
    }

    /// The account that is signed in and no demo. Whoever has none makes one first.
    private func ownAccount() throws -> AccountID {
        guard let account, email != nil else { throw HTTPError.redirect(to: Routes.register.path()) }
        return account
    }

    private func token() throws -> SecretToken {
        guard let token = visit.query["token"].flatMap({ SecretToken($0) }) else { throw HTTPError(.notFound) }
        return token
    }

    private var toSignIn: AccountForm.Way {
        .init(words: strings.haveAccount, link: strings.signIn, address: visit.signInPath)
    }

    /// The page for somebody who is signed in: the invitation that this one leads on to, or else today's goals.
    var way: String { visit.invitation.map { Routes.invitation.path($0) } ?? Routes.today.path() }

    private func screen(_ form: AccountForm) -> FormScreen {
        FormScreen(strings: strings, form: form, isKept: account == nil)
    }

    // MARK: Getting in

    func signIn() throws -> FormScreen {
        let next = OwnAddress(next: visit.query["next"] ?? "")?.text ?? ""
        if email != nil { throw HTTPError.redirect(to: next.isEmpty ? Routes.today.path() : next) }
        let kept = visit.keptForm?.text ?? ""
        guard kept.utf8.count <= KeptForm.limit else { throw HTTPError(.contentTooLarge) }
        return screen(
            AccountForm(
                heading: strings.signIn,
                lead: !kept.isEmpty ? strings.signInToSend : next.isEmpty ? strings.signInLead : strings.signInToGoOn,
                warning: demoWarning, rows: [.email(), .password(label: strings.password), .remember],
                button: strings.signIn, next: next, kept: kept,
                ways: [
                    .init(
                        words: strings.noAccount, link: strings.signUp,
                        address: Routes.register.path(query: visit.inviting)),
                    .init(link: strings.forgotPassword, address: Routes.reset.path(query: visit.inviting)),
                ],
                perform: { [service, visitor] values in
                    try Self.check(values, .email, .password)
                    let answer: SignInAnswer
                    do {
                        answer = try await service.signIn(
                            values.email, values.password, isRemembered: values.remember, by: visitor)
                    } catch AccountRefusal.wrong { throw FormFaults(isUnknown: true) }
                    if let kept = KeptForm(text: values.kept) {
                        let token = Visitor(answer.session.signedIn, now: .distantPast).makeFormToken()
                        return FormAnswer(answer, content: .kept(kept, token: token))
                    }
                    return FormAnswer(
                        answer, to: OwnAddress(next: values.next)?.text ?? Routes.today.path())
                }))
    }

    func confirmRegistration() async throws -> FormScreen {
        let token = try token()
        guard let email = try await service.registration(token) else {
            // The link may have been used a moment ago.
            if self.email != nil { throw HTTPError.redirect(to: way) }
            return over(
                lead: strings.registrationIsOver, toSignIn,
                .init(link: strings.signUp, address: Routes.register.path(query: visit.inviting)))
        }
        return screen(
            AccountForm(
                heading: strings.confirmRegistration, lead: strings.confirmRegistrationLead(email.text),
                rows: [.password(label: strings.password)], button: strings.createAccount, ways: [],
                perform: { [service, visitor, query = visit.inviting] values in
                    try Self.check(values, .password)
                    let answer = try await service.confirmRegistration(token, password: values.password, by: visitor)
                    return FormAnswer(answer, to: Routes.welcome.path(query: query))
                }))
    }

    func reset() -> FormScreen {
        guard service.mail != nil else {
            return screen(
                AccountForm(
                    heading: strings.forgotPassword, lead: strings.noResetByMailLead, ways: [toSignIn],
                    perform: { _ in throw AccountRefusal.noMail }))
        }
        return screen(
            AccountForm(
                heading: strings.forgotPassword, lead: strings.resetLead, rows: [.email(email ?? "")],
                button: strings.sendResetMail, ways: [toSignIn],
                perform: { [service, visitor, strings, invitation = visit.invitation] values in
                    try Self.check(values, .email)
                    try await service.sendReset(to: values.email, for: invitation, by: visitor)
                    return FormAnswer(
                        content: .mailed(heading: strings.mailSent, words: strings.resetMailSent(to: values.email)))
                }))
    }

    func newPassword() async throws -> FormScreen {
        let token = try token()
        guard try await service.isReset(token) else {
            return over(
                lead: strings.resetIsOver,
                .init(link: strings.newLink, address: Routes.reset.path(query: visit.inviting)))
        }
        return screen(
            AccountForm(
                heading: strings.chooseNewPassword, lead: strings.newPasswordLead, warning: demoWarning,
                rows: [.newPassword(hint: strings.passwordRule)], button: strings.setPassword,
                perform: { [service, visitor, strings, way] values in
                    let answer = try await service.resetPassword(token, to: values.newPassword, by: visitor)
                    return FormAnswer(answer, to: way, flash: strings.passwordChanged)
                }))
    }

    /// A link that can't be used.
    private func over(lead: String, _ ways: AccountForm.Way...) -> FormScreen {
        screen(
            AccountForm(
                heading: strings.linkIsOver, lead: lead, ways: ways,
                perform: { _ in throw AccountRefusal.linkIsOver }))
    }

    // MARK: Changing it

    func changePassword() throws -> FormScreen {
        let account = try ownAccount()
        return screen(
            AccountForm(
                heading: strings.changePassword, lead: strings.changePasswordLead,
                rows: [.password(label: strings.presentPassword), .newPassword(hint: strings.passwordRule)],
                button: strings.setPassword, ways: [toSettings],
                perform: { [service, visitor, strings] values in
                    try Self.check(values, .password)
                    let answer = try await service.changePassword(
                        of: account, from: values.password, to: values.newPassword, by: visitor)
                    return FormAnswer(answer, to: Routes.settings.path(), flash: strings.passwordChanged)
                }))
    }

    func changeEmail() throws -> FormScreen {
        let account = try ownAccount()
        let hasMail = service.mail != nil
        return screen(
            AccountForm(
                heading: strings.changeEmail, lead: strings.changeEmailLead(from: email ?? "", hasMail: hasMail),
                rows: [.email(), .password(label: strings.password)], button: strings.changeEmail, ways: [toSettings],
                perform: { [service, visitor, strings] values in
                    try Self.check(values, .email, .password)
                    let isMailed = try await service.changeEmail(
                        of: account, to: values.email, password: values.password, by: visitor)
                    guard isMailed else {
                        return FormAnswer(address: Routes.settings.path(), flash: strings.emailChanged)
                    }
                    return FormAnswer(
                        content: .mailed(heading: strings.mailSent, words: strings.emailMailSent(to: values.email)))
                }))
    }

    func confirmEmail() async throws -> FormScreen {
        let account = try ownAccount()
        let token = try token()
        guard case .email(account, let email) = try await service.store.link(token) else {
            return over(
                lead: strings.emailLinkIsOver, .init(link: strings.changeEmail, address: Routes.changeEmail.path()))
        }
        return screen(
            AccountForm(
                heading: strings.confirmEmail, lead: strings.confirmEmailLead(email.text), button: strings.confirmEmail,
                ways: [toSettings],
                perform: { [service, visitor, strings] _ in
                    try await service.confirmEmail(token, of: account, by: visitor)
                    return FormAnswer(address: Routes.settings.path(), flash: strings.emailChanged)
                }))
    }

    func delete() async throws -> FormScreen {
        let account = try ownAccount()
        let content = try await service.store.content(of: account)
        return screen(
            AccountForm(
                heading: strings.deleteAccountQuestion, lead: strings.deleteAccountLead(content),
                rows: [.password(label: strings.password)], button: strings.deleteAccount, isDanger: true,
                forgets: true,
                ways: [
                    .init(words: strings.exportFirst, link: strings.export, address: Routes.export.path()), toSettings,
                ],
                perform: { [service, visitor, strings] values in
                    try Self.check(values, .password)
                    let ended = try await service.delete(account, password: values.password, by: visitor)
                    return FormAnswer(
                        address: Routes.signIn.path(), flash: strings.accountDeleted,
                        cookies: SessionCookie.cleared + [DeviceCookie.cleared], ended: ended)
                }))
    }

    private var toSettings: AccountForm.Way { .init(link: strings.backToSettings, address: Routes.settings.path()) }

    // MARK: What is missing

    private static func check(_ values: AccountValues, _ fields: FormField...) throws {
        var faults = FormFaults()
        if fields.contains(.email) {
            do { _ = try EmailAddress(values.email) } catch { faults.email = error }
        }
        faults.lacksPassword = fields.contains(.password) && values.password.isEmpty
        if !faults.isEmpty { throw faults }
    }
}

/// The errors of a form with an address and a password of an existing account.
struct FormFaults: RefusalReason, Hashable {
    var email: EmailFault?
    var lacksPassword = false
    /// No account has that address and that password; which of the two it is, is not told.
    var isUnknown = false

    var isEmpty: Bool { self == FormFaults() }

    func refusal(in strings: Strings) -> FormRefusal {
        var refusal = FormRefusal()
        if let email { refusal.fields[.email] = strings.message(email) }
        if lacksPassword { refusal.fields[.password] = strings.passwordMissing }
        if isUnknown { refusal.fields[.password] = strings.wrongPassword }
        return refusal
    }
}

extension FormAnswer {
    init(_ answer: SignInAnswer, to address: String? = nil, flash: String? = nil, content: FormContent? = nil) {
        self.init(
            address: address, flash: flash, content: content,
            cookies: answer.session.cookies,
            ended: answer.ended)
    }
}

/// Registers whoever visits.
struct VisitorRegistering: Registering {
    let service: AccountService
    let visitor: AccountVisitor
    let invitation: InvitationToken?

    func register(_ registration: Registration) async throws -> RegistrationAnswer {
        try await service.register(registration, for: invitation, by: visitor)
    }
}
