import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with lists and counts.
@Suite(.timeLimit(.minutes(15))) struct ListConformanceTests {
    /// Reads slice after slice as the list does, until there is no more.
    private func slices(_ fixture: StoreFixture) async throws -> [[GoalID]] {
        var slices: [[GoalID]] = []
        var last: GoalID?
        while true {
            let slice = try await fixture.store.completedGoals(of: fixture.owner, after: last, limit: 10)
            slices.append(slice.goals.map(\.id))
            last = slice.goals.last?.id
            if !slice.hasMore { return slices }
        }
    }

    @Test(arguments: StorePlace.allCases, [(25, [10, 10, 5]), (20, [10, 10]), (10, [10]), (11, [10, 1]), (0, [0])])
    func slicesOfTenStopAtTheEnd(place: StorePlace, expected: (goals: Int, slices: [Int])) async throws {
        try await withStore(place) { fixture in
            let ids = try await fixture.addCompleted(expected.goals)
            let slices = try await slices(fixture)
            #expect(slices.map(\.count) == expected.slices)
            #expect(slices.flatMap(\.self) == ids.reversed())
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aRowTellsWhatWasStored(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let review = Review(content: try .free("x"), writtenAt: fixture.clock.now)
            let goal = try NewGoal.completed("걷기", review: review)
            let id = try await fixture.store.addGoals([goal], of: fixture.owner)[0]
            let slice = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 10)
            let row = try #require(slice.goals.first)
            #expect(row.id == id && row.goal.title == "걷기" && row.goal.box == .completed && row.hasReview)
            #expect(row.goal.startDate == goal.fields.startDate && row.goal.endDate == goal.fields.endDate)
            let win = try #require(row.win)
            #expect(goal.state == .completed(win.jewel, at: win.completedAt, review: review))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func onlyCompletedGoalsOfTheOwnerAreListedAndCounted(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try await fixture.addCompleted(3, of: fixture.stranger)
            let mine = try await fixture.addCompleted(2)
            let others = [try NewGoal.make("a", .active), try NewGoal.make("s", .stored)]
            _ = try await fixture.store.addGoals(others, of: fixture.owner)
            try await fixture.hide(mine[0])
            let slice = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 10)
            #expect(slice.goals.map(\.id) == [mine[1]])
            #expect(slice.reviewableCount == 1)
            #expect(try await fixture.reviewableCount(of: fixture.stranger) == 3)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aRefreshShowsEverythingDownToTheLastRowShown(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let ids = try await fixture.addCompleted(25)
            let first = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 10)
            let last = try #require(first.goals.last?.id)
            #expect(try await fixture.store.completedGoals(of: fixture.owner, through: last) == first)

            let newer = try await fixture.addCompleted(1)
            _ = try await fixture.store.writeReview(.free("done"), of: fixture.owner, goal: last)
            let again = try await fixture.store.completedGoals(of: fixture.owner, through: last)
            #expect(again.goals.map(\.id) == newer + first.goals.map(\.id))
            #expect(again.goals.last?.hasReview == true)
            #expect(again.hasMore && again.reviewableCount == 25)

            try await fixture.hide(last)
            let without = try await fixture.store.completedGoals(of: fixture.owner, through: last)
            #expect(without.goals.count == 10 && without.hasMore && without.reviewableCount == 25)

            let all = try await fixture.store.completedGoals(of: fixture.owner, through: ids[0])
            #expect(all.goals.count == 25 && !all.hasMore)
            // Nobody else's goals are below the smallest id of one's own.
            let strangers = try await fixture.store.completedGoals(of: fixture.stranger, through: ids[5])
            #expect(strangers == GoalSlice())
        }
    }

    @Test(arguments: StorePlace.allCases)
    func chosenGoalsAreReadWithTheCountThatStandsAboveThem(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let ids = try await fixture.addCompleted(300)
            let foreign = try await fixture.addCompleted(1, of: fixture.stranger)
            let active = try await fixture.store.addGoals([.make("a", .active)], of: fixture.owner)
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: ids[2])
            try await fixture.hide(ids[3])
            let first = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 200).goals
            let list =
                try await first
                + fixture.store.completedGoals(of: fixture.owner, after: first.last?.id, limit: 200).goals
            let chosen: [Set<GoalID>] = [
                [], [ids[2]], [ids[3]], Set(foreign), Set(active), [GoalID(.max)], Set(ids[1...4]), Set(ids),
                Set(ids[0...5] + foreign + active + [GoalID(0), GoalID(.min)]),
            ]
            for ids in chosen {
                let changed = try await fixture.store.completedGoals(of: fixture.owner, among: ids)
                // The newest are read.
                let read = Set(ids.sorted(by: >).prefix(GoalStoreLimits.pageSize))
                #expect(changed.goals == list.filter { read.contains($0.id) })
                #expect(changed.reviewableCount == 298)
            }
            let nobody = try await fixture.store.completedGoals(of: AccountID(999), among: [ids[0]])
            #expect(nobody == ChangedGoals())
        }
    }

    @Test(arguments: StorePlace.allCases)
    func absurdLimitsAndCursorsAreHarmless(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let ids = try await fixture.addCompleted(3)
            let store = fixture.store
            #expect(try await store.completedGoals(of: fixture.owner, after: nil, limit: 0).goals.count == 1)
            #expect(try await store.completedGoals(of: fixture.owner, after: nil, limit: .min).goals.count == 1)
            #expect(try await store.completedGoals(of: fixture.owner, after: nil, limit: .max).goals.count == 3)
            // An id that the owner never had: the list begins with the newest goal.
            #expect(try await store.completedGoals(of: fixture.owner, after: GoalID(.min), limit: 10).goals.count == 3)
            #expect(try await store.completedGoals(of: fixture.owner, after: GoalID(.max), limit: 10).goals.count == 3)
            #expect(try await store.completedGoals(of: fixture.owner, after: ids[0], limit: 10).goals.isEmpty)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func rowsAndCountAreOfOneMoment(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let ids = try await fixture.addCompleted(60)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for id in ids { _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: id) }
                }
                for _ in 0..<60 {
                    let slice = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 100)
                    #expect(slice.goals.count { !$0.hasReview } == slice.reviewableCount)
                    let through = try await fixture.store.completedGoals(of: fixture.owner, through: ids[0])
                    #expect(through.goals.count { !$0.hasReview } == through.reviewableCount)
                    let among = try await fixture.store.completedGoals(of: fixture.owner, among: Set(ids))
                    #expect(among.goals.count { !$0.hasReview } == among.reviewableCount)
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func goalsAreAddedAllOrNone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let good = try NewGoal.completed("good")
            let bad = NewGoal(
                title: good.fields.title,
                startDate: good.fields.endDate,
                endDate: good.fields.startDate,
                state: good.state
            )
            await expectStoreError(.startsAfterEnd) {
                try await fixture.store.addGoals([good, bad], of: fixture.owner)
            }
            #expect(try await fixture.reviewableCount() == 0)
            await expectStoreError(.notFound) { try await fixture.store.addGoals([good], of: AccountID(999)) }
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func anIDIsNeverGivenTwice(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let last = try await fixture.addCompleted(2)[1]
            try await fixture.database.writer.write { try $0.execute(sql: "DELETE FROM goal") }
            #expect(try await fixture.addCompleted(1)[0] > last)
        }
    }

    // MARK: Order, filters, what stands above

    /// Goals completed on these days, in the order in which they were added, some of them reviewed.
    private func add(_ days: [Int], reviewed: Set<Int> = [], to fixture: StoreFixture) async throws -> [GoalID] {
        let goals = try days.enumerated().map { index, day in
            let time = Date(timeIntervalSince1970: 1_790_000_000 + Double(day) * 86_400)
            let review = reviewed.contains(index) ? Review(content: try .free("x"), writtenAt: time) : nil
            return try NewGoal.make(
                "Goal \(index)", .completed(Jewel(color: .pink, shape: .heart), at: time, review: review))
        }
        return try await fixture.store.addGoals(goals, of: fixture.owner)
    }

    @Test(arguments: StorePlace.allCases)
    func theGoalThatWasCompletedLastIsOnTopHoweverOldItIs(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let ids = try await add([5, 9, 2, 9, 7, 0], to: fixture)
            let order = [3, 1, 4, 0, 2, 5].map { ids[$0] }
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(try await store.completedGoals(of: owner, after: nil, limit: 10).goals.map(\.id) == order)
            for (index, id) in order.enumerated() {
                let below = try await store.completedGoals(of: owner, after: id, limit: 2)
                #expect(below.goals.map(\.id) == Array(order[(index + 1)...].prefix(2)))
                #expect(below.hasMore == (index < 3))
                let through = try await store.completedGoals(of: owner, through: id)
                #expect(through.goals.map(\.id) == Array(order[...index]))
                #expect(through.hasMore == (index < 5))
                let between = try await store.completedGoals(of: owner, show: .all, after: order[1], through: id)
                #expect(between.goals.map(\.id) == Array(order[...index].dropFirst(2)))
            }
            let changed = try await store.completedGoals(of: owner, among: Set(ids))
            #expect(changed.goals.map(\.id) == order)
            // The last row shown may be hidden by now: the list goes on where it was.
            try await fixture.hide(order[2])
            let on = try await store.completedGoals(of: owner, after: order[2], limit: 10)
            #expect(on.goals.map(\.id) == Array(order[3...]))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aFilteredListIsTheListWithoutTheOthers(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            var random = SeededGenerator(seed: 8)
            let days = (0..<40).map { _ in Int.random(in: 0..<20, using: &random) }
            let ids = try await add(days, reviewed: Set((0..<40).filter { $0 % 3 == 0 }), to: fixture)
            try await fixture.hide(ids[4])
            let (store, owner) = (fixture.store, fixture.owner)
            _ = try await store.writeReview(.free("new"), of: owner, goal: ids[7])
            _ = try await store.deleteReview(of: owner, goal: ids[9])
            let all = try await store.completedGoals(of: owner, after: nil, limit: 100).goals
            for show in CompletedGoalsFilter.allCases {
                let expected = all.filter { show.includes(hasReview: $0.hasReview) }.map(\.id)
                var (shown, last, slices): ([GoalID], GoalID?, Int) = ([], nil, 0)
                while slices == 0 || last != nil {
                    let slice = try await store.completedGoals(of: owner, show: show, after: last, limit: 6)
                    shown += slice.goals.map(\.id)
                    last = slice.hasMore ? slice.goals.last?.id : nil
                    slices += 1
                    #expect(slice.overview == (try await store.goalsOverview(of: owner)))
                }
                #expect(shown == expected)
                // Down to a goal that the list does not show, too.
                for id in ids where id != ids[4] {
                    let through = try await store.completedGoals(of: owner, show: show, after: nil, through: id)
                    let end = try #require(all.firstIndex { $0.id == id })
                    #expect(
                        through.goals.map(\.id)
                            == all[...end].filter { show.includes(hasReview: $0.hasReview) }.map(\.id))
                    #expect(through.hasMore == all[(end + 1)...].contains { show.includes(hasReview: $0.hasReview) })
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func theNextGoalToReviewIsTheOneThatWaitsLongest(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            #expect(try await store.goalsOverview(of: owner) == GoalsOverview())
            let ids = try await add([5, 1, 3, 0], reviewed: [3], to: fixture)
            try await fixture.addCompleted(1, of: fixture.stranger)
            for (next, waiting) in [(1, 3), (2, 2), (0, 1)] {
                let overview = try await store.goalsOverview(of: owner)
                #expect(overview.nextToReview?.id == ids[next])
                #expect(overview.nextToReview?.hasReview == false)
                #expect(try await store.goal(of: owner, ids[next])?.completion?.day == overview.nextToReview?.day)
                #expect(overview.completedCount == 4 && overview.reviewableCount == waiting)
                _ = try await store.writeReview(.free("x"), of: owner, goal: ids[next])
            }
            let done = try await store.goalsOverview(of: owner)
            #expect(done == GoalsOverview(counts: BoxCounts(completed: 4)))
            _ = try await store.deleteReview(of: owner, goal: ids[0])
            #expect(try await store.goalsOverview(of: owner).nextToReview?.id == ids[0])
            #expect(try await store.goalsOverview(of: AccountID(999)) == GoalsOverview())
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aReviewHasItsPlaceAndItsNeighbours(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let ids = try await add([0, 4, 2, 4, 6], reviewed: [0, 3, 4], to: fixture)
            func place(_ index: Int) async throws -> ReviewPlace? {
                try await store.reviewPlace(of: owner, goal: ids[index])
            }
            func neighbour(_ index: Int) -> ReviewPlace.Neighbour { .init(id: ids[index], title: "Goal \(index)") }
            #expect(try await place(4) == ReviewPlace(rank: 5, older: neighbour(3)))
            #expect(try await place(3) == ReviewPlace(rank: 4, newer: neighbour(4), older: neighbour(0)))
            #expect(try await place(1) == ReviewPlace(rank: 3, newer: neighbour(3), older: neighbour(0)))
            #expect(try await place(0) == ReviewPlace(rank: 1, newer: neighbour(3)))
            // A rank that was given stays.
            try await fixture.hide(ids[3])
            #expect(try await place(4) == ReviewPlace(rank: 5, older: neighbour(0)))
            _ = try await store.writeReview(.free("x"), of: owner, goal: ids[2])
            #expect(try await place(4) == ReviewPlace(rank: 5, older: neighbour(2)))
            #expect(try await place(3) == nil)
            #expect(try await store.reviewPlace(of: fixture.stranger, goal: ids[0]) == nil)
            let active = try await store.addGoals([.make("a", .active)], of: owner)[0]
            #expect(try await store.reviewPlace(of: owner, goal: active) == nil)
        }
    }
}
