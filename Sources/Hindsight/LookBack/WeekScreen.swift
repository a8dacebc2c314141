import HindsightDomain
import Hummingbird
import Live
import LiveSite
import Streams

/// The page `/weeks/{day}`.
struct WeekScreen: Screen {
    let store: any LookBackStore
    let owner: AccountID
    let strings: Strings
    let initial: WeekReview
    /// The current week.
    let present: ClosedRange<CalendarDate>

    /// - Throws: `HTTPError` 404 for a week that has not begun; errors of the stores.
    init(
        _ day: CalendarDate, _ visit: Visit, _ strings: Strings, _ goals: any LookBackStore,
        _ accounts: any AccountStore
    ) async throws {
        store = goals
        owner = try visit.account
        self.strings = strings
        let start = try await accounts.weekStart(of: owner, in: strings.language)
        present = start.week(of: strings.today ?? day)
        let days = start.week(of: day)
        guard days.lowerBound <= present.upperBound else { throw HTTPError(.notFound) }
        initial = try await goals.week(of: owner, days)
    }

    private var isPresent: Bool { initial.days == present }
    private var isFirstDay: Bool { strings.today == present.lowerBound }

    /// The first day of the previous week, if the current week has just begun and there is something to look back on that
    /// the owner hasn't done yet; otherwise nil.
    var weekToLookBackOn: CalendarDate? {
        get async throws {
            guard isPresent, isFirstDay else { return nil }
            let start = present.lowerBound.adding(days: -7)
            let week = try await store.week(of: owner, start...present.lowerBound.adding(days: -1))
            let hasAnswer = week.note?.text.isEmpty == false
            return hasAnswer || week.tickCount + week.finishedCount == 0 ? nil : start
        }
    }

    func makeViewModel(_ page: Page) -> WeekViewModel {
        let state = WeekState(
            initial, question: strings.question(of: initial.days.lowerBound), page: page.visit.pageName,
            beginning: page.visit.beginning)
        return WeekViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: state)
    }

    func makeInput(_ page: Page) -> WeekViewModel.Input {
        // A posted form keeps the revision that it was rendered from, so changes since then are not followed.
        let isOpen = page.visit.posted == nil && page.visit.problem == nil
        return .init(
            answer: page.input(limit: WeekNote.byteLimit), save: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store),
            noteChanges: isOpen ? page.noteChanges(of: owner, in: store) : .never())
    }

    /// A form post to the page's own address saves the answer.
    var defaultInput: String? { "save" }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let days = strings.days(from: initial.days.lowerBound, to: initial.days.upperBound)
        return Layout(
            strings: strings, title: strings.title(strings.weekTitle(initial.days)), page: page,
            mainClass: "look-back narrow week",
            sheets: ["/look-back.css"], takesText: true
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert' id='alert' tabindex='-1'", alert))
            \(output.saved.moment("div", "role='status'") { saved($0, output.state.value) })
            \(LookBackNav(strings: strings, place: .week).html)
            <div class="list-head"><p class="kicker">\(kicker)</p><h1>\(days)</h1></div>
            \(weeks)
            \(output.week.slot(part: "finished", "div", "", finished))
            \(output.week.slot(part: "waiting", "div", "", waiting))
            <section class="question" aria-labelledby="question-title">
            \(output.state.slot(part: "question", "div", "") { state in
                """
                <p class="kicker">\(strings.oneQuestion)</p>\
                <h2 id="question-title"><label for="answer">\(strings.question(state.question))</label></h2>
                """
            })
            \(input.save.form("novalidate", form(input, output)))
            <p><a href="\(Routes.weekAnswers.path())">\(strings.allAnswers)</a></p>
            </section>
            \(output.week.slot(part: "before", "div", "", before))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0 == nil ? nil : 422 }
        page.status(on: output.failAlert) { $0 == .unavailable ? 503 : 409 }
        page.focus(on: output.refused) { "answer" }
        page.focus(on: output.failAlert) { _ in "alert" }
        // With a script the page stays as it is.
        page.redirect(on: output.saved, flash: { strings.answerSaved($0) }, to: { _ in page.visit.path })
        page.fill("answer", with: output.state.asDriver().map(\.fill).distinctUntilChanged())
        // The server keeps no draft of the answer, so the browser holds the typed text until it is saved.
        page.holdTyping(while: Driver.just(true))
    }

    private var kicker: String {
        if isPresent { return strings.thisWeek }
        return initial.days.upperBound.adding(days: 1) == present.lowerBound ? strings.lastWeek : strings.aWeek
    }

    /// Links to the previous and the next week.
    private var weeks: HTML {
        let before = initial.days.lowerBound.adding(days: -7)
        let after = initial.days.lowerBound.adding(days: 7)
        // On its first day, the address of the current week may lead to the one before it.
        let leadsToPresent = after >= present.lowerBound && !isFirstDay
        return """
            <nav class="steps-of-time" aria-label="\(strings.otherWeeks)">\
            <a class="button quiet" href="\(Routes.week.path(before))">← \(strings.weekBefore)</a>\
            \(if: !isPresent, """
                <a class="button quiet" href="\(leadsToPresent ? Routes.thisWeek.path() : Routes.week.path(after))">\(strings.weekAfter) →</a>
                """)</nav>
            """
    }

    // MARK: Finished and waiting

    /// The steps ticked and the goals completed in the week, or that there are none.
    private func finished(_ week: WeekReview) -> HTML {
        let rest = week.finishedCount - week.finished.count
        return """
            \(if: week.tickCount + week.finishedCount == 0, """
                <section><p class="hint">\(isPresent ? strings.nothingFinishedYet : strings.nothingFinished)\
                \(if: isPresent, " <a href='\(Routes.activeGoals.path())'>\(strings.toActiveGoals)</a>")</p></section>
                """)\
            \(if: week.tickCount > 0, section("steps-title", strings.ticked(week.tickCount), week.ticked.map { goal in
                """
                <li><a href="\(Routes.goal.path(goal.id))"><span dir="auto">\(goal.title)</span>\
                \(if: goal.isSample, "<span class='badge'>\(strings.sample)</span>")\
                <b class="left">\(strings.ticks(goal.count))</b></a></li>
                """
            }))\
            \(if: week.finishedCount > 0, """
                <section aria-labelledby="finished-title"><h2 id="finished-title">\(strings.finished(week.finishedCount))</h2>
                \(strings.list(of: week.finished))\
                \(if: rest > 0, "<p class='hint'>\(strings.andMore(rest))</p>")</section>
                """)
            """
    }

    /// The goals that wait for a review, and those that end soon.
    private func waiting(_ week: WeekReview) -> HTML {
        let hint = week.waitingCount > 1 ? strings.waiting(week.waitingCount) : nil
        return """
            \(if: week.waitingCount > 0, section("waiting-title", strings.whatWaits, hint: hint, week.waiting.map { goal in
                """
                <li><a href="\(Routes.review.path(goal.id))">\(strings.silentPicture(of: goal.jewel))\
                <span dir="auto">\(goal.title)</span></a></li>
                """
            }))\
            \(if: isPresent && !week.ending.isEmpty, section("ending-title", strings.endingSoon, week.ending.map { goal in
                """
                <li><a href="\(Routes.goal.path(goal.id))"><span dir="auto">\(goal.title)</span>\
                <b class="left">\(strings.today.map { strings.words(for: .left($0.days(until: goal.endDate))) } ?? "")</b></a></li>
                """
            }))
            """
    }

    /// A heading with links to goals.
    private func section(_ id: String, _ heading: String, hint: String? = nil, _ goals: [HTML]) -> HTML {
        """
        <section aria-labelledby="\(id)"><h2 id="\(id)">\(heading)</h2>\(hint.map { "<p>\($0)</p>" })\
        <ul class="ways" role="list">\(goals)</ul></section>
        """
    }

    private func before(_ week: WeekReview) -> HTML {
        guard !week.yearBefore.isEmpty else { return .empty }
        let same = strings.today?.aYearBefore
        let onDay = isPresent ? week.yearBefore.filter { $0.day == same } : []
        let others = week.yearBefore.filter { goal in !onDay.contains { $0.id == goal.id } }
        return """
            \(if: !onDay.isEmpty, """
                <section aria-labelledby="today-title"><h2 id="today-title">\(strings.aYearAgoToday)</h2>
                \(strings.list(of: onDay))</section>
                """)
            \(if: !others.isEmpty, """
                <section aria-labelledby="before-title"><h2 id="before-title">\(strings.aYearBefore)</h2>
                \(strings.list(of: others))</section>
                """)
            """
    }

    // MARK: The question

    private func form(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let state = output.state.value
        let limit = WeekNote.limit
        let count = state.count
        let words = strings.counter(count, limit: limit)
        return """
            <div class="field">
            <textarea id="answer" rows="4" \
            \(input.answer, area: "answer", text: state.text, basis: state.basis) \
            aria-describedby="answer-error answer-count"\(if: state.fault != nil, " aria-invalid='true'")>\
            \(input.answer, content: state.text)</textarea>\(input.answer, basisOf: "answer", state.basis)
            <div class="field-foot">
            \(output.fieldErrors.slot(part: "answer-error", "p", FieldRow.errorAttributes("answer")) { fault in
                fault.map { strings.answerError($0) } ?? ""
            })
            <p class="counter" id="answer-count"><span data-count="answer" data-limit="\(limit)"\
            \(if: count > limit, " class='over'")>\(words.count)</span> \(words.rest)</p>
            </div>
            \(output.isUnsaved.slot("p", "class='save-state unsaved' data-when-unsaved") {
                "\($0 ? strings.notSavedYet : "")"
            })
            </div>
            \(output.isSaving.slot(with: output.isAnswered, "div", "") { isBusy, isAnswered in
                SubmitButton(
                    words: isAnswered ? strings.saveChangedAnswer : strings.saveAnswer, busyWords: strings.saving,
                    isBusy: isBusy
                ).html
            })
            """
    }

    /// The notice of a saved answer. What was typed since then is still to be kept by the browser.
    private func saved(_ note: WeekNote, _ state: WeekState) -> HTML {
        """
        <div class="notice done toast" data-timeout="10000"\(if: !state.isUnsaved, " data-forget")>\
        <p>\(strings.answerSaved(note))</p></div>
        """
    }

    private func alert(_ failure: WeekState.Failure) -> HTML {
        switch failure {
        case .unavailable: "<div class='notice alert'><p>\(strings.answerNotSaved)</p></div>"
        case .changed(let note):
            """
            <div class="notice alert"><div><p>\(strings.answerChanged)</p>\
            <blockquote class="other-answer" dir="auto">\(note.text.isEmpty ? strings.nothingThere : note.text)</blockquote></div></div>
            """
        }
    }
}
