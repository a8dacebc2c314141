import HindsightDomain
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store does with drafts.
@Suite(.timeLimit(.minutes(15))) struct DraftConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func aDraftIsKeptExactlyAsTyped(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            for (index, text) in nastyTexts.enumerated() {
                var draft = ReviewDraft(style: index.isMultiple(of: 2) ? .free : .guided, level: Level(index % 6))
                for field in ReviewField.allCases { draft[field] = " \(text)\(field.rawValue)\n" }
                try await fixture.store.saveDraft(draft, of: fixture.owner, goal: goal)
                let saved = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.form
                #expect(saved == draft)
                for field in ReviewField.allCases {
                    #expect(saved.map { Array($0[field].utf8) } == Array(draft[field].utf8))
                }
            }
            #expect(try await fixture.rowCount("draftField") <= 7)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEmptyDraftRemovesTheKeptOne(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            try await fixture.store.saveDraft(ReviewDraft(level: .two), of: fixture.owner, goal: goal)
            try await fixture.store.saveDraft(ReviewDraft(), of: fixture.owner, goal: goal)
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.keptDraft == nil)
            #expect(try await fixture.rowCount("draftField") == 0)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aDiscardedDraftIsGone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = try await fixture.addCompleted(2)
            for goal in goals {
                try await fixture.store.saveDraft(ReviewDraft(level: .two), of: fixture.owner, goal: goal)
            }
            try await fixture.store.discardDraft(of: fixture.owner, goal: goals[0])
            try await fixture.store.discardDraft(of: fixture.owner, goal: goals[0])
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goals[0])?.keptDraft == nil)
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goals[1])?.keptDraft != nil)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aTextWithTooManyBytesIsNotKeptAndTheLastOneStays(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            func keep(_ text: String) async throws -> String {
                try await store.keepDraft(
                    [DraftChange(.text(.learned), text, base: .max)], by: "me", of: owner, goal: goal
                ).form.learned
            }
            let most = String(repeating: "x", count: 8000)
            #expect(try await keep(most) == most)
            #expect(try await keep(most + "x") == most)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aFieldIsKeptInThePlaceOfWhatItWasMadeFromOnly(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            func keep(_ field: ReviewField, _ text: String, by writer: String, base: Int) async throws -> GoalReview {
                try await store.keepDraft(
                    [DraftChange(.text(field), text, base: base)], by: writer, of: owner, goal: goal)
            }
            let first = try await keep(.liked, "of one", by: "one", base: 0)
            let revision = try #require(first.draft[.text(.liked)]?.revision)
            // Made from nothing: the other's text stays.
            let overtaken = try await keep(.liked, "of two", by: "two", base: 0)
            #expect(overtaken == first)
            // Other fields are nobody's business.
            #expect(try await keep(.lacked, "of two", by: "two", base: 0).form.lacked == "of two")
            #expect(try await keep(.liked, "of one, longer", by: "one", base: 0).form.liked == "of one, longer")
            #expect(try await keep(.liked, "of two", by: "two", base: revision).form.liked == "of one, longer")
            let newest = try #require(
                try await store.goalReview(of: owner, goal: goal)?.draft[.text(.liked)]?.revision)
            #expect(newest > revision)
            #expect(try await keep(.liked, "of two", by: "two", base: newest).form.liked == "of two")
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aDroppedDraftComesBackWhereNothingWasTypedSince(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            let change = DraftChange(.text(.liked), "liked", base: 0)
            _ = try await store.keepDraft(
                [change, DraftChange(.text(.lacked), "lacked", base: 0)], by: "one", of: owner, goal: goal)
            let last = [DraftChange(.text(.learned), "typed last", base: 0)]
            let dropped = try await store.dropDraft(with: last, by: "one", of: owner, goal: goal)
            #expect(dropped.draft == [:] && dropped.dropped.count == 3)
            let typed = [DraftChange(.text(.liked), "new", base: 0), DraftChange(.text(.longedFor), "newer", base: 0)]
            let both = try await store.keepDraft(typed, by: "two", of: owner, goal: goal)
            #expect(both.draft.mapValues(\.value) == [.text(.liked): "new", .text(.longedFor): "newer"])
            #expect(both.dropped == dropped.dropped)
            let restored = try await store.restoreDraft(of: owner, goal: goal)
            #expect(restored.form.liked == "new" && restored.form.lacked == "lacked")
            #expect(restored.form.learned == "typed last")
            #expect(restored.dropped == [.text(.liked): "liked"])
            fixture.clock.advance(by: 601)
            await expectStoreError(.nothingToRestore) {
                try await store.restoreDraft(of: owner, goal: goal)
            }
            #expect(try await store.purgeDeleted() == 1)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func savingKeepsWhatWasTypedForTheOtherStyle(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            var draft = ReviewDraft(style: .free, level: .two)
            draft.text = "free"
            draft.liked = "an answer"
            try await store.saveDraft(draft, of: owner, goal: goal)
            try await store.writeReview(.free("free"), of: owner, goal: goal)
            let saved = try #require(try await store.goalReview(of: owner, goal: goal))
            #expect(saved.draft.keys.sorted { $0.rawValue < $1.rawValue } == [.text(.liked)])
            #expect(!saved.hasDraft && saved.form.liked == "an answer")
            // The answers of a review whose style is changed are kept, too.
            _ = try await store.editReview(.guided("new"), of: owner, goal: goal)
            let edited = try #require(try await store.goalReview(of: owner, goal: goal))
            #expect(edited.form.text == "free" && edited.form.liked == "new liked")
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aSaveThatWasOvertakenChangesNothingAndTellsWhatThereIs(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            let (store, owner) = (fixture.store, fixture.owner)
            func save(_ text: String, _ basis: SaveBasis) async throws -> SavedReview {
                try await store.saveReview(.free(text), of: owner, goal: goal, from: basis)
            }
            // Typed elsewhere, and not seen.
            let typed = try await store.keepDraft(
                [DraftChange(.text(.text), "theirs", base: 0)], by: "two", of: owner, goal: goal)
            let error = await expectStoreError(.overtaken) {
                try await save("mine", SaveBasis(review: nil, fields: [.text(.text): 0], writer: "one"))
            }
            guard case .overtaken(typed) = error else { return #expect(Bool(false), "\(String(describing: error))") }
            let seen = [DraftField.text(.text): typed.revision]
            let first = try await save("mine", SaveBasis(review: nil, fields: seen, writer: "one"))
            // Saved elsewhere, and not seen.
            await expectStoreError(.overtaken) { try await save("other", SaveBasis(review: nil, writer: "two")) }
            let revision = try #require(first.goal.review?.revision)
            #expect(try await save("other", SaveBasis(review: revision, writer: "two")).goal.review?.editedAt != nil)
            await expectStoreError(.overtaken) { try await save("late", SaveBasis(review: revision, writer: "one")) }
            // Deleted elsewhere.
            let last = try #require(try await store.goalReview(of: owner, goal: goal)?.review?.revision)
            _ = try await store.deleteReview(of: owner, goal: goal)
            await expectStoreError(.overtaken) { try await save("x", SaveBasis(review: last, writer: "two")) }
            #expect(try await save("x", SaveBasis(review: nil, writer: "two")).goal.review != nil)
        }
    }
}
