import HindsightDomain
import Live
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with reviews.
@Suite(.timeLimit(.minutes(15))) struct ReviewConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func aReviewIsWrittenOnceAndNoLongerCounted(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(3)[1]
            var draft = ReviewDraft()
            draft.liked = "typed"
            try await fixture.store.saveDraft(draft, of: fixture.owner, goal: goal)
            let content = try ReviewContent.guided("one")
            #expect(try await fixture.store.writeReview(content, of: fixture.owner, goal: goal) == 2)
            let found = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
            #expect(found.goal.id == goal && found.goal.hasReview)
            #expect(found.review?.content == content && found.review?.editedAt == nil)
            #expect(found.review?.writtenAt == fixture.clock.now)
            #expect(found.draft == [:] && found.deletedReview == nil)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aSecondReviewIsRefusedAndTheSavedOneShown(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let first = try ReviewContent.free("first")
            _ = try await fixture.store.writeReview(first, of: fixture.owner, goal: goal)
            for other in [try ReviewContent.free("second"), try .free("first", level: .five), try .guided("first")] {
                let error = await expectStoreError(.overtaken) {
                    try await fixture.store.writeReview(other, of: fixture.owner, goal: goal)
                }
                guard case .overtaken(let found)? = error else { continue }
                #expect(found.review?.content == first)
            }
            #expect(try await fixture.rowCount("review") == 1)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aResendOfTheSameReviewSucceedsAndChangesNothing(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(2)[0]
            let content = try ReviewContent.free("same")
            _ = try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
            let written = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            fixture.clock.advance(by: 60)
            #expect(try await fixture.store.writeReview(content, of: fixture.owner, goal: goal) == 1)
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goal) == written)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func twoSavesAtOnceMakeOneReview(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            for goal in try await fixture.addCompleted(10) {
                let outcomes = await withTaskGroup { group in
                    for number in 0..<4 {
                        group.addTask {
                            do {
                                let content = try ReviewContent.free("save \(number)")
                                _ = try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
                                return "saved"
                            } catch let error as StoreError {
                                return error.code.rawValue
                            } catch {
                                return "\(error)"
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.sorted() == ["overtaken", "overtaken", "overtaken", "saved"])
            }
            #expect(try await fixture.rowCount("review") == 10)
            #expect(try await fixture.reviewableCount() == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aGoalThatIsNotThereIsTheSameWhyeverItIsNot(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let foreign = try await fixture.addCompleted(1, of: fixture.stranger)[0]
            let hidden = try await fixture.addCompleted(1)[0]
            try await fixture.hide(hidden)
            let others = [try NewGoal.make("a", .active), try NewGoal.make("s", .stored)]
            let unfinished = try await fixture.store.addGoals(others, of: fixture.owner)
            let never = [GoalID(99_999), GoalID(.max), GoalID(0), GoalID(-1)]
            let (store, owner, content) = (fixture.store, fixture.owner, try ReviewContent.free("x"))
            for goal in [foreign, hidden] + unfinished + never {
                #expect(try await store.goalReview(of: owner, goal: goal) == nil)
                await expectStoreError(.notFound) { try await store.writeReview(content, of: owner, goal: goal) }
                await expectStoreError(.notFound) { try await store.editReview(content, of: owner, goal: goal) }
                await expectStoreError(.notFound) { try await store.deleteReview(of: owner, goal: goal) }
                await expectStoreError(.notFound) { try await store.restoreReview(of: owner, goal: goal) }
                let draft = ReviewDraft(level: .one)
                await expectStoreError(.notFound) { try await store.saveDraft(draft, of: owner, goal: goal) }
                await expectStoreError(.notFound) { try await store.discardDraft(of: owner, goal: goal) }
            }
            #expect(try await fixture.rowCount("review") == 0)
            #expect(try await fixture.rowCount("draftField") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEditReplacesTheWordsAndTellsWhen(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            await expectStoreError(.notFound) { try await store.editReview(.free("x"), of: owner, goal: goal) }
            _ = try await store.writeReview(.guided("before"), of: owner, goal: goal)
            let written = fixture.clock.now
            try await store.saveDraft(ReviewDraft(style: .free, level: .two), of: owner, goal: goal)
            fixture.clock.advance(by: 90)
            let after = try ReviewContent.free("after", level: .one)
            let edited = try await store.editReview(after, of: owner, goal: goal)
            #expect(edited.content == after && edited.writtenAt == written && edited.editedAt == fixture.clock.now)
            let found = try await store.goalReview(of: owner, goal: goal)
            #expect(found?.review == edited && found?.hasDraft == false)
            fixture.clock.advance(by: 90)
            #expect(try await store.editReview(after, of: owner, goal: goal) == edited)
        }
    }

    /// "é" is one scalar in `composed` and two in `decomposed`. Swift's `String` takes them for equal.
    @Test(arguments: StorePlace.allCases)
    func anEditOfNothingButTheBytesIsAnEdit(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = try await fixture.addCompleted(2)
            let (store, owner) = (fixture.store, fixture.owner)
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            for (goal, texts) in zip(goals, [(composed, decomposed), (decomposed, composed)]) {
                for content in [ReviewContent.free, ReviewContent.guided] {
                    _ = try await store.writeReview(content(texts.0, .four), of: owner, goal: goal)
                    let edited = try await store.editReview(content(texts.1, .four), of: owner, goal: goal)
                    #expect(edited.editedAt == fixture.clock.now)
                    let review = try #require(try await store.goalReview(of: owner, goal: goal)?.review)
                    let text = review.content.draft[review.content.style.fields[0]]
                    #expect(Array(text.utf8).starts(with: Array(texts.1.utf8)))
                    // Nor is a review in other bytes the saved one, sent again.
                    await expectStoreError(.overtaken) {
                        try await store.writeReview(content(texts.0, .four), of: owner, goal: goal)
                    }
                    _ = try await store.deleteReview(of: owner, goal: goal)
                }
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aDeletedReviewCanBeRestoredForTenMinutes(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(2)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            await expectStoreError(.notFound) { try await store.deleteReview(of: owner, goal: goal) }
            await expectStoreError(.nothingToRestore) { try await store.restoreReview(of: owner, goal: goal) }
            _ = try await store.writeReview(.free("dear"), of: owner, goal: goal)
            let before = try await store.goalReview(of: owner, goal: goal)

            let deleted = try await store.deleteReview(of: owner, goal: goal)
            #expect(deleted.review == nil && !deleted.goal.hasReview && deleted.deletedReview == before?.review)
            #expect(try await store.deleteReview(of: owner, goal: goal) == deleted)
            #expect(try await store.goalReview(of: owner, goal: goal) == deleted)
            #expect(try await fixture.reviewableCount() == 2)

            fixture.clock.advance(by: 599)
            let restored = try await store.restoreReview(of: owner, goal: goal)
            #expect(restored.review == before?.review && restored.goal.hasReview)
            #expect(try await store.goalReview(of: owner, goal: goal) == restored)
            #expect(try await fixture.reviewableCount() == 1)
            // An editor of an older text is told of either.
            #expect(deleted.revision > before?.revision ?? .max && restored.revision > deleted.revision)
            await expectStoreError(.alreadyReviewed) { try await store.restoreReview(of: owner, goal: goal) }

            _ = try await store.deleteReview(of: owner, goal: goal)
            fixture.clock.advance(by: 600)
            #expect(try await store.goalReview(of: owner, goal: goal)?.deletedReview == nil)
            await expectStoreError(.nothingToRestore) { try await store.restoreReview(of: owner, goal: goal) }
            await expectStoreError(.notFound) { try await store.deleteReview(of: owner, goal: goal) }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aNewReviewTakesThePlaceOfADeletedOne(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            _ = try await store.writeReview(.free("old"), of: owner, goal: goal)
            _ = try await store.deleteReview(of: owner, goal: goal)
            #expect(try await store.writeReview(.free("new"), of: owner, goal: goal) == 0)
            let error = await expectStoreError(.alreadyReviewed) {
                try await store.restoreReview(of: owner, goal: goal)
            }
            if case .alreadyReviewed(let saved)? = error { #expect(try saved.content == .free("new")) }
            _ = try await store.deleteReview(of: owner, goal: goal)
            _ = try await store.restoreReview(of: owner, goal: goal)
            #expect(try await store.goalReview(of: owner, goal: goal)?.review?.content == .free("new"))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func onlyWhatCannotBeRestoredIsPurged(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = try await fixture.addCompleted(3)
            let (store, owner) = (fixture.store, fixture.owner)
            for goal in goals { _ = try await store.writeReview(.free("x"), of: owner, goal: goal) }
            _ = try await store.deleteReview(of: owner, goal: goals[0])
            fixture.clock.advance(by: 400)
            _ = try await store.deleteReview(of: owner, goal: goals[1])
            #expect(try await store.purgeDeleted() == 0)
            fixture.clock.advance(by: 200)
            #expect(try await store.purgeDeleted() == 1)
            #expect(try await fixture.rowCount("review") == 2)
            _ = try await store.restoreReview(of: owner, goal: goals[1])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aReviewOutlivesARoundTripExactly(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let texts = nastyTexts.filter(\.hasVisibleCharacter)
            let goals = try await fixture.addCompleted(texts.count)
            let (store, owner) = (fixture.store, fixture.owner)
            for (goal, text) in zip(goals, texts) {
                _ = try await store.writeReview(.free(text), of: owner, goal: goal)
                let review = try await store.goalReview(of: owner, goal: goal)?.review
                // Bytes, since Swift calls texts equal that Unicode calls equivalent.
                #expect(review.map { Array($0.content.draft.text.utf8) } == Array(text.utf8))
                _ = try await store.editReview(.guided(text), of: owner, goal: goal)
                let edited = try await store.goalReview(of: owner, goal: goal)?.review
                #expect(edited.map { Array($0.content.draft.longedFor.utf8) } == Array("\(text) longedFor".utf8))
            }
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aTitleOutlivesARoundTripExactly(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let texts = nastyTexts.filter(\.hasVisibleCharacter)
            let goals = try texts.map { try NewGoal.completed($0) }
            _ = try await fixture.store.addGoals(goals, of: fixture.owner)
            let slice = try await fixture.store.completedGoals(of: fixture.owner, after: nil, limit: 100)
            #expect(slice.goals.reversed().map { Array($0.goal.title.utf8) } == texts.map { Array($0.utf8) })
        }
    }
}
