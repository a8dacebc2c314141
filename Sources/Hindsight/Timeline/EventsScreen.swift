import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/timeline/performed` and `/timeline/received`; with `?before=` they begin after an entry.
    mutating func addTimelines(_ store: any TimelineStore, _ revisions: GoalRevisions, clock: @escaping WallClock) {
        let makeScreen: @Sendable (EventSegment, Visit) async throws -> EventsScreen = { segment, visit in
            let owner = try visit.account
            let strings = visit.strings(at: clock())
            let before = visit.query["before"].flatMap { EventCursor($0) }
            let initial = try await segment.read(
                from: store, of: owner, before: before, limit: visit.rowCount, in: strings.timeZone)
            // A demo account follows nobody; an account of one's own comes first.
            guard let initial else { throw HTTPError.redirect(to: Routes.register.path()) }
            return EventsScreen(
                store: store, owner: owner, strings: strings, clock: clock, segment: segment, before: before,
                initial: initial)
        }
        page(Routes.performed, keptBy: revisions, shared: true) { try await makeScreen(.performed, $0) }
        // Not kept: it changes with what others do.
        page(Routes.received) { try await makeScreen(.received, $0) }
    }
}

/// The pages `/timeline/performed` and `/timeline/received`.
struct EventsScreen: Screen {
    let store: any TimelineStore
    let owner: AccountID
    let strings: Strings
    let clock: WallClock
    let segment: EventSegment
    /// The last entry of the previous page; nil on the first page.
    let before: EventCursor?
    let initial: TimelineSlice

    func makeViewModel(_ page: Page) -> EventsViewModel {
        EventsViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), segment: segment,
            before: before, initial: initial, today: strings.day(of: clock()), timeZone: strings.timeZone)
    }

    func makeInput(_ page: Page) -> EventsViewModel.Input {
        let isReceived = segment == .received
        return .init(
            headerRefresh: page.input(), footerRefresh: page.input(), selection: page.input(),
            applaud: isReceived ? page.input() : .never(), stopApplauding: isReceived ? page.input() : .never(),
            paused: isReceived ? page.input() : .never(), showWaiting: isReceived ? page.input() : .never(),
            changes: changes(page),
            days: newDays(in: strings.timeZone, clock: clock, scheduler: page.scheduler))
    }

    private func changes(_ page: Page) -> Observable<Void> {
        let own = page.goalChanges(of: owner, in: store)
        guard segment == .received else { return own.map { _ in } }
        // A change of everything may be one of whom the owner follows. The first time, it reads what changed before it observed.
        return .merge(own.filter { $0 == .all }.map { _ in }, page.receivedChanges(of: owner, in: store))
            .startWith(()).throttle(Page.pauseForOthers, scheduler: page.scheduler)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: title(), page: page,
            mainClass: "look-back narrow",
            sheets: ["/look-back.css"]
        ).document(
            """
            \(output.failAlert.moment("div", "role='alert'") { _ in alert(input) })
            \(LookBackNav(strings: strings, place: .timeline).html)
            \(output.applauseFailed.moment("div", "role='alert'") { _ in
                "<div class='notice alert'><p>\(strings.actionFailed)</p></div>"
            })
            \(page.visit.ownerName == nil ? demoHead : head)
            \(if: segment == .received, waiting(input, output))
            \(output.items.list(
                "ol", "class='events' role='list'", "", wording: "\(strings.language.rawValue)\(strings.thisYear ?? 0)",
                id: { "event-\($0.id.description)" }, { row($0, input) }))
            \(output.isEmpty.slot { isEmpty in "\(if: isEmpty, empty(page))" })
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { "\(if: $0, "<p>\(strings.loadingTimeline)</p>")" })
            \(output.foot.slot { foot in
                foot.html(strings, input.footerRefresh, first: before.map { _ in address() }, next: { address(before: $0) })
            })
            </div>
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.goalSelected) { address(of: $0) }
        page.status(on: output.failAlert) { _ in 503 }
        page.status(on: output.applauseFailed) { error in
            if case StoreError.notFound = error { 404 } else { 503 }
        }
        page.focus(on: output.waitingShown) { _ in "events" }
        if segment == .received { page.title(with: output.waitingCount) { title(waiting: $0) } }
        page.resume(with: output.items) { GrowingList.position($0.count) }
    }

    /// Accepts a press of a button that another tab has toggled already, or whose row waits by now.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        guard segment == .received else { return }
        for input in [input.applaud, input.stopApplauding] { page.accept(input) { _ in true } }
    }

    private func title(waiting count: Int = 0) -> String {
        strings.title("\(count > 0 ? "(\(count)) " : "")\(strings.heading(of: segment))")
    }

    /// The button that shows new entries, and one of two places: the lower one, when it comes into view, tells that the reader went
    /// down, and then the upper one that they came back.
    private func waiting(_ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        \(output.waitingCount.slot("div", "class='waiting' role='status'") { count in
            """
            \(if: count > 0, "<button class='button primary' \(input.showWaiting)>\(strings.newEntries(count))</button>")
            """
        })
        \(output.isPaused.slot("div", "class='depth' aria-hidden='true'") { isPaused in
            "<i \(input.paused, value: isPaused ? "" : "yes") data-visible\(if: !isPaused, " class='deep'")></i>"
        })
        """
    }

    private var head: HTML {
        let segments = FilterNav(
            label: strings.timelines,
            links: EventSegment.allCases.map {
                .init(address: Routes.timeline($0).path(), words: strings.heading(of: $0), isPresent: $0 == segment)
            })
        return """
            <h1 class="visually-hidden" id="events" tabindex="-1">\(strings.heading(of: segment))</h1>
            <div class="list-head">\(segments.html)\
            <a class="button quiet" href="\(Routes.people.path())">\(strings.people)</a></div>
            """
    }

    /// A demo account has one timeline.
    private var demoHead: HTML { "<div class='list-head'><h1>\(strings.heading(of: segment))</h1></div>" }

    /// The address of the page behind an entry; nil for the first page.
    private func address(before cursor: EventCursor? = nil) -> String {
        Routes.timeline(segment).path(query: cursor.map { ["before": $0.description] } ?? Query())
    }

    /// The address of the goal of an entry.
    private func address(of event: TimelineEvent) -> String {
        event.person.map { Routes.sharedGoal.path($0.handle, event.goal) } ?? Routes.goal.path(event.goal)
    }

    private func row(_ cell: EventCellViewModel, _ input: Model.Input) -> HTML {
        let event = cell.event
        let jewel = event.kind == .completed || event.person != nil ? event.jewel : nil
        let mark = jewel.map(strings.silentPicture) ?? "<i class='\(event.kind.rawValue)' aria-hidden='true'></i>"
        return """
            \(cell.heading.map { "<h2>\(strings.name(of: $0))</h2>" })\
            <div class="deed">\(mark)<div><a href="\(address(of: event))" \(input.selection, value: event.id.description) \
            data-follow><b id="e\(event.id.description)" dir="auto">\(event.title)</b></a>\
            \(if: event.isSample, " <span class='badge'>\(strings.sample)</span>")\
            <p class="done">\(event.person.map { "\(who($0)) · " as HTML })\(strings.words(for: event))</p>\
            \(strings.applause(from: event.applause, naming: 3, isAll: false).map { "<p class='done applause'>\($0)</p>" as HTML })</div>\
            \(event.isApplauded.map { applause($0, of: event, input) })</div>
            """
    }

    /// The person's name, with the handle, since names aren't unique.
    private func who(_ person: Person) -> HTML {
        """
        <a href="\(Routes.person.path(person.handle))">\(if: !person.name.isEmpty, "<bdi>\(person.name)</bdi> ")\
        @\(person.handle.description)</a>
        """
    }

    /// The button that applauds a goal, or takes that back. Without a script, the goal's page has it.
    private func applause(_ isApplauded: Bool, of event: TimelineEvent, _ input: Model.Input) -> HTML {
        """
        <button class="button clap" id="clap-\(event.goal.description)" \
        \(isApplauded ? input.stopApplauding : input.applaud, value: event.goal.description) \
        aria-label="\(strings.applaudInTimeline)" aria-pressed="\(isApplauded ? "true" : "false")" \
        aria-describedby="e\(event.id.description)">\(isApplauded ? strings.applaudedInTimeline : strings.applaudInTimeline)</button>
        """
    }

    private func empty(_ page: Page) -> HTML {
        guard before == nil else { return EmptyState(picture: .unread, title: strings.nothingDoneBefore).html }
        guard segment == .performed else {
            return EmptyState(
                picture: .unread, title: strings.nothingReceived, text: "\(strings.nothingReceivedText)",
                way: (Routes.people.path(), strings.people)
            ).html
        }
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
