import HindsightDomain
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store publishes, to whom, and when.
@Suite(.timeLimit(.minutes(15))) struct ChangeConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func everyWriteOfAReviewTellsItsOwnerOnlyAndNamesTheGoal(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addCompleted(2)[0]
            let writes: [(String, () async throws -> Void)] = [
                ("write", { _ = try await store.writeReview(.free("a"), of: owner, goal: goal) }),
                ("edit", { _ = try await store.editReview(.free("b"), of: owner, goal: goal) }),
                ("delete", { _ = try await store.deleteReview(of: owner, goal: goal) }),
                ("restore", { _ = try await store.restoreReview(of: owner, goal: goal) }),
            ]
            for (name, write) in writes {
                var owners: [GoalChanges] = []
                let strangers = try await ChangeRecorder.changes(store, of: fixture.stranger) {
                    owners = try await ChangeRecorder.changes(store, of: owner, during: write)
                }
                #expect(owners == [.goals([goal])], "\(name)")
                #expect(strangers.isEmpty, "\(name)")
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func goalsThatAreAddedAreNamedUnlessTheyAreTooMany(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            for (count, namesGoals) in [(1, true), (200, true), (201, false)] {
                var added: [GoalID] = []
                let changes = try await ChangeRecorder.changes(fixture.store, of: fixture.owner) {
                    added = try await fixture.addCompleted(count)
                }
                #expect(changes == [namesGoals ? .goals(Set(added)) : .all])
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func draftsAndWritesThatChangeNothingTellNobody(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = try await fixture.addCompleted(2)
            let content = try ReviewContent.free("a")
            _ = try await store.writeReview(content, of: owner, goal: goals[0])
            let changes = try await ChangeRecorder.changes(store, of: owner) {
                try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goals[1])
                try await store.discardDraft(of: owner, goal: goals[1])
                _ = try await store.writeReview(content, of: owner, goal: goals[0])
                _ = try await store.editReview(content, of: owner, goal: goals[0])
                await expectStoreError(.overtaken) {
                    try await store.writeReview(.free("b"), of: owner, goal: goals[0])
                }
                await expectStoreError(.notFound) { try await store.deleteReview(of: owner, goal: goals[1]) }
                _ = try await store.addGoals([], of: owner)
                _ = try await store.goalReview(of: owner, goal: goals[0])
            }
            #expect(changes.isEmpty)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func whoeverHasChangedSomethingKnowsThatAllHaveBeenTold(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let recorder = ChangeRecorder()
            let stop = fixture.store.observeChanges(of: fixture.owner) { recorder.notify($0) }
            defer { stop() }
            for number in 1...5 {
                try await fixture.addCompleted(1)
                #expect(recorder.changes.count == number)
            }
        }
    }

    @Test func changesMergeToTheirUnionAndToAllWhenTheyAreMany() {
        func goals(_ ids: ClosedRange<Int64>) -> GoalChanges { .goals(Set(ids.map { GoalID($0) })) }
        #expect(goals(1...2).merging(goals(2...3)) == goals(1...3))
        #expect(goals(1...150).merging(goals(101...200)) == goals(1...200))
        #expect(goals(1...150).merging(goals(101...201)) == .all)
        #expect(GoalChanges.all.merging(goals(1...1)) == .all)
        #expect(goals(1...1).merging(.all) == .all)
    }
}
