import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct SearchViewModelTests {
    private func withScene(
        for typed: String = "", goals titles: [String],
        _ test: @Sendable (isolated Stage, SearchScene, FaultyGoalStore, StoreFixture) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        _ = try await fixture.store.addGoals(try titles.map { try .completed($0) }, of: fixture.owner)
        let store = FaultyGoalStore(fixture.store)
        try await Stage.run { stage in
            let scene = SearchScene(stage, store: store, owner: fixture.owner, for: typed)
            await stage.settled()
            try await test(stage, scene, store, fixture)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func whatTheAddressAsksForIsSearchedAtOnce() async throws {
        try await withScene(for: "회고", goals: ["주간회고", "걷기"]) { _, scene, store, _ in
            #expect(scene.shown == ["주간회고"] && scene.summary?.query == "회고")
            #expect(store.calls == [.search])
        }
    }

    @Test func withoutAQueryNothingIsAsked() async throws {
        try await withScene(goals: ["a"]) { stage, scene, store, fixture in
            #expect(scene.summary?.outcome == .nothingAsked && scene.shown == [])
            try await fixture.addCompleted(1)
            scene.refresh.accept(())
            scene.fetchNextPage.accept(())
            await stage.settled()
            #expect(store.calls == [])
        }
    }

    @Test func itIsSearchedWhenTypingPauses() async throws {
        try await withScene(goals: ["walk", "work"]) { stage, scene, store, _ in
            for typed in ["w", "wa", "wal"] {
                scene.query.accept(typed)
                await stage.advance(by: .milliseconds(60))
            }
            #expect(store.calls == [])
            await stage.advance(by: .milliseconds(40))
            #expect(scene.shown == ["walk"] && store.calls == [.search])
            #expect(scene.summary?.isSearching == false)
        }
    }

    /// Another space, or what an input method sends before there is a syllable.
    @Test func whatAsksForNothingElseIsNotSearched() async throws {
        try await withScene(for: "목", goals: ["목표"]) { stage, scene, store, _ in
            for typed in ["목ㅍ", "목 ", "목", " 목 !"] {
                scene.query.accept(typed)
                await stage.advance(by: .seconds(1))
            }
            #expect(scene.shown == ["목표"] && store.calls == [.search])
            scene.query.accept("목표")
            await stage.advance(by: .seconds(1))
            #expect(scene.shown == ["목표"] && store.calls == [.search, .search])
        }
    }

    @Test func theNewestQueryWinsAndAnOlderAnswerNeverComes() async throws {
        try await withScene(goals: ["walk", "swim"]) { stage, scene, store, _ in
            let gate = store.holdAnswer(.search)
            scene.query.accept("walk")
            stage.scheduler.advance(by: .seconds(1))
            await gate.arrivals(1)
            #expect(scene.summary?.isSearching == true)
            scene.query.accept("swim")
            stage.scheduler.advance(by: .seconds(1))
            await gate.arrivals(2)
            gate.open()
            await stage.settled()
            #expect(scene.shown == ["swim"] && scene.summary?.query == "swim")
            #expect(scene.results.values.map(\.count) == [0, 1])
            #expect(scene.summary?.isSearching == false)
        }
    }

    @Test func anEmptiedFieldShowsNothingAtOnce() async throws {
        try await withScene(for: "walk", goals: ["walk"]) { stage, scene, store, _ in
            let gate = store.holdAnswer(.search)
            scene.query.accept("walk s")
            stage.scheduler.advance(by: .seconds(1))
            await gate.arrivals(1)
            scene.query.accept("")
            stage.scheduler.advance(by: .seconds(1))
            gate.open()
            await stage.settled()
            #expect(scene.shown == [] && scene.summary?.outcome == .nothingAsked)
        }
    }

    @Test func aQueryThatIsTooLongIsRefusedAndAShorterOneSearched() async throws {
        try await withScene(for: "walk", goals: ["walk"]) { stage, scene, store, _ in
            scene.query.accept(String(repeating: "w", count: 101))
            await stage.advance(by: .seconds(1))
            #expect(scene.summary?.outcome == .refused(.tooLong(count: 101, limit: 100)) && scene.shown == [])
            scene.query.accept("walk")
            await stage.advance(by: .seconds(1))
            #expect(scene.shown == ["walk"] && store.calls == [.search, .search])
        }
    }

    @Test func afterAnErrorTheInputIsUsableAndWhatWasFoundStays() async throws {
        try await withScene(for: "walk", goals: ["walk", "swim"]) { stage, scene, store, _ in
            store.fail(.search)
            scene.query.accept("swim")
            await stage.advance(by: .seconds(1))
            #expect(scene.alerts.values.count == 1)
            #expect(scene.shown == ["walk"] && scene.summary?.query == "walk" && scene.summary?.isSearching == false)
            store.mend()
            scene.refresh.accept(())
            await stage.settled()
            #expect(scene.shown == ["swim"])
            scene.query.accept("walk")
            await stage.advance(by: .seconds(1))
            #expect(scene.shown == ["walk"] && scene.alerts.values.count == 1)
        }
    }

    @Test func whatChangesElsewhereIsSearchedAgain() async throws {
        try await withScene(for: "walk", goals: ["walk"]) { stage, scene, _, fixture in
            let ids = try await fixture.store.addGoals([.completed("A long walk")], of: fixture.owner)
            await stage.settled()
            #expect(scene.shown == ["A long walk", "walk"])
            try await fixture.store.deleteGoal(of: fixture.owner, ids[0])
            await stage.settled()
            #expect(scene.shown == ["walk"])
            _ = try await fixture.store.addGoals([.completed("walk")], of: fixture.stranger)
            await stage.settled()
            #expect(scene.shown == ["walk"])
        }
    }

    /// The answer that is on its way was read before.
    @Test func aChangeWhileAnAnswerIsOnItsWayIsInTheNextOne() async throws {
        try await withScene(goals: ["walk"]) { stage, scene, store, fixture in
            let gate = store.holdAnswer(.search)
            scene.query.accept("walk")
            stage.scheduler.advance(by: .seconds(1))
            await gate.arrivals(1)
            _ = try await fixture.store.addGoals([.completed("A long walk")], of: fixture.owner)
            await gate.arrivals(2)
            gate.open()
            await stage.settled()
            #expect(scene.shown == ["A long walk", "walk"])
        }
    }

    /// N8
    @Test func anAnswerOfAWeekIsFoundWhenItIsSavedElsewhere() async throws {
        try await withScene(for: "walk", goals: ["A walk"]) { stage, scene, store, fixture in
            let days = WeekStart.monday.week(of: CalendarDate(uncheckedYear: 2026, month: 11, day: 18))
            _ = try await fixture.store.saveWeekNote("walk by the sea", question: 0, from: 0, of: fixture.owner, days)
            await stage.settled()
            #expect(scene.shown == ["A walk", "walk by the sea"])
            #expect(scene.summary?.outcome == .found(goals: 1, weeks: 1, isFirst: true))
            _ = try await fixture.store.saveWeekNote("", question: 0, from: 1, of: fixture.owner, days)
            await stage.settled()
            #expect(scene.shown == ["A walk"] && scene.summary?.outcome == .found(goals: 1, weeks: 0, isFirst: true))
            // Another text is typed while there is nothing to be asked again.
            scene.query.accept("")
            await stage.advance(by: .seconds(1))
            let calls = store.calls.count
            _ = try await fixture.store.saveWeekNote("walk", question: 0, from: 2, of: fixture.owner, days)
            await stage.settled()
            #expect(store.calls.count == calls)
        }
    }

    @Test func moreRowsComeUntilThePageIsFull() async throws {
        try await withScene(for: "walk", goals: (0..<130).map { "walk \($0)" }) { stage, scene, store, fixture in
            #expect(scene.shown.count == 20 && scene.summary?.canGrow == true)
            for count in [40, 60, 80, 100] {
                scene.fetchNextPage.accept(())
                await stage.settled()
                #expect(scene.shown.count == count)
            }
            #expect(scene.summary?.canGrow == false && scene.summary?.next != nil && scene.hasMore.values.last == true)
            let calls = store.calls.count
            scene.fetchNextPage.accept(())
            await stage.settled()
            #expect(store.calls.count == calls)
            // What changes leaves as many.
            _ = try await fixture.store.addGoals([.completed("walk on")], of: fixture.owner)
            await stage.settled()
            #expect(scene.shown.count == 100 && scene.shown.first == "walk on")
            // Another query begins with one page.
            scene.query.accept("wal")
            await stage.advance(by: .seconds(1))
            #expect(scene.shown.count == 20)
        }
    }
}
