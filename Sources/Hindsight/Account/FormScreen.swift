import HindsightDomain
import Live
import LiveSite
import Streams

/// What a form of an account asks for, and what is done with it.
struct AccountForm: Sendable {
    typealias Perform = @Sendable (FormValues) async throws -> FormOutcome

    /// A row of the form.
    enum Row: Sendable {
        case email(String = "", hint: String? = nil)
        /// A password that there is already.
        case password(label: String)
        /// One that is chosen.
        case newPassword(hint: String)
        /// Whether the browser stays signed in.
        case remember
    }

    var heading: String
    var lead: String?
    /// What is to be known before the form is sent.
    var warning: String?
    var rows: [Row] = []
    /// Nil when there is nothing to be sent: the first of ``ways`` is all that one can do.
    var button: String?
    /// What it does can't be taken back.
    var isDanger = false
    /// Whether what the browser has kept of the account goes with it.
    var forgets = false
    /// Where it goes on.
    var next = ""
    /// What was sent by somebody who had to sign in first; nil where nobody signs in. It is empty as well on a page that
    /// comes back with a fault: what was in the field is there again.
    var kept: String?
    /// Where else one may want to go.
    var ways: [Way] = []
    var perform: Perform

    /// A question and where its answer is.
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

    var defaultInput: String? { "submit" }

    func makeViewModel(_ page: Page) -> FormViewModel {
        FormViewModel(scheduler: page.scheduler, perform: form.perform)
    }

    func makeInput(_ page: Page) -> FormViewModel.Input { .init(page) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(strings: strings, title: strings.title(form.heading), page: page, sheets: ["/forms.css"], isLive: false)
            .document(
                FormPage(
                    strings: strings, heading: form.heading, lead: form.lead.map { "\($0)" },
                    notices: """
                        \(form.warning.map { "<div class='notice'><p>\($0)</p></div>" })
                        \(output.fieldErrors.slot("div", "", summary))
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
        page.accept(input.submit, while: output.fieldErrors) { _, _ in true }
    }

    private func nothingToSend(_ way: AccountForm.Way) -> HTML {
        "<p><a class='button primary' href='\(way.address)'>\(way.link)</a></p>"
    }

    private func content(_ button: String, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let errors = output.fieldErrors
        return """
            \(form.rows.map { row(of: $0, input, errors) })
            \(if: !form.next.isEmpty, "<input type='hidden' \(input.next, field: "next", text: form.next)>")
            \(form.kept.map { "<input type='hidden' \(input.kept, field: "kept", text: $0)>" })
            <button class="button \(form.isDanger ? "danger" : "primary")" id="submit">\(button)</button>
            """
    }

    private func row(of row: AccountForm.Row, _ input: Model.Input, _ errors: BehaviorRelay<FormRefusal>) -> HTML {
        switch row {
        case .email(let text, let hint):
            fieldRow(
                .email, strings.email, hint: hint, errors,
                """
                type="email" \(input.email, field: "email", text: text) autocomplete="username" inputmode="email" \
                autocapitalize="off" spellcheck="false" required
                """)
        case .password(let label):
            fieldRow(
                .password, label, errors,
                """
                type="password" \(input.password, field: "password") autocomplete="current-password" \
                autocapitalize="off" spellcheck="false" required
                """)
        case .newPassword(let hint):
            fieldRow(
                .newPassword, strings.newPassword, hint: hint, errors,
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
        _ field: FormField, _ label: String, hint: String? = nil, _ errors: BehaviorRelay<FormRefusal>,
        _ attributes: HTML
    ) -> HTML {
        let id = field.rawValue
        return FieldRow(
            id: id, label: label, hint: hint.map { "\($0)" }, attributes: attributes,
            error: "\(strings.error(of: field, errors))", isInvalid: errors.value.fields[field] != nil,
            reveal: field == .email ? nil : strings.showPassword
        ).html
    }

    private func summary(_ refusal: FormRefusal) -> HTML { strings.summary(of: refusal) }

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
        case nil: ""
        }
    }

    private func way(_ way: AccountForm.Way) -> HTML {
        "<span>\(way.words.map { "\($0) " }) <a href='\(way.address)'>\(way.link)</a></span> "
    }
}

extension FormViewModel.Input {
    /// All that a form may have; what the page shows none of is never sent.
    init(_ page: Page) {
        self.init(
            email: page.input(limit: EmailAddress.byteLimit), password: page.secret(limit: Password.mostBytes),
            newPassword: page.secret(limit: Password.mostBytes), displayName: page.input(limit: DisplayName.byteLimit),
            language: page.input(), theme: page.input(), timeZone: page.input(limit: TimeZoneID.byteLimit),
            weekStart: page.input(),
            remember: page.input(), next: page.input(limit: OwnAddress.limit), kept: page.input(limit: KeptForm.limit),
            submit: page.input(limit: FormValues.valueLimit))
    }
}

extension Page {
    /// What a form leads to.
    func answers(_ output: FormViewModel.Output) {
        status(on: output.fieldErrors, retryAfter: \.retryAfter) { $0.isEmpty ? nil : $0.status }
        setCookies(on: output.done) { $0.cookies }
        setCookies(on: output.shown) { $0.cookies }
        endPages(on: output.done) { $0.ended }
        endPages(on: output.shown) { $0.ended }
        redirect(on: output.done, flash: { $0.flash }, to: { $0.address })
    }
}

extension Strings {
    /// What a form is refused for.
    func refusal(of error: any Error) -> FormRefusal {
        switch error {
        case AccountRefusal.wrong: FormRefusal(fields: [.password: passwordIsWrong])
        case AccountRefusal.tooOften(let wait): FormRefusal(message: tooOften(wait), status: 429, retryAfter: wait)
        case AccountRefusal.busy: FormRefusal(message: signInIsBusy, status: 503)
        case AccountRefusal.taken: FormRefusal(fields: [.email: message(EmailMessage.taken)])
        case AccountRefusal.takenMeanwhile: FormRefusal(message: message(EmailMessage.taken), status: 409)
        case AccountRefusal.linkIsOver: FormRefusal(message: linkIsOver, status: 410)
        case AccountRefusal.demoIsGone: FormRefusal(message: demoIsGone, status: 409)
        case AccountRefusal.noMail: FormRefusal(message: noResetByMailLead, status: 409)
        case let fault as EmailFault: FormRefusal(fields: [.email: message(fault)])
        case let fault as PasswordFault: FormRefusal(fields: [.newPassword: message(fault)])
        case let faults as FormFaults: faults.refusal(in: self)
        default: FormRefusal(status: 503, isUnavailable: true)
        }
    }

    /// The place that says what is wrong at a field.
    func error(of field: FormField, _ errors: BehaviorRelay<FormRefusal>) -> Slot {
        let id = field.rawValue
        return errors.slot(part: "\(id)-error", "p", FieldRow.errorAttributes(id)) { refusal in
            refusal.fields[field].map { "\($0)" } ?? ""
        }
    }

    /// What is wrong with a form.
    func summary(of refusal: FormRefusal) -> HTML {
        if refusal.isUnavailable { return alert(formFailed) }
        if let message = refusal.message { return alert(message) }
        let places = refusal.fields.sorted { $0.key.rawValue < $1.key.rawValue }
        return ErrorSummary(strings: self, errors: places.map { (id: $0.key.rawValue, words: $0.value) }).html
    }

    private func alert(_ words: String) -> HTML {
        "<div class='notice alert' role='alert' id='alert' tabindex='-1'><p>\(words)</p></div>"
    }
}
