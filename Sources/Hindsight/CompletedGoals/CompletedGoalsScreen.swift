import Live
import LiveHTTP
import Streams

extension LivePages {
    /// Serves `/goals/completed`; with `?show=waiting` or `?show=reviewed` it has some of the goals only.
    mutating func addCompletedGoals(_ goals: any GoalStore, clock: @escaping WallClock) {
        page(Routes.completedGoals) { visit in
            CompletedGoalsScreen(
                store: goals, owner: try visit.account, copy: visit.copy(at: clock()),
                show: visit.query["show"].flatMap(CompletedGoalsFilter.init) ?? .all,
                start: visit.query["after"].flatMap { GoalID($0) }, position: visit.position.flatMap { GoalID($0) })
        }
    }
}

/// `/goals/completed`
struct CompletedGoalsScreen: Screen {
    let store: any GoalStore
    let owner: AccountID
    let copy: Copy
    var show = CompletedGoalsFilter.all
    /// The id below which the list begins, when it is paged through without a script.
    let start: GoalID?
    /// The last id that the page had, when it is taken up again.
    let position: GoalID?

    func makeViewModel(_ page: Page) -> CompletedGoalsViewModel {
        CompletedGoalsViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), show: show, below: start,
            through: position, timeZone: copy.timeZone)
    }

    func makeInput(_ page: Page) -> CompletedGoalsViewModel.Input {
        .init(
            viewDidAppear: page.appeared, selection: page.input(), fetchNextPage: page.input(), refresh: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(copy: copy, title: copy.title(copy.completedGoals), page: page).document(
            """
            \(output.failAlert.moment("div", "role='alert'", { alert($0, input) }))
            <div class="list-head">
            <h1>\(copy.completedGoals)</h1>
            \(output.retrospectCount.slot(
                with: output.overview, "p", "class='count' aria-live='polite'", { count($0, $1) }))
            </div>
            \(if: start == nil && show != .reviewed, "\(output.overview.slot("div", "class='next'") { next($0) })")
            <nav class="filters" aria-label="\(copy.whichGoals)">
            \(output.filters.list(
                "ul", "class='filter' role='list'", wording: wording, id: { "show-\($0.show.rawValue)" }, { filter($0) }))
            <noscript>\(input.refresh.form("", "<button class='button quiet'>\(copy.refresh)</button>"))</noscript>
            </nav>
            \(if: start != nil, "<p class='list-start'>\(toNewest)</p>")
            \(output.items.list(
                "ol", "class='drawer' role='list'", "class='card'", wording: wording,
                id: { "goal-\($0.id.description)" },
                { card($0, input) }))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, emptyState(isDemo: page.visit.ownerName == nil))" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { isLoading in "\(if: isLoading, loadingState)" })
            \(output.isLastPage.slot(with: output.items) { isLast, items in
                foot(isLast, items.last?.id, input)
            })
            </div>
            """)
    }

    /// What rows depend on besides themselves.
    private var wording: String { "\(copy.language.rawValue)\(copy.thisYear ?? 0)" }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.parentGoalSelected) { Routes.review.path($0) }
        page.status(on: output.failAlert) { _ in 503 }
        page.resume(with: output.items) { $0.last?.id.description }
    }

    /// How many reviews there are to write, as a way to the next one.
    private func count(_ count: Int?, _ overview: CompletedGoalsOverview?) -> HTML {
        guard let count, let overview else { return "…" }
        let words = copy.reviewable(count, hasGoals: overview.completedCount > 0)
        guard let next = overview.nextToReview else { return words }
        return "<a href='\(Routes.review.path(next.id))'>\(words)</a>"
    }

    /// The goal that is offered on top. Its title says which it is, so the jewel needs no words.
    private func next(_ overview: CompletedGoalsOverview?) -> HTML {
        guard let goal = overview?.nextToReview else { return .empty }
        let month = Month(of: copy.day(of: goal.completedAt))
        return """
            <section aria-labelledby="next-kicker">
            \(copy.silentPicture(of: goal.jewel))
            <div>
            <h2 class="kicker" id="next-kicker">\(copy.reviewNext)</h2>
            <p class="next-title" id="next-title" dir="auto">\(goal.goal.title)</p>
            <p class="card-dates">\(copy.waitsLongest(since: month))</p>
            </div>
            <a class="button primary" id="next" href="\(Routes.review.path(goal.id))" \
            aria-labelledby="next next-title">\(copy.writeReview)</a>
            </section>
            """
    }

    private func filter(_ link: FilterLink) -> HTML {
        """
        <a id="f-\(link.show.rawValue)" href="\(address(link.show))"\(if: link.isPresent, " aria-current='page'")>\
        \(copy.name(of: link.show)) \(.part("b", id: "n-\(link.show.rawValue)", "", "\(link.count ?? 0)"))</a>
        """
    }

    /// The list's address, with a filter or another and from a row on.
    private func address(_ show: CompletedGoalsFilter, after: GoalID? = nil) -> String {
        var query = Query()
        if show != .all { query = query.adding("show", show.rawValue) }
        if let after { query = query.adding("after", after.description) }
        return Routes.completedGoals.path(query: query)
    }

    private func card(_ goal: GoalCellViewModel, _ input: Model.Input) -> HTML {
        let id = goal.id.description
        let action = goal.hasReview ? copy.seeReview : copy.writeReview
        return """
            \(if: goal.beginsMonth, "<h2 class='month'>\(copy.name(of: goal.month))</h2>")\
            \(copy.picture(of: goal.jewel, of: goal.id))
            <h3 class="card-title" id="t\(id)" dir="auto">\(goal.title)</h3>
            <p class="card-dates">\(copy.days(from: goal.startDate, to: goal.endDate))</p>
            <p class="card-action"><a class="card-link" id="a\(id)" href="\(Routes.review.path(goal.id))" \
            \(input.selection, value: id) data-follow aria-labelledby="t\(id) a\(id)">\
            \(.part("span", id: "d\(id)", "class='card-label \(goal.hasReview ? "view" : "write")'", "\(action)"))\
            </a></p>
            """
    }

    private func foot(_ isLast: Bool, _ last: GoalID?, _ input: Model.Input) -> HTML {
        guard let last else { return "\(if: start != nil, toNewest)" }
        return isLast
            ? """
            <p class='end'>\(show == .all ? copy.endOfList : copy.endOfSome)</p>\(if: start != nil, toNewest)
            """
            : """
            <a class="button" \(input.fetchNextPage) data-visible \
            href="\(address(show, after: last))">\(copy.showMore)</a>
            """
    }

    private var toNewest: HTML {
        "<a class='button quiet' href='\(address(show))'>\(copy.toNewest)</a>"
    }

    private func alert(_ error: any Error, _ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(copy.goalsFailed)</p>\
        \(input.refresh.form("", "<button class='button'>\(copy.tryAgain)</button>"))\
        <a class="button quiet" href="\(address(show))" data-dismiss>\(copy.close)</a></div>
        """
    }

    /// - Parameter isDemo: whoever has an account of their own is not sent to sample goals, which would take its place.
    private func emptyState(isDemo: Bool) -> HTML {
        switch show {
        case .all:
            empty(copy.emptyTitle, copy.emptyText, isDemo ? (Routes.home.path(), copy.lookAround) : nil)
        case .waiting:
            empty(copy.nothingWaits, copy.nothingWaitsText, (address(.reviewed), copy.readReviews))
        case .reviewed:
            empty(copy.nothingReviewed, copy.nothingReviewedText, (address(.waiting), copy.chooseGoal))
        }
    }

    private func empty(_ title: String, _ text: String, _ way: (address: String, action: String)?) -> HTML {
        """
        <div class="empty"><div class="well" aria-hidden="true"></div><h2>\(title)</h2><p>\(text)</p>\
        \(way.map { "<a class='button primary' href='\($0.address)'>\($0.action)</a>" })</div>
        """
    }

    private var loadingState: HTML {
        """
        <p class="loading"><span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\(copy.loadingGoals)</p>
        """
    }
}

extension GoalID: InputValue {
    public init?(inputText: String) { self.init(inputText) }
}
