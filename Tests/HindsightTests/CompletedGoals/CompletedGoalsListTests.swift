import Foundation
import StreamsTesting
import Testing

@testable import Hindsight

/// Each answer of the store, and what the list makes of it.
@Suite(.timeLimit(.minutes(5))) struct CompletedGoalsListTests {
    func goal(_ id: Int64, reviewed: Bool = false) -> CompletedGoal {
        CompletedGoal(
            goal: Goal(
                id: GoalID(id), title: "goal \(id)", startDate: .min, endDate: .max, box: .completed),
            jewel: Jewel(color: .blue, shape: .pear), completedAt: Date(timeIntervalSince1970: 0), hasReview: reviewed)
    }

    func slice(_ ids: [Int64], hasMore: Bool, count: Int = 9) -> CompletedGoalsSlice {
        CompletedGoalsSlice(goals: ids.map { goal($0) }, hasMore: hasMore, reviewableCount: count)
    }

    func list(_ ids: [Int64], hasMore: Bool, below start: Int64? = nil) -> CompletedGoalsList {
        CompletedGoalsList().applying(.first(slice(ids, hasMore: hasMore)), below: start.map { GoalID($0) })
    }

    func ids(_ list: CompletedGoalsList) -> [Int64] { list.items.map(\.id.rawValue) }

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
        let start = change.start.map { GoalID($0) }
        let before = list(change.shown, hasMore: change.hasMore, below: change.start)
        let answer = ChangedGoals(goals: change.now.map { goal($0, reviewed: true) }, reviewableCount: 4)
        let after = before.applying(.changed(answer, of: Set(change.changed.map { GoalID($0) })), below: start)
        #expect(ids(after) == change.expected)
        #expect(after.reviewableCount == 4)
        #expect(after.hasMore == change.hasMore)
        for row in after.items { #expect(row.hasReview == change.now.contains(row.id.rawValue)) }
    }

    @Test func whenAllRowsShownAreGoneAndThereAreOthersTheListIsStartedOver() {
        let gone = list([9, 7], hasMore: true).applying(
            .changed(ChangedGoals(goals: [], reviewableCount: 0), of: [GoalID(9), GoalID(7)]), below: nil)
        #expect(gone.hasLostItsRows)
        #expect(!list([], hasMore: false).hasLostItsRows)
    }

    @Test func theNextPageComesBelowAndIsNeverDoubled() {
        let more = list([9, 7, 5], hasMore: true).applying(
            .next(slice([4, 3], hasMore: false), after: GoalID(5)), below: nil)
        #expect(ids(more) == [9, 7, 5, 4, 3])
        #expect(!more.hasMore)
        let again = more.applying(.next(slice([4, 3], hasMore: false), after: GoalID(5)), below: nil)
        #expect(ids(again) == [9, 7, 5, 4, 3])
    }

    @Test func whatIsReadAgainReplacesDownToWhereItReached() {
        let again = list([9, 7, 5, 3], hasMore: true).applying(
            .again(slice([10, 7, 6], hasMore: true), through: GoalID(5)), below: nil)
        #expect(ids(again) == [10, 7, 6, 3])
    }

    /// Any order of changes gives what reading everything anew would give.
    @Test(arguments: 1...20)
    func aHistoryOfChangesGivesWhatReadingAnewGives(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var stored: [Int64: Bool] = [:]
        for id in 1...30 where Bool.random(using: &random) { stored[Int64(id)] = false }
        func all() -> [Int64] { stored.keys.sorted(by: >) }
        let shown = Array(all().prefix(8))
        var list = list(shown, hasMore: all().count > 8)
        for _ in 0..<60 {
            var changed: Set<GoalID> = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let id = Int64.random(in: 1...34, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: stored[id] = nil
                case 1: stored[id] = false
                default: stored[id] = true
                }
                changed.insert(GoalID(id))
            }
            let bottom = list.hasMore ? list.last : GoalID(0)
            let now = changed.compactMap { id in stored[id.rawValue].map { goal(id.rawValue, reviewed: $0) } }
            list = list.applying(
                .changed(ChangedGoals(goals: now.sorted { $0.id > $1.id }, reviewableCount: 0), of: changed), below: nil
            )
            guard let bottom else { break }
            #expect(ids(list) == all().filter { $0 >= bottom.rawValue })
            for row in list.items { #expect(row.hasReview == stored[row.id.rawValue]) }
            if list.hasLostItsRows { break }
        }
    }
}
