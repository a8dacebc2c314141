import HindsightDomain
import Live
import LiveSite
import Streams

/// The form of a goal: `/goals/new`, and `/goals/{id}` with `?edit=1`, `?recover=1` or `?rename=1`.
struct GoalFormScreen: Screen {
    let store: any GoalDetailStore
    let owner: AccountID
    let strings: Strings
    let initial: GoalFormState
    let today: @Sendable () -> CalendarDate

    /// The most bytes of a day as it is typed: 2026-11-30.
    static let dayLimit = TextLimit.bytes(of: 10)

    private var purpose: GoalFormState.Purpose { initial.purpose }

    /// Others are shown at the address of a goal.
    var variant: String { "form" }

    /// A form post to the page's own address saves.
    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> GoalFormViewModel {
        GoalFormViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial, today: today)
    }

    func makeInput(_ page: Page) -> GoalFormViewModel.Input {
        .init(
            title: page.input(limit: GoalTitle.byteLimit), startDate: page.input(limit: Self.dayLimit),
            endDate: page.input(limit: Self.dayLimit), endless: page.input(), reminderEnabled: page.input(),
            save: page.input(),
            goalChanges: changes(page))
    }

    /// A form that was posted knows what it was made from, and nothing that has happened since.
    private func changes(_ page: Page) -> Observable<Void> {
        guard let id = initial.goal?.id, page.visit.posted == nil, page.visit.problem == nil else { return .never() }
        return page.goalChanges(of: owner, in: store).filter { $0.contains(id) }.map { _ in }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let heading = strings.heading(of: purpose)
        return Layout(
            strings: strings, title: strings.title(heading), page: page, mainClass: "goal-form", sheets: ["/forms.css"],
            takesText: true
        )
        .document(
            """
            <nav>\(wayBack)</nav>
            \(FormPage(
                    strings: strings, heading: heading, lead: "\(strings.lead(of: purpose))", tray: tray,
                    notices: """
                        \(output.fieldErrors.slot(part: "errors", "div", "", summary))
                        \(output.failAlert.moment("div", "role='alert' id='alert' tabindex='-1'") { [visit = page.visit] in alert($0, visit) })
                        """,
                    content: input.save.form("novalidate", form(page, input, output)),
                    foot: otherForm
                ).html)
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0.isEmpty ? nil : 422 }
        page.status(on: output.failAlert) { failure in
            switch failure {
            case .changed, .wrongBox: 409
            case .gone: 404
            case .unavailable: 503
            }
        }
        page.focus(on: output.refused) { ErrorSummary.id }
        page.focus(on: output.failed) { "alert" }
        page.navigate(
            on: output.saved, forgetsTyping: true, flash: { _ in strings.saved(purpose) },
            to: { Routes.goal.path($0.id) })
        for field in purpose.fields {
            page.fill(field.rawValue, with: output.state.asDriver().map { $0.fill(of: field) }.distinctUntilChanged())
        }
        page.resume(with: output.state) { $0.basis(of: .title) }
        // Nothing of it is kept on the server before it is saved.
        page.holdTyping(while: Driver.just(true))
    }

    // MARK: Around the form

    private var wayBack: HTML {
        guard let goal = initial.goal else {
            return """
                <a class="back" href="\(Routes.box(purpose == .finished ? .completed : .active).path())">\
                \(purpose == .finished ? strings.completedGoals : strings.heading(of: .active))</a>
                """
        }
        return "<a class='back' href='\(Routes.goal.path(goal.id))'>\(strings.backToGoal)</a>"
    }

    /// The place that is to be filled is empty.
    private var tray: [Jewel?] {
        purpose == .finished || purpose == .rename ? FormPage.jewels : Array(FormPage.jewels.prefix(2)) + [nil]
    }

    private var otherForm: HTML? {
        switch purpose {
        case .new:
            "\(strings.alreadyFinished) <a href='\(Routes.newGoal.path(query: ["finished": "1"]))'>\(strings.keepFinished)</a>"
        case .finished: "\(strings.notFinishedYet) <a href='\(Routes.newGoal.path())'>\(strings.setGoal)</a>"
        case .edit, .recover, .rename: nil
        }
    }

    // MARK: The form

    private func form(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let state = output.state.value
        let errors = state.errors
        // A form that comes back leads to what is wrong.
        let isFresh = page.visit.posted == nil && page.visit.problem == nil
        return """
            \(FieldRow(
                id: "title", label: strings.goalTitle, hint: strings.titleHint(purpose).map { "\($0)" },
                attributes: """
                    type="text" \(input.title, field: "title", text: state.title, basis: state.basis(of: .title)) \
                    autocomplete="off" enterkeyhint="done" required\(if: isFresh, " autofocus") data-focus
                    """,
                error: "\(error("title", output) { $0.title.map { strings.goalTitleMessage($0) } })",
                isInvalid: errors.title != nil,
                foot: "\(output.titleCount.slot(part: "title-foot", "p", "class='counter'", counter))"
            ).html)
            \(input.title, basisOf: "title", state.basis(of: .title))
            \(if: purpose != .rename, days(input, output))
            \(if: purpose.fields.contains(.reminderEnabled), reminder(input, state))
            \(output.isSaving.slot("div", "", button))
            """
    }

    private func days(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let (state, isFinished) = (output.state.value, purpose == .finished)
        let errors = state.errors
        return """
            <div class="form-days">
            \(day(
                .startDate, isFinished ? strings.finishedStart : strings.goalStart, input.startDate, state.startDate, output,
                isInvalid: errors.startDate != nil, last: isFinished ? initial.today : .max) { $0.startDate })
            \(day(
                .endDate, isFinished ? strings.finishedEnd : strings.goalEnd, input.endDate, state.endDate, output,
                isInvalid: errors.endDate != nil, first: isFinished ? .min : initial.today,
                last: isFinished ? initial.today : .max) { $0.endDate })
            \(if: !isFinished, CheckRow(
                id: "endless", label: "\(strings.noEnd)",
                attributes: "\(input.endless, check: "endless", ticked: state.isEndless)"
            ).html)
            </div>
            """
    }

    private func day(
        _ field: GoalFormState.Field, _ label: String, _ input: Observable<FieldText>, _ text: String,
        _ output: Model.Output,
        isInvalid: Bool, first: CalendarDate = .min, last: CalendarDate,
        _ fault: @escaping (GoalFormErrors) -> GoalDateFault?
    ) -> HTML {
        let (id, basis) = (field.rawValue, output.state.value.basis(of: field))
        return """
            \(FieldRow(
                id: id, label: label,
                attributes: """
                    type="date" \(input, field: id, text: text, basis: basis) min="\(iso: first)" max="\(iso: last)" \
                    autocomplete="off" required
                    """,
                error: "\(error(id, output) { fault($0).map { strings.message($0) } })", isInvalid: isInvalid
            ).html)
            \(input, basisOf: id, basis)
            """
    }

    private func reminder(_ input: Model.Input, _ state: GoalFormState) -> HTML {
        CheckRow(
            id: "reminderEnabled", label: "\(strings.remindMe)",
            hint: """
                \(strings.remindMeHint) \
                \(if: !state.reminderReach.ends, "<span class='unheard'>\(strings.goalHasNoChannel)</span> ")\
                <a href="\(Routes.reminders.path())">\(strings.remindersLink)</a>
                """,
            attributes: "\(input.reminderEnabled, check: "reminderEnabled", ticked: state.reminderEnabled)"
        ).html
    }

    private func error(
        _ id: String, _ output: Model.Output, _ words: @escaping (GoalFormErrors) -> String?
    ) -> Slot {
        output.fieldErrors.slot(part: "\(id)-error", "p", FieldRow.errorAttributes(id)) { errors in
            words(errors).map { "\($0)" } ?? ""
        }
    }

    /// The script counts as well, at each key and without a line: it finds the number by its attribute.
    private func counter(_ count: Int) -> HTML {
        let limit = GoalTitle.limit
        let words = strings.counter(count, limit: limit)
        return """
            <span data-count="title" data-limit="\(limit)"\(if: count > limit, " class='over'")>\(words.count)</span> \
            \(words.rest)
            """
    }

    private func button(_ isBusy: Bool) -> HTML {
        SubmitButton(words: strings.save(purpose), busyWords: strings.saving, isBusy: isBusy).html
    }

    private func summary(_ errors: GoalFormErrors) -> HTML {
        let isFinished = purpose == .finished
        var found: [(id: String, words: String)] = []
        if let fault = errors.title {
            found.append(("title", strings.summary(strings.goalTitleMessage(fault), of: strings.goalTitle)))
        }
        if let fault = errors.startDate {
            found.append(
                ("startDate", "\(isFinished ? strings.finishedStart : strings.goalStart): \(strings.message(fault))"))
        }
        if let fault = errors.endDate {
            found.append(
                ("endDate", "\(isFinished ? strings.finishedEnd : strings.goalEnd): \(strings.message(fault))"))
        }
        return ErrorSummary(strings: strings, errors: found).html
    }

    private func alert(_ failure: GoalFormFailure, _ visit: Visit) -> HTML {
        switch failure {
        case .unavailable: "<div class='notice alert'><p>\(strings.goalNotSaved)</p></div>"
        case .gone:
            """
            <div class="notice alert"><p>\(strings.formOfDeletedGoal)</p>\
            \(initial.goal.map { strings.undoDeletion(at: Routes.goal.path($0.id), csrf: visit.csrf) })</div>
            """
        case .wrongBox(let goal):
            """
            <div class="notice alert"><p>\(strings.goalHasMoved(to: goal.goal.box)) \
            <a href="\(Routes.goal.path(goal.id))">\(strings.seeGoal)</a></p></div>
            """
        case .changed(let goal):
            """
            <div class="notice alert"><div><p>\(strings.goalChangedElsewhere)</p>\
            <section class="goal-now" aria-label="\(strings.asItIsNow)"><p dir="auto"><strong>\(goal.goal.title)</strong></p>\
            <p>\(strings.days(from: goal.goal.startDate, to: goal.goal.endDate))\
            \(if: goal.goal.reminderEnabled, " · \(strings.remindMe)")</p></section></div></div>
            """
        }
    }
}
