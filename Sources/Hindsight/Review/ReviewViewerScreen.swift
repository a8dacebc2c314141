import HindsightDomain
import Live
import LiveSite
import Streams

/// `/goals/{id}/review` of a goal that has a review.
struct ReviewViewerScreen: Screen {
    let store: any ReviewStore
    let owner: AccountID
    let strings: Strings
    let initial: GoalReview
    /// Position of the goal among the others.
    let place: ReviewPlace?
    /// The goal to be reviewed after this one, for a page that says that the review is saved; nil for other pages.
    var next: CompletedGoal?

    private var address: String { Routes.review.path(initial.goal.id) }
    private var editAddress: String { Routes.review.path(initial.goal.id, query: ["edit": "1"]) }

    var variant: String { "viewer" }

    func makeViewModel(_ page: Page) -> ReviewViewerViewModel {
        ReviewViewerViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial,
            place: place)
    }

    func makeInput(_ page: Page) -> ReviewViewerViewModel.Input {
        .init(
            edit: page.input(), delete: page.input(), undo: page.input(),
            goalChanges: page.goalChanges(of: owner, in: store),
            draftChanges: page.changes(
                merging: { $1 },
                subscribe: { [store, owner, id = initial.goal.id] notify in
                    store.observeDraft(of: owner, goal: id) { notify(()) }
                }))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let title = strings.title("\(strings.review): \(initial.goal.goal.title)")
        return Layout(
            strings: strings, title: title, page: page, mainClass: "narrow"
        ).document(
            """
            \(if: page.visit.flash != nil, toList)
            \(output.failAlert.moment("div", "role='alert'", alert))
            \(output.goal.slot(with: output.place) { goal, place in
                GoalHeader(strings: strings, goal: goal, kicker: strings.review, rank: place?.rank).html
            })
            \(output.review.slot("article", "class='review'") { [visit = page.visit] in content($0, input, visit) })
            \(output.place.slot("nav", "class='neighbours' aria-label='\(strings.otherReviews)'", neighbours))
            \(output.done.moment("div", "role='status'", announce))
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.editSelected) { _ in editAddress }
        page.redirect(on: output.done, flash: { $0 == .restored ? strings.restored : nil }, to: { _ in address })
        page.status(on: output.failAlert, status)
    }

    private func content(
        _ state: ReviewViewerViewModel.ReviewState, _ input: Model.Input, _ visit: Visit
    ) -> HTML {
        switch state {
        case .written(let review, let hasDraft):
            """
            \(if: hasDraft, """
                <div class="notice"><p>\(strings.editIsUnfinished)</p>\
                <a class="button" href="\(editAddress)">\(strings.goOnEditing)</a></div>
                """)\
            \(ReviewArticle(strings: strings, review: review).html)
            \(if: review.content.answers.contains { $0.field == .longedFor }, nextGoal)
            \(actions(input))
            """
        case .deleted:
            """
            <div class="notice gone"><p><strong>\(strings.deleted)</strong> \(strings.undoTime)</p>
            <div class="buttons">\
            \(input.undo.form("", "<button class='button primary' data-focus>\(strings.undo)</button>"))\
            \(waysOn)</div></div>
            """
        case .gone:
            """
            <div class="notice gone"><p><strong>\(strings.deletedForGood)</strong></p>
            <div class="buttons">\(waysOn)</div></div>
            """
        case .goalGone:
            """
            <div class="notice gone" role="status"><p><strong>\(strings.goalIsDeletedForGood)</strong></p>
            <div class="buttons">\(strings.undoDeletion(at: Routes.goal.path(initial.goal.id), csrf: visit.csrf))\(backToList)</div></div>
            """
        }
    }

    /// Link that makes a goal of the wish for next time.
    private var nextGoal: HTML {
        let query: Query = ["from": initial.goal.id.description]
        return """
            <p><a class="button" href="\(Routes.newGoal.path(query: query))">\(strings.longedForAsGoal)</a></p>
            """
    }

    /// Nothing is asked before a review is deleted: it can be undone.
    private func actions(_ input: Model.Input) -> HTML {
        """
        <div class="review-actions">
        <a class="button" id="edit" href="\(editAddress)" \(input.edit) data-follow data-focus>\(strings.edit)</a>
        <details class="menu" data-menu>
        <summary class="button quiet" aria-label="\(strings.moreActions)"><span aria-hidden="true">···</span></summary>
        <div class="menu-body">\
        \(input.delete.form("", "<button class='button quiet danger'>\(strings.deleteReview)</button>"))</div>
        </details>
        </div>
        """
    }

    /// Beside the words for what was done by a plain post: without a script there is no dialog.
    private var toList: HTML {
        """
        <noscript><p class="buttons">\
        \(next.map { next in
            """
            <a class="button primary" href="\(Routes.review.path(next.id))"><span>\(strings.next(next.goal.title))</span></a>
            """ as HTML
        })\
        <a class="button" href="\(Routes.completedGoals.path())">\(strings.backToList)</a></p></noscript>
        """
    }

    private var waysOn: HTML {
        """
        <a class="button quiet" href="\(address)">\(strings.writeNew)</a>\
        \(backToList)
        """
    }

    private var backToList: HTML {
        "<a class='button quiet' href='\(Routes.completedGoals.path())'>\(strings.backToList)</a>"
    }

    /// The reviews above and below this one in the list.
    private func neighbours(_ place: ReviewPlace?) -> HTML {
        """
        \(place?.newer.map { neighbour($0, "newer", strings.newerReview) })\
        \(place?.older.map { neighbour($0, "older", strings.olderReview) })
        """
    }

    private func neighbour(_ other: ReviewPlace.Neighbour, _ kind: String, _ words: String) -> HTML {
        """
        <a class="\(kind)" id="\(kind)" href="\(Routes.review.path(other.id))"><span>\(words)</span>\
        <b dir="auto">\(other.title)</b></a>
        """
    }

    /// Announces a deletion to the person who made it, and a restoration to everybody for a while.
    private func announce(_ action: ReviewViewerViewModel.Action) -> HTML {
        switch action {
        case .deleted: "<p class='visually-hidden'>\(strings.deleted)</p>"
        case .restored: "<div class='notice done toast' data-timeout='10000'><p>\(strings.restored)</p></div>"
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
        if case StoreError.nothingToRestore = error { words = strings.undoIsOver } else { words = strings.actionFailed }
        return """
            <div class="notice alert"><p>\(words)</p>\
            <a class="button quiet" href="\(address)" data-dismiss>\(strings.close)</a></div>
            """
    }
}
