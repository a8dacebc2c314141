import Foundation
import HindsightDomain
import StreamsTesting
import Testing

@testable import Hindsight

/// Each answer of the store, and what the list makes of it.
@Suite(.timeLimit(.minutes(15))) struct GoalBoxListTests {
    /// - Parameter day: when it was completed, in days since 1970-01-01.
    func goal(_ id: Int64, reviewed: Bool = false, day: Int = 0) -> ListedGoal {
        let time = Date(timeIntervalSince1970: Double(day) * 86_400)
        return ListedGoal(
            goal: Goal(
                id: GoalID(id), title: "goal \(id)", startDate: .min, endDate: .max, box: .completed),
            win: ListedGoal.Win(
                jewel: Jewel(color: .blue, shape: .pear), completedAt: time, day: CalendarDate(time, in: .utc),
                hasReview: reviewed))
    }

    func slice(_ ids: [Int64], hasMore: Bool, count: Int = 9) -> GoalSlice {
        GoalSlice(
            goals: ids.map { goal($0) }, hasMore: hasMore,
            overview: GoalsOverview(counts: BoxCounts(completed: count), reviewableCount: count))
    }

    func list(_ ids: [Int64], hasMore: Bool, below start: Int64? = nil) -> GoalBoxList {
        GoalBoxList(below: start.map { GoalID($0) }).applying(.first(slice(ids, hasMore: hasMore)))
    }

    func ids(_ list: GoalBoxList) -> [Int64] { list.items.map(\.id.rawValue) }

    struct Change: CustomTestStringConvertible {
        var testDescription: String
        var shown: [Int64] = [9, 7, 5]
        var hasMore = true
        var start: Int64?
        /// Ids that changed, and those of them that there are now.
        var changed: [Int64]
        var now: [Int64]
        var expected: [Int64]
    }

    @Test(arguments: [
        Change(testDescription: "a row", changed: [7], now: [7], expected: [9, 7, 5]),
        Change(testDescription: "a row that is gone", changed: [7], now: [], expected: [9, 5]),
        Change(testDescription: "the last row gone", changed: [5], now: [], expected: [9, 7]),
        Change(testDescription: "a new one on top", changed: [10], now: [10], expected: [10, 9, 7, 5]),
        Change(testDescription: "one that comes back between", changed: [8], now: [8], expected: [9, 8, 7, 5]),
        Change(testDescription: "one below what is shown", changed: [4], now: [4], expected: [9, 7, 5]),
        Change(
            testDescription: "one below the end of all", hasMore: false, changed: [4], now: [4], expected: [9, 7, 5, 4]),
        Change(testDescription: "one above the start", start: 10, changed: [11], now: [11], expected: [9, 7, 5]),
        Change(testDescription: "one below the start", start: 10, changed: [8], now: [8], expected: [9, 8, 7, 5]),
        Change(
            testDescription: "the first of an empty list", shown: [], hasMore: false, changed: [3], now: [3],
            expected: [3]),
        Change(testDescription: "one that never was here", changed: [6], now: [], expected: [9, 7, 5]),
        Change(
            testDescription: "several at once", changed: [10, 9, 8, 5], now: [10, 8, 5], expected: [10, 8, 7, 5]),
    ])
    func aChangeIsAppliedToWhatIsShown(change: Change) {
        let before = list(change.shown, hasMore: change.hasMore, below: change.start)
        let answer = ChangedGoals(
            goals: change.now.map { goal($0, reviewed: true) }, overview: GoalsOverview(reviewableCount: 4))
        let after = before.applying(.changed(answer, of: Set(change.changed.map { GoalID($0) })))
        #expect(ids(after) == change.expected)
        #expect(after.overview?.reviewableCount == 4)
        #expect(after.hasMore == change.hasMore)
        for row in after.items { #expect(row.hasReview == change.now.contains(row.id.rawValue)) }
    }

    @Test func whenAllRowsShownAreGoneAndThereAreOthersTheListIsStartedOver() {
        let gone = list([9, 7], hasMore: true).applying(
            .changed(ChangedGoals(), of: [GoalID(9), GoalID(7)]))
        #expect(gone.hasLostItsRows)
        #expect(!list([], hasMore: false).hasLostItsRows)
    }

    @Test func theNextPageComesBelowAndIsNeverDoubled() {
        let more = list([9, 7, 5], hasMore: true).applying(
            .next(slice([4, 3], hasMore: false)))
        #expect(ids(more) == [9, 7, 5, 4, 3])
        #expect(!more.hasMore)
        let again = more.applying(.next(slice([4, 3], hasMore: false)))
        #expect(ids(again) == [9, 7, 5, 4, 3])
    }

    @Test func whatIsReadAgainReplacesDownToWhereItReached() {
        let again = list([9, 7, 5, 3], hasMore: true).applying(
            .again(slice([10, 7, 6], hasMore: true), through: GoalID(5)))
        #expect(ids(again) == [10, 7, 6, 3])
    }

    /// A goal as it is stored in the history below.
    struct Stored {
        var isReviewed: Bool
        let day: Int
    }

    /// Any order of changes gives what reading everything anew would give; in a list of some of the goals, rows that were
    /// shown stay as well.
    @Test(arguments: 1...20, CompletedGoalsFilter.allCases)
    func aHistoryOfChangesGivesWhatReadingAnewGives(seed: Int, show: CompletedGoalsFilter) {
        var random = SeededGenerator(seed: UInt64(seed))
        // The days are in another order than the ids, and some are the same.
        let days = (0...34).map { _ in Int.random(in: 0..<90, using: &random) }
        var stored: [Int64: Stored] = [:]
        for id in 1...30 where Bool.random(using: &random) {
            stored[Int64(id)] = Stored(isReviewed: false, day: days[id])
        }
        func above(_ one: (Int64, GoalID), _ other: (Int64, GoalID)) -> Bool {
            Box.completed.stands((value: one.0, id: one.1), above: (value: other.0, id: other.1))
        }
        func goals(_ ids: some Sequence<Int64>) -> [ListedGoal] {
            ids.compactMap { id in stored[id].map { goal(id, reviewed: $0.isReviewed, day: $0.day) } }
                .sorted { above(($0.sortValue, $0.id), ($1.sortValue, $1.id)) }
        }
        let shown = goals(stored.keys).filter { show.includes(hasReview: $0.hasReview) }
        var list = GoalBoxList(.completed(show)).applying(
            .first(GoalSlice(goals: Array(shown.prefix(8)), hasMore: shown.count > 8)))
        for _ in 0..<60 {
            var changed: Set<GoalID> = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let id = Int64.random(in: 1...34, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: stored[id] = nil
                case 1: stored[id] = Stored(isReviewed: false, day: days[Int(id)])
                default: stored[id] = Stored(isReviewed: true, day: days[Int(id)])
                }
                changed.insert(GoalID(id))
            }
            let (bottom, before) = (list.hasMore ? list.items.last : nil, Set(list.items.map(\.id)))
            let now = goals(changed.map(\.rawValue))
            list = list.applying(.changed(ChangedGoals(goals: now), of: changed))
            let expected = goals(stored.keys).filter { goal in
                let row = GoalCellViewModel(goal)
                return before.contains(goal.id)
                    || show.includes(hasReview: goal.hasReview)
                        && (bottom.map { !above(($0.sortValue, $0.id), (row.sortValue, row.id)) } ?? true)
            }
            #expect(list.items.map(\.id) == expected.map(\.id))
            #expect(list.items.map(\.hasReview) == expected.map(\.hasReview))
            #expect(monthsAreMarked(list))
            if list.hasLostItsRows { break }
        }
    }

    private func monthsAreMarked(_ list: GoalBoxList) -> Bool {
        zip(list.items, [nil] + list.items).allSatisfy { row, above in row.beginsMonth == (row.month != above?.month) }
    }

    // MARK: Months, filters

    @Test func theFirstRowOfAMonthSaysSoAlsoWhenItComesLater() {
        func months(_ list: GoalBoxList) -> [String] {
            list.items.map { $0.beginsMonth ? "\($0.id): \($0.month?.year ?? 0)-\($0.month?.month ?? 0)" : "\($0.id)" }
        }
        let list = GoalBoxList().applying(
            .first(GoalSlice(goals: [goal(4, day: 40), goal(3, day: 33), goal(2, day: 3), goal(1, day: 1)])))
        #expect(months(list) == ["4: 1970-2", "3", "2: 1970-1", "1"])
        let newer = list.applying(.changed(ChangedGoals(goals: [goal(5, day: 41)]), of: [GoalID(5)]))
        #expect(months(newer) == ["5: 1970-2", "4", "3", "2: 1970-1", "1"])
        let without = newer.applying(.changed(ChangedGoals(), of: [GoalID(5), GoalID(2)]))
        #expect(months(without) == ["4: 1970-2", "3", "1: 1970-1"])
        let next = without.applying(.next(GoalSlice(goals: [goal(7, day: 0), goal(6, day: -1)])))
        #expect(months(next) == ["4: 1970-2", "3", "1: 1970-1", "7", "6: 1969-12"])
    }

    /// A goal that was completed on the first of January in Seoul is of that month wherever its owner is now.
    @Test func aMonthIsThatOfTheDayOfCompletion() throws {
        var midnight = goal(1)
        midnight.win?.completedAt = Date(timeIntervalSince1970: 365 * 86_400 - 9 * 3600)
        midnight.win?.day = try #require(CalendarDate("1971-01-01"))
        let row = GoalBoxList().applying(.first(GoalSlice(goals: [midnight]))).items[0]
        #expect(row.month?.year == 1971 && row.month?.month == 1)
    }

    // MARK: The other boxes

    /// - Parameter day: until when an active goal is, or when a stored one was put away.
    private func open(_ id: Int64, _ box: Box, day: Int = 100, done: Int = 0) -> ListedGoal {
        ListedGoal(
            goal: Goal(id: GoalID(id), title: "goal \(id)", startDate: .min, endDate: .min.adding(days: day), box: box),
            stepCount: 9, doneCount: done,
            putAwayAt: box == .stored ? Date(timeIntervalSince1970: Double(day) * 86_400) : nil)
    }

    /// N3: what ends next stands on top; of goals that end on one day, the one that was set first.
    @Test func activeGoalsAreInTheOrderOfTheirEnds() {
        let list = GoalBoxList(.active).applying(
            .first(GoalSlice(goals: [open(9, .active, day: 1), open(5, .active, day: 7)], hasMore: true)))
        let changed = list.applying(
            .changed(
                ChangedGoals(goals: [
                    open(2, .active, day: 7), open(7, .active, day: 7), open(5, .active, day: 7, done: 3),
                    open(3, .active, day: 8),
                ]),
                of: [GoalID(7), GoalID(5), GoalID(2), GoalID(9), GoalID(3)]))
        #expect(ids(changed) == [2, 5])
        #expect(changed.items.map(\.doneCount) == [0, 3] && changed.items.allSatisfy { !$0.beginsMonth })
    }

    @Test func storedGoalsAreInTheOrderInWhichTheyWerePutAway() {
        let list = GoalBoxList(.stored).applying(
            .first(GoalSlice(goals: [open(2, .stored, day: 9), open(5, .stored, day: 4)])))
        let changed = list.applying(
            .changed(
                ChangedGoals(goals: [open(1, .stored, day: 10), open(7, .stored, day: 4), open(3, .stored, day: 4)]),
                of: [GoalID(1), GoalID(7), GoalID(3)]))
        #expect(ids(changed) == [1, 2, 7, 5, 3])
    }

    @Test func aRowMovesWithItsEndAndLeavesWhenItsPlaceIsNotShown() {
        let goals = (1...4).map { open(Int64($0), .active, day: $0 * 10) }
        let list = GoalBoxList(.active).applying(.first(GoalSlice(goals: goals, hasMore: true)))
        func moved(_ id: Int64, to day: Int) -> GoalBoxList {
            list.applying(.changed(ChangedGoals(goals: [open(id, .active, day: day)]), of: [GoalID(id)]))
        }
        #expect(ids(moved(1, to: 35)) == [2, 3, 1, 4])
        #expect(ids(moved(4, to: 5)) == [4, 1, 2, 3])
        // Between the last row and its new place there may be others, which are not known.
        #expect(ids(moved(1, to: 50)) == [2, 3, 4])
        #expect(ids(moved(4, to: 50)) == [1, 2, 3])
    }

    /// A page has 200 rows at most: a link leads on (D1).
    @Test func aFullPageAsksForNoMore() {
        let goals = (1...200).map { open(Int64($0), .active, day: $0) }
        let list = GoalBoxList(.active).applying(.first(GoalSlice(goals: goals, hasMore: true)))
        #expect(!list.hasNext && ListFoot(list).isFull && !ListFoot(list).isLast)
        let again = list.applying(
            .again(GoalSlice(goals: goals.reversed().reversed(), hasMore: true), through: GoalID(999)))
        #expect(again.items.count == 200 && !again.hasNext)
        #expect(GoalBoxList(.active).applying(.first(GoalSlice(goals: goals.dropLast(), hasMore: true))).hasNext)
    }

    @Test func aGoalOfAnotherBoxDoesNotComeIn() {
        let list = GoalBoxList(.active).applying(.first(GoalSlice(goals: [open(9, .active)])))
        let changed = list.applying(
            .changed(ChangedGoals(goals: [open(10, .stored), goal(11)]), of: [GoalID(10), GoalID(11)]))
        #expect(ids(changed) == [9])
    }

    @Test func aListThatIsTurnedToAnotherBoxKeepsWhatStandsAboveIt() {
        let list = list([9, 7], hasMore: true).turned(to: .stored)
        #expect(list.items == [] && !list.isLoaded && !list.hasMore && list.overview?.completedCount == 9)
        let stored = list.applying(.first(GoalSlice(goals: [open(3, .stored)])))
        #expect(stored.isLoaded && ids(stored) == [3])
    }

    @Test func aGoalThatIsReviewedStaysAmongThoseThatWaitUntilTheListIsReadAnew() {
        let waiting = GoalBoxList(.completed(.waiting)).applying(.first(slice([9, 7, 5], hasMore: false)))
        let reviewed = waiting.applying(.changed(ChangedGoals(goals: [goal(7, reviewed: true)]), of: [GoalID(7)]))
        #expect(ids(reviewed) == [9, 7, 5])
        #expect(reviewed.items.map(\.hasReview) == [false, true, false])
        // One that was never shown does not come in.
        let other = reviewed.applying(.changed(ChangedGoals(goals: [goal(8, reviewed: true)]), of: [GoalID(8)]))
        #expect(ids(other) == [9, 7, 5])
        let undone = other.applying(.changed(ChangedGoals(goals: [goal(7)]), of: [GoalID(7)]))
        #expect(undone.items == waiting.items)
        let anew = other.applying(.again(slice([9, 5], hasMore: false), through: GoalID(5)))
        #expect(ids(anew) == [9, 5])
    }
}
