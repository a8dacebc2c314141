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
        let changes: Observable<Void>
        /// Emits each new day when it begins for the owner.
        let days: Observable<CalendarDate>
    }

    struct Output {
        let items: Driver<[EventCellViewModel]>
        let isEmpty: Driver<Bool>
        let isLoading: Driver<Bool>
        let foot: Driver<SliceFoot<EventCursor>>
        /// An entry was chosen; the screen navigates to its goal.
        let goalSelected: Signal<TimelineEvent>
        let failAlert: Signal<any Error>
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
        let shown = BehaviorRelay(value: initial)
        let today = BehaviorRelay(value: today)
        let (activity, errors) = (ActivityTracker(), ErrorTracker())
        input.days.bind(to: today).disposed(by: bag)
        GrowingList.counts(
            shown: initial.events.count, more: input.footerRefresh, again: .merge(input.headerRefresh, input.changes)
        )
        .flatMapLatest { [goals, segment, before, timeZone] count in
            goals.read { store, owner in
                // Without an account, nothing is there any more.
                try await segment.read(from: store, of: owner, before: before, limit: count, in: timeZone)
                    ?? TimelineSlice()
            }
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
            foot: slice.map { SliceFoot($0.hasMore ? $0.events.last?.id : nil, count: $0.events.count) }
                .distinctUntilChanged(),
            goalSelected: input.selection.withLatestFrom(shown) { id, slice in slice.events.first { $0.id == id } }
                .compactMap(\.self).asSignal(onErrorSignalWith: .empty()),
            failAlert: errors.asSignal())
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
