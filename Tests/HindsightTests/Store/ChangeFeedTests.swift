import Live
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(1))) struct ChangeFeedTests {
    private let feed = ChangeFeed()
    private let recorder = ChangeRecorder()

    private func observe(_ owner: Int64 = 1) -> @Sendable () -> Void {
        feed.observe(AccountID(owner)) { [recorder] in recorder.notify($0) }
    }

    @Test func everyObserverOfTheOwnerIsToldAndNoOther() {
        let stops = [observe(1), observe(1), observe(2)]
        feed.publish(.goals([GoalID(7)]), of: AccountID(1))
        #expect(recorder.changes == [.goals([GoalID(7)]), .goals([GoalID(7)])])
        for stop in stops { stop() }
    }

    @Test func whoStopsIsForgotten() {
        let stop = observe()
        #expect(feed.observerCount == 1)
        stop()
        #expect(feed.observerCount == 0)
        feed.publish(.all, of: AccountID(1))
        #expect(recorder.changes.isEmpty)
    }

    @Test func anObserverDoesNotKeepTheFeed() {
        weak var weakFeed: ChangeFeed?
        let stop: @Sendable () -> Void
        do {
            let feed = ChangeFeed()
            weakFeed = feed
            stop = feed.observe(AccountID(1)) { _ in }
        }
        #expect(weakFeed == nil)
        stop()
    }

    @Test func changesMergeToTheirUnionAndToAllWhenTheyAreMany() {
        func goals(_ ids: ClosedRange<Int64>) -> GoalChanges { .goals(Set(ids.map { GoalID($0) })) }
        #expect(goals(1...2).merging(goals(2...3)) == goals(1...3))
        #expect(goals(1...200).merging(goals(101...256)) == goals(1...256))
        #expect(goals(1...200).merging(goals(101...257)) == .all)
        #expect(GoalChanges.all.merging(goals(1...1)) == .all)
        #expect(goals(1...1).merging(.all) == .all)
    }
}
