import HindsightDomain
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct ReviewEditorViewModelTests {
    private func scene(
        _ test: @Sendable (isolated Stage, EditorScene, FaultyGoalStore, StoreFixture, GoalID) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(3)[0]
        let store = FaultyGoalStore(fixture.store)
        try await Stage.run { stage in
            let initial = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
            let editor = EditorScene(stage, store: store, owner: fixture.owner, initial)
            try await test(stage, editor, store, fixture, goal)
        }
    }

    @Test func aGuidedReviewCanBeSavedOnceOneAnswerAndALevelAreThere() async throws {
        try await scene { _, editor, _, _, _ in
            editor.type("answer", into: .learned)
            #expect(editor.canSave.values == [false])
            editor.level.accept(.five)
            #expect(editor.canSave.values == [false, true])
            editor.type("  \n ", into: .learned)
            #expect(editor.canSave.values == [false, true, false])
            editor.type("again", into: .longedFor)
            editor.level.accept(nil)
            #expect(editor.canSave.values == [false, true, false, true, false])
        }
    }

    @Test func changingTheStyleKeepsTheTextsOfBoth() async throws {
        try await scene { stage, editor, _, fixture, goal in
            for field in ReviewStyle.guided.fields { editor.type("answer", into: field) }
            editor.style.accept(.free)
            editor.type("free", into: .text)
            editor.level.accept(.one)
            #expect(editor.canSave.values.last == true)
            editor.style.accept(.guided)
            #expect(editor.canSave.values.last == true)
            editor.save.accept(())
            await stage.settled()
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review?.content.style == .guided)
        }
    }

    @Test func theCountersCountCharactersAsPeopleSeeThem() async throws {
        try await scene { _, editor, _, _, _ in
            editor.type(" 👨‍👩‍👧 한글\n", into: .liked)
            #expect(editor.counts.values.map { $0[.liked] } == [0, 4])
        }
    }

    @Test(arguments: [(ReviewField.liked, 500), (.text, 3000)])
    func aTextThatIsTooLongIsSaidAtItsFieldAtOnce(field: ReviewField, limit: Int) async throws {
        try await scene { _, editor, _, _, _ in
            editor.style.accept(field.style)
            editor.type(String(repeating: "가", count: limit), into: field)
            #expect(editor.errors.values.last?.fields == [:])
            editor.type(String(repeating: "가", count: limit + 1), into: field)
            #expect(editor.errors.values.last?.fields == [field: .tooLong(count: limit + 1, limit: limit)])
            #expect(editor.errors.values.last?.wasRefused == false)
        }
    }

    @Test func savingTakesTheNewestTextsAtTheTap() async throws {
        try await scene { stage, editor, _, fixture, goal in
            editor.writeFreeReview("first")
            editor.type("newest", into: .text)
            editor.save.accept(())
            editor.type("too late", into: .text)
            await stage.settled()
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review?.content == (try .free("newest")))
            #expect(editor.saved.values.map(\.remaining) == [2])
            #expect(editor.isSaving.values == [false, true, false])
        }
    }

    @Test func tapsWhileASaveIsInFlightAreIgnored() async throws {
        try await scene { stage, editor, store, _, _ in
            editor.writeFreeReview()
            let gate = store.hold(.saveReview)
            for _ in 0..<3 { editor.save.accept(()) }
            #expect(editor.canSave.values.last == false)
            await gate.arrivals(1)
            gate.open()
            await stage.settled()
            #expect(store.calls.count { $0 == .saveReview } == 1)
            #expect(editor.saved.values.count == 1)
            #expect(editor.canSave.values.last == false)
        }
    }

    @Test func aTapAfterTheConfirmationConfirmsNothingAgain() async throws {
        try await scene { stage, editor, store, _, _ in
            editor.writeFreeReview()
            editor.save.accept(())
            await stage.settled()
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.count == 1)
            #expect(store.calls.count { $0 == .saveReview } == 1)
        }
    }

    @Test func anIncompleteReviewIsRefusedWithEveryFaultAtItsPlace() async throws {
        try await scene { stage, editor, store, _, _ in
            editor.type(String(repeating: "x", count: 501), into: .learned)
            editor.save.accept(())
            await stage.settled()
            let shown = try #require(editor.errors.values.last)
            #expect(shown.wasRefused && shown.levelMissing && !shown.answersMissing)
            #expect(shown.fields == [.learned: .tooLong(count: 501, limit: 500)])
            editor.type(" ", into: .learned)
            #expect(editor.errors.values.last == .init(answersMissing: true, levelMissing: true, wasRefused: true))
            #expect(!store.calls.contains(.saveReview))
            editor.type("answer", into: .longedFor)
            editor.level.accept(.two)
            #expect(editor.errors.values.last?.count == 0)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.map(\.remaining) == [2])
        }
    }

    @Test(arguments: [FaultyGoalStore.Fault.unavailable, .answerLost])
    func whenTheStoreFailsTheTextStaysAndSavingAgainWorks(fault: FaultyGoalStore.Fault) async throws {
        try await scene { stage, editor, store, fixture, goal in
            editor.writeFreeReview("keep me")
            store.fail(.saveReview, with: fault)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.isEmpty)
            guard case .unavailable? = editor.alerts.values.last else {
                Issue.record("no alert")
                return
            }
            #expect(editor.canSave.values.last == true)
            store.mend()
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.count == 1)
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review?.content == (try .free("keep me")))
            #expect(page?.draft == [:])
        }
    }

    @Test func aReviewSavedOnAnotherPageIsToldAtOnceWithItsTextAndTheNextSaveTakesItsPlace() async throws {
        try await scene { stage, editor, _, fixture, goal in
            editor.writeFreeReview("mine")
            try await fixture.store.writeReview(.free("theirs"), of: fixture.owner, goal: goal)
            await stage.settled()
            guard case .changedElsewhere(let review)? = editor.alerts.values.last else {
                Issue.record("no alert")
                return
            }
            #expect(review.content == (try .free("theirs")))
            #expect(editor.alerts.values.count == 1)
            #expect(editor.state.value.conflicts[.text]?.text == "theirs")
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.isEmpty)
            #expect(editor.errors.values.last?.undecided == [.text])
            editor.keepMine.accept(.text)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.map(\.remaining) == [nil])
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review?.content == (try .free("mine")))
        }
    }

    @Test func theOwnSaveIsNoNews() async throws {
        try await scene { stage, editor, _, _, _ in
            editor.writeFreeReview("mine")
            editor.save.accept(())
            await stage.settled()
            #expect(editor.alerts.values.isEmpty)
            #expect(editor.saved.values.count == 1)
        }
    }

    @Test func aDroppedDraftIsGone() async throws {
        try await scene { stage, editor, store, fixture, goal in
            editor.type("a", into: .liked)
            await stage.advance(by: .seconds(1))
            store.fail(.dropDraft)
            editor.discardDraft.accept(())
            await stage.settled()
            #expect(editor.discarded.values.isEmpty && editor.alerts.values.count == 1)
            store.mend()
            editor.discardDraft.accept(())
            await stage.settled()
            #expect(editor.discarded.values.count == 1)
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.draft == [:])
        }
    }

    @Test(arguments: ["", "  ", "x", String(repeating: "x", count: 500), String(repeating: "x", count: 501)])
    func theErrorsWhileTypingAreThoseOfTheValidation(text: String) {
        for style in ReviewStyle.allCases {
            for level in [nil, Level.three] {
                var draft = ReviewDraft(style: style, level: level)
                for field in ReviewField.allCases { draft[field] = text }
                var typed = TypedReview(ReviewDraft(style: style, level: level))
                var fields: [DraftField: Draft<DraftField>.Stored] = [:]
                for field in ReviewField.allCases { fields[.text(field)] = .init(text) }
                fields[.style] = .init(style.rawValue)
                fields[.level] = .init(level.map { String($0.rawValue) } ?? "")
                typed.read(Draft(fields, page: "me"))
                let thrown: ReviewErrors?
                do throws(ReviewErrors) {
                    _ = try draft.validated()
                    thrown = nil
                } catch { thrown = error }
                #expect(typed.errors == thrown)
            }
        }
    }

    /// "é" in one scalar, and in two: Swift's `String` takes them for equal.
    @Test func aDraftOfWhichOnlyTheBytesChangeIsKeptToo() async throws {
        try await scene { stage, editor, store, fixture, goal in
            for text in ["\u{E9}", "e\u{301}"] {
                editor.type(text, into: .liked)
                await stage.settled()
                let kept = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.form.liked
                #expect(kept.map { Array($0.utf8) } == Array(text.utf8))
            }
            #expect(store.calls.filter { $0 == .keepDraft } == Array(repeating: .keepDraft, count: 2))
        }
    }

    @Test func whatAnotherStyleLacksIsSaidAfterAnAttemptToSaveThat() async throws {
        try await scene { stage, editor, _, _, _ in
            editor.save.accept(())
            await stage.settled()
            #expect(editor.errors.values.last == .init(answersMissing: true, levelMissing: true, wasRefused: true))
            editor.style.accept(.free)
            #expect(editor.errors.values.last == .init())
            editor.save.accept(())
            await stage.settled()
            #expect(
                editor.errors.values.last == .init(fields: [.text: .missing], levelMissing: true, wasRefused: true))
        }
    }

    @Test func withoutAStyleNothingIsSavedAndThePlaceIsTold() async throws {
        try await scene { stage, editor, store, _, _ in
            editor.writeFreeReview()
            editor.style.accept(nil)
            #expect(editor.canSave.values.last == false)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.errors.values.last == .init(styleMissing: true, wasRefused: true))
            #expect(!store.calls.contains(.saveReview))
            editor.style.accept(.free)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.map(\.remaining) == [2])
        }
    }

    @Test func whatIsTypedIsKeptAtOnceAndInOrder() async throws {
        try await scene { stage, editor, store, fixture, goal in
            let gate = store.hold(.keepDraft)
            editor.type("a", into: .liked)
            editor.type("ab", into: .liked)
            editor.type("c", into: .lacked)
            await gate.arrivals(1)
            #expect(editor.holds.values == [false, true])
            gate.open()
            await stage.settled()
            #expect(editor.holds.values == [false, true, false])
            #expect(editor.drafts.values == [.none, .kept])
            let form = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.form
            #expect(form?.liked == "ab" && form?.lacked == "c")
        }
    }

    /// What keeps drafts was a side effect of showing how they stand.
    @Test func aDraftIsKeptOnAPageThatDoesNotShowHowItStands() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(1)[0]
        let initial = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
        await Stage.run { stage in
            let editor = EditorScene(
                stage, store: fixture.store, owner: fixture.owner, initial, showsDraftState: false)
            editor.type("a", into: .liked)
            await stage.advance(by: .seconds(1))
            #expect(editor.drafts.values.isEmpty)
        }
        let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
        #expect(page?.form.liked == "a")
    }

    /// The save had ended the waiting of the draft, and nothing was saved.
    @Test func theTextOfARefusedSaveIsKeptAsADraft() async throws {
        try await scene { stage, editor, _, fixture, goal in
            editor.style.accept(.free)
            editor.type("without a level", into: .text)
            editor.save.accept(())
            await stage.advance(by: .seconds(1))
            #expect(editor.errors.values.last?.wasRefused == true)
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.form.text == "without a level")
        }
    }

    @Test func aDraftThatCouldNotBeKeptSaysSoAndIsTriedAgain() async throws {
        try await scene { stage, editor, store, _, _ in
            store.failEverything()
            editor.type("a", into: .liked)
            await stage.advance(by: .seconds(1))
            #expect(editor.drafts.values.last == .failed)
            store.mend()
            await stage.advance(by: ReviewEditorViewModel.retryDelay)
            #expect(editor.drafts.values.last == .kept)
            store.failEverything()
            editor.type("b", into: .liked)
            await stage.settled()
            #expect(editor.drafts.values.last == .failed && editor.holds.values.last == true)
            store.mend()
            editor.type("c", into: .liked)
            await stage.settled()
            #expect(editor.drafts.values.last == .kept && editor.holds.values.last == false)
            editor.type(String(repeating: "x", count: ReviewField.liked.byteLimit + 1), into: .liked)
            await stage.advance(by: .seconds(1))
            #expect(editor.drafts.values.last == .tooLarge && editor.holds.values.last == true)
        }
    }

    @Test func noDraftIsLeftBehindASavedReview() async throws {
        try await scene { stage, editor, _, fixture, goal in
            editor.writeFreeReview()
            editor.save.accept(())
            await stage.settled()
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review != nil && page?.draft == [:])
            #expect(editor.drafts.values == [.none, .saved])
        }
    }

    @Test func whatIsTypedAfterTheTapIsADraftOfAnEdit() async throws {
        try await scene { stage, editor, _, fixture, goal in
            editor.writeFreeReview("saved")
            editor.save.accept(())
            editor.type("and more", into: .text)
            await stage.settled()
            let page = try await fixture.store.goalReview(of: fixture.owner, goal: goal)
            #expect(page?.review?.content == (try .free("saved")))
            #expect(page?.form.text == "and more")
        }
    }

    @Test func editingReplacesWhatTheReviewSays() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(1)[0]
        let content = try ReviewContent.guided("before")
        try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
        let initial = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
        await Stage.run { stage in
            let editor = EditorScene(stage, store: fixture.store, owner: fixture.owner, initial, isEditing: true)
            #expect(editor.canSave.values == [true])
            editor.type("after", into: .liked)
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.map(\.remaining) == [nil])
        }
        let review = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.review
        #expect(review?.content.draft.liked == "after")
        #expect(review?.editedAt != nil)
    }

    @Test func aReviewThatWasDeletedElsewhereIsToldAndSavedAnew() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(1)[0]
        try await fixture.store.writeReview(.free("before"), of: fixture.owner, goal: goal)
        let initial = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
        try await Stage.run { stage in
            let editor = EditorScene(stage, store: fixture.store, owner: fixture.owner, initial, isEditing: true)
            editor.type("after", into: .text)
            await stage.settled()
            _ = try await fixture.store.deleteReview(of: fixture.owner, goal: goal)
            await stage.settled()
            #expect(editor.alerts.values == [.deletedElsewhere])
            #expect(editor.state.value.typed.draft.text == "after")
            editor.save.accept(())
            await stage.settled()
            #expect(editor.saved.values.map(\.remaining) == [0])
        }
        let review = try await fixture.store.goalReview(of: fixture.owner, goal: goal)?.review
        #expect(review?.content == (try .free("after")))
    }
}
