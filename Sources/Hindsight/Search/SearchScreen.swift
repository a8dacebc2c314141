import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/search`. `?q=…` is the query; `&after=…` is the goal or week after which the results begin.
    ///
    /// - Parameter accounts: the store that knows the first day of an owner's weeks.
    mutating func addSearch(_ goals: any SearchStore, accounts: any AccountStore, clock: @escaping WallClock) {
        page(Routes.search) { visit in
            let owner = try visit.account
            let strings = visit.strings(at: clock())
            return SearchScreen(
                store: goals, owner: owner, strings: strings,
                weekStart: try await accounts.weekStart(of: owner, in: strings.language), typed: visit.query["q"] ?? "",
                start: visit.query["after"].flatMap { SearchResult.ID($0) })
        }
    }
}

/// The page `/search`.
struct SearchScreen: Screen {
    let store: any SearchStore
    let owner: AccountID
    let strings: Strings
    let weekStart: WeekStart
    /// The text that the search field holds first.
    let typed: String
    /// The result after which the results begin; nil to begin with the newest.
    let start: SearchResult.ID?

    func makeViewModel(_ page: Page) -> SearchViewModel {
        SearchViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler),
            initial: SearchState(typed, below: start), scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> SearchViewModel.Input {
        .init(
            viewDidAppear: page.appeared, query: page.input(limit: SearchQuery.byteLimit), fetchNextPage: page.input(),
            refresh: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store),
            noteChanges: page.noteChanges(of: owner, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.searchHeading), page: page,
            sheets: ["/forms.css", "/search.css"],
            takesText: true
        ).document(
            """
            <h1>\(strings.searchHeading)</h1>
            \(output.failAlert.moment("div", "role='alert'", { _ in alert(input) }))
            <form class="search-form" method="get" action="\(Routes.search.path())" role="search">
            \(field(input, output))
            <button class="button primary">\(strings.search)</button>
            </form>
            \(output.summary.slot(part: "found", "div", "class='found-count' role='status'", count))
            \(output.results.list(
                "ol", "class='found-list' role='list'", "class='found'", wording: wording,
                id: rowID, row))
            \(output.summary.slot(part: "found-foot", "div", "class='found-foot'", { foot($0, input) }))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.failAlert) { _ in 503 }
        page.address(with: output.address) { $0.map(address) }
        page.status(on: output.summary) { summary in
            if case .refused = summary.outcome { 422 } else { nil }
        }
    }

    private func address(_ place: SearchAddress) -> String {
        guard !place.query.isEmpty else { return Routes.search.path() }
        let query: Query = ["q": place.query]
        return Routes.search.path(query: place.start.map { query.adding("after", $0.description) } ?? query)
    }

    /// A key of everything that rows are rendered from besides their own values.
    private var wording: String {
        "\(strings.language.rawValue)\(strings.today?.description ?? "")\(weekStart.rawValue)"
    }

    // MARK: Search field

    private func field(_ input: Model.Input, _ output: Model.Output) -> HTML {
        FieldRow(
            id: "q", label: strings.searchLabel,
            attributes: """
                type="search" \(input.query, field: "q", text: typed) autocomplete="off" \
                enterkeyhint="search" spellcheck="false"\(if: typed.isEmpty, " autofocus")
                """,
            error: "\(output.summary.slot(part: "q-error", "p", FieldRow.errorAttributes("q"), error))",
            isInvalid: SearchState(typed, below: start).fault != nil
        ).html
    }

    private func error(_ summary: SearchSummary) -> HTML {
        guard case .refused(let fault) = summary.outcome else { return .empty }
        return "\(strings.message(fault))"
    }

    private func alert(_ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(strings.searchFailed)</p>\
        \(input.refresh.form("", "<button class='button'>\(strings.tryAgain)</button>"))</div>
        """
    }

    // MARK: Results

    private func count(_ summary: SearchSummary) -> HTML {
        switch summary.outcome {
        case .nothingAsked, .refused: .empty
        case .waiting: "<p>\(strings.searching)</p>"
        // Screen readers announce this; the empty state below shows the same visually.
        case .found(0, 0, _) where summary.next == nil: "<p class='visually-hidden'>\(strings.nothingFound)</p>"
        case .found(0, 0, _): "<p>\(strings.furtherBack)</p>"
        case .found(let goals, let weeks, let isFirst):
            """
            <p>\(strings.found(
                goals: goals, weeks: weeks, for: summary.query, isFirst: isFirst, hasMore: summary.next != nil))</p>
            """
        }
    }

    private func rowID(_ result: SearchResult) -> String {
        switch result.id {
        case .goal(let id): "goal-\(id)"
        case .week(let week): "week-\(week)"
        }
    }

    private func row(_ result: SearchResult) -> HTML {
        switch result {
        case .goal(let goal): row(goal)
        case .week(let week): row(week)
        }
    }

    private func row(_ found: FoundWeek) -> HTML {
        let days = weekStart.week(ofNote: found.week)
        return """
            <div class="well found-week" aria-hidden="true"></div>
            <div class="found-text">
            <h2><a href="\(Routes.week.path(days.lowerBound))">\(strings.days(from: days.lowerBound, to: days.upperBound))</a></h2>
            <p class="card-dates"><b>\(strings.weekAnswer)</b></p>
            <ul role="list"><li><span dir="auto">\(found.answer.html)</span></li></ul>
            </div>
            """
    }

    private func row(_ goal: FoundGoal) -> HTML {
        let id = goal.id.description
        return """
            \(goal.jewel.map { strings.picture(of: $0, of: goal.id) } ?? Self.emptyPlace(in: goal.box))
            <div class="found-text">
            <h2><a id="a\(id)" href="\(Routes.goal.path(goal.id))" dir="auto">\(goal.title.html)</a></h2>
            <p class="card-dates"><b>\(strings.name(of: goal.box))</b> \
            <span>\(strings.days(from: goal.startDate, to: goal.endDate, done: goal.completedOn))</span></p>
            \(if: !goal.findings.isEmpty, findings(of: goal))
            </div>
            """
    }

    /// The placeholder of a jewel, for a goal that is not completed.
    private static func emptyPlace(in box: Box) -> HTML {
        "<div class='well found-\(box.rawValue)' aria-hidden='true'></div>"
    }

    private func findings(of goal: FoundGoal) -> HTML {
        """
        <ul role="list">\(goal.findings.map { finding in
            let text: HTML = """
                <b>\(strings.name(of: finding.place))</b> <span dir="auto">\(finding.text.html)</span>
                """
            return switch finding.place {
            case .step: "<li>\(text)</li>" as HTML
            case .answer(let field):
                """
                <li><a id="r\(goal.id.description)-\(field.rawValue)" href="\(Routes.review.path(goal.id))">\(text)</a></li>
                """
            }
        })</ul>
        """
    }

    private func foot(_ summary: SearchSummary, _ input: Model.Input) -> HTML {
        switch summary.outcome {
        case .refused, .waiting: .empty
        case .nothingAsked: empty(strings.nothingAsked, "\(strings.nothingAskedText)")
        case .found(0, 0, _) where summary.next == nil:
            "\(empty(strings.nothingFound, strings.nothingFoundText(summary.query)))\(partial(summary))"
        case .found: "\(partial(summary))\(more(summary, input))"
        }
    }

    private func empty(_ title: String, _ text: HTML) -> HTML {
        EmptyState(picture: .searched, title: title, text: text).html
    }

    private func partial(_ summary: SearchSummary) -> HTML {
        "\(if: summary.isPartial, "<p class='hint'>\(strings.searchIsPartial)</p>")"
    }

    private func more(_ summary: SearchSummary, _ input: Model.Input) -> HTML {
        guard let next = summary.next else { return .empty }
        let address = address(SearchAddress(query: summary.query, start: next))
        return summary.canGrow
            ? "<a class='button' \(input.fetchNextPage) data-visible href='\(address)'>\(strings.showMore)</a>"
            : "<a class='button' href='\(address)'>\(strings.olderResults)</a>"
    }
}
