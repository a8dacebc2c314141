import Testing

@testable import Hindsight

/// What every goal store does with drafts.
@Suite(.timeLimit(.minutes(5))) struct DraftConformanceTests {
    @Test(arguments: StorePlace.allCases)
    func aDraftIsKeptExactlyAsTyped(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            for (index, text) in nastyTexts.enumerated() {
                var draft = ReviewDraft(style: index.isMultiple(of: 2) ? .free : .guided, level: Level(index % 6))
                for field in ReviewField.allCases { draft[field] = " \(text)\(field.rawValue)\n" }
                try await fixture.store.saveDraft(draft, of: fixture.owner, goal: goal)
                let saved = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.draft
                #expect(saved == draft)
                for field in ReviewField.allCases {
                    #expect(saved.map { Array($0[field].utf8) } == Array(draft[field].utf8))
                }
            }
            #expect(try await fixture.rowCount("reviewDraft") == 1)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anEmptyDraftRemovesTheKeptOne(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            try await fixture.store.saveDraft(ReviewDraft(level: .two), of: fixture.owner, goal: goal)
            try await fixture.store.saveDraft(ReviewDraft(style: .free), of: fixture.owner, goal: goal)
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.draft == nil)
            #expect(try await fixture.rowCount("reviewDraft") == 0)
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
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goals[0])?.draft == nil)
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goals[1])?.draft != nil)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aDraftOfMoreThan256KiBIsRefusedAndTheLastOneStays(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            var draft = ReviewDraft(style: .free)
            draft.text = String(repeating: "x", count: 262_144)
            try await fixture.store.saveDraft(draft, of: fixture.owner, goal: goal)
            var larger = draft
            larger.learned = String(repeating: "가", count: 87_382)
            let error = await expectStoreError(.draftTooLarge) {
                try await fixture.store.saveDraft(larger, of: fixture.owner, goal: goal)
            }
            #expect(error?.message == "The draft's field 'learned' has 262146 bytes; 262144 are kept at most.")
            #expect(try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.draft == draft)
        }
    }
}
