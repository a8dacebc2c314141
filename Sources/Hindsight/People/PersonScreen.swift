import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/people/{handle}`, with `?after=` from a goal on, and `/people/{handle}/{goal}`.
    ///
    /// A page that is not for the viewer is answered like one that never was. Other spellings of a handle, such as with
    /// capital letters, lead to the one address of its page.
    mutating func addPeople(_ pages: any PeopleStore & FollowStore, clock: @escaping WallClock) {
        page(Routes.person, for: .anyone) { visit, handle in
            try visit.redirect(to: Routes.person.path(handle))
            let after = visit.query["after"].flatMap { SharedGoalCursor($0) }
            let found = try await pages.page(handle, for: visit.viewer, after: after, limit: visit.rowCount)
            guard let found else { throw HTTPError(.notFound) }
            return PersonScreen(
                store: pages, viewer: visit.viewer, strings: visit.strings(at: clock()), after: after, initial: found)
        }
        page(Routes.sharedGoal, for: .anyone) { visit, handle, goal in
            try visit.redirect(to: Routes.sharedGoal.path(handle, goal))
            guard let found = try await pages.sharedGoal(goal, of: handle, for: visit.viewer) else {
                throw HTTPError(.notFound)
            }
            return SharedGoalScreen(
                store: pages, viewer: visit.viewer, strings: visit.strings(at: clock()), initial: found)
        }
    }
}

extension Visit {
    /// The account that is signed in; nil for none.
    var viewer: AccountID? { isGuest ? nil : AccountID(owner) }

    /// Redirects to a path unless that is the one of this page.
    fileprivate func redirect(to path: String) throws {
        if self.path != path { throw HTTPError.redirect(to: path) }
    }

    /// The style sheets of pages with goals. Those of signed-in visitors are on all of their pages.
    fileprivate var goalSheets: [String] { (isGuest ? ["/goals.css"] : []) + ["/forms.css", "/look-back.css"] }
}

/// The page `/people/{handle}`: the goals that a person shares.
struct PersonScreen: Screen {
    let store: any PeopleStore
    let viewer: AccountID?
    let strings: Strings
    /// The last goal of the previous page; nil on the first page.
    let after: SharedGoalCursor?
    let initial: PersonPage

    private var handle: Handle { initial.person.handle }

    func makeViewModel(_ page: Page) -> PersonViewModel {
        PersonViewModel(pages: store, viewer: viewer, after: after, initial: initial, scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> PersonViewModel.Input {
        .init(
            headerRefresh: page.input(), footerRefresh: page.input(),
            changes: page.personChanges(of: initial.person.account, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title("@\(handle)"), page: page,
            mainClass: "look-back narrow", sheets: page.visit.goalSheets
        ).document(
            """
            \(if: page.visit.ownerName != nil, "<nav><a class='back' href='\(Routes.people.path())'>\(strings.people)</a></nav>")
            \(output.failAlert.moment("div", "role='alert'") { _ in strings.reloadNotice(input.headerRefresh) })
            \(output.person.slot(with: output.jewel, "div", "class='person'", head))
            \(output.active.list(
                "ul", "class='won-list named active-goals' role='list' aria-label='\(strings.state(of: .active))'",
                wording: wording, id: { "active-\($0.id.description)" }, row))
            \(output.items.list(
                "ol", "class='won-list named' role='list' aria-label='\(strings.state(of: .completed))'",
                wording: wording, id: { "goal-\($0.id.description)" }, row))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, empty)" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { "\(if: $0, "<p>\(strings.loadingGoals)</p>")" })
            \(output.foot.slot { foot in
                foot.html(strings, input.footerRefresh, first: after.map { _ in address() }, next: { address(after: $0) })
            })
            </div>
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.failAlert) { _ in 503 }
        page.resume(with: output.items) { GrowingList.position($0.count) }
    }

    /// The address of the page behind a goal; nil for the first page.
    private func address(after cursor: SharedGoalCursor? = nil) -> String {
        Routes.person.path(handle, query: cursor.map { ["after": $0.description] } ?? Query())
    }

    /// A key of everything that rows are rendered from besides their own values.
    private var wording: String { "\(strings.language.rawValue)\(strings.thisYear ?? 0)\(handle)" }

    private func head(_ person: Person?, _ jewel: Jewel?) -> HTML {
        guard let person else { return PersonGone(strings: strings, way: (Routes.home.path(), strings.toStart)).html }
        return """
            \(jewel.map(strings.silentPicture))\
            <div><h1 dir="auto">\(strings.name(of: person))</h1>
            \(if: !person.name.isEmpty, "<p class='hint'>@\(person.handle.description)</p>")</div>
            \(if: person.account == viewer, """
                <div class="notice"><p>\(strings.words(for: person.visibility))</p>\
                <a class="button quiet" href="\(Routes.ownPage.path())">\(strings.changePage)</a></div>
                """)
            """
    }

    private func row(_ goal: ListedGoal) -> HTML {
        let id = goal.id.description
        let picture =
            goal.win.map { strings.silentPicture(of: $0.jewel) }
            ?? StepTally(strings: strings, goal: goal.id, done: goal.doneCount, of: goal.stepCount).html
        return """
            \(picture)<div><h2 id="w\(id)" dir="auto">\
            <a href="\(Routes.sharedGoal.path(handle, goal.id))">\(goal.goal.title)</a></h2>\
            <p class="card-dates">\(strings.days(from: goal.goal.startDate, to: goal.goal.endDate, done: goal.win?.day))</p></div>\
            \(if: goal.hasReview, """
                <a class="button quiet" id="r\(id)" href="\(Routes.sharedGoal.path(handle, goal.id))" \
                aria-labelledby="r\(id) w\(id)">\(strings.seeReview)</a>
                """)
            """
    }

    private var empty: HTML {
        guard after == nil else { return EmptyState(picture: .unread, title: strings.nothingDoneBefore).html }
        guard initial.person.account == viewer else {
            return EmptyState(picture: .unread, title: strings.nothingShared).html
        }
        return EmptyState(
            picture: .unread, title: strings.nothingShared, text: "\(strings.howToShare)",
            way: (Routes.activeGoals.path(), strings.goals)
        ).html
    }
}

/// The page `/people/{handle}/{goal}`: a goal that a person shares, with its review if that is shared.
struct SharedGoalScreen: Screen {
    let store: any PeopleStore & FollowStore
    let viewer: AccountID?
    let strings: Strings
    let initial: SharedGoal

    func makeViewModel(_ page: Page) -> SharedGoalViewModel {
        SharedGoalViewModel(pages: store, viewer: viewer, initial: initial, scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> SharedGoalViewModel.Input {
        .init(
            headerRefresh: page.input(), applaud: page.input(),
            changes: page.personChanges(of: initial.person.account, in: store) { [id = initial.goal.id] in
                $0.contains(id)
            })
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: title(of: initial), page: page, mainClass: "narrow",
            sheets: page.visit.goalSheets
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'") { _ in strings.reloadNotice(input.headerRefresh) })
            \(output.applauseFailed.moment("div", "role='alert'") { _ in "<div class='notice alert'><p>\(strings.actionFailed)</p></div>" })
            \(output.goal.slot("div", "class='shared-goal'") { content($0, input) })
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.title(with: output.goal, title)
        page.redirect(on: output.applauded) { Routes.sharedGoal.path(initial.person.handle, initial.goal.id) }
        page.status(on: output.failAlert) { _ in 503 }
        page.status(on: output.applauseFailed) { error in
            if case StoreError.notFound = error { 404 } else { 503 }
        }
    }

    private func title(of shared: SharedGoal?) -> String {
        strings.title("\(shared.map { "\($0.goal.goal.title) · " } ?? "")@\(initial.person.handle)")
    }

    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        // A second press, and one of a page that shows what was before.
        page.accept(input.applaud) { _ in true }
    }

    private func content(_ shared: SharedGoal?, _ input: Model.Input) -> HTML {
        guard let shared else {
            let handle = initial.person.handle
            return PersonGone(strings: strings, way: (Routes.person.path(handle), "@\(handle)")).html
        }
        let (goal, day) = (shared.goal.goal, shared.goal.win?.day)
        let picture =
            shared.goal.win.map { strings.picture(of: $0.jewel, of: goal.id) }
            ?? StepTally(strings: strings, goal: goal.id, done: shared.goal.doneCount, of: shared.goal.stepCount).html
        return """
            <nav><a class="back" href="\(Routes.person.path(shared.person.handle))" dir="auto">\(strings.name(of: shared.person))</a></nav>
            <header class="goal-header">
            \(picture)
            <div>
            <p class="kicker">\(strings.state(of: goal.box))</p>
            <h1 dir="auto">\(goal.title)</h1>
            <p class="dates"><span>\(strings.days(from: goal.startDate, to: goal.endDate, done: day))</span> \
            <span>\(strings.duration(from: goal.startDate, to: goal.endDate, done: day))</span></p>
            \(if: shared.goal.stepCount > 0, "<p class='progress'>\(strings.stepsDone(shared.goal.doneCount, of: shared.goal.stepCount))</p>")
            \(shared.isApplauded.map { applause($0, input) })
            </div>
            </header>
            \(shared.review.map { ReviewArticle(strings: strings, review: $0, isOwn: shared.person.account == viewer).html })
            """
    }

    private func applause(_ isApplauded: Bool, _ input: Model.Input) -> HTML {
        let button: HTML =
            isApplauded
            ? "<button class='button quiet' id='applaud'>\(strings.undo)</button>"
            : "<button class='button primary' id='applaud'>\(strings.applaud)</button>"
        return """
            <div class="buttons\(isApplauded ? " applause" : "")">\(if: isApplauded, "<p>\(strings.applauded)</p>")\
            \(input.applaud.form(value: isApplauded ? "" : "yes", "", button))</div>
            """
    }
}

/// The content of a page that isn't there any more, or not for the viewer.
private struct PersonGone {
    let strings: Strings
    /// The way on.
    let way: (address: String, words: String)

    var html: HTML {
        """
        <div class="notice gone" role="status"><p><strong>\(strings.pageIsGone)</strong></p>
        <div class="buttons"><a class="button quiet" href="\(way.address)">\(way.words)</a></div></div>
        """
    }
}

extension Strings {
    /// The notice that a page could not be read again.
    fileprivate func reloadNotice(_ reload: Observable<Void>) -> HTML {
        """
        <div class="notice alert"><p>\(goalsFailed)</p>\
        \(reload.form("", "<button class='button'>\(tryAgain)</button>"))</div>
        """
    }
}
