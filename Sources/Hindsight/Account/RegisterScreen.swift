import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

/// `/register`: the way to an account of one's own, for whoever comes, and for a demo account that is to be kept. With
/// `?invitation=` of a token it leads on to the invitation.
struct RegisterScreen: Screen {
    let accounts: any Registering
    let strings: Strings
    /// The demo account that becomes the account, and what is in it.
    var demo: AccountID?
    var content: AccountContent?
    /// Whether there is a way to send mail.
    let hasMail: Bool
    /// Whether it is to be asked where somebody is whose browser doesn't tell; a demo account may have told.
    var asksForTimeZone = true

    /// The form is the same for all visitors who aren't signed in.
    var isKept: Bool { demo == nil }

    /// A form post to the page's own address registers.
    var defaultInput: String? { "register" }

    func makeViewModel(_ page: Page) -> RegisterViewModel {
        RegisterViewModel(accounts: accounts, scheduler: page.scheduler, demo: demo, keeps: usualChoice)
    }

    func makeInput(_ page: Page) -> RegisterViewModel.Input {
        .init(
            emailTextField: page.input(limit: EmailAddress.byteLimit),
            passwordTextField: page.secret(limit: Password.mostBytes), consent: page.input(),
            keep: page.input(), timeZone: page.input(limit: TimeZoneID.byteLimit),
            emailLeft: page.input(), passwordLeft: page.input(), register: page.input())
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let back = Routes.register.path(query: page.visit.inviting)
        let signIn: HTML = "<a href='\(page.visit.signInPath)'>\(strings.signIn)</a>"
        return Layout(
            strings: strings, title: strings.title(strings.signUp), page: page, sheets: ["/forms.css"], takesText: true
        )
        .document(
            FormPage(
                strings: strings, heading: demo == nil ? strings.signUpHeading : strings.keepDemoHeading,
                lead: "\(demo == nil ? strings.signUpLead : strings.keepDemoLead)",
                notices: """
                    \(output.fieldErrors.slot(part: "errors", "div", "", summary))
                    \(output.failAlert.moment("div", "role='alert' id='alert' tabindex='-1'", alert))
                    """,
                content: """
                    \(output.registered.moment("div", "role='status' id='sent' tabindex='-1'") { sent($0, back: back) })
                    \(input.register.form("novalidate", form(input, output, signIn: signIn)))
                    """,
                foot: "\(strings.haveAccount) \(signIn)"
            ).html)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0.isEmpty ? nil : 422 }
        page.status(on: output.failAlert, retryAfter: \.wait) { failure in
            switch failure {
            case .tooOften: 429
            case .demoIsGone: 409
            case .busy, .unavailable: 503
            }
        }
        page.focus(on: output.refused) { ErrorSummary.id }
        page.focus(on: output.failAlert) { _ in "alert" }
        page.focus(on: output.registered) { registered in
            if case .mailed = registered { "sent" } else { nil }
        }
        page.setCookies(on: output.registered) { registered in
            if case .signedIn(let session) = registered { session.cookies } else { [] }
        }
        let query = page.visit.inviting
        page.navigate(on: output.registered, forgetsTyping: true) { registered in
            if case .signedIn = registered { Routes.welcome.path(query: query) } else { nil }
        }
    }

    /// The choice for whoever makes none. What somebody has added is not left behind unseen; samples are nobody's.
    private var usualChoice: DemoChoice { content.map { $0.ownGoals > 0 } == true ? .own : .empty }

    private func choices(_ content: AccountContent, _ input: Model.Input) -> HTML {
        """
        <fieldset class="keep"><legend>\(strings.keepQuestion)</legend>
        \((usualChoice == .own ? [.own, .all, .empty] : DemoChoice.allCases).map { choice in
            CheckRow(
                id: "keep-\(choice.rawValue)", label: "\(strings.name(of: choice, content))",
                attributes: "\(input.keep, field: "keep", value: choice.rawValue, checked: choice == usualChoice)",
                type: "radio"
            ).html
        })
        </fieldset>
        """
    }

    private func form(_ input: Model.Input, _ output: Model.Output, signIn: HTML) -> HTML {
        let errors = output.state.value.errors
        return """
            \(FieldRow(
                id: "email", label: strings.email, hint: "\(hasMail ? strings.emailUseWithMail : strings.emailUse)",
                attributes: """
                    type="email" \(input.emailTextField, field: "email") \(left: input.emailLeft) autocomplete="email" \
                    inputmode="email" autocapitalize="off" spellcheck="false" required data-focus
                    """,
                error: "\(emailError(output, signIn))", isInvalid: errors.email != nil
            ).html)
            \(FieldRow(
                id: "password", label: strings.password,
                hint: "\(strings.passwordRule)\(if: !hasMail, " \(strings.noResetByMail)")",
                attributes: """
                    type="password" \(input.passwordTextField, field: "password") \(left: input.passwordLeft) \
                    autocomplete="new-password" autocapitalize="off" spellcheck="false" required
                    """,
                error: "\(passwordError(output))", isInvalid: errors.password != nil,
                foot: "\(output.passwordStrength.slot("p", "class='strength' id='password-foot' role='status'", strength))",
                reveal: strings.showPassword
            ).html)
            \(content.map { choices($0, input) })
            <input type="text" hidden \(input.timeZone, field: "timeZone") data-time-zone>
            \(if: asksForTimeZone, "<noscript>\(timeZoneRow(input))</noscript>")
            \(CheckRow(
                id: "consent", label: "\(strings.consent)",
                hint: "<ul class='points-list' role='list'>\(strings.consentPoints.map { "<li>\($0)</li>" })</ul>",
                attributes: "\(input.consent, check: "consent") required", error: "\(consentError(output))",
                isInvalid: errors.consentMissing
            ).html)
            \(output.isRegistering.slot("div", "", button))
            """
    }

    /// Without a script nobody else can tell. Of two fields with one name the last one counts.
    private func timeZoneRow(_ input: Model.Input) -> HTML {
        SelectRow(
            id: "timeZone", label: strings.timeZoneOptional, hint: "\(strings.timeZoneHint)",
            attributes: "\(input.timeZone, select: "timeZone")",
            options: """
                \(input.timeZone, options: TimeZoneList.likelyOptions(in: strings),
                    selected: strings.usualTimeZone?.rawValue ?? "")
                """
        ).html
    }

    private func emailError(_ output: Model.Output, _ signIn: HTML) -> Slot {
        output.emailLabel.slot(part: "email-error", "p", FieldRow.errorAttributes("email")) { message in
            message.map { message in
                "\(strings.message(message))\(if: message == .taken, " \(signIn)")"
            } ?? ""
        }
    }

    private func passwordError(_ output: Model.Output) -> Slot {
        output.passwordLabel.slot(part: "password-error", "p", FieldRow.errorAttributes("password")) { fault in
            fault.map { "\(strings.message($0))" } ?? ""
        }
    }

    private func consentError(_ output: Model.Output) -> Slot {
        output.fieldErrors.slot(part: "consent-error", "p", FieldRow.errorAttributes("consent")) { errors in
            "\(if: errors.consentMissing, "\(strings.consentMissing)")"
        }
    }

    /// In words and in stones: as many as it is strong.
    private func strength(_ strength: PasswordStrength) -> HTML {
        guard let words = strings.words(for: strength) else { return "" }
        return """
            <span class="\(strength.name)" aria-hidden="true">\((1...3).map { place in
                "<i\(if: place <= strength.rawValue, " class='on'")></i>"
            })</span><span class="visually-hidden">\(strings.strength)</span> \(words)
            """
    }

    private func button(_ isBusy: Bool) -> HTML {
        SubmitButton(
            words: strings.createAccount, busyWords: strings.creatingAccount,
            isBusy: isBusy
        ).html
    }

    private func summary(_ errors: RegistrationErrors) -> HTML {
        var found: [(id: String, words: String)] = []
        if let message = errors.email {
            found.append(("email", strings.summary(strings.message(message), of: strings.email)))
        }
        if let fault = errors.password {
            found.append(("password", strings.summary(strings.message(fault), of: strings.password)))
        }
        if errors.consentMissing { found.append(("consent", strings.consentMissing)) }
        return ErrorSummary(strings: strings, errors: found, hasPassword: true).html
    }

    private func alert(_ failure: RegistrationFailure) -> HTML {
        """
        <div class="notice alert"><div><p>\(strings.message(failure))</p>\
        <p class="without-script">\(strings.passwordIsNotKept)</p></div></div>
        """
    }

    /// In the place of the form. Nothing that was typed needs keeping any more.
    private func sent(_ registered: Registered, back: String) -> HTML {
        guard case .mailed(let email) = registered else { return "" }
        return """
            <div class="sent" data-forget>
            <div class="well" aria-hidden="true"><svg class="jewel jewel-purple">\
            <use href="\(strings.asset("/jewels.svg"))#brilliant"></use></svg></div>
            <h2>\(strings.mailSent)</h2>
            <p>\(strings.mailSent(to: HTML(text: email.text)))</p>
            <p class="hint">\(strings.mailNotThere)</p>
            <a class="button" href="\(back)" data-dismiss>\(strings.backToForm)</a>
            </div>
            """
    }
}

extension PasswordStrength {
    /// Its class in the style sheet.
    fileprivate var name: String { ["", "weak", "good", "strong"][rawValue] }
}

extension Strings {
    func message(_ message: EmailMessage) -> String {
        switch message {
        case .taken: emailTaken
        case .fault(let fault): self.message(fault)
        }
    }

    func message(_ failure: RegistrationFailure) -> String {
        switch failure {
        case .tooOften(let wait): tooOften(wait)
        case .busy: signInIsBusy
        case .demoIsGone: demoIsGone
        case .unavailable: registrationFailed
        }
    }
}
