import HindsightDomain
import Live
import Streams

/// The part of the store that timelines are read from.
typealias TimelineStore = LookBackStore & FollowStore

/// A timeline of an owner, the latest entries first.
struct EventsViewModel: ViewModel {
    struct Input {
        /// Reads the entries again.
        let headerRefresh: Observable<Void>
        /// Shows earlier entries.
        let footerRefresh: Observable<Void>
        let selection: Observable<EventCursor>
        /// Applauds a goal.
        let applaud: Observable<GoalID>
        /// Takes the applause of a goal back.
        let stopApplauding: Observable<GoalID>
        /// Whether the reader is further down.
        let paused: Observable<Bool>
        /// Shows the entries that wait.
        let showWaiting: Observable<Void>
        let changes: Observable<Void>
        /// Emits each new day when it begins for the owner.
        let days: Observable<CalendarDate>
    }

    struct Output {
        let items: Driver<[EventCellViewModel]>
        let isEmpty: Driver<Bool>
        let isLoading: Driver<Bool>
        let isPaused: Driver<Bool>
        /// Number of new entries that wait above those that are shown.
        let waitingCount: Driver<Int>
        let foot: Driver<SliceFoot<EventCursor>>
        /// An entry was chosen; the screen navigates to its goal.
        let goalSelected: Signal<TimelineEvent>
        /// The entries that waited are shown; the screen moves to them.
        let waitingShown: Signal<Void>
        let failAlert: Signal<any Error>
        /// A goal is neither applauded nor is that taken back.
        let applauseFailed: Signal<any Error>
    }

    let goals: GoalRequests<any TimelineStore>
    let segment: EventSegment
    /// The entry after which the page begins; nil for the latest.
    let before: EventCursor?
    /// The slice that the page was opened with.
    let initial: TimelineSlice
    /// The current day for the owner.
    let today: CalendarDate
    let timeZone: TimeZoneID
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let machine = Machine(EventsState(initial), until: bag) { [goals, segment, before, timeZone] effect in
            switch effect {
            case .read(let limit):
                .latest(
                    "entries",
                    goals.read { store, owner in
                        // Without an account, nothing is there any more.
                        try await segment.read(from: store, of: owner, before: before, limit: limit, in: timeZone)
                            ?? TimelineSlice()
                    }, then: { .read($0) })
            case .applaud(let isOn, let goal, let handle):
                .inOrder(
                    goals.write { try await $0.applaud(isOn, goal, of: handle, by: $1) },
                    then: { .applauded(isOn, goal, $0) })
            case .waitingShown, .failed, .applauseFailed: nil
            }
        }
        machine.on(input.headerRefresh) { .look }
        machine.on(input.changes) { .look }
        machine.on(input.footerRefresh) { .more }
        machine.on(input.paused) { .pause($0) }
        machine.on(input.showWaiting) { .showWaiting }
        machine.on(input.applaud) { .applaud(true, $0) }
        machine.on(input.stopApplauding) { .applaud(false, $0) }
        let today = BehaviorRelay(value: today)
        input.days.bind(to: today).disposed(by: bag)
        let slice = machine.select(\.shown)
        return Output(
            items: .combineLatest(slice, today.asDriver().distinctUntilChanged()) { [timeZone] slice, today in
                EventCellViewModel.all(slice.events, today: today, in: timeZone)
            },
            isEmpty: machine.select(\.shown.events.isEmpty), isLoading: machine.select(\.isReading),
            isPaused: machine.select(\.isPaused), waitingCount: machine.select(\.waitingCount),
            foot: machine.select(\.foot),
            goalSelected: input.selection.withLatestFrom(machine.state.asObservable()) { id, state in
                state.shown.events.first { $0.id == id }
            }
            .compactMap(\.self).asSignal(onErrorSignalWith: .empty()),
            waitingShown: machine.signal { if case .waitingShown = $0 { () } else { nil } },
            failAlert: machine.signal { if case .failed(let error) = $0 { error } else { nil } },
            applauseFailed: machine.signal { if case .applauseFailed(let error) = $0 { error } else { nil } })
    }
}

/// State of a page with a timeline.
///
/// While its reader is further down, new entries wait above those that are shown, so that no row moves away from under the
/// pointer. A row whose goal has news shows it where it is; that of a goal that is hidden goes at once.
struct EventsState: MachineState {
    enum Event {
        case look, more, showWaiting
        case pause(Bool)
        case applaud(Bool, GoalID)
        case read(Result<TimelineSlice, any Error>)
        case applauded(Bool, GoalID, Result<Void, any Error>)
    }

    enum Effect {
        case read(limit: Int)
        case applaud(Bool, GoalID, of: Handle)
        case waitingShown
        case failed(any Error)
        case applauseFailed(any Error)
    }

    /// The entries that are shown.
    private(set) var shown: TimelineSlice
    private(set) var isPaused = false
    private(set) var isReading = false
    /// Number of entries that wait.
    var waitingCount: Int { waiting.count }
    /// Entries that wait take the place of others on a full page.
    var foot: SliceFoot<EventCursor> {
        SliceFoot(shown.hasMore ? shown.events.last?.id : nil, count: shown.events.count + waitingCount)
    }
    private var waiting: [TimelineEvent] = []
    /// Number of entries to show.
    private var count: Int
    /// Number of entries that were asked for last.
    private var limit = 0

    init(_ initial: TimelineSlice) {
        shown = initial
        count = max(initial.events.count, GrowingList.sliceSize)
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .look: return [read()]
        case .more:
            count = GrowingList.next(count)
            return [read()]
        case .pause(let isPaused):
            self.isPaused = isPaused
            if !isPaused { _ = showWaiting() }
            return []
        case .showWaiting: return showWaiting() ? [.waitingShown] : []
        case .applaud(let isOn, let goal):
            let entry = (waiting + shown.events).first { $0.goal == goal }
            guard let person = entry?.person else { return [.applauseFailed(StoreError.notFound)] }
            return [.applaud(isOn, goal, of: person.handle)]
        case .read(let result):
            isReading = false
            do { return take(try result.get()) } catch { return [.failed(error)] }
        case .applauded(let isOn, let goal, .success):
            // It is shown before the entries are read again. A goal with news is in a row and among those that wait.
            for index in shown.events.indices where shown.events[index].goal == goal {
                shown.events[index].isApplauded = isOn
            }
            for index in waiting.indices where waiting[index].goal == goal { waiting[index].isApplauded = isOn }
            return []
        case .applauded(_, _, .failure(let error)): return [.applauseFailed(error)]
        }
    }

    /// Asks for the entries that are shown and those that wait, with room for new ones.
    private mutating func read() -> Effect {
        read(count + (isPaused ? waitingCount + GrowingList.sliceSize : 0))
    }

    private mutating func read(_ count: Int) -> Effect {
        limit = min(count, GoalStoreLimits.pageSize)
        isReading = true
        return .read(limit: limit)
    }

    private mutating func take(_ found: TimelineSlice) -> [Effect] {
        guard isPaused else {
            (waiting, shown) = ([], found.first(count))
            return []
        }
        let known = Set(shown.events.map(\.id))
        let first = found.events.firstIndex { known.contains($0.id) } ?? found.events.count
        let rows = rows(found.events[..<first], above: found.events[first...])
        // More new entries came than there was room for.
        if found.hasMore, limit < GoalStoreLimits.pageSize, rows.count < shown.events.count {
            return [read(GoalStoreLimits.pageSize)]
        }
        // All are shown when none is left of those that were.
        waiting = rows.isEmpty ? [] : Array(found.events[..<first])
        shown = TimelineSlice(events: rows.isEmpty ? found.events : rows, hasMore: found.hasMore).first(count)
        return []
    }

    /// Returns the rows to show while new entries wait above the others: the row of a goal that has news keeps its place, and has the
    /// news in it.
    private func rows(_ new: ArraySlice<TimelineEvent>, above others: ArraySlice<TimelineEvent>) -> [TimelineEvent] {
        let news = Dictionary(new.map { ($0.goal, $0) }, uniquingKeysWith: { latest, _ in latest })
        var others = others
        let present = Set(others.map(\.id))
        var rows: [TimelineEvent] = []
        for row in shown.events {
            if present.contains(row.id) {
                while let next = others.popFirst() {
                    rows.append(next)
                    if next.id == row.id { break }
                }
            } else if let event = news[row.goal] {
                rows.append(event.at(row.id))
            }
        }
        return rows + others
    }

    /// - Returns: whether any entry waited.
    private mutating func showWaiting() -> Bool {
        guard !waiting.isEmpty else { return false }
        let moved = Set(waiting.map(\.goal))
        let others = shown.events.filter { !moved.contains($0.goal) }
        shown = TimelineSlice(events: waiting + others, hasMore: shown.hasMore).first(count)
        waiting = []
        return true
    }
}

extension TimelineSlice {
    fileprivate func first(_ count: Int) -> TimelineSlice {
        TimelineSlice(events: Array(events.prefix(count)), hasMore: hasMore || events.count > count)
    }
}

extension EventSegment {
    /// Reads a slice of the timeline.
    ///
    /// - Returns: nil for an account that doesn't have it: a demo account follows nobody.
    func read(
        from store: any TimelineStore, of owner: AccountID, before: EventCursor?, limit: Int, in timeZone: TimeZoneID
    ) async throws -> TimelineSlice? {
        switch self {
        case .performed: try await store.events(of: owner, before: before, limit: limit, in: timeZone)
        case .received: try await store.receivedEvents(by: owner, before: before, limit: limit)
        }
    }
}

/// An entry of a timeline.
struct EventCellViewModel: Hashable, Sendable, Identifiable {
    /// Name of the day that begins with an entry.
    enum Heading: Hashable, Sendable {
        case today, yesterday
        case day(CalendarDate)
    }

    let event: TimelineEvent
    /// Name of the day; nil unless it is the first entry of that day.
    let heading: Heading?

    var id: EventCursor { event.id }

    static func all(
        _ events: [TimelineEvent], today: CalendarDate, in timeZone: TimeZoneID
    ) -> [EventCellViewModel] {
        let zone = timeZone.timeZone
        var above: CalendarDate?
        return events.map { event in
            let day = event.id.day(in: zone)
            defer { above = day }
            return EventCellViewModel(event: event, heading: day == above ? nil : Heading(day, today: today))
        }
    }
}

extension EventCellViewModel.Heading {
    init(_ day: CalendarDate, today: CalendarDate) {
        switch day.days(until: today) {
        case 0: self = .today
        case 1: self = .yesterday
        default: self = .day(day)
        }
    }
}

extension EventCursor: InputValue {
    package init?(inputText: String) { self.init(inputText) }
}
