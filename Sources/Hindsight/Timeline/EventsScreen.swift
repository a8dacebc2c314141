import HindsightDomain
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/timeline/performed`; with `?before=` it begins after an entry.
    mutating func addTimeline(_ goals: any LookBackStore, _ revisions: GoalRevisions, clock: @escaping WallClock) {
        page(Routes.performed, keptBy: revisions, shared: true) { visit in
            let owner = try visit.account
            let strings = visit.strings(at: clock())
            let before = visit.query["before"].flatMap { EventCursor($0) }
            // A page whose session was lost shows as many entries as before.
            let count = visit.position.flatMap { Int($0) } ?? EventsViewModel.sliceSize
            return EventsScreen(
                store: goals, owner: owner, strings: strings, clock: clock, before: before,
                initial: try await goals.events(of: owner, before: before, limit: count, in: strings.timeZone))
        }
    }
}

/// The page `/timeline/performed`: the timeline of the owner.
struct EventsScreen: Screen {
    let store: any LookBackStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    /// The last entry of the previous page; nil on the first page.
    let before: EventCursor?
    let initial: TimelineSlice

    func makeViewModel(_ page: Page) -> EventsViewModel {
        EventsViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), before: before,
            initial: initial, today: strings.day(of: clock()), timeZone: strings.timeZone)
    }

    func makeInput(_ page: Page) -> EventsViewModel.Input {
        .init(
            headerRefresh: page.input(), footerRefresh: page.input(), selection: page.input(),
            changes: page.goalChanges(of: owner, in: store).map { _ in },
            days: newDays(in: strings.timeZone, clock: clock, scheduler: page.scheduler))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.myTimeline), page: page, mainClass: "look-back narrow",
            sheets: ["/look-back.css"]
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'") { _ in alert(input) })
            \(LookBackNav(strings: strings, place: .timeline).html)
            <div class="list-head"><h1>\(strings.myTimeline)</h1>\
            \(if: page.visit.ownerName != nil, "<a class='button quiet' href='\(Routes.people.path())'>\(strings.people)</a>")</div>
            \(output.items.list(
                "ol", "class='events' role='list'", "", wording: "\(strings.language.rawValue)\(strings.thisYear ?? 0)",
                id: { "event-\($0.id.description)" }, { row($0, input) }))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, empty(page))" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { "\(if: $0, "<p>\(strings.loadingTimeline)</p>")" })
            \(output.foot.slot { foot($0, input) })
            </div>
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.goalSelected) { Routes.goal.path($0) }
        page.status(on: output.failAlert) { _ in 503 }
        page.resume(with: output.items) { $0.count > EventsViewModel.sliceSize ? "\($0.count)" : nil }
    }

    private func row(_ cell: EventCellViewModel, _ input: Model.Input) -> HTML {
        let event = cell.event
        let jewel = event.kind == .completed ? event.jewel : nil
        let mark = jewel.map(strings.silentPicture) ?? "<i class='\(event.kind.rawValue)' aria-hidden='true'></i>"
        return """
            \(cell.heading.map { "<h2>\(strings.name(of: $0))</h2>" })\
            <a href="\(Routes.goal.path(event.goal))" \(input.selection, value: event.id.description) data-follow>\(mark)\
            <span><b dir="auto">\(event.title)</b>\(if: event.isSample, " <span class='badge'>\(strings.sample)</span>")\
            <span class="done">\(strings.words(for: event))</span></span></a>
            """
    }

    private func foot(_ foot: EventsFoot, _ input: Model.Input) -> HTML {
        """
        \(if: before != nil, "<a class='button quiet' href='\(Routes.performed.path())'>\(strings.toNewest)</a>")\
        \(foot.last.map { more($0, foot.isFull, input) })
        """
    }

    private func more(_ last: EventCursor, _ isFull: Bool, _ input: Model.Input) -> HTML {
        """
        <a class="button" \(if: !isFull, "\(input.footerRefresh) data-visible") \
        href="\(Routes.performed.path(query: ["before": last.description]))">\(strings.showMore)</a>
        """
    }

    private func empty(_ page: Page) -> HTML {
        guard before == nil else { return EmptyState(picture: .unread, title: strings.nothingDoneBefore).html }
        // A demo account is full of samples.
        let isDemo = page.visit.ownerName == nil
        return EmptyState(
            picture: .unread, title: strings.nothingDone,
            text: "\(strings.nothingDoneText)\(if: isDemo, " \(strings.samplesHaveNoPast)")",
            way: (Routes.newGoal.path(), strings.newGoal)
        ).html
    }

    private func alert(_ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(strings.timelineFailed)</p>\
        \(input.headerRefresh.form("", "<button class='button'>\(strings.tryAgain)</button>"))</div>
        """
    }
}
