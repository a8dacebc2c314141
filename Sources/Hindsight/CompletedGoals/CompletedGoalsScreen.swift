import Live
import LiveHTTP
import Streams

extension LivePages {
    /// Serves `/goals/completed`.
    mutating func addCompletedGoals(_ goals: any GoalStore) {
        page(Routes.completedGoals) { visit in
            CompletedGoalsScreen(
                store: goals, owner: try visit.account, copy: visit.copy,
                start: visit.query["after"].flatMap { GoalID($0) }, position: visit.position.flatMap { GoalID($0) })
        }
    }
}

/// `/goals/completed`
struct CompletedGoalsScreen: Screen {
    let store: any GoalStore
    let owner: AccountID
    let copy: Copy
    /// The id below which the list begins, when it is paged through without a script.
    let start: GoalID?
    /// The last id that the page had, when it is taken up again.
    let position: GoalID?

    func makeViewModel(_ page: Page) -> CompletedGoalsViewModel {
        CompletedGoalsViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), below: start,
            through: position)
    }

    func makeInput(_ page: Page) -> CompletedGoalsViewModel.Input {
        .init(
            viewDidAppear: page.appeared, selection: page.input(), fetchNextPage: page.input(), refresh: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(copy: copy, title: copy.title(copy.completedGoals), page: page).document(
            """
            <div class="list-head">
            <h1>\(copy.completedGoals)</h1>
            \(input.refresh.form("", "<button class='button quiet sign sign-again'>\(copy.refresh)</button>"))
            \(output.retrospectCount.slot(with: output.isEmpty, "p", "class='count' aria-live='polite'", count))
            </div>
            \(output.failAlert.moment("div", "role='alert'", { alert($0, input) }))
            \(output.items.list(
                "ol", "class='drawer' role='list'", "class='card'", wording: copy.language.rawValue,
                id: { "goal-\($0.id.description)" },
                { card($0, input) }))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, emptyState)" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { isLoading in "\(if: isLoading, loadingState)" })
            \(output.isLastPage.slot(with: output.items) { isLast, items in
                foot(isLast, items.last?.id, input)
            })
            </div>
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.parentGoalSelected) { Routes.review.path($0) }
        page.status(on: output.failAlert) { _ in 503 }
        page.resume(with: output.items) { $0.last?.id.description }
    }

    private func count(_ count: Int?, isEmpty: Bool) -> HTML {
        count.map { copy.reviewable($0, hasGoals: !isEmpty) } ?? "…"
    }

    private func card(_ goal: GoalCellViewModel, _ input: Model.Input) -> HTML {
        let id = goal.id.description
        let action = goal.hasReview ? copy.seeReview : copy.writeReview
        return """
            \(copy.picture(of: goal.jewel))
            <h2 class="card-title" id="t\(id)" dir="auto">\(goal.title)</h2>
            <p class="card-dates">\(copy.days(from: goal.startDate, to: goal.endDate))</p>
            <p class="card-action"><a class="card-link" id="a\(id)" href="\(Routes.review.path(goal.id))" \
            \(input.selection, value: id) aria-labelledby="t\(id) a\(id)">\
            \(.part("span", id: "d\(id)", "class='card-label \(goal.hasReview ? "view" : "write")'", "\(action)"))\
            </a></p>
            """
    }

    private func foot(_ isLast: Bool, _ last: GoalID?, _ input: Model.Input) -> HTML {
        guard let last else { return "\(if: start != nil, toNewest)" }
        return isLast
            ? "<p class='end'>\(copy.endOfList)</p>\(if: start != nil, toNewest)"
            : """
            <a class="button" \(input.fetchNextPage) data-visible \
            href="\(Routes.completedGoals.path(query: ["after": last.description]))">\(copy.showMore)</a>
            """
    }

    private var toNewest: HTML {
        "<a class='button quiet' href='\(Routes.completedGoals.path())'>\(copy.toNewest)</a>"
    }

    private func alert(_ error: any Error, _ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(copy.goalsFailed)</p>\
        \(input.refresh.form("", "<button class='button'>\(copy.tryAgain)</button>"))\
        <a class="button quiet" href="\(Routes.completedGoals.path())" data-dismiss>\(copy.close)</a></div>
        """
    }

    private var emptyState: HTML {
        """
        <div class="empty"><div class="well" aria-hidden="true"></div>\
        <h2>\(copy.emptyTitle)</h2><p>\(copy.emptyText)</p></div>
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
