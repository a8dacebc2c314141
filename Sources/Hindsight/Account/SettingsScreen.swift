import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

/// `/settings`: what an account has chosen, where it is signed in, and the ways to everything else about it.
struct SettingsScreen: Screen {
    let strings: Strings
    let service: AccountService
    let account: AccountID
    /// The login that looks at it.
    let login: String
    let details: AccountDetails
    let sessions: [AccountSession]
    let visitor: AccountVisitor

    /// Value of the button that ends all other sessions.
    private static let everywhere = "everywhere"

    var defaultInput: String? { "submit" }

    private var isDemo: Bool { details.email == nil }

    func makeViewModel(_ page: Page) -> FormViewModel<SettingsInput> {
        FormViewModel(scheduler: page.scheduler, strings: strings) { [self] values in
            values.button.isEmpty ? try await save(values) : try await signOut(values.button)
        }
    }

    func makeInput(_ page: Page) -> SettingsInput {
        .init(
            displayName: page.input(limit: DisplayName.byteLimit), language: page.input(), theme: page.input(),
            timeZone: page.input(limit: TimeZoneID.byteLimit), weekStart: page.input(),
            submit: page.input(limit: SettingsValues.buttonLimit))
    }

    func effects(_ page: Page, _ output: Model.Output) { page.answers(output) }

    private func save(_ values: SettingsValues) async throws -> FormAnswer {
        var invalid: [FormField: String] = [:]
        func value<Value>(_ text: String, _ field: FormField, _ make: (String) -> Value?) -> Value? {
            guard !text.isEmpty else { return nil }
            let value = make(text)
            if value == nil { invalid[field] = strings.settingIsUnknown }
            return value
        }
        let language = value(values.language, .language) { Language(rawValue: $0) }
        let theme = value(values.theme, .theme) { Theme(rawValue: $0) }
        let timeZone = value(values.timeZone, .timeZone) { TimeZoneID($0) }
        let weekStart = value(values.weekStart, .weekStart) { WeekStart(rawValue: $0) }
        var preferences: [Preference] = [
            .language(language), .theme(theme), .timeZone(timeZone), .weekStart(weekStart),
        ]
        if !isDemo {
            let name = values.displayName.trimmedAtEnds
            let displayName = name.isEmpty ? nil : DisplayName(name)
            if !name.isEmpty, displayName == nil { invalid[.displayName] = strings.displayNameRule }
            preferences.append(.displayName(displayName))
        }
        guard invalid.isEmpty else { throw FormRefusal(fields: invalid) }
        try await service.store.set(preferences, of: account)
        var saved = strings
        if let language { saved.language = language }
        // The pages after signing out look the same; and what was chosen at the foot of a page counts no longer.
        return FormAnswer(
            address: Routes.settings.path(), flash: saved.settingsSaved,
            cookies: [Choice.language.cookie(language?.rawValue), Choice.theme.cookie(theme?.rawValue)])
    }

    private func signOut(_ value: String) async throws -> FormAnswer {
        let which: SessionChoice = value == Self.everywhere ? .others(login) : .one(value)
        let ended = try await service.store.endSessions(of: account, which, from: visitor.client)
        return FormAnswer(address: Routes.settings.path(), flash: strings.signedOutThere(ended.count), ended: ended)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.settings), page: page, sheets: ["/forms.css"], isLive: false
        )
        .document(
            """
            <h1>\(strings.settings)</h1>
            \(output.fieldErrors.slot("div", "", { strings.summary(of: $0) }))
            <div class="settings">
            \(section(strings.yourSettings, strings.yourSettingsWhat, input.submit.form("novalidate", profile(input, output))))
            \(isDemo ? keep : access)
            \(section(
                    strings.reminders, strings.remindersWhat,
                    "<p><a class='button' href='\(Routes.reminders.path())'>\(strings.remindersLink)</a></p>"))
            \(if: !isDemo, section(
                    strings.yourPage, strings.yourPageWhat,
                    "<p><a class='button' href='\(Routes.ownPage.path())'>\(strings.changePage)</a></p>"))
            \(section(strings.devices, strings.devicesWhat, devices(input)))
            \(section(strings.yourData, strings.yourDataWhat, yourData))
            \(if: !isDemo, deletion)
            </div>
            """)
    }

    private func section(_ heading: String, _ what: String, _ content: HTML, _ attributes: HTML = "") -> HTML {
        """
        <section\(attributes)><header><h2>\(heading)</h2><p class="what">\(what)</p></header>
        \(content)</section>
        """
    }

    // MARK: What the account has chosen

    private func profile(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let errors = output.fieldErrors
        return """
            \(if: !isDemo, FieldRow(
                id: "displayName", label: strings.displayName, hint: "\(strings.displayNameRule) \(strings.nameIsOnPage)",
                attributes: """
                    type="text" \(input.displayName, field: "displayName", text: details.displayName ?? "") \
                    autocomplete="nickname"
                    """,
                error: "\(strings.error(of: .displayName, errors))", 
                isInvalid: output.state.value.refusal.fields[.displayName] != nil
            ).html)
            \(select(
                .language, strings.languageChoice, input.language, chosen: details.language?.rawValue, errors,
                options: [("", strings.asTheBrowser)] + Language.allCases.map { ($0.rawValue, strings.name(of: $0)) }))
            \(select(
                .theme, strings.themeChoice, input.theme, chosen: details.theme?.rawValue, errors,
                options: [
                    ("", strings.systemTheme), (Theme.light.rawValue, strings.lightTheme),
                    (Theme.dark.rawValue, strings.darkTheme),
                ]))
            \(SelectRow(
                id: "timeZone", label: strings.timeZoneChoice, hint: "\(strings.timeZoneHint)",
                attributes: "\(input.timeZone, select: "timeZone")", options: timeZones(input),
                error: "\(strings.error(of: .timeZone, errors))"
            ).html)
            \(select(
                .weekStart, strings.weekStartChoice, input.weekStart, chosen: details.weekStart?.rawValue, errors,
                options: [("", strings.usualWeekStart)] + WeekStart.allCases.map { ($0.rawValue, strings.name(of: $0)) }))
            <button class="button primary" id="submit">\(strings.saveSettings)</button>
            """
    }

    private func select(
        _ field: FormField, _ label: String, _ input: Observable<String>, chosen: String?,
        _ errors: Driver<FormRefusal>, options: [(value: String, words: String)]
    ) -> HTML {
        let name = field.rawValue
        return SelectRow(
            id: name, label: label, attributes: "\(input, select: name)",
            options: "\(input, options: Options(options), selected: chosen ?? "")",
            error: "\(strings.error(of: field, errors))"
        ).html
    }

    /// The browser's own zone, which its script fills in; then all by their part of the world: by the city's first letters
    /// one comes to it. An account that isn't anywhere yet may stay so; UTC is a choice like any other.
    private func timeZones(_ input: Model.Input) -> HTML {
        var first = [(value: TimeZoneID.utc.rawValue, words: TimeZoneID.utc.rawValue)]
        if let zone = details.timeZone {
            // However it is called.
            if zone != .utc, !TimeZoneList.all.contains(where: { $0.zones.contains(zone) }) {
                first.append((zone.rawValue, strings.place(of: zone)))
            }
        } else {
            first.insert(("", strings.timeZoneUnset), at: 0)
        }
        let chosen = details.timeZone?.rawValue ?? ""
        return """
            <optgroup label="\(strings.timeZoneHere)" hidden disabled><option data-time-zone></option></optgroup>\
            \(input.timeZone, options: Options(first), selected: chosen)\
            \(input.timeZone, options: TimeZoneList.options(in: strings), selected: chosen)
            """
    }

    // MARK: Getting in

    private var keep: HTML {
        section(
            strings.signUp, strings.keepDemoLead,
            "<p><a class='button primary' href='\(Routes.register.path())'>\(strings.keepIt)</a></p>")
    }

    private var access: HTML {
        section(
            strings.access, strings.accessWhat,
            """
            <ul class="rows" role="list">
            <li><div><b>\(details.email ?? "")</b><p>\(details.isEmailConfirmed ? strings.emailIsConfirmed : strings.email)</p></div>\
            <a class="button" href="\(Routes.changeEmail.path())">\(strings.changeEmail)</a></li>
            <li><div><b>\(strings.password)</b></div>\
            <a class="button" href="\(Routes.changePassword.path())">\(strings.changePassword)</a></li>
            </ul>
            """)
    }

    // MARK: Where it is signed in

    private func devices(_ input: Model.Input) -> HTML {
        """
        <ul class="rows" role="list">
        \(sessions.map { device($0, input) })
        </ul>
        \(if: sessions.count > 1, input.submit.form(
            value: Self.everywhere, "", "<button class='button'>\(strings.signOutElsewhere)</button>"))
        """
    }

    private func device(_ session: AccountSession, _ input: Model.Input) -> HTML {
        """
        <li><div><b>\(strings.name(of: session.client))</b>\
        <p>\(session.login == login ? strings.thisDevice : strings.lastUsed(session.lastUsedAt)) · \
        \(strings.signedInOn(session.createdAt))\(if: !session.client.address.isEmpty, " · \(session.client.address)")</p></div>\
        \(if: session.login != login, input.submit.form(
            value: session.login, "",
            "<button class='button quiet' aria-label='\(strings.signOutThere): \(strings.name(of: session.client))'>\(strings.signOutThere)</button>"))</li>
        """
    }

    // MARK: What is kept

    private var yourData: HTML {
        """
        <ul class="rows" role="list">
        <li><div><b>\(strings.export)</b><p>\(strings.exportWhat)</p></div>\
        <a class="button" href="\(Routes.export.path())" download>\(strings.exportNow)</a></li>
        <li><div><b>\(strings.exportToRead)</b><p>\(strings.exportToReadWhat)</p></div>\
        <a class="button" href="\(Routes.export.path(query: ["format": "markdown"]))" download>\(strings.exportNow)\
        <span class="visually-hidden"> (Markdown)</span></a></li>
        <li><div><b>\(strings.importGoals)</b><p>\(strings.importGoalsWhat)</p></div>\
        <a class="button" href="\(Routes.importGoals.path())">\(strings.importGoalsNow)</a></li>
        <li><div><b>\(strings.activity)</b><p>\(strings.activityWhat)</p></div>\
        <a class="button" href="\(Routes.activity.path())">\(strings.seeActivity)</a></li>
        </ul>
        """
    }

    private var deletion: HTML {
        section(
            strings.deleteAccount, strings.deleteAccountWhat,
            "<p><a class='button danger' href='\(Routes.deleteAccount.path())'>\(strings.deleteAccount)</a></p>",
            " class='danger-zone'")
    }
}

/// The inputs of the settings.
struct SettingsInput: FormInput {
    let displayName: Observable<String>
    let language: Observable<String>
    let theme: Observable<String>
    let timeZone: Observable<String>
    let weekStart: Observable<String>
    /// Empty to save, ``SettingsScreen/everywhere``, or the login that is to end.
    let submit: Observable<String>

    func feed(_ machine: Machine<FormState<SettingsValues>>) {
        machine.keep(displayName, \.displayName)
        machine.keep(language, \.language)
        machine.keep(theme, \.theme)
        machine.keep(timeZone, \.timeZone)
        machine.keep(weekStart, \.weekStart)
        machine.on(submit) { button in .sent { $0.button = button } }
    }
}

/// Content of the fields of the settings; an empty one leaves the choice to the browser.
struct SettingsValues: FormValues {
    /// Number of bytes of a button's value at most, which is more than a login's id has.
    static let buttonLimit = 32

    var displayName = ""
    var language = ""
    var theme = ""
    var timeZone = ""
    var weekStart = ""
    /// Value of the pressed button.
    var button = ""
}

/// `/settings/activity`: what has happened in an account, when and from where.
struct ActivityScreen: Screen {
    let strings: Strings
    let entries: [AccountLogEntry]

    struct Model: ViewModel {
        struct Input {}
        struct Output {}

        func transform(input: Input) -> Output { Output() }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }
    func makeInput(_ page: Page) -> Model.Input { .init() }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.activity), page: page, sheets: ["/forms.css"], isLive: false
        )
        .document(
            """
            <nav><a class="back" href="\(Routes.settings.path())">\(strings.settings)</a></nav>
            <h1>\(strings.activity)</h1>
            <div class="settings"><section><header><h2>\(strings.whatHappened)</h2><p class="what">\(strings.activityWhat)</p></header>
            <table class="log"><thead><tr><th scope="col">\(strings.whatHappened)</th><th scope="col">\(strings.whenItHappened)</th>\
            <th scope="col">\(strings.whereFrom)</th></tr></thead><tbody>
            \(entries.map { entry in
                    """
                    <tr><th scope="row">\(strings.name(of: entry.event))</th>\
                    <td><time datetime="\(entry.date.formatted(.iso8601))">\(strings.moment(entry.date))</time></td>\
                    <td>\(strings.name(of: entry.client))\(if: !entry.client.address.isEmpty, " · \(entry.client.address)")</td></tr>
                    """ as HTML
                })
            </tbody></table></section></div>
            """)
    }
}
