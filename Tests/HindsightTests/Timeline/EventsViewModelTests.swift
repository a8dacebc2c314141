import Foundation
import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct EventsViewModelTests {
    private final class Scene {
        let header = PublishRelay<Void>()
        let footer = PublishRelay<Void>()
        let selection = PublishRelay<EventCursor>()
        let applaud = PublishRelay<GoalID>()
        let paused = PublishRelay<Bool>()
        let showWaiting = PublishRelay<Void>()
        let changes = PublishRelay<Void>()
        let days = PublishRelay<CalendarDate>()
        let items: Recording<[EventCellViewModel]>
        let isEmpty: Recording<Bool>
        let isLoading: Recording<Bool>
        let foot: Recording<SliceFoot<EventCursor>>
        let selected: Recording<TimelineEvent>
        let alerts: Recording<any Error>
        let waitingCount: Recording<Int>
        let waitingShown: Recording<Void>
        let applauseFailures: Recording<any Error>
        let store: FaultyGoalStore
        let fixture: StoreFixture
        let goals: [GoalID]
        private let held: EventsViewModel

        init(_ stage: isolated Stage, _ fixture: StoreFixture, _ goals: [GoalID], _ initial: TimelineSlice) {
            self.fixture = fixture
            self.goals = goals
            store = FaultyGoalStore(fixture.store)
            held = EventsViewModel(
                goals: GoalRequests(store: store, owner: fixture.owner, scheduler: stage.scheduler),
                segment: .performed, before: nil, initial: initial,
                today: CalendarDate(fixture.clock.now, in: .utc), timeZone: .utc)
            let output = held.transform(
                input: .init(
                    headerRefresh: header.asObservable(), footerRefresh: footer.asObservable(),
                    selection: selection.asObservable(), applaud: applaud.asObservable(), stopApplauding: .never(),
                    paused: paused.asObservable(), showWaiting: showWaiting.asObservable(),
                    changes: changes.asObservable(), days: days.asObservable()))
            items = stage.record(output.items)
            isEmpty = stage.record(output.isEmpty)
            isLoading = stage.record(output.isLoading)
            foot = stage.record(output.foot)
            selected = stage.record(output.goalSelected)
            alerts = stage.record(output.failAlert)
            waitingCount = stage.record(output.waitingCount)
            waitingShown = stage.record(output.waitingShown)
            applauseFailures = stage.record(output.applauseFailed)
        }

        var shown: [GoalID] { items.values.last?.map(\.event.goal) ?? [] }
        var headings: [EventCellViewModel.Heading] { items.values.last?.compactMap(\.heading) ?? [] }
    }

    private func scene(
        goals count: Int, _ test: @Sendable (isolated Stage, Scene) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goals = try await fixture.store.addGoals((0..<count).map { try .make("\($0)", .active) }, of: fixture.owner)
        let initial = try await fixture.store.events(
            of: fixture.owner, before: nil, limit: GrowingList.sliceSize, in: .utc)
        try await Stage.run { stage in try await test(stage, Scene(stage, fixture, goals, initial)) }
    }

    @Test func withoutAnythingDoneThereAreNoItems() async throws {
        try await scene(goals: 0) { stage, scene async throws in
            #expect(scene.items.values == [[]] && scene.isEmpty.values == [true])
            _ = try await scene.fixture.store.addGoals([.make("a", .active)], of: scene.fixture.owner)
            scene.changes.accept(())
            await stage.settled()
            #expect(scene.shown.count == 1 && scene.isEmpty.values == [true, false])
        }
    }

    @Test func theHeaderReadsAPageAndTheFooterAnother() async throws {
        try await scene(goals: 50) { stage, scene async throws in
            let newest = Array(scene.goals.reversed())
            scene.header.accept(())
            await stage.settled()
            #expect(scene.shown == Array(newest.prefix(20)))
            scene.footer.accept(())
            await stage.settled()
            #expect(scene.shown == Array(newest.prefix(40)) && scene.foot.values.last?.last != nil)
            scene.footer.accept(())
            await stage.settled()
            #expect(scene.shown == newest && scene.foot.values.last?.last == nil)
            // A change leaves the reader where they are.
            try await scene.fixture.store.deleteGoal(of: scene.fixture.owner, newest[30])
            scene.changes.accept(())
            await stage.settled()
            #expect(scene.shown == newest.filter { $0 != newest[30] })
        }
    }

    @Test func aFullPageLeadsToTheNextOne() async throws {
        try await scene(goals: GoalStoreLimits.pageSize + 1) { stage, scene async throws in
            for _ in 0..<30 { scene.footer.accept(()) }
            await stage.settled()
            #expect(scene.shown.count == GoalStoreLimits.pageSize)
            #expect(scene.foot.values.last?.isFull == true && scene.foot.values.last?.last != nil)
        }
    }

    @Test func aChangeWhileThePageIsOnItsWayLosesNeither() async throws {
        try await scene(goals: 30) { stage, scene async throws in
            let gate = scene.store.holdAnswer(.events)
            scene.footer.accept(())
            await gate.arrivals(1)
            _ = try await scene.fixture.store.addGoals([.make("new", .active)], of: scene.fixture.owner)
            scene.changes.accept(())
            gate.open()
            await stage.settled()
            #expect(scene.shown.count == 31 && Set(scene.shown).count == 31)
            #expect(scene.isLoading.values.last == false)
        }
    }

    @Test func aSelectionCarriesItsGoal() async throws {
        try await scene(goals: 3) { stage, scene async throws in
            let first = try #require(scene.items.values.last?.first)
            scene.selection.accept(first.id)
            // Somebody else's, or none at all.
            scene.selection.accept(.moment(0, number: 1))
            await stage.settled()
            #expect(scene.selected.values == [first.event])
        }
    }

    @Test func theNamesOfDaysTurnAtMidnight() async throws {
        try await scene(goals: 2) { stage, scene async throws in
            let today = CalendarDate(scene.fixture.clock.now, in: .utc)
            #expect(scene.headings == [.today])
            scene.days.accept(today.adding(days: 1))
            #expect(scene.headings == [.yesterday])
            scene.fixture.clock.advance(by: 86_400)
            _ = try await scene.fixture.store.addGoals([.make("new", .active)], of: scene.fixture.owner)
            scene.changes.accept(())
            await stage.settled()
            #expect(scene.headings == [.today, .yesterday])
            scene.days.accept(today.adding(days: 3))
            #expect(scene.headings == [.day(today.adding(days: 1)), .day(today)])
        }
    }

    @Test func aFailureIsToldAndTheNextRequestSucceeds() async throws {
        try await scene(goals: 30) { stage, scene async throws in
            scene.store.fail(.events)
            scene.footer.accept(())
            await stage.settled()
            #expect(scene.alerts.values.count == 1 && scene.shown.count == 20)
            #expect(scene.isLoading.values.last == false)
            scene.store.mend()
            scene.header.accept(())
            await stage.settled()
            #expect(scene.shown.count == 30 && scene.alerts.values.count == 1)
        }
    }

    /// While it is paused it may read, but nothing moves.
    @Test func whileTheReaderIsFurtherDownNewEntriesWait() async throws {
        try await scene(goals: 30) { stage, scene async throws in
            let (store, owner) = (scene.fixture.store, scene.fixture.owner)
            let newest = Array(scene.goals.reversed().prefix(20))
            scene.paused.accept(true)
            for count in 1...2 {
                scene.fixture.clock.advance(by: 60)
                _ = try await store.addGoals([.make("new", .active)], of: owner)
                scene.changes.accept(())
                await stage.settled()
                #expect(scene.shown == newest && scene.waitingCount.values.last == count)
            }
            // What is gone doesn't wait. Earlier entries come as asked for.
            try await store.deleteGoal(of: owner, newest[5])
            scene.changes.accept(())
            scene.footer.accept(())
            await stage.settled()
            #expect(scene.shown == scene.goals.reversed().filter { $0 != newest[5] })
            #expect(scene.waitingCount.values.last == 2)
            scene.showWaiting.accept(())
            #expect(scene.shown.count == 31 && scene.shown.dropFirst(2).first == newest[0])
            #expect(scene.waitingCount.values.last == 0 && scene.waitingShown.values.count == 1)
            // The reader is on their way to the top; there, all is shown at once again.
            _ = try await store.addGoals([.make("new", .active)], of: owner)
            scene.changes.accept(())
            await stage.settled()
            #expect(scene.shown.count == 31 && scene.waitingCount.values.last == 1)
            scene.paused.accept(false)
            #expect(scene.shown.count == 32 && scene.waitingCount.values.last == 0)
            #expect(scene.waitingShown.values.count == 1)
        }
    }

    @Test func nobodyApplaudsWhatIsNotOnThePage() async throws {
        try await scene(goals: 1) { stage, scene async throws in
            // One's own goal has nobody to applaud.
            for goal in [scene.goals[0], GoalID(99)] { scene.applaud.accept(goal) }
            await stage.settled()
            #expect(scene.applauseFailures.values.count == 2)
        }
    }
}

/// What is shown and what waits, against a reading of everything.
@Suite(.timeLimit(.minutes(15))) struct EventsStateTests {
    private func slice(_ numbers: some Sequence<Int>, hasMore: Bool = false) -> TimelineSlice {
        TimelineSlice(
            events: numbers.map { number in
                TimelineEvent(
                    id: .moment(Int64(number), number: 1), kind: .set, goal: GoalID(Int64(number)), title: "\(number)")
            }, hasMore: hasMore)
    }

    private func numbers(_ state: EventsState) -> [Int] { state.shown.events.map { Int($0.goal.rawValue) } }

    @Test func aListOfWhichEveryEntryMovedIsShownAnew() {
        var state = EventsState(slice(1...3))
        _ = state.reduce(.pause(true))
        _ = state.reduce(.read(.success(slice([9, 8, 7]))))
        #expect(numbers(state) == [9, 8, 7] && state.waitingCount == 0)
    }

    @Test func thereIsRoomForNewEntriesInWhatIsAskedFor() {
        var state = EventsState(slice((1...20).reversed(), hasMore: true))
        guard case .read(20)? = state.reduce(.look).first else { return #expect(Bool(false)) }
        _ = state.reduce(.pause(true))
        guard case .read(40)? = state.reduce(.look).first else { return #expect(Bool(false)) }
        _ = state.reduce(.read(.success(slice((0...30).reversed()))))
        #expect(numbers(state) == (1...20).reversed() && state.waitingCount == 10 && state.shown.hasMore)
        guard case .read(50)? = state.reduce(.look).first else { return #expect(Bool(false)) }
        for _ in 0..<20 { _ = state.reduce(.more) }
        guard case .read(GoalStoreLimits.pageSize)? = state.reduce(.look).first else { return #expect(Bool(false)) }
    }

    /// Of those that are shown, none or too few are among the entries that were read.
    @Test(arguments: [200, 45]) func aBurstOfNewEntriesIsReadAgainWithRoomForAll(count: Int) {
        var state = EventsState(slice((1...20).reversed(), hasMore: true))
        let all = Array((1...count).reversed())
        _ = state.reduce(.pause(true))
        _ = state.reduce(.look)
        let effects = state.reduce(.read(.success(slice(all.prefix(40), hasMore: true))))
        guard case .read(GoalStoreLimits.pageSize)? = effects.first else { return #expect(Bool(false)) }
        #expect(numbers(state) == (1...20).reversed() && state.isReading)
        #expect(state.reduce(.read(.success(slice(all)))).isEmpty)
        #expect(numbers(state) == (1...20).reversed() && state.waitingCount == count - 20 && !state.isReading)
        #expect(!state.shown.hasMore)
    }

    @Test func aFullPageLeadsOnAlsoWhileEntriesWait() {
        let limit = GoalStoreLimits.pageSize
        var state = EventsState(slice((1...limit).reversed(), hasMore: true))
        _ = state.reduce(.pause(true))
        _ = state.reduce(.look)
        _ = state.reduce(.read(.success(slice((2...limit + 1).reversed(), hasMore: true))))
        #expect(state.waitingCount == 1 && state.shown.events.count == limit - 1)
        #expect(state.foot.isFull && state.foot.last == .moment(2, number: 1))
    }

    @Test func whatIsApplaudedShowsBeforeItIsReadAgain() {
        var state = EventsState(slice(1...3))
        _ = state.reduce(.applauded(true, GoalID(2), .success(())))
        #expect(state.shown.events.map(\.isApplauded) == [nil, true, nil])
        // Nothing waits, so nobody is led anywhere.
        #expect(state.reduce(.showWaiting).isEmpty)
    }

    @Test func aRowWhoseGoalHasNewsShowsItWhereItIs() {
        func event(_ number: Int64, of goal: Int64, _ kind: TimelineEvent.Kind = .set) -> TimelineEvent {
            TimelineEvent(id: .moment(number, number: goal), kind: kind, goal: GoalID(goal), title: "")
        }
        var state = EventsState(TimelineSlice(events: [event(3, of: 3), event(2, of: 2), event(1, of: 1)]))
        _ = state.reduce(.pause(true))
        // The first two have news, one after the other.
        for found in [
            [event(4, of: 2, .completed), event(3, of: 3), event(1, of: 1)],
            [event(5, of: 3, .ticked), event(4, of: 2, .completed), event(1, of: 1)],
        ] { _ = state.reduce(.read(.success(TimelineSlice(events: found)))) }
        #expect(state.shown.events == [event(3, of: 3, .ticked), event(2, of: 2, .completed), event(1, of: 1)])
        #expect(state.waitingCount == 2)
        // Applause is shown in the row, and where the goal will be.
        for isOn in [true, false] {
            _ = state.reduce(.applauded(isOn, GoalID(2), .success(())))
            var top = state
            _ = top.reduce(.showWaiting)
            for shown in [state.shown, top.shown] {
                #expect(shown.events.first { $0.goal == GoalID(2) }?.isApplauded == isOn)
            }
        }
        let read = TimelineSlice(events: [event(5, of: 3, .ticked), event(4, of: 2, .completed), event(1, of: 1)])
        _ = state.reduce(.read(.success(read)))
        _ = state.reduce(.showWaiting)
        #expect(state.shown.events == [event(5, of: 3, .ticked), event(4, of: 2, .completed), event(1, of: 1)])
        // One of them isn't shared any more.
        _ = state.reduce(.read(.success(TimelineSlice(events: [event(4, of: 2, .completed), event(1, of: 1)]))))
        #expect(state.shown.events.map(\.goal) == [GoalID(2), GoalID(1)] && state.waitingCount == 0)
    }

    /// Goals come, go and have news while the reader goes down and up. Those that are shown and still there stay in their order,
    /// and what is shown with what waits is what there is; at the top nothing waits.
    @Test(arguments: 0..<200) func whatIsShownIsTrueAndStays(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var next = 31
        var all = slice((1...30).reversed()).events
        func insert(_ goal: GoalID) {
            all.insert(TimelineEvent(id: .moment(Int64(next), number: 1), kind: .set, goal: goal, title: ""), at: 0)
            next += 1
        }
        var state = EventsState(TimelineSlice(events: Array(all.prefix(20)), hasMore: true))
        for _ in 0..<40 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: _ = state.reduce(.pause(Bool.random(using: &random)))
            case 1: _ = state.reduce(.showWaiting)
            case 2 where !all.isEmpty: all.remove(at: Int.random(in: 0..<all.count, using: &random))
            case 3: _ = state.reduce(.more)
            case 4 where !all.isEmpty: insert(all.remove(at: Int.random(in: 0..<all.count, using: &random)).goal)
            default:
                let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...60, using: &random)
                for _ in 0..<count { insert(GoalID(Int64(next))) }
                all = Array(all.prefix(GoalStoreLimits.pageSize))
            }
            let former = state.shown.events
            var effects = state.reduce(.look)
            while case .read(let limit)? = effects.first {
                let found = TimelineSlice(events: Array(all.prefix(limit)), hasMore: all.count > limit)
                effects = state.reduce(.read(.success(found)))
            }
            let shown = state.shown.events
            var top = state
            _ = top.reduce(.showWaiting)
            #expect(top.shown.events == Array(all.prefix(top.shown.events.count)))
            #expect(Set(shown.map(\.goal)).count == shown.count && Set(shown.map(\.id)).count == shown.count)
            #expect(!shown.isEmpty || all.isEmpty)
            if state.isPaused {
                let present = Set(all.map(\.goal))
                let kept = former.filter { present.contains($0.goal) }.map(\.id)
                let isKept = Set(kept)
                #expect(shown.map(\.id).filter { isKept.contains($0) } == kept)
            } else {
                #expect(state.waitingCount == 0)
            }
        }
    }
}
