import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves the pages of the three boxes. `/goals/completed` is filtered by `?show=waiting` or `?show=reviewed`.
    mutating func addGoalBoxes(
        _ goals: any GoalBoxStore, _ revisions: any PageRevisions, clock: @escaping WallClock
    ) {
        for box in Box.allCases {
            page(Routes.box(box), keptBy: revisions, shared: true) { visit in
                let show = visit.query["show"].flatMap(CompletedGoalsFilter.init) ?? .all
                return GoalBoxScreen(
                    store: goals, owner: try visit.account, strings: visit.strings(at: clock()), clock: clock,
                    listing: box == .completed ? .completed(show) : GoalListing(box),
                    start: visit.query["after"].flatMap { GoalID($0) },
                    position: visit.position.flatMap { GoalID($0) })
            }
        }
    }
}

/// The pages `/goals/stored`, `/goals/active` and `/goals/completed`.
struct GoalBoxScreen: Screen {
    let store: any GoalBoxStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    var listing = GoalListing.completed(.all)
    /// The goal after which the list begins, as named by `?after=…` (links to further pages); nil to begin with the
    /// first goal.
    let start: GoalID?
    /// The last goal that the page had loaded before its session was lost; nil for a new page.
    let position: GoalID?

    /// A row that the filter leaves out by now stays in its place.
    var isKept: Bool { listing == GoalListing(listing.box) }

    func makeViewModel(_ page: Page) -> GoalBoxViewModel {
        GoalBoxViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), listing, below: start,
            through: position, today: listing == .active ? strings.today : nil)
    }

    func makeInput(_ page: Page) -> GoalBoxViewModel.Input {
        .init(
            viewDidAppear: page.appeared, segmentSelection: page.input(), selection: page.input(),
            fetchNextPage: page.input(), refresh: page.input(),
            tick: listing == .active ? page.input() : .never(), untick: listing == .active ? page.input() : .never(),
            delete: listing.box == .completed ? .never() : page.input(),
            undo: listing.box == .completed ? .never() : page.input(),
            putAwayAnswer: listing == .active ? page.input() : .never(),
            samples: listing.box == .completed ? .never() : page.input(),
            goalChanges: page.goalChanges(of: owner, in: store),
            days: listing == .active
                ? newDays(in: strings.timeZone, clock: clock, scheduler: page.scheduler) : .never())
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.heading(of: listing.box)), page: page,
            sheets: listing.box == .completed ? [] : ["/forms.css"]
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'", { alert($0, input) }))
            \(if: listing.box != .completed, "\(output.deleted.moment("div", "role='status'") { deleted($0, input) })")
            \(if: listing == .active, "\(output.putAway.slot("div", "", PutAwayNotice(strings: strings, answer: input.putAwayAnswer).html))")
            <div class="list-head">
            <h1>\(strings.heading(of: listing.box))</h1>
            <a class="button\(if: listing == .active, " primary")" id="new-goal" \
            href="\(Routes.newGoal.path())">\(strings.newGoal)</a>
            </div>
            <nav class="boxes" aria-label="\(strings.boxes)">
            \(output.segments.list(
                "ul", "role='list'", wording: wording, id: { "box-\($0.box.rawValue)" }, { segment($0, input) }))
            </nav>
            \(if: listing.box == .completed, completedHead(input, output))
            \(if: start != nil, "<p class='list-start'>\(toNewest)</p>")
            \(output.items.list(
                "ol", "class='drawer' role='list'", "class='card'", wording: wording,
                id: { "goal-\($0.id.description)" },
                { card($0, input) }))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, emptyState)" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { isLoading in "\(if: isLoading, loadingState)" })
            \(output.foot.slot { foot($0, input) })
            \(if: listing.box != .completed, "\(output.overview.slot(part: "samples", "div", "") { samples($0, input) })")
            </div>
            """)
    }

    private func count(_ output: Model.Output) -> HTML {
        """
        \(output.retrospectCount.slot(
            with: output.overview, "p", "class='count' aria-live='polite'", { count($0, $1) }))
        """
    }

    /// The head that only the completed goals have: the number of goals to review, the goal to review next, and the
    /// filters. It is below the tabs, so that these don't move when the box changes.
    private func completedHead(_ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        \(count(output))
        \(if: start == nil && listing != .completed(.reviewed), next(output))
        <nav class="filters" aria-label="\(strings.whichGoals)">
        \(output.filters.list(
            "ul", "class='filter' role='list'", wording: wording, id: { "show-\($0.show.rawValue)" }, { filter($0) }))
        <noscript>\(input.refresh.form("", "<button class='button quiet'>\(strings.refresh)</button>"))</noscript>
        </nav>
        """
    }

    private func next(_ output: Model.Output) -> HTML {
        "\(output.overview.slot("div", "class='next'") { next($0) })"
    }

    /// A link to a box. The script follows it at once; the input that it sends navigates there, too.
    private func segment(_ link: SegmentLink, _ input: Model.Input) -> HTML {
        let box = link.box.rawValue
        return """
            <a id="to-\(box)" href="\(Routes.box(link.box).path())" \(input.segmentSelection, value: box) data-follow\
            \(if: link.isPresent, " aria-current='page'")>\(strings.name(of: link.box)) \
            \(.part("b", id: "c-\(box)", "", "\(link.count.map { "\($0)" } ?? "")"))</a>
            """
    }

    /// A key of everything that rows are rendered from besides their own values.
    private var wording: String {
        "\(strings.language.rawValue)\(listing.box.rawValue)\(strings.today?.description ?? "")"
    }

    func effects(_ page: Page, _ output: Model.Output) {
        if listing == .active { page.navigate(on: output.finished) { Routes.goal.path($0) } }
        page.navigate(on: output.selected) { goal in
            goal.jewel == nil ? Routes.goal.path(goal.id) : Routes.review.path(goal.id)
        }
        page.navigate(on: output.segmentTurned) { Routes.box($0).path() }
        // The row that had the focus was removed.
        if listing.box != .completed { page.focus(on: output.deleted) { _ in "undo" } }
        page.status(on: output.failAlert) { $0 as? BoxActionFailure == .undoIsOver ? 404 : 503 }
        page.resume(with: output.items) { $0.last?.id.description }
    }

    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        // The undo button is shown only for a moment and, without a script, only on the previous response.
        if listing.box != .completed { page.accept(input.samples) { $0 == .restore } }
        // A second click on a step that is ticked by then changes nothing.
        guard listing == .active else { return }
        for input in [input.tick, input.untick] {
            page.accept(input, while: output.items) { rows, step in rows.contains { $0.step?.id == step } }
        }
    }

    /// The number of reviews to write, as a link to the next one.
    private func count(_ count: Int?, _ overview: GoalsOverview?) -> HTML {
        guard let count, let overview else { return "…" }
        let words = strings.reviewable(count, hasGoals: overview.completedCount > 0)
        guard let next = overview.nextToReview else { return words }
        return "<a href='\(Routes.review.path(next.id))'>\(words)</a>"
    }

    /// The goal to review next, if others wait as well and it has waited for a week: one alone, or a new one, is on top of
    /// the list. Its title names it, so its jewel is hidden from screen readers.
    private func next(_ overview: GoalsOverview?) -> HTML {
        guard let overview, overview.reviewableCount > 1, let goal = overview.nextToReview,
            strings.today.map({ goal.day.days(until: $0) >= 7 }) ?? true
        else { return .empty }
        let month = Month(of: goal.day)
        return """
            <section aria-labelledby="next-kicker">
            \(strings.silentPicture(of: goal.jewel))
            <div>
            <h2 class="kicker" id="next-kicker">\(strings.reviewNext)</h2>
            <p class="next-title" id="next-title" dir="auto">\(goal.goal.title)</p>
            <p class="card-dates">\(strings.waits(since: month))</p>
            </div>
            <a class="button primary" id="next" href="\(Routes.review.path(goal.id))" \
            aria-labelledby="next next-title">\(strings.writeReview)</a>
            </section>
            """
    }

    private func filter(_ link: FilterLink) -> HTML {
        """
        <a id="f-\(link.show.rawValue)" href="\(address(.completed(link.show)))"\(if: link.isPresent, " aria-current='page'")>\
        \(strings.name(of: link.show)) \(.part("b", id: "n-\(link.show.rawValue)", "", "\(link.count ?? 0)"))</a>
        """
    }

    /// The address of a list with its filter, beginning after a goal; nil begins with the first goal.
    private func address(_ listing: GoalListing, after: GoalID? = nil) -> String {
        var query = Query()
        if case .completed(let show) = listing, show != .all { query = query.adding("show", show.rawValue) }
        if let after { query = query.adding("after", after.description) }
        return Routes.box(listing.box).path(query: query)
    }

    private func card(_ goal: GoalCellViewModel, _ input: Model.Input) -> HTML {
        guard let jewel = goal.jewel, let month = goal.month else { return openCard(goal, input) }
        let id = goal.id.description
        let action = goal.hasReview ? strings.seeReview : strings.writeReview
        return """
            \(if: goal.beginsMonth, "<h2 class='month'>\(strings.name(of: month))</h2>")\
            \(strings.picture(of: jewel, of: goal.id))
            <h3 class="card-title" id="t\(id)" dir="auto">\(goal.title)</h3>
            <p class="card-dates">\(strings.days(from: goal.startDate, to: goal.endDate, done: goal.day))</p>
            <p class="card-action"><a class="card-link" id="a\(id)" href="\(Routes.review.path(goal.id))" \
            \(input.selection, value: id) data-follow aria-labelledby="t\(id) a\(id)">\
            \(.part("span", id: "d\(id)", "class='card-label \(goal.hasReview ? "view" : "write")'", "\(action)\(mark(goal))"))\
            </a></p>
            """
    }

    /// The card of a goal that is not completed: its progress and the time left.
    private func openCard(_ goal: GoalCellViewModel, _ input: Model.Input) -> HTML {
        let id = goal.id.description
        let path = Routes.goal.path(goal.id)
        let way = listing != .active ? strings.seeGoal : goal.stepCount == 0 ? strings.addSteps : strings.toSteps
        let change =
            listing == .active
            ? (query: "edit", words: strings.editGoal) : (query: "recover", words: strings.takeUpAgain)
        return """
            \(StepTally(strings: strings, goal: goal.id, done: goal.doneCount, of: goal.stepCount).html)
            <h2 class="card-title" id="t\(id)" dir="auto">\(goal.title)</h2>
            <p class="card-dates">\(strings.days(from: goal.startDate, to: goal.endDate))\
            \(if: listing == .active, " <b class='left'>\(strings.words(for: goal.dayCount))</b>")</p>\
            \(goal.step.map { step in
                """
                <button class="tick\(step.isDone ? " done" : "")" id="tick-\(step.id.description)" \
                \(step.isDone ? input.untick : input.tick, value: step.id.description) \
                aria-pressed="\(step.isDone ? "true" : "false")" aria-describedby="t\(id)">\(StepMark.words(step.title))</button>
                """ as HTML
            })
            <div class="card-action"><a class="card-link" id="a\(id)" href="\(path)" \
            \(input.selection, value: id) data-follow aria-labelledby="t\(id) a\(id)">\
            <span class="card-label way">\(way)\(mark(goal))</span></a>\
            <details class="menu" data-menu><summary class="button quiet" id="m\(id)" aria-label="\(strings.moreActions)" \
            aria-describedby="t\(id)"><span aria-hidden="true">···</span></summary><div class="menu-body">\
            <a class="button quiet" href="\(path)?\(change.query)=1">\(change.words)</a>\
            <button class="button quiet danger" \(input.delete, value: id)>\(strings.deleteGoal)</button></div></details></div>
            """
    }

    /// The badge of a sample goal. It is in the part of a row that is updated with the goal's review, since writing a
    /// review turns a sample into a goal of one's own.
    private func mark(_ goal: GoalCellViewModel) -> HTML {
        "\(if: goal.isSample, " <span class='badge'>\(strings.sample)</span>")"
    }

    private func foot(_ foot: ListFoot, _ input: Model.Input) -> HTML {
        guard let last = foot.last else { return "\(if: start != nil, toNewest)" }
        return foot.isLast
            ? """
            <p class='end'>\(strings.endOfList)</p>\(if: start != nil, toNewest)
            """
            : """
            <a class="button" \(if: !foot.isFull, "\(input.fetchNextPage) data-visible") \
            href="\(address(listing, after: last))">\(strings.showMore)</a>
            """
    }

    /// The explanation of the sample goals and the button that removes all of them.
    private func samples(_ overview: GoalsOverview?, _ input: Model.Input) -> HTML {
        guard overview?.hasSamples == true else { return .empty }
        return """
            <div class="hint samples"><p>\(strings.hasSamples)</p>\
            \(input.samples.form(value: SampleAction.remove.rawValue, "", "<button class='button quiet'>\(strings.removeSamples)</button>"))</div>
            """
    }

    private var toNewest: HTML {
        "<a class='button quiet' href='\(address(listing))'>\(strings.toNewest)</a>"
    }

    private func alert(_ error: any Error, _ input: Model.Input) -> HTML {
        let failure = error as? BoxActionFailure
        let words =
            switch failure {
            case .undoIsOver: strings.undoIsOver
            case .unavailable: strings.actionFailed
            case nil: strings.goalsFailed
            }
        return """
            <div class="notice alert"><p>\(words)</p>\
            \(if: failure == nil, input.refresh.form("", "<button class='button'>\(strings.tryAgain)</button>"))\
            <a class="button quiet" href="\(address(listing))" data-dismiss>\(strings.close)</a></div>
            """
    }

    /// The notice of a deletion, with an undo button, shown for ten seconds.
    private func deleted(_ deletion: Deletion, _ input: Model.Input) -> HTML {
        let (words, undo): (HTML, HTML) =
            switch deletion {
            case .goal(let goal):
                (strings.goalDeleted(goal.title), input.undo.form(value: goal.id.description, "", undoButton))
            case .samples:
                (
                    "\(strings.samplesRemoved)",
                    input.samples.form(value: SampleAction.restore.rawValue, "", undoButton)
                )
            }
        return "<div class='notice done toast' data-timeout='10000'><p>\(words)</p>\(undo)</div>"
    }

    private var undoButton: HTML { "<button class='button' id='undo'>\(strings.undo)</button>" }

    private var emptyState: HTML {
        switch listing {
        case .stored:
            empty(.closed, strings.nothingStored, strings.nothingStoredText, (address(.active), strings.toActiveGoals))
        case .active:
            empty(.waiting, strings.nothingActive, strings.nothingActiveText, (Routes.newGoal.path(), strings.newGoal))
        case .completed(.all):
            empty(.open, strings.emptyTitle, strings.emptyText, (address(.active), strings.toActiveGoals))
        case .completed(.waiting):
            empty(
                .unread, strings.nothingWaits, strings.nothingWaitsText,
                (address(.completed(.reviewed)), strings.readReviews))
        case .completed(.reviewed):
            empty(
                .unread, strings.nothingReviewed, strings.nothingReviewedText,
                (address(.completed(.waiting)), strings.chooseGoal))
        }
    }

    private func empty(
        _ picture: EmptyPicture, _ title: String, _ text: String, _ way: (address: String, words: String)?
    ) -> HTML {
        EmptyState(picture: picture, title: title, text: "\(text)", way: way).html
    }

    private var loadingState: HTML {
        """
        <p class="loading"><span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\(strings.loadingGoals)</p>
        """
    }
}

extension GoalID: InputValue {
    package init?(inputText: String) { self.init(inputText) }
}

extension Box: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}
