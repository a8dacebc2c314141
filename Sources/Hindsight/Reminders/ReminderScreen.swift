import HindsightDomain
import Live
import LiveSite
import Streams

/// `/settings/reminders`: how reminders reach somebody. Everything is off until it is asked for.
struct ReminderScreen: Screen {
    let copy: Copy
    let visitor: ReminderVisitor
    let reminders: Reminders
    let settings: ReminderSettings
    /// Where the calendar's address begins.
    let origin: String

    func makeViewModel(_ page: Page) -> ReminderViewModel {
        ReminderViewModel(scheduler: page.scheduler, settings: settings) { [reminders, visitor, copy] form in
            try await reminders.perform(form, for: visitor, in: copy)
        }
    }

    func makeInput(_ page: Page) -> ReminderViewModel.Input {
        .init(
            calendar: page.input(), steps: page.input(), ends: page.input(), week: page.input(),
            weekMinute: page.input(limit: 8), save: page.input(), endpoint: page.secret(limit: PushPolicy.lengthLimit),
            publicKey: page.secret(limit: PushSubscription.keyLimit),
            authSecret: page.secret(limit: PushSubscription.keyLimit), subscribe: page.input(), remove: page.input(),
            test: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.state) { $0.fault?.status }
        page.redirect(on: output.done, flash: { copy.said(of: $0) }, to: { _ in Routes.reminders.path() })
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            copy: copy, title: copy.title(copy.reminders), page: page, sheets: ["/forms.css", "/reminders.css"],
            script: "/push.js",
            isLive: false
        ).document(
            """
            <nav><a class="back" href="\(Routes.settings.path())">\(copy.settings)</a></nav>
            <h1>\(copy.reminders)</h1>
            <p class="lead">\(copy.remindersLead)</p>
            \(output.state.slot("div", "") { state in
                """
                \(state.fault.map(alert))
                <div class="settings">
                \(section(copy.calendar, copy.calendarWhat, calendar(state, input)))
                \(section(copy.notifications, copy.notificationsWhat, browsers(state, input)))
                \(section(copy.whatIsSent, copy.whatIsSentWhat, input.save.form("novalidate", choices(state, input))))
                </div>
                """
            })
            """)
    }

    private func section(_ heading: String, _ what: String, _ content: HTML) -> HTML {
        """
        <section><header><h2>\(heading)</h2><p class="what">\(what)</p></header>
        <div class="reminder-part">\(content)</div></section>
        """
    }

    private func alert(_ fault: ReminderFault) -> HTML {
        """
        <div class="notice alert" role="alert" id="alert" tabindex="-1" autofocus><p>\(copy.words(for: fault))</p></div>
        """
    }

    // MARK: The calendar

    private func calendar(_ state: ReminderState, _ input: Model.Input) -> HTML {
        if let path = state.address { return address(origin + path, input) }
        guard state.settings.hasCalendar else {
            return """
                <p>\(copy.calendarIsOff)</p>
                \(button(input.calendar, .make, copy.makeCalendar, "primary"))
                """
        }
        return """
            <p class="is-on">\(copy.calendarIsOn)</p>
            <p class="hint">\(copy.calendarIsOnHint)</p>
            <div class="buttons">\(button(input.calendar, .renew, copy.renewCalendar))\
            \(button(input.calendar, .end, copy.endCalendar, "quiet"))</div>
            """
    }

    /// It is shown on the page that made it, and never again: the store has nothing but its hash.
    private func address(_ address: String, _ input: Model.Input) -> HTML {
        """
        <p class="is-on" role="status">\(copy.calendarMade)</p>
        <div class="field">
        <label for="calendar-address">\(copy.calendarAddress)</label>
        <p class="hint" id="calendar-address-hint">\(copy.calendarAddressHint)</p>
        <div class="entry"><input id="calendar-address" type="text" readonly value="\(address)" autofocus spellcheck="false" \
        autocomplete="off" aria-describedby="calendar-address-hint" data-select></div>
        </div>
        <div class="buttons"><a class="button" href="webcal\(String(address.drop { $0 != ":" }))">\(copy.openCalendar)</a>\
        \(button(input.calendar, .end, copy.endCalendar, "quiet"))</div>
        """
    }

    private func button(
        _ input: Observable<String>, _ change: ReminderForm.CalendarChange, _ words: String, _ kind: String = ""
    ) -> HTML {
        input.form(value: change.rawValue, "", "<button class='button \(kind)'>\(words)</button>")
    }

    // MARK: Browsers

    private func browsers(_ state: ReminderState, _ input: Model.Input) -> HTML {
        let browsers = state.settings.browsers
        let choices = state.settings.choices
        return """
            \(if: browsers.isEmpty, "<p>\(copy.noBrowsers)</p>")\
            \(if: !browsers.isEmpty, "<ul class='rows' role='list'>\(browsers.map { browser($0, input) })</ul>")
            \(if: !browsers.isEmpty && !(choices.steps || choices.ends || choices.week),
                "<p class='hint'>\(copy.nothingChosen)</p>")
            \(reminders.push.map { turningOn($0.publicKey, input, isOn: browsers.contains { $0.client == visitor.client }) })
            \(if: !browsers.isEmpty, input.test.form("", "<button class='button'>\(copy.sendTest)</button>"))
            """
    }

    private func browser(_ browser: PushBrowser, _ input: Model.Input) -> HTML {
        let name = copy.name(of: browser.client)
        return """
            <li><div><b>\(name)</b><p>\(if: browser.client == visitor.client, "\(copy.thisBrowser) · ")\
            \(copy.turnedOnOn(copy.longDay(copy.day(of: browser.createdAt))))</p></div>\
            \(input.remove.form(
                value: "\(browser.id)", "",
                "<button class='button quiet' aria-label='\(copy.turnOff): \(name)'>\(copy.turnOff)</button>"))</li>
            """
    }

    /// Only a script can turn it on: it asks the browser, and sends what that says with the form.
    private func turningOn(_ key: String, _ input: Model.Input, isOn: Bool) -> HTML {
        """
        <div data-push="\(key)" data-push-worker="/push-worker.js">
        \(input.subscribe.form(
            "hidden",
            """
            <input type="hidden" \(input.endpoint, field: "endpoint")>\
            <input type="hidden" \(input.publicKey, field: "publicKey")>\
            <input type="hidden" \(input.authSecret, field: "authSecret")>\
            <button class="button\(if: !isOn, " primary")">\(copy.turnOnHere)</button>
            """))
        <p class="without-script">\(copy.pushNeedsScript)</p>
        <div role="alert">\
        <p class="notice" data-push-says="unsupported" hidden>\(copy.pushUnsupported)</p>\
        <p class="notice alert" data-push-says="denied" hidden>\(copy.pushDenied)</p>\
        <p class="notice alert" data-push-says="failed" hidden>\(copy.pushFailed)</p></div>
        </div>
        """
    }

    // MARK: What is sent

    private func hour(_ minute: Int, _ choices: ReminderChoices, _ input: Model.Input) -> HTML {
        """
        <option \(input.weekMinute, option: "\(minute)", selected: minute == choices.weekMinute)>\(copy.time(minute))</option>
        """
    }

    private func choices(_ state: ReminderState, _ input: Model.Input) -> HTML {
        let choices = state.settings.choices
        let weekStart = state.settings.weekStart ?? .usual(in: copy.language)
        return """
            \(CheckRow(
                id: "steps", label: "\(copy.tellSteps)", hint: "\(copy.tellStepsHint)",
                attributes: "\(input.steps, check: "steps", ticked: choices.steps)").html)
            \(CheckRow(
                id: "ends", label: "\(copy.tellEnds)", hint: "\(copy.tellEndsHint)",
                attributes: "\(input.ends, check: "ends", ticked: choices.ends)").html)
            \(CheckRow(
                id: "week", label: "\(copy.tellWeek)", hint: "\(copy.tellWeekHint(weekStart.lastDay))",
                attributes: "\(input.week, check: "week", ticked: choices.week)").html)
            \(SelectRow(
                id: "weekMinute", label: copy.weekTime, hint: "\(copy.timesAre(in: copy.timeZone))",
                attributes: "\(input.weekMinute, select: "weekMinute")",
                options: "\((0..<24).map { hour(60 * $0, choices, input) })").html)
            <button class="button primary">\(copy.saveChoices)</button>
            """
    }
}

extension Copy {
    /// What the next page says of what was done.
    fileprivate func said(of deed: ReminderDeed) -> String {
        switch deed {
        case .calendarEnded: calendarEnded
        case .chosen: choicesSaved
        case .browserAdded: browserAdded
        case .browserRemoved: browserRemoved
        case .testSent: testSent
        }
    }

    fileprivate func words(for fault: ReminderFault) -> String {
        switch fault {
        case .badSubscription: subscriptionIsBad
        case .tooManyBrowsers: tooManyBrowsers
        case .browserIsGone: browserIsGone
        case .unknownChoice: settingIsUnknown
        case .noBrowsers: noBrowsers
        case .testNotSent: testNotSent
        case .unavailable: formFailed
        }
    }
}
