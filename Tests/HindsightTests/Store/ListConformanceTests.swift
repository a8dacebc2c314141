import GRDB
import Testing

@testable import Hindsight

/// What every goal store does with lists and counts.
@Suite(.timeLimit(.minutes(5))) struct ListConformanceTests {
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
            #expect(row.goal.startDate == goal.startDate && row.goal.endDate == goal.endDate)
            #expect(goal.state == .completed(row.jewel, at: row.completedAt, review: review))
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
            #expect(strangers == CompletedGoalsSlice(goals: [], hasMore: false, reviewableCount: 0))
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
            let list = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 1000).goals
            let chosen: [Set<GoalID>] = [
                [], [ids[2]], [ids[3]], Set(foreign), Set(active), [GoalID(.max)], Set(ids[1...4]), Set(ids),
                Set(ids[0...5] + foreign + active + [GoalID(0), GoalID(.min)]),
            ]
            for ids in chosen {
                let changed = try await fixture.store.completedGoals(of: fixture.owner, among: ids)
                #expect(changed.goals == list.filter { ids.contains($0.id) })
                #expect(changed.reviewableCount == 298)
            }
            let nobody = try await fixture.store.completedGoals(of: AccountID(999), among: [ids[0]])
            #expect(nobody == ChangedGoals(goals: [], reviewableCount: 0))
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
            #expect(try await store.completedGoals(of: fixture.owner, after: GoalID(.min), limit: 10).goals.isEmpty)
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
                title: good.title,
                startDate: good.endDate,
                endDate: good.startDate,
                state: good.state
            )
            await expectStoreError(.startsAfterEnd) {
                try await fixture.store.addGoals([good, bad], of: fixture.owner)
            }
            #expect(try await fixture.reviewableCount() == 0)
            await expectStoreError(.notFound) { try await fixture.store.addGoals([good], of: AccountID(999)) }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anIDIsNeverGivenTwice(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let last = try await fixture.addCompleted(2)[1]
            try await fixture.database.writer.write { try $0.execute(sql: "DELETE FROM goal") }
            #expect(try await fixture.addCompleted(1)[0] > last)
        }
    }
}
