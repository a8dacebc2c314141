import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/goals/{id}`; with `?edit=1`, `?recover=1` or `?rename=1`, the form of the goal.
    mutating func addGoalDetail(
        _ goals: any GoalDetailStore, _ revisions: GoalRevisions, clock: @escaping WallClock
    ) {
        page(Routes.goal, keptBy: revisions) { visit, id in
            let owner = try visit.account
            let found = try await goals.goal(of: owner, id)
            if ["edit", "recover", "rename"].contains(where: { visit.query[$0] != nil }) {
                guard let found else { throw HTTPError(.notFound) }
                return try goalForm(for: visit, goal: found, goals: goals, clock: clock)
            }
            // The page of a goal that isn't there is served only to a post that restores it and to a page that was
            // open. Neither reveals whether there ever was such a goal.
            let isKnown = visit.posted?.input == "undo" || visit.variant == GoalDetailScreen.name
            guard found != nil || isKnown else { throw HTTPError(.notFound) }
            let step = visit.query["step"].flatMap { StepID($0) }
            return GoalDetailScreen(
                store: goals, owner: owner, strings: visit.strings(at: clock()), clock: clock, id: id, initial: found,
                edited: step, removed: visit.query["removed"].flatMap { StepID($0) }, posted: visit.posted?.input,
                position: visit.position.flatMap { FieldBasis(text: $0) }, isDemo: visit.ownerName == nil)
        }
    }
}

/// The page `/goals/{id}`.
struct GoalDetailScreen: Screen {
    static let name = "detail"
    /// Maximum length of a typed time, in bytes: 07:30:00.
    private static let timeLimit = TextLimit.bytes(of: 8)

    /// Maximum length of a typed number of times, in bytes.
    private static let timesLimit = TextLimit.bytes(of: 3)

    /// Note of a position: the goal was deleted while the page was open.
    static let deleted = "deleted"

    let store: any GoalDetailStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    let id: GoalID
    /// The goal that the page was opened with; nil for a goal that isn't there.
    let initial: GoalDetail?
    /// The step whose row is shown as a form.
    var edited: StepID?
    /// The step that the previous page removed, from `?removed=…`, for a browser without a script.
    var removed: StepID?
    /// Name of the input of a plain form post. The form that it came from is shown again, whatever the state of the
    /// goal is now.
    var posted: String?
    /// The form that adds a step, of a page whose session was lost; its note is ``deleted`` or nil.
    var position: FieldBasis?
    /// Whether the account is a demo, which shares nothing.
    var isDemo = false

    private var address: String { Routes.goal.path(id) }

    var variant: String { Self.name }

    /// While the completion can be undone, the page shows that.
    var isKept: Bool { initial?.completion?.undoableUntil.map { $0 <= clock() } ?? true }

    /// A form post to the page's own address adds a step.
    var defaultInput: String? { "saveStep" }

    func makeViewModel(_ page: Page) -> GoalDetailViewModel {
        let isReposted = page.visit.posted != nil || page.visit.problem != nil
        return GoalDetailViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler),
            initial: GoalDetailState(
                id, initial, today: CalendarDate(clock(), in: strings.timeZone),
                newStep: FieldBasis(
                    revision: position?.revision ?? 0, page: position?.page ?? page.visit.pageName),
                isDeleted: position.map { $0.note == Self.deleted } ?? (page.visit.posted?.input == "undo"),
                edited: edited, posted: posted, removed: removed, isReposted: isReposted),
            clock: clock, timeZone: strings.timeZone, scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> GoalDetailViewModel.Input {
        let days = newDays(in: strings.timeZone, clock: clock, scheduler: page.scheduler)
        return .init(
            viewDidAppear: page.appeared, tick: page.input(StepID.self), untick: page.input(StepID.self),
            finishStep: page.input(StepID.self),
            moveUp: page.input(StepID.self), moveDown: page.input(StepID.self), placeStep: page.input(),
            removeStep: page.input(StepID.self),
            undoRemoval: page.input(StepID.self),
            editStep: page.input(StepID.self), cancelStep: page.input(), saveEdit: page.input(StepID.self),
            editTitle: page.input(limit: GoalTitle.byteLimit), repeats: page.input(Bool.self),
            times: page.input(limit: Self.timesLimit), dueOn: page.input(limit: GoalFormScreen.dayLimit),
            alarmTime: page.input(limit: Self.timeLimit),
            monday: page.input(Bool.self),
            tuesday: page.input(Bool.self), wednesday: page.input(Bool.self), thursday: page.input(Bool.self),
            friday: page.input(Bool.self), saturday: page.input(Bool.self), sunday: page.input(Bool.self),
            // A line for each step; the field may still begin with the title of the step added last.
            stepTitle: page.input(limit: (Step.limit + 1) * GoalTitle.byteLimit), saveStep: page.input(),
            edit: page.input(),
            recover: page.input(),
            delete: page.input(), undo: page.input(), celebrated: page.input(), reviewNow: page.input(),
            finish: page.input(), completedOn: page.input(limit: GoalFormScreen.dayLimit), undoCompletion: page.input(),
            extend: page.input(), pause: page.input(), resume: page.input(), share: page.input(),
            takeUp: page.input(GoalID.self),
            notNow: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store), days: days)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let rows = StepRows(strings: strings, id: id, input: input, output: output)
        return Layout(
            strings: strings, title: title(of: initial), page: page,
            mainClass: "narrow goal", sheets: ["/forms.css"], takesText: true
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert' id='alert' tabindex='-1'", alert))
            \(output.goal.slot(part: "way", "nav", "", way))
            <header class="goal-header">
            \(output.progress.slot(part: "stones", "div", "class='stones'", stones))
            \(output.goal.slot(part: "head", "div", "class='goal-head'") { head($0, input) })
            </header>
            \(output.goal.slot(part: "state", "div", "class='goal-state'") { state($0, input) })
            \(output.goal.slot(part: "offers", "div", "") { offers($0, input) })
            <section class="steps" aria-label="\(strings.steps)">
            \(output.progress.slot(part: "progress", "p", "class='progress' role='status'", count))
            \(output.steps.list(
                "ul", "class='step-list' role='list'", "class='step'", id: { "step-\($0.step.id)" },
                isNews: { $0.step.title != $1.step.title || $0.isTicked != $1.isTicked }, rows.row))
            \(input.placeStep.form("id='place-step' hidden", "<input type='hidden' name='value'>"))
            \(output.addForm.slot("div", "class='step-add'", rows.addForm))
            </section>
            \(output.goal.slot(part: "celebration", "div", "") { celebration($0, input) })
            \(output.told.moment("div", "role='status'", { announce($0, input) }))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(
            on: output.navigation, flash: { if case .goal = $0 { strings.takenUp } else { nil } },
            to: { way in
                switch way {
                case .here, .restored, .removed: nil
                case .edit: Routes.goal.path(id, query: ["edit": "1"])
                case .recover: Routes.goal.path(id, query: ["recover": "1"])
                case .review: Routes.review.path(id)
                case .goal(let other): Routes.goal.path(other)
                }
            })
        // Redirects for plain form posts only; with a script, the page stays.
        page.redirect(
            on: output.navigation, flash: { $0 == .restored ? strings.goalIsBack : nil },
            to: { way in
                switch way {
                case .here, .restored: address
                case .removed(let step): Routes.goal.path(id, query: ["removed": step.description])
                case .edit, .recover, .review, .goal: nil
                }
            })
        page.focus(on: output.focus) { $0 }
        page.title(with: output.goal) { title(of: $0.detail) }
        page.fill("stepTitle", with: output.newStep)
        page.holdTyping(while: output.holdsTyping)
        page.status(on: output.failAlert) { failure in
            switch failure {
            case .notFound, .undoIsOver: 404
            case .wrongBox, .notStored, .noPlaceForStep, .hasSteps: 409
            case .unavailable: 503
            }
        }
        page.status(on: output.addForm) { form in
            form.fault.map { fault in fault.isAboutRoom ? 409 : 422 }
        }
        page.status(on: output.steps) { rows in
            rows.contains { $0.faults?.isEmpty == false } ? 422 : nil
        }
        page.status(on: output.goal) { $0.finishFault == nil ? nil : 422 }
        page.resume(with: output.position) { $0.text }
    }

    /// Accepts inputs whose forms may no longer be shown, since forms depend on the goal's state. A form that is posted
    /// too late or twice is answered with the goal's current state.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        page.accept(input.undo)
        for input in [
            input.celebrated, input.reviewNow, input.notNow, input.finish, input.undoCompletion, input.extend,
            input.pause, input.resume,
        ] {
            page.accept(input)
        }
        page.accept(input.share) { _ in true }
        // The store checks that a step, even a removed one, belongs to the goal; any other is not found.
        for input in [input.tick, input.untick, input.finishStep, input.moveUp, input.moveDown, input.removeStep] {
            page.accept(input, while: output.goal) { goal, _ in goal.detail != nil }
        }
        page.accept(input.placeStep, while: output.goal) { goal, _ in goal.detail != nil }
    }

    // MARK: Header

    /// The document's title.
    private func title(of detail: GoalDetail?) -> String {
        strings.title(detail?.goal.title ?? strings.goalIsDeletedForGood)
    }

    private func way(_ goal: GoalPage) -> HTML {
        let box = goal.detail?.goal.box ?? .active
        return "<a class='back' href='\(Routes.box(box).path())'>\(strings.heading(of: box))</a>"
    }

    /// The jewel of a completed goal, or the tray of its steps.
    private func stones(_ progress: GoalProgress) -> HTML {
        guard progress.box != nil else { return "<div class='well' aria-hidden='true'></div>" }
        if let jewel = progress.jewel { return strings.picture(of: jewel, of: id) }
        return StepTally(strings: strings, goal: id, places: progress.stones).html
    }

    private func head(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        guard let detail = goal.detail else { return "<h1>\(strings.goalIsDeletedForGood)</h1>" }
        let day = detail.completion?.day
        return """
            <p class="kicker">\(strings.state(of: detail.goal.box))\(if: detail.isSample, " <span class='badge'>\(strings.sample)</span>")\
            \(if: goal.presence == .here && detail.sharedPart != .nothing, """
                 <a class="badge" href="\(Routes.ownPage.path())">\(strings.isShared)</a>
                """)</p>
            <h1 dir="auto">\(detail.goal.title)</h1>
            <p class="dates"><span>\(strings.days(from: detail.goal.startDate, to: detail.goal.endDate, done: day))</span> \
            <span>\(strings.duration(from: detail.goal.startDate, to: detail.goal.endDate, done: day))</span>\
            \(detail.firstStartDate.map { " <span>\(strings.firstBegun(strings.longDay($0)))</span>" })\
            \(detail.completion?.rank.map { " <span>\(strings.ordinalGoal($0))</span>" })</p>
            \(detail.completion.flatMap { strings.applause(from: $0.applause) }.map { "<p class='hint applause'>\($0)</p>" as HTML })\
            \(if: goal.presence == .here, actions(goal, detail, input))
            """
    }

    /// The remaining days and the goal's actions. Deleting needs no confirmation because it can be undone.
    private func actions(_ goal: GoalPage, _ detail: GoalDetail, _ input: Model.Input) -> HTML {
        let isActive = detail.goal.box == .active
        let edit = Routes.goal.path(id, query: ["edit": "1"])
        return """
            <div class="goal-actions">
            \(goal.dayCount.map { days in
                """
                \(if: isActive, "<span class='badge dday\(days.isDue ? " due" : "")'>\(strings.words(for: days))</span>")
                """ as HTML
            })
            \(if: isActive, "<a class='button quiet' id='edit' href='\(edit)' \(input.edit) data-follow>\(strings.editGoal)</a>")
            <details class="menu" data-menu>
            <summary class="button quiet" id="menu" aria-label="\(strings.moreActions)"><span aria-hidden="true">···</span></summary>
            <div class="menu-body">\(if: isActive, input.pause.form(
                "", "<button class='button quiet'>\(strings.pause)</button>"))\
            \(if: !isDemo && !detail.isSample, sharing(detail, input))\
            \(if: detail.completion != nil, """
                <a class="button quiet" id="rename" href="\(Routes.goal.path(id, query: ["rename": "1"]))">\(strings.rename)</a>
                """)\
            <a class="button quiet" href="\(Routes.goalPicture.path(id, query: Query().asPNG))" download data-share>\
            \(strings.keepPicture)</a>\
            \(input.delete.form("", "<button class='button quiet danger'>\(strings.deleteGoal)</button>"))</div>
            </details>
            </div>
            """
    }

    /// The actions that choose the part of the goal that is shared. A paused goal can be hidden, but not shown.
    private func sharing(_ detail: GoalDetail, _ input: Model.Input) -> HTML {
        func button(_ part: SharedPart, _ words: String) -> HTML {
            input.share.form(value: part.rawValue, "", "<button class='button quiet'>\(words)</button>")
        }
        let hasReview = detail.completion?.hasReview ?? false
        return switch detail.sharedPart {
        case .nothing: "\(if: detail.goal.box != .stored, button(.goal, strings.shareGoal))"
        case .goal:
            "\(if: hasReview, button(.goalAndReview, strings.shareReview))\(button(.nothing, strings.stopSharing))"
        case .goalAndReview:
            "\(if: hasReview, button(.goal, strings.stopSharingReview))\(button(.nothing, strings.stopSharing))"
        }
    }

    // MARK: State

    private func state(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        switch goal.presence {
        case .deleted:
            """
            <div class="notice gone" role="status"><p><strong>\(strings.goalIsDeleted)</strong> \(strings.goalUndoTime)</p>
            <div class="buttons">\
            \(input.undo.form("", "<button class='button primary' id='undo'>\(strings.undo)</button>"))\(toList(goal))</div></div>
            """
        case .gone:
            """
            <div class="notice gone" role="status"><p><strong>\(strings.goalIsDeletedForGood)</strong></p>
            <div class="buttons">\(toList(goal))</div></div>
            """
        case .here:
            switch goal.detail?.goal.box {
            case .stored: putAway(goal, input)
            case .completed: completed(goal, input)
            case .active: goal.detail.map { active(goal, $0, input) } ?? ""
            case nil: ""
            }
        }
    }

    private func toList(_ goal: GoalPage) -> HTML {
        let box = goal.detail?.goal.box ?? .active
        return "<a class='button quiet' href='\(Routes.box(box).path())'>\(strings.backToList)</a>"
    }

    /// The state of an active goal. A goal without steps has a button to finish it; reminders without a channel are
    /// pointed out.
    private func active(_ goal: GoalPage, _ detail: GoalDetail, _ input: Model.Input) -> HTML {
        let isUnheard = detail.goal.reminderEnabled && !detail.reminderReach.ends
        return """
            \(goal.removed.map { step in
                """
                <div class="notice done"><p>\(strings.stepIsRemoved)</p>\
                \(input.undoRemoval.form(
                    value: step.description, "", "<button class='button'>\(strings.undo)</button>"))</div>
                """ as HTML
            })\
            \(if: !goal.hasSteps, """
                <div class="finish"><p>\(strings.finishWithoutSteps)</p>\
                \(input.finish.form("", "<button class='button' id='finish'>\(strings.iDidIt)</button>"))</div>
                """)\
            \(if: isUnheard, """
                <p class="hint unheard">\(strings.goalHasNoChannel) <a href="\(Routes.reminders.path())">\(strings.remindersLink)</a></p>
                """)
            """
    }

    private func putAway(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        let hasTime = goal.detail.map { $0.goal.endDate >= goal.today } ?? false
        let hasEnd = goal.detail?.goal.fields.hasEnd ?? true
        return """
            <div class="notice"><p>\(hasTime ? strings.isPaused(hasEnd: hasEnd) : strings.isPutAway)</p>\
            <div class="buttons">\(if: hasTime, input.resume.form(
                "", "<button class='button primary' id='resume'>\(strings.resume)</button>"))\
            <a class="button\(if: !hasTime, " primary")" id="recover" href="\(Routes.goal.path(id, query: ["recover": "1"]))" \
            \(input.recover) data-follow>\(hasTime ? strings.newDates(hasEnd: hasEnd) : strings.takeUpAgain)</a>\
            \(if: !hasTime, input.extend.form(
                "", "<button class='button' id='extend'>\(strings.oneMoreWeek)</button>"))</div></div>
            \(goal.detail.flatMap { $0.goal.startDate > goal.today ? nil : finish($0.goal, goal, input) })
            """
    }

    private func finish(_ stored: Goal, _ goal: GoalPage, _ input: Model.Input) -> HTML {
        let first = strings.longDay(stored.startDate)
        return input.finish.form(
            "class='finish' novalidate",
            """
            \(FieldRow(
                id: "completedOn", label: strings.finishedOn, hint: "\(stored.endDate < goal.today ? strings.finishedAfterAll : strings.finishedWhilePaused)",
                attributes: """
                    type="date" \(input.completedOn, field: "completedOn", text: min(stored.endDate, goal.today).description) \
                    min="\(iso: stored.startDate)" max="\(iso: goal.today)" autocomplete="off" required
                    """,
                error: """
                    <p id="completedOn-error" \(FieldRow.errorAttributes("completedOn"))>\
                    \(goal.finishFault.map { "\(strings.message($0, start: first))" })</p>
                    """,
                isInvalid: goal.finishFault != nil
            ).html)
            <button class="button" id="finish">\(strings.iDidIt)</button>
            """)
    }

    private func completed(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        guard let completion = goal.detail?.completion else { return "" }
        return """
            <div class="notice done"><p>\(strings.completedOn(strings.longDay(completion.day)))</p>\
            <div class="buttons"><a class="button\(completion.hasReview ? "" : " primary")" id="review" \
            href="\(Routes.review.path(id))">\(completion.hasReview ? strings.seeReview : strings.writeReview)</a>\
            \(if: goal.canUndo, input.undoCompletion.form(
                "", "<button class='button quiet' id='undo-completion'>\(strings.undoCompletion)</button>"))</div></div>
            """
    }

    private func count(_ progress: GoalProgress) -> HTML {
        guard progress.isHere else { return "" }
        guard progress.total > 0 else { return progress.box == .active ? "\(strings.noStepsHint)" : "" }
        return "\(strings.stepsDone(progress.done, of: progress.total))"
    }

    // MARK: Completion

    /// The celebration dialog. It is rendered open: without a script it is a part of the page.
    private func celebration(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        guard goal.isCelebrated, let completion = goal.detail?.completion else { return "" }
        let count = goal.celebratedStones
        let stones = StepTally(strings: strings, goal: id, done: count, of: count).stones
        let milestones = [
            completion.rank.flatMap(strings.milestone),
            completion.isNewKind ? strings.newKind(completion.jewel) : nil,
        ].compactMap(\.self)
        return """
            <dialog class="modal celebration\(completion.signs)" open \
            aria-labelledby="celebration-title celebration-goal" data-modal>
            <div class="well"><svg class="jewel jewel-\(completion.jewel.color.rawValue)" role="img" \
            aria-label="\(strings.name(of: completion.jewel))"><use href="\(strings.asset("/jewels.svg"))#\(completion.jewel.shape.rawValue)"></use></svg>\
            \(if: goal.hasSteps, "<div class='tally flight' aria-hidden='true'>\(stones)</div>")</div>
            <div class="modal-body">
            <h2 class="kicker" id="celebration-title">\(strings.completedGoal(rank: completion.rank))</h2>
            <div class="celebrated" id="celebration-goal" dir="auto">\(goal.detail?.goal.title ?? "")</div>
            <p>\(goal.hasSteps && !completion.wasStored ? strings.jewelIsSet : strings.jewelIsGiven)\
            \(milestones.map { " <b>\($0)</b>" as HTML })</p>
            <div class="buttons">
            \(input.reviewNow.form("", "<button class='button primary' autofocus>\(strings.writeReviewNow)</button>"))
            \(input.celebrated.form("", "<button class='button quiet' data-close>\(strings.later)</button>"))
            \(if: goal.canUndo, input.undoCompletion.form("", "<button class='button quiet'>\(strings.notDoneYet)</button>"))
            </div>
            </div>
            </dialog>
            """
    }

    private func offers(_ goal: GoalPage, _ input: Model.Input) -> HTML {
        guard !goal.offers.isEmpty else { return "" }
        return """
            <section class="offers" aria-labelledby="offers-title">
            <h2 id="offers-title">\(strings.offersTitle)</h2>
            <p>\(strings.offersText)</p>
            \(input.takeUp.form(
                "",
                """
                <ul role="list">\(goal.offers.map { other in
                    """
                    <li><span id="offer-\(other.id.description)" dir="auto">\(other.title)</span>\
                    <button class="button" id="take-\(other.id.description)" name="value" value="\(other.id.description)" \
                    \(input.takeUp, value: other.id.description) \
                    aria-labelledby="take-\(other.id.description) offer-\(other.id.description)">\(strings.takeUpAgain)</button></li>
                    """
                })</ul>
                """))
            \(input.notNow.form("", "<button class='button quiet'>\(strings.notNow)</button>"))
            </section>
            """
    }

    // MARK: Notices

    /// The notice after an action. A deletion is only announced to screen readers, since the page shows it. The others
    /// are shown for 10 seconds; a removed step can be restored meanwhile.
    private func announce(_ action: GoalDetailState.Action, _ input: Model.Input) -> HTML {
        switch action {
        case .deleted: "<p class='visually-hidden'>\(strings.goalIsDeleted)</p>"
        case .restored: "<div class='notice done toast' data-timeout='10000'><p>\(strings.goalIsBack)</p></div>"
        case .reopened: "<div class='notice done toast' data-timeout='10000'><p>\(strings.completionUndone)</p></div>"
        case .paused: "<div class='notice done toast' data-timeout='10000'><p>\(strings.goalIsPaused)</p></div>"
        case .pausedAgain:
            "<div class='notice done toast' data-timeout='10000'><p>\(strings.completionUndoneToPause)</p></div>"
        case .shared(let part):
            """
            <div class="notice done toast" data-timeout="10000"><p>\(strings.told(part))</p>\
            <a class="button quiet" href="\(Routes.ownPage.path())">\(strings.yourPage)</a></div>
            """
        case .removed(let step, let title):
            """
            <div class="notice done toast" data-timeout="10000"><p>\(strings.stepRemoved(title))</p>\
            \(input.undoRemoval.form(
                value: step.description, "", "<button class='button' id='undo-step'>\(strings.undo)</button>"))</div>
            """
        }
    }

    private func alert(_ failure: GoalDetailState.Failure) -> HTML {
        """
        <div class="notice alert"><p>\(strings.message(failure))</p>\
        \(if: failure == .wrongBox(.stored), """
            <a class="button" href="\(Routes.goal.path(id, query: ["recover": "1"]))">\(strings.takeUpAgain)</a>
            """)\
        <a class="button quiet" href="\(address)" data-dismiss>\(strings.close)</a></div>
        """
    }
}

extension Completion {
    /// Whether the jewel is the first of its color and shape, besides the very first.
    fileprivate var isNewKind: Bool { isFirstOfKind && rank != 1 }

    /// The classes of a celebration that is not like the others.
    fileprivate var signs: String {
        let isTenth = rank?.isMultiple(of: 10) == true
        return "\(rank == 1 ? " first" : "")\(isTenth ? " tenth" : "")\(isNewKind ? " new" : "")"
    }
}

extension StepID: InputValue {
    package init?(inputText: String) { self.init(inputText) }
}

extension StepPlacement: InputValue {
    /// Reads "12 7" for step 12 before step 7, and "12" for step 12 behind the last one; nil for any other text.
    init?(inputText: String) {
        let ids = inputText.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map { StepID($0) }
        guard (1...2).contains(ids.count), let step = ids[0] else { return nil }
        if ids.count == 2, ids[1] == nil { return nil }
        self.init(step: step, next: ids.count == 2 ? ids[1] : nil)
    }
}

extension SharedPart: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}
