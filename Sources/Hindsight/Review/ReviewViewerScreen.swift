import Live
import Streams

/// `/goals/{id}/review` of a goal that has a review.
struct ReviewViewerScreen: Screen {
    let store: any GoalStore
    let owner: AccountID
    let copy: Copy
    let initial: GoalReview

    private var address: String { Routes.review.path(initial.goal.id) }
    private var editAddress: String { Routes.review.path(initial.goal.id, query: ["edit": "1"]) }

    var variant: String { "viewer" }

    func makeViewModel(_ page: Page) -> ReviewViewerViewModel {
        ReviewViewerViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial)
    }

    func makeInput(_ page: Page) -> ReviewViewerViewModel.Input {
        let id = initial.goal.id
        return .init(
            edit: page.input(), delete: page.input(), undo: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store).filter { $0.contains(id) }.map { _ in })
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let title = copy.title("\(copy.review): \(initial.goal.goal.title)")
        return Layout(
            copy: copy, title: title, page: page, mainClass: "narrow"
        ).document(
            """
            \(if: page.visit.flash != nil, toList)
            \(output.goal.slot { GoalHeader(copy: copy, goal: $0, kicker: copy.review).html })
            \(output.failAlert.moment("div", "role='alert'", alert))
            \(output.review.slot("article", "class='review'") { content($0, input) })
            \(output.done.moment("p", "class='visually-hidden' role='status'", announce))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.editSelected) { _ in editAddress }
        page.redirect(on: output.done, flash: { $0 == .restored ? copy.restored : nil }, to: { _ in address })
        page.status(on: output.failAlert, status)
    }

    private func content(_ state: ReviewViewerViewModel.ReviewState, _ input: Model.Input) -> HTML {
        switch state {
        case .written(let review):
            """
            \(ReviewArticle(copy: copy, review: review).html)
            \(actions(input))
            """
        case .deleted:
            """
            <div class="notice done"><p>\(copy.deleted)</p>\
            \(input.undo.form("", "<button class='button' data-focus>\(copy.undo)</button>"))</div>
            \(waysOn)
            """
        case .gone:
            """
            <div class="notice"><p>\(copy.deletedForGood)</p></div>
            \(waysOn)
            """
        }
    }

    private func actions(_ input: Model.Input) -> HTML {
        """
        <div class="review-actions">
        <a class="button" href="\(editAddress)" \(input.edit) data-focus>\(copy.edit)</a>
        <details class="confirm">
        <summary class="button quiet">\(copy.delete)</summary>
        <div class="confirm-body" role="group" aria-labelledby="delete-ask">
        <p><strong id="delete-ask">\(copy.deleteQuestion)</strong> \(copy.deleteConsequence)</p>
        \(input.delete.form("", "<button class='button danger'>\(copy.deleteReview)</button>"))
        </div>
        </details>
        </div>
        """
    }

    /// Beside the words for what was done by a plain post: without a script there is no dialog.
    private var toList: HTML {
        "<p class='buttons'><a class='button' href='\(Routes.completedGoals.path())'>\(copy.backToList)</a></p>"
    }

    private var waysOn: HTML {
        """
        <div class="buttons">
        <a class="button primary" href="\(address)">\(copy.writeNew)</a>
        <a class="button" href="\(Routes.completedGoals.path())">\(copy.backToList)</a>
        </div>
        """
    }

    private func announce(_ action: ReviewViewerViewModel.Action) -> HTML {
        switch action {
        case .deleted: "\(copy.deleted)"
        case .restored: "\(copy.restored)"
        }
    }

    private func status(_ error: any Error) -> Int? {
        switch error {
        case StoreError.nothingToRestore, StoreError.alreadyReviewed, StoreError.notFound: 409
        default: 503
        }
    }

    private func alert(_ error: any Error) -> HTML {
        let words: String
        if case StoreError.nothingToRestore = error { words = copy.undoIsOver } else { words = copy.actionFailed }
        return """
            <div class="notice alert"><p>\(words)</p>\
            <a class="button quiet" href="\(address)" data-dismiss>\(copy.close)</a></div>
            """
    }
}
