import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store answers as the timeline of an owner.
@Suite(.timeLimit(.minutes(15))) struct EventConformanceTests {
    /// The entries, latest first, as "kind title", with the steps or the count of ticks.
    private func entries(_ fixture: StoreFixture, of owner: AccountID? = nil) async throws -> [String] {
        let owner = owner ?? fixture.owner
        let other = SQLGoalStore(fixture.storage, clock: fixture.clock.wallClock)
        let slice = try await other.events(of: owner, before: nil, limit: 100, in: .utc)
        #expect(try await fixture.store.events(of: owner, before: nil, limit: 100, in: .utc) == slice)
        let days = slice.events.map { $0.id.day(in: .gmt) }
        #expect(days == days.sorted(by: >))
        // Read one by one, they are the same.
        var (read, last): ([TimelineEvent], EventCursor?) = ([], nil)
        repeat {
            let next = try await other.events(of: owner, before: last, limit: 1, in: .utc)
            read += next.events
            last = next.hasMore ? next.events.last?.id : nil
        } while last != nil
        #expect(read == slice.events)
        return slice.events.map { event in
            let ticks = event.kind == .ticked ? " \(event.step.isEmpty ? "\(event.count)" : event.step)" : ""
            #expect(event.kind != .completed || event.jewel != nil)
            return "\(event.kind) \(event.title)\(ticks)"
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theTimelineHasWhatWasDoneTheLatestFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(try await entries(fixture) == [])
            let run = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["shoes", "lap"])
            fixture.clock.advance(by: 60)
            let read = try await fixture.addGoal("Read", until: "2026-11-19", steps: ["book"])
            fixture.clock.advance(by: 60)
            _ = try await store.tick(run.steps[0].id, isDone: true, of: owner, run.id)
            // Ticks have a day and no time: they come before all else that was done on it.
            #expect(try await entries(fixture) == ["ticked Run shoes", "set Read", "set Run"])
            // Read runs out of time; then it goes on for a week.
            fixture.clock.advance(by: 3 * 86_400)
            #expect(try await store.storeOverdue() == 1)
            fixture.clock.advance(by: 60)
            _ = try await store.extendGoal(of: owner, read.id)
            fixture.clock.advance(by: 60)
            _ = try await store.tick(run.steps[1].id, isDone: true, of: owner, run.id)
            fixture.clock.advance(by: 60)
            _ = try await store.writeReview(.free("Far"), of: owner, goal: run.id)
            #expect(
                try await entries(fixture) == [
                    "ticked Run lap", "reviewed Run", "completed Run", "takenUp Read", "ended Read", "ticked Run shoes",
                    "set Read", "set Run",
                ])
            // A change of what is written is nothing new.
            _ = try await store.editReview(.free("Further"), of: owner, goal: run.id)
            #expect(try await entries(fixture).count == 8)
            #expect(try await entries(fixture, of: fixture.stranger) == [])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theTicksOfAGoalOnOneDayAreOneEntry(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["a", "b", "c"])
            func tick(_ index: Int, _ isDone: Bool = true) async throws {
                _ = try await store.tick(goal.steps[index].id, isDone: isDone, of: owner, goal.id)
            }
            try await tick(0)
            #expect(try await entries(fixture) == ["ticked Run a", "set Run"])
            fixture.clock.advance(by: 60)
            try await tick(1)
            #expect(try await entries(fixture) == ["ticked Run 2", "set Run"])
            try await tick(0, false)
            #expect(try await entries(fixture) == ["ticked Run b", "set Run"])
            try await tick(1, false)
            #expect(try await entries(fixture) == ["set Run"])
            try await tick(0)
            fixture.clock.advance(by: 86_400)
            try await tick(1)
            #expect(try await entries(fixture) == ["ticked Run b", "ticked Run a", "set Run"])
            // A step that is removed takes its tick with it, and brings it back.
            _ = try await store.removeStep(goal.steps[0].id, of: owner, goal.id)
            #expect(try await entries(fixture) == ["ticked Run b", "set Run"])
            _ = try await store.restoreStep(goal.steps[0].id, of: owner, goal.id)
            _ = try await store.moveStep(goal.steps[1].id, before: goal.steps[0].id, of: owner, goal.id)
            #expect(try await entries(fixture) == ["ticked Run b", "ticked Run a", "set Run"])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func eachDayOfAStepThatRepeatsHasItsTick(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["lap", "shoes"])
            let step = goal.steps[0].id
            _ = try await store.tick(step, isDone: true, of: owner, goal.id)
            // A step that was done is one of several then.
            _ = try await store.editStep(
                step, StepFields(title: GoalTitle("lap"), repetition: RepetitionPlan(times: 3, days: [])), of: owner,
                goal.id)
            #expect(try await entries(fixture) == ["ticked Run lap", "set Run"])
            fixture.clock.advance(by: 86_400)
            _ = try await store.tick(step, isDone: true, of: owner, goal.id)
            _ = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            #expect(try await entries(fixture) == ["ticked Run 2", "ticked Run lap", "set Run"])
            fixture.clock.advance(by: 86_400)
            _ = try await store.tick(step, isDone: true, of: owner, goal.id)
            #expect(
                try await entries(fixture) == [
                    "ticked Run lap", "completed Run", "ticked Run 2", "ticked Run lap", "set Run",
                ])
            _ = try await store.undoCompletion(of: owner, goal.id)
            #expect(try await entries(fixture) == ["ticked Run 2", "ticked Run lap", "set Run"])
            _ = try await store.removeStep(step, of: owner, goal.id)
            #expect(try await entries(fixture) == ["completed Run", "ticked Run shoes", "set Run"])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func nothingIsLeftOfWhatIsUndone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: [])
            _ = try await store.finishGoal(of: owner, goal.id, on: nil)
            #expect(try await entries(fixture) == ["completed Run", "set Run"])
            _ = try await store.undoCompletion(of: owner, goal.id)
            #expect(try await entries(fixture) == ["set Run"])
            // A pause was one, however short.
            _ = try await store.pauseGoal(of: owner, goal.id)
            #expect(try await entries(fixture) == ["paused Run", "set Run"])
            fixture.clock.advance(by: 60)
            _ = try await store.extendGoal(of: owner, goal.id)
            #expect(try await entries(fixture) == ["takenUp Run", "paused Run", "set Run"])
            fixture.clock.advance(by: 60)
            _ = try await store.finishGoal(of: owner, goal.id, on: nil)
            fixture.clock.advance(by: 60)
            _ = try await store.writeReview(.free("Far"), of: owner, goal: goal.id)
            let all = try await entries(fixture)
            #expect(all == ["reviewed Run", "completed Run", "takenUp Run", "paused Run", "set Run"])
            _ = try await store.deleteReview(of: owner, goal: goal.id)
            #expect(try await entries(fixture).prefix(2) == ["completed Run", "takenUp Run"])
            _ = try await store.restoreReview(of: owner, goal: goal.id)
            #expect(try await entries(fixture) == all)
            try await store.deleteGoal(of: owner, goal.id)
            #expect(try await entries(fixture) == [])
            _ = try await store.restoreGoal(of: owner, goal.id)
            #expect(try await entries(fixture) == all)
            try await store.deleteGoal(of: owner, goal.id)
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            #expect(try await fixture.rowCount("event") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aSampleIsNothingThatItsOwnerDidUntilItIsTheirOwn(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let samples: [NewGoal] = [
                try .completed("Swim", review: Review(content: .free("Far"), writtenAt: fixture.clock.now)),
                NewGoal(
                    title: try GoalTitle("Walk"), startDate: try #require(CalendarDate("2026-11-11")),
                    endDate: try #require(CalendarDate("2026-12-18")), state: .active,
                    steps: [
                        NewStep(title: try GoalTitle("a"), isDone: true),
                        NewStep(title: try GoalTitle("b"), isDone: false),
                        NewStep(title: try GoalTitle("c"), isDone: false),
                    ]),
            ]
            let owner = try await fixture.accounts.createDemoAccount(goals: samples, language: nil, timeZone: nil)
                .signedIn.account
            let store = fixture.store
            #expect(try await entries(fixture, of: owner) == [])
            let swim = try #require(try await store.completedGoals(of: owner, after: nil, limit: 1).goals.first)
            // It has no past of its owner's, also when it becomes their own.
            var fields = swim.goal.fields
            fields.title = try GoalTitle("Dive")
            let revision = try #require(try await store.goal(of: owner, swim.id)).revision
            _ = try await store.editGoal(fields, from: revision, of: owner, swim.id)
            #expect(try await entries(fixture, of: owner) == [])
            // A sample that its owner works on, and completes, is their doing.
            let walk = try #require(
                try await store.goals(of: owner, in: .active, after: nil, limit: 1).goals.first)
            let steps = try #require(try await store.goal(of: owner, walk.id)).steps
            for step in steps[1...] {
                fixture.clock.advance(by: 60)
                _ = try await store.tick(step.id, isDone: true, of: owner, walk.id)
            }
            #expect(try await entries(fixture, of: owner) == ["ticked Walk 2", "completed Walk"])
            fixture.clock.advance(by: 60)
            _ = try await store.writeReview(.free("Near"), of: owner, goal: walk.id)
            #expect(try await entries(fixture, of: owner) == ["ticked Walk 2", "reviewed Walk", "completed Walk"])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalThatWasFinishedBeforeItWasWrittenDownWasNotSetAfterwards(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            _ = try await store.addGoal(
                fixture.fields("Swim", from: -17, days: -8), isFinished: true, key: nil, of: owner)
            #expect(try await entries(fixture) == ["completed Swim"])
        }
    }

    /// Midnight in Seoul is in the afternoon of Greenwich.
    @Test(arguments: StorePlace.allCases)
    func whetherAGoalRanOutOfTimeIsKnownInEveryZone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            for account in [owner, fixture.stranger] {
                try await fixture.accounts.set([.timeZone(TimeZoneID("Asia/Seoul"))], of: account)
            }
            let over = try await fixture.addGoal("Over", until: "2026-11-18", steps: [])
            let rest = try await fixture.addGoal("Rest", until: "2026-11-18", steps: [])
            fixture.clock.advance(by: 3600)
            _ = try await store.pauseGoal(of: owner, rest.id)
            // A quarter past midnight.
            fixture.clock.advance(
                by: 15.25 * 3600 - fixture.clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400))
            #expect(try await store.storeOverdue() == 1)
            #expect(try await entries(fixture).prefix(2) == ["ended Over", "paused Rest"])
            let whole = try await store.wholeGoals(of: owner, after: nil, limit: 10)
            #expect(whole.map(\.goal.id) == [over.id, rest.id])
            _ = try await store.importGoals(whole, of: fixture.stranger)
            #expect(try await entries(fixture, of: fixture.stranger).prefix(2) == ["ended Over", "paused Rest"])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aFileBringsWhatWasDoneWithItsDays(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("Run", until: "2026-12-18", steps: ["a", "b"])
            _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            let paused = try await fixture.addGoal("Rest", until: "2026-12-18", steps: [])
            _ = try await store.pauseGoal(of: owner, paused.id)
            fixture.clock.advance(by: 86_400)
            _ = try await store.tick(goal.steps[1].id, isDone: true, of: owner, goal.id)
            _ = try await store.writeReview(.free("Far"), of: owner, goal: goal.id)
            let whole = try await store.wholeGoals(of: owner, after: nil, limit: 10)
            // Days later.
            fixture.clock.advance(by: 9 * 86_400)
            _ = try await store.importGoals(whole, of: fixture.stranger)
            func days(_ owner: AccountID) async throws -> [String] {
                let slice = try await store.events(of: owner, before: nil, limit: 100, in: .utc)
                return slice.events.map { "\($0.id.day(in: .gmt)) \($0.kind) \($0.title)" }.sorted()
            }
            #expect(try await days(fixture.stranger) == days(owner))
            #expect(try await days(owner).count == 7)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theTimelineComesInSlicesToAnExactEnd(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            // All of one moment.
            let goals = try await fixture.store.addGoals((0..<5).map { try .make("\($0)", .active) }, of: owner)
            let first = try await store.events(of: owner, before: nil, limit: 2, in: .utc)
            #expect(first.events.map(\.goal) == [goals[4], goals[3]] && first.hasMore)
            try await store.deleteGoal(of: owner, goals[3])
            let next = try await store.events(of: owner, before: first.events[1].id, limit: 3, in: .utc)
            #expect(next.events.map(\.goal) == [goals[2], goals[1], goals[0]] && !next.hasMore)
            #expect(try await store.events(of: owner, before: next.events[2].id, limit: 3, in: .utc) == TimelineSlice())
            #expect(try await store.events(of: owner, before: nil, limit: 0, in: .utc).events.count == 1)
        }
    }

    /// A day is as long as it is where the owner is.
    @Test(arguments: ["Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "America/Santiago"])
    func entriesAreOfTheDayThatItIsForTheirOwner(zone: String) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let zone = try #require(TimeZoneID(zone))
            try await fixture.accounts.set([.timeZone(zone)], of: owner)
            for number in 0..<30 {
                let goal = try await fixture.addGoal("\(number)", until: "2026-12-18", steps: ["a", "b"])
                _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
                fixture.clock.advance(by: 5 * 3600)
            }
            let all = try await store.events(of: owner, before: nil, limit: 100, in: zone).events
            #expect(all.count == 60)
            // Each day has as many goals as ticks, which come first.
            for (_, events) in Dictionary(grouping: all, by: { $0.id.day(in: zone.timeZone) }) {
                let half = events.count / 2
                #expect(
                    events.prefix(half).allSatisfy { $0.kind == .ticked }
                        && events.suffix(half).allSatisfy { $0.kind == .set })
                #expect(Set(events.prefix(half).map(\.goal)) == Set(events.suffix(half).map(\.goal)))
            }
            var (read, last): ([TimelineEvent], EventCursor?) = ([], nil)
            repeat {
                let next = try await store.events(of: owner, before: last, limit: 7, in: zone)
                read += next.events
                last = next.hasMore ? next.events.last?.id : nil
            } while last != nil
            #expect(read == all)
        }
    }

    @Test func aPlaceIsWrittenAndRead() throws {
        let day = try #require(CalendarDate("2026-11-18"))
        for place in [
            EventCursor.moment(1_795_000_000_123, number: 7), .moment(-5, number: -3), .ticks(day, of: GoalID(7)),
        ] {
            #expect(EventCursor(place.description) == place)
        }
        for text in [
            "", ".", "1", "1.", ".1", "a.b", "1.2.x", "2026-11-18.-1", "2026-02-30.1",
            String(repeating: "1", count: 1000),
        ] {
            #expect(EventCursor(text) == nil, "\(text.prefix(20))")
        }
    }
}
