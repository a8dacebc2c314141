import HindsightDomain
import Live
import LiveSite
import Streams

/// The content of an account's form, and its action.
struct AccountForm: Sendable {
    /// A row of the form.
    enum Row: Sendable {
        case email(String = "", hint: String? = nil)
        /// The current password.
        case password(label: String)
        /// A password to be chosen.
        case newPassword(hint: String)
        /// Whether the browser stays signed in.
        case remember
    }

    var heading: String
    var lead: String?
    /// Notice above the form.
    var warning: String?
    var rows: [Row] = []
    /// Label of the button; nil shows the first of ``ways`` instead of a form.
    var button: String?
    /// Whether the action can't be undone.
    var isDanger = false
    /// Whether the browser's stored data of the account are removed with it.
    var forgets = false
    /// Address of the page after signing in.
    var next = ""
    /// A form that was sent without being signed in; nil except when signing in. It is empty as well on a page that
    /// comes back with an error: the browser's field still has it.
    var kept: String?
    /// Links to other pages.
    var ways: [Way] = []
    var perform: @Sendable (AccountValues) async throws -> FormAnswer

    /// A question, and a link to its answer.
    struct Way: Sendable {
        var words: String?
        var link: String
        var address: String
    }
}

/// A page of an account that is about one form.
///
/// It is no live page: a session's cookie and a password belong into a request of their own, and a browser's manager of
/// passwords knows what such a form is.
struct FormScreen: Screen {
    let strings: Strings
    let form: AccountForm
    /// Whether the form is the same for all visitors who aren't signed in.
    var isKept = false

    var defaultInput: String? { "submit" }

    func makeViewModel(_ page: Page) -> FormViewModel<AccountInput> {
        FormViewModel(scheduler: page.scheduler, strings: strings, perform: form.perform)
    }

    func makeInput(_ page: Page) -> AccountInput {
        .init(
            email: page.input(limit: EmailAddress.byteLimit), password: page.secret(limit: Password.mostBytes),
            newPassword: page.secret(limit: Password.mostBytes), remember: page.input(),
            next: page.input(limit: OwnAddress.limit), kept: page.input(limit: KeptForm.limit), submit: page.input())
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(strings: strings, title: strings.title(form.heading), page: page, sheets: ["/forms.css"], isLive: false)
            .document(
                FormPage(
                    strings: strings, heading: form.heading, lead: form.lead.map { "\($0)" },
                    notices: """
                        \(form.warning.map { "<div class='notice'><p>\($0)</p></div>" })
                        \(output.fieldErrors.slot("div", "", { strings.summary(of: $0) }))
                        """,
                    content: form.button.map { button in
                        """
                        \(output.shown.moment("div", "role='status'", shown))
                        \(input.submit.form(
                        form.forgets ? "novalidate data-forget" : "novalidate", content(button, input, output)))
                        """
                    } ?? form.ways.first.map(nothingToSend) ?? "",
                    foot: form.button == nil || form.ways.isEmpty ? nil : "\(form.ways.map(way))"
                ).html)
    }

    func effects(_ page: Page, _ output: Model.Output) { page.answers(output) }

    /// A form that was open while its link expired is told so, though the page has no form any more.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        page.accept(input.submit)
    }

    private func nothingToSend(_ way: AccountForm.Way) -> HTML {
        "<p><a class='button primary' href='\(way.address)'>\(way.link)</a></p>"
    }

    private func content(_ button: String, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        \(form.rows.map { row(of: $0, input, output) })
        \(if: !form.next.isEmpty, "<input type='hidden' \(input.next, field: "next", text: form.next)>")
        \(form.kept.map { "<input type='hidden' \(input.kept, field: "kept", text: $0)>" })
        <button class="button \(form.isDanger ? "danger" : "primary")" id="submit">\(button)</button>
        """
    }

    private func row(of row: AccountForm.Row, _ input: Model.Input, _ output: Model.Output) -> HTML {
        switch row {
        case .email(let text, let hint):
            fieldRow(
                .email, strings.email, hint: hint, output,
                """
                type="email" \(input.email, field: "email", text: text) autocomplete="username" inputmode="email" \
                autocapitalize="off" spellcheck="false" required
                """)
        case .password(let label):
            fieldRow(
                .password, label, output,
                """
                type="password" \(input.password, field: "password") autocomplete="current-password" \
                autocapitalize="off" spellcheck="false" required
                """)
        case .newPassword(let hint):
            fieldRow(
                .newPassword, strings.newPassword, hint: hint, output,
                """
                type="password" \(input.newPassword, field: "newPassword") autocomplete="new-password" \
                autocapitalize="off" spellcheck="false" required
                """)
        case .remember:
            CheckRow(
                id: "remember", label: "\(strings.staySignedIn)", hint: "\(strings.staySignedInHint)",
                attributes: "\(input.remember, check: "remember", ticked: true)"
            ).html
        }
    }

    private func fieldRow(
        _ field: FormField, _ label: String, hint: String? = nil, _ output: Model.Output, _ attributes: HTML
    ) -> HTML {
        let id = field.rawValue
        return FieldRow(
            id: id, label: label, hint: hint.map { "\($0)" }, attributes: attributes,
            error: "\(strings.error(of: field, output.fieldErrors))",
            isInvalid: output.state.value.refusal.fields[field] != nil,
            reveal: field == .email ? nil : strings.showPassword
        ).html
    }

    private func shown(_ answer: FormAnswer) -> HTML {
        switch answer.content {
        case .mailed(let heading, let words):
            """
            <div class="sent"><div class="well" aria-hidden="true"><svg class="jewel jewel-purple">\
            <use href="\(strings.asset("/jewels.svg"))#brilliant"></use></svg></div>
            <h2>\(heading)</h2><p>\(words)</p><p class="hint">\(strings.mailNotThere)</p></div>
            """
        case .kept(let kept, let token):
            """
            <div class="sent"><h2>\(strings.signedInAgain)</h2><p>\(strings.keptForm)</p>
            <form method="post" action="\(kept.address)">\(HTML.csrfField(token))\
            \(kept.fields.sorted { $0.key < $1.key }.map { field in
                "<input type='hidden' name='\(field.key)' value='\(field.value)'>"
            })\
            <button class="button primary" autofocus>\(strings.sendKeptForm)</button></form></div>
            """
        case .calendar, nil: ""
        }
    }

    private func way(_ way: AccountForm.Way) -> HTML {
        "<span>\(way.words.map { "\($0) " }) <a href='\(way.address)'>\(way.link)</a></span> "
    }
}

/// The inputs of an account's form; those that a form doesn't show are not offered.
struct AccountInput: FormInput {
    let email: Observable<String>
    let password: Observable<String>
    let newPassword: Observable<String>
    let remember: Observable<Bool>
    /// Address of the page after signing in.
    let next: Observable<String>
    /// A form that was sent without being signed in.
    let kept: Observable<String>
    let submit: Observable<Void>

    func feed(_ machine: Machine<FormState<AccountValues>>) {
        machine.keep(email, \.email)
        machine.keep(password, \.password)
        machine.keep(newPassword, \.newPassword)
        machine.keep(remember, \.remember)
        machine.keep(next, \.next)
        machine.keep(kept, \.kept)
        machine.on(submit) { .sent { _ in } }
    }
}

/// Content of the fields of an account's form.
struct AccountValues: FormValues {
    var email = ""
    var password = ""
    var newPassword = ""
    var remember = false
    var next = ""
    var kept = ""
}

extension AccountRefusal: RefusalReason {
    func refusal(in strings: Strings) -> FormRefusal {
        switch self {
        case .wrong: FormRefusal(fields: [.password: strings.passwordIsWrong])
        case .tooOften(let wait): FormRefusal(message: strings.tooOften(wait), status: 429, retryAfter: wait)
        case .busy: FormRefusal(message: strings.signInIsBusy, status: 503)
        case .taken: FormRefusal(fields: [.email: strings.message(EmailMessage.taken)])
        case .takenMeanwhile: FormRefusal(message: strings.message(EmailMessage.taken), status: 409)
        case .linkIsOver: FormRefusal(message: strings.linkIsOver, status: 410)
        case .demoIsGone: FormRefusal(message: strings.demoIsGone, status: 409)
        case .noMail: FormRefusal(message: strings.noResetByMailLead, status: 409)
        }
    }
}

extension EmailFault: RefusalReason {
    func refusal(in strings: Strings) -> FormRefusal { FormRefusal(fields: [.email: strings.message(self)]) }
}

extension PasswordFault: RefusalReason {
    func refusal(in strings: Strings) -> FormRefusal { FormRefusal(fields: [.newPassword: strings.message(self)]) }
}
