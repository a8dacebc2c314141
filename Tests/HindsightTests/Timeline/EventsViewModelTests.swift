import Foundation
import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightSQLite

@Suite(.timeLimit(.minutes(15))) struct EventsViewModelTests {
    private final class Scene {
        let header = PublishRelay<Void>()
        let footer = PublishRelay<Void>()
        let selection = PublishRelay<EventCursor>()
        let changes = PublishRelay<Void>()
        let days = PublishRelay<CalendarDate>()
        let items: Recording<[EventCellViewModel]>
        let isEmpty: Recording<Bool>
        let isLoading: Recording<Bool>
        let foot: Recording<SliceFoot<EventCursor>>
        let selected: Recording<TimelineEvent>
        let alerts: Recording<any Error>
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
                    selection: selection.asObservable(), changes: changes.asObservable(), days: days.asObservable()))
            items = stage.record(output.items)
            isEmpty = stage.record(output.isEmpty)
            isLoading = stage.record(output.isLoading)
            foot = stage.record(output.foot)
            selected = stage.record(output.goalSelected)
            alerts = stage.record(output.failAlert)
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
}
