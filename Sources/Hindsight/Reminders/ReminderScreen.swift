import HindsightDomain
import Live
import LiveSite
import Streams

/// `/settings/reminders`: how reminders reach somebody. Everything is off until it is asked for.
struct ReminderScreen: Screen {
    let strings: Strings
    let visitor: ReminderVisitor
    let reminders: Reminders
    let settings: ReminderSettings
    /// Scheme and host of the calendar's address.
    let origin: String

    func makeViewModel(_ page: Page) -> FormViewModel<ReminderInput> {
        FormViewModel(scheduler: page.scheduler, strings: strings) { [reminders, visitor, strings] form in
            try await reminders.perform(form, for: visitor, in: strings)
        }
    }

    func makeInput(_ page: Page) -> ReminderInput {
        .init(
            calendar: page.input(), steps: page.input(), ends: page.input(), week: page.input(),
            weekMinute: page.input(limit: 8), save: page.input(), endpoint: page.secret(limit: PushPolicy.lengthLimit),
            publicKey: page.secret(limit: PushSubscription.keyLimit),
            authSecret: page.secret(limit: PushSubscription.keyLimit), subscribe: page.input(), remove: page.input(),
            test: page.input())
    }

    func effects(_ page: Page, _ output: Model.Output) { page.answers(output) }

    /// A reload of the page that shows the address asks for one again, though there is one.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        page.accept(input.calendar) { $0 == "make" }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.reminders), page: page,
            sheets: ["/forms.css", "/reminders.css"],
            script: "/push.js",
            isLive: false
        ).document(
            """
            <nav><a class="back" href="\(Routes.settings.path())">\(strings.settings)</a></nav>
            <h1>\(strings.reminders)</h1>
            <p class="lead">\(strings.remindersLead)</p>
            \(output.fieldErrors.slot("div", "", { strings.summary(of: $0) }))
            \(output.state.slot("div", "class='settings'") { state in
                let (path, settings): (String?, ReminderSettings) =
                    if case .calendar(let path, let settings) = state.content { (path, settings) } else { (nil, settings) }
                return """
                    \(section(strings.calendar, strings.calendarWhat, calendar(path, settings, input)))
                    \(section(strings.notifications, strings.notificationsWhat, browsers(settings, input)))
                    \(section(strings.whatIsSent, strings.whatIsSentWhat, input.save.form("novalidate", choices(settings, input))))
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

    // MARK: The calendar

    private func calendar(_ path: String?, _ settings: ReminderSettings, _ input: Model.Input) -> HTML {
        if let path { return address(origin + path, input) }
        guard settings.hasCalendar else {
            return """
                <p>\(strings.calendarIsOff)</p>
                \(button(input.calendar, "make", strings.makeCalendar, "primary"))
                """
        }
        return """
            <p class="is-on">\(strings.calendarIsOn)</p>
            <p class="hint">\(strings.calendarIsOnHint)</p>
            <div class="buttons">\(button(input.calendar, "renew", strings.renewCalendar))\
            \(button(input.calendar, "end", strings.endCalendar, "quiet"))</div>
            """
    }

    /// It is shown on the page that made it, and never again: the store has nothing but its hash.
    private func address(_ address: String, _ input: Model.Input) -> HTML {
        """
        <p class="is-on" role="status">\(strings.calendarMade)</p>
        <div class="field">
        <label for="calendar-address">\(strings.calendarAddress)</label>
        <p class="hint" id="calendar-address-hint">\(strings.calendarAddressHint)</p>
        <div class="entry"><input id="calendar-address" type="text" readonly value="\(address)" autofocus spellcheck="false" \
        autocomplete="off" aria-describedby="calendar-address-hint" data-select></div>
        </div>
        <div class="buttons"><button type="button" class="button primary" data-share="\(strings.copied)" \
        data-failed="\(strings.notCopied)" data-copy="calendar-address" value="\(address)">\(strings.copyAddress)</button>\
        <a class="button" href="webcal\(String(address.drop { $0 != ":" }))">\(strings.openCalendar)</a>\
        \(button(input.calendar, "end", strings.endCalendar, "quiet"))</div>
        """
    }

    private func button(
        _ input: Observable<String>, _ change: String, _ words: String, _ kind: String = ""
    ) -> HTML {
        input.form(value: change, "", "<button class='button \(kind)'>\(words)</button>")
    }

    // MARK: Browsers

    private func browsers(_ settings: ReminderSettings, _ input: Model.Input) -> HTML {
        let browsers = settings.browsers
        let choices = settings.choices
        return """
            \(if: browsers.isEmpty, "<p>\(strings.noBrowsers)</p>")\
            \(if: !browsers.isEmpty, "<ul class='rows' role='list'>\(browsers.map { browser($0, input) })</ul>")
            \(if: !browsers.isEmpty && !(choices.steps || choices.ends || choices.week),
                "<p class='hint'>\(strings.nothingChosen)</p>")
            \(reminders.push.map { turningOn($0.publicKey, input, isOn: browsers.contains { $0.client == visitor.client }) })
            \(if: !browsers.isEmpty, input.test.form("", "<button class='button'>\(strings.sendTest)</button>"))
            """
    }

    private func browser(_ browser: PushBrowser, _ input: Model.Input) -> HTML {
        let name = strings.name(of: browser.client)
        return """
            <li><div><b>\(name)</b><p>\(if: browser.client == visitor.client, "\(strings.thisBrowser) · ")\
            \(strings.turnedOnOn(strings.longDay(strings.day(of: browser.createdAt))))</p></div>\
            \(input.remove.form(
                value: "\(browser.id)", "",
                "<button class='button quiet' aria-label='\(strings.turnOff): \(name)'>\(strings.turnOff)</button>"))</li>
            """
    }

    /// Only a script can turn it on: it asks the browser, and sends what that says with the form.
    private func turningOn(_ key: String, _ input: Model.Input, isOn: Bool) -> HTML {
        """
        <div data-push="\(key)" data-push-worker="/worker.js">
        \(input.subscribe.form(
            "hidden",
            """
            <input type="hidden" \(input.endpoint, field: "endpoint")>\
            <input type="hidden" \(input.publicKey, field: "publicKey")>\
            <input type="hidden" \(input.authSecret, field: "authSecret")>\
            <button class="button\(if: !isOn, " primary")">\(strings.turnOnHere)</button>
            """))
        <p class="without-script">\(strings.pushNeedsScript)</p>
        <div role="alert">\
        <p class="notice" data-push-says="unsupported" hidden>\(strings.pushUnsupported)</p>\
        <p class="notice alert" data-push-says="denied" hidden>\(strings.pushDenied)</p>\
        <p class="notice alert" data-push-says="failed" hidden>\(strings.pushFailed)</p></div>
        </div>
        """
    }

    // MARK: What is sent

    private func choices(_ settings: ReminderSettings, _ input: Model.Input) -> HTML {
        let choices = settings.choices
        let hours = Options((0..<24).map { ("\(60 * $0)", strings.time(60 * $0)) })
        let weekStart = settings.weekStart ?? .usual(in: strings.language)
        return """
            \(CheckRow(
                id: "steps", label: "\(strings.tellSteps)", hint: "\(strings.tellStepsHint)",
                attributes: "\(input.steps, check: "steps", ticked: choices.steps)").html)
            \(CheckRow(
                id: "ends", label: "\(strings.tellEnds)", hint: "\(strings.tellEndsHint)",
                attributes: "\(input.ends, check: "ends", ticked: choices.ends)").html)
            \(CheckRow(
                id: "week", label: "\(strings.tellWeek)", hint: "\(strings.tellWeekHint(weekStart.lastDay))",
                attributes: "\(input.week, check: "week", ticked: choices.week)").html)
            \(SelectRow(
                id: "weekMinute", label: strings.weekTime, hint: "\(strings.timesAre(in: strings.timeZone))",
                attributes: "\(input.weekMinute, select: "weekMinute")",
                options: "\(input.weekMinute, options: hours, selected: "\(choices.weekMinute)")"
            ).html)
            <button class="button primary">\(strings.saveChoices)</button>
            """
    }
}

extension ReminderFault: RefusalReason {
    func refusal(in strings: Strings) -> FormRefusal {
        switch self {
        case .badSubscription: FormRefusal(message: strings.subscriptionIsBad)
        case .tooManyBrowsers: FormRefusal(message: strings.tooManyBrowsers, status: 409)
        case .browserIsGone: FormRefusal(message: strings.browserIsGone, status: 404)
        case .unknownChoice: FormRefusal(message: strings.settingIsUnknown)
        case .noBrowsers: FormRefusal(message: strings.noBrowsers, status: 409)
        case .testNotSent: FormRefusal(message: strings.testNotSent, status: 503)
        }
    }
}
