import HindsightDomain
import Live
import Streams

/// The timeline of an owner, the latest entries first.
struct EventsViewModel: ViewModel {
    struct Input {
        /// Reads the entries again.
        let headerRefresh: Observable<Void>
        /// Shows earlier entries.
        let footerRefresh: Observable<Void>
        let selection: Observable<EventCursor>
        let changes: Observable<Void>
        /// Emits each new day when it begins for the owner.
        let days: Observable<CalendarDate>
    }

    struct Output {
        let items: Driver<[EventCellViewModel]>
        let isEmpty: Driver<Bool>
        let isLoading: Driver<Bool>
        let foot: Driver<EventsFoot>
        /// An entry was chosen; the screen navigates to its goal.
        let goalSelected: Signal<GoalID>
        let failAlert: Signal<any Error>
    }

    /// Number of entries that the page shows first, and that each request for earlier ones adds.
    static let sliceSize = 20

    let goals: GoalRequests<any LookBackStore>
    /// The entry after which the page begins; nil for the latest.
    let before: EventCursor?
    /// The slice that the page was opened with.
    let initial: TimelineSlice
    /// The current day for the owner.
    let today: CalendarDate
    let timeZone: TimeZoneID
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let shown = BehaviorRelay(value: initial)
        let today = BehaviorRelay(value: today)
        let (activity, errors) = (ActivityTracker(), ErrorTracker())
        input.days.bind(to: today).disposed(by: bag)
        // Reads all shown entries again, since any may have changed. One answer is of one moment.
        Observable.merge(
            input.footerRefresh.map { Self.sliceSize }, input.headerRefresh.map { 0 }, input.changes.map { 0 }
        )
        .scan(max(initial.events.count, Self.sliceSize)) { min($0 + $1, GoalStoreLimits.pageSize) }
        .flatMapLatest { [goals, before, timeZone] count in
            goals.read { try await $0.events(of: $1, before: before, limit: count, in: timeZone) }
                .trackActivity(activity).trackError(errors).catchErrorJustComplete()
        }
        .bind(to: shown).disposed(by: bag)
        let slice = shown.asDriver().distinctUntilChanged()
        return Output(
            items: .combineLatest(slice, today.asDriver().distinctUntilChanged()) { [timeZone] slice, today in
                EventCellViewModel.all(slice.events, today: today, in: timeZone)
            },
            isEmpty: slice.map(\.events.isEmpty).distinctUntilChanged(),
            isLoading: activity.asDriver(),
            foot: slice.map(EventsFoot.init).distinctUntilChanged(),
            goalSelected: input.selection.withLatestFrom(shown) { id, slice in slice.events.first { $0.id == id }?.goal
            }
            .compactMap(\.self).asSignal(onErrorSignalWith: .empty()),
            failAlert: errors.asSignal())
    }
}

/// State at the end of the entries.
struct EventsFoot: Hashable, Sendable {
    /// The last entry, if there are earlier ones.
    let last: EventCursor?
    /// Whether the page is full: earlier entries are on another page.
    let isFull: Bool

    var isLastPage: Bool { last == nil }

    init(_ slice: TimelineSlice) {
        last = slice.hasMore ? slice.events.last?.id : nil
        isFull = slice.events.count >= GoalStoreLimits.pageSize
    }
}

/// An entry of the timeline.
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
