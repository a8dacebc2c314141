import Testing

@testable import Hindsight

/// What every goal store publishes, to whom, and when.
@Suite struct ChangeConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func everyWriteOfAReviewTellsItsOwnerOnly(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addCompleted(1)[0]
            let writes: [(String, () async throws -> Void)] = [
                ("add", { try await fixture.addCompleted(1) }),
                ("write", { _ = try await store.writeReview(.free("a"), of: owner, goal: goal) }),
                ("edit", { _ = try await store.editReview(.free("b"), of: owner, goal: goal) }),
                ("delete", { _ = try await store.deleteReview(of: owner, goal: goal) }),
                ("restore", { _ = try await store.restoreReview(of: owner, goal: goal) }),
            ]
            for (name, write) in writes {
                var owners = 0
                let strangers = try await ChangeCounter.count(store, of: fixture.stranger) {
                    owners = try await ChangeCounter.count(store, of: owner, during: write)
                }
                #expect(owners == 1, "\(name)")
                #expect(strangers == 0, "\(name)")
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
            let count = try await ChangeCounter.count(store, of: owner) {
                try await store.saveDraft(ReviewDraft(level: .one), of: owner, goal: goals[1])
                try await store.discardDraft(of: owner, goal: goals[1])
                _ = try await store.writeReview(content, of: owner, goal: goals[0])
                _ = try await store.editReview(content, of: owner, goal: goals[0])
                await expectStoreError(.alreadyReviewed) {
                    try await store.writeReview(.free("b"), of: owner, goal: goals[0])
                }
                await expectStoreError(.notFound) { try await store.deleteReview(of: owner, goal: goals[1]) }
                _ = try await store.addGoals([], of: owner)
                _ = try await store.reviewPage(of: owner, goal: goals[0])
            }
            #expect(count == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func whoeverHasChangedSomethingKnowsThatAllHaveBeenTold(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let counter = ChangeCounter()
            let stop = fixture.store.observeChanges(of: fixture.owner) { counter.notify() }
            defer { stop() }
            for number in 1...5 {
                try await fixture.addCompleted(1)
                #expect(counter.count == number)
            }
        }
    }
}
