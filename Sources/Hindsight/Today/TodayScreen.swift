import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/today`.
    mutating func addToday(_ goals: any GoalBoxStore, _ revisions: any PageRevisions, clock: @escaping WallClock) {
        page(Routes.today, keptBy: revisions, shared: true) { visit in
            let owner = try visit.account
            let strings = visit.strings(at: clock())
            let day = strings.day(of: clock())
            return TodayScreen(
                store: goals, owner: owner, strings: strings, clock: clock,
                initial: TodayState(
                    try await goals.todayGoals(of: owner, on: day),
                    putAway: try await goals.putAwayGoals(of: owner, limit: PutAwayNotice.limit)))
        }
    }
}

/// The page `/today`: the next step of each active goal.
struct TodayScreen: Screen {
    let store: any GoalBoxStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    let initial: TodayState

    func makeViewModel(_ page: Page) -> TodayViewModel {
        TodayViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial)
    }

    func makeInput(_ page: Page) -> TodayViewModel.Input {
        .init(
            tick: page.input(), untick: page.input(), finish: page.input(), putAwayAnswer: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store),
            days: newDays(in: strings.timeZone, clock: clock, scheduler: page.scheduler))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.todayHeading), page: page, mainClass: "narrow today",
            sheets: ["/forms.css", "/look-back.css"]
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'", alert))
            \(output.putAway.slot("div", "", PutAwayNotice(strings: strings, answer: input.putAwayAnswer).html))
            <div class="list-head">
            <div><h1>\(strings.todayHeading)</h1>
            \(output.summary.slot(part: "day", "p", "class='kicker'") { "\(strings.dayWithWeekday($0.day))" })</div>
            <a class="button" id="new-goal" href="\(Routes.newGoal.path())">\(strings.newGoal)</a>
            </div>
            \(output.rows.list(
                "ol", "class='today-list' role='list'", "class='today-goal'",
                id: { "goal-\($0.id.description)" }, { row($0, input) }))
            \(output.summary.slot(part: "done", "div", "class='today-done' role='status'", done))
            \(output.summary.slot(part: "end", "div", "class='today-end'", end))
            \(output.onThisDay.slot("div", "class='look-back'") { goals in
                """
                \(if: !goals.isEmpty, """
                    <section aria-labelledby="on-this-day"><h2 id="on-this-day">\(strings.onThisDay)</h2>\
                    \(strings.list(of: goals))</section>
                    """)
                """
            })
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.completed) { Routes.goal.path($0) }
        // Redirects for plain form posts only; with a script, the page stays.
        page.redirect(on: output.done) { Routes.today.path() }
        page.status(on: output.failAlert) { $0 == .outdated ? 409 : 503 }
    }

    /// Accepts the ticks of steps that are ticked already, on this page or another one: they change nothing.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        for input in [input.tick, input.untick] {
            page.accept(input, while: output.rows) { rows, step in
                rows.contains { $0.steps.contains { $0.id == step } }
            }
        }
    }

    private func row(_ row: TodayRow, _ input: Model.Input) -> HTML {
        let id = row.id.description
        let address = Routes.goal.path(row.id)
        return """
            <div class="today-head"><h2 id="t\(id)" dir="auto"><a href="\(address)">\(row.goal.title)</a></h2>\
            <p class="card-dates">\(if: row.stepCount > 0, "\(strings.stepsDone(row.doneCount, of: row.stepCount)) ")\
            <b class="left">\(strings.words(for: row.dayCount))</b></p></div>\
            \(if: row.stepCount > 0, steps(row, input))\
            \(if: row.stepCount == 0, """
                <div class="buttons">\(input.finish.form(value: id, "", """
                    <button class="button" id="f\(id)" aria-labelledby="f\(id) t\(id)">\(strings.iDidIt)</button>
                    """))\
                <a class="button quiet" id="d\(id)" href="\(address)" aria-labelledby="d\(id) t\(id)">\(strings.divide)</a></div>
                """)
            """
    }

    private func steps(_ row: TodayRow, _ input: Model.Input) -> HTML {
        """
        <ul class="step-list" role="list">\(row.steps.map { step in
            """
            <li class="step">\(StepMark(
                strings: strings, step: step, isTicked: step.isTicked(on: row.day),
                pace: step.pace(on: row.day, of: row.goal.fields), left: step.daysLeft(on: row.day)
            ).button(tick: input.tick, untick: input.untick, of: "t\(row.id.description)"))</li>
            """ as HTML
        })</ul>\
        \(row.nextDay.map { "<p class='hint'>\(strings.nextOn(strings.dayWithWeekday($0)))</p>" })
        """
    }

    private func done(_ summary: TodaySummary) -> HTML {
        """
        \(if: summary.isAllDone, """
            <div class="notice done"><p><b>\(strings.allDoneToday)</b> \(strings.allDoneTodayText)</p></div>
            """)
        """
    }

    /// The end of the page: the link to all active goals, or the words that there are none.
    private func end(_ summary: TodaySummary) -> HTML {
        if summary.goalCount == 0 {
            return EmptyState(
                picture: .waiting, title: strings.nothingActive, text: "\(strings.nothingActiveText)",
                way: (Routes.newGoal.path(), strings.newGoal)
            ).html
        }
        return """
            <p><a class="button quiet" href="\(Routes.activeGoals.path())">\
            \(summary.isCut ? strings.seeAllActive(summary.goalCount) : strings.toActiveGoals)</a></p>
            """
    }

    private func alert(_ failure: TodayFailure) -> HTML {
        """
        <div class="notice alert"><p>\(failure == .outdated ? strings.goalHasChanged : strings.actionFailed)</p>\
        <a class="button quiet" href="\(Routes.today.path())" data-dismiss>\(strings.close)</a></div>
        """
    }
}
