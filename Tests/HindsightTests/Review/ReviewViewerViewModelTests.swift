import HindsightDomain
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct ReviewViewerViewModelTests {
    /// The viewer's view model on a stage, with what it said.
    private final class Scene {
        let edit = PublishRelay<Void>()
        let delete = PublishRelay<Void>()
        let undo = PublishRelay<Void>()
        let states: Recording<ReviewViewerViewModel.ReviewState>
        let places: Recording<ReviewPlace?>
        let edits: Recording<GoalID>
        let alerts: Recording<any Error>
        let actions: Recording<ReviewViewerViewModel.Action>
        private let held: ReviewViewerViewModel
        private let stop: @Sendable () -> Void
        private let stopDrafts: @Sendable () -> Void

        init(_ stage: isolated Stage, store: any GoalStore, owner: AccountID, page: GoalReview) {
            let (inlet, changes) = stage.scheduler.makeInlet(GoalChanges.self, merging: { $0.merging($1) })
            let (draftInlet, draftChanges) = stage.scheduler.makeInlet(Void.self, merging: { $1 })
            stop = store.observeChanges(of: owner) { inlet.send($0) }
            stopDrafts = store.observeDraft(of: owner, goal: page.goal.id) { draftInlet.send(()) }
            held = ReviewViewerViewModel(
                goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), initial: page)
            let output = held.transform(
                input: .init(
                    edit: edit.asObservable(), delete: delete.asObservable(), undo: undo.asObservable(),
                    goalChanges: changes, draftChanges: draftChanges))
            states = stage.record(output.review)
            places = stage.record(output.place)
            edits = stage.record(output.editSelected)
            alerts = stage.record(output.failAlert)
            actions = stage.record(output.done)
        }

        deinit {
            stop()
            stopDrafts()
        }
    }

    private func scene(
        _ test: @Sendable (isolated Stage, Scene, FaultyGoalStore, StoreFixture, Review) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let goal = try await fixture.addCompleted(1)[0]
        _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: goal)
        let page = try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
        let review = try #require(page.review)
        let store = FaultyGoalStore(fixture.store)
        try await Stage.run { stage in
            let scene = Scene(stage, store: store, owner: fixture.owner, page: page)
            try await test(stage, scene, store, fixture, review)
        }
    }

    @Test func deletingAndUndoingGoThereAndBack() async throws {
        try await scene { stage, viewer, _, _, review in
            viewer.delete.accept(())
            await stage.settled()
            viewer.undo.accept(())
            await stage.settled()
            #expect(
                viewer.states.values == [
                    .written(review, hasDraft: false), .deleted, .written(review, hasDraft: false),
                ])
            #expect(viewer.actions.values == [.deleted, .restored])
            #expect(viewer.alerts.values.isEmpty)
        }
    }

    @Test func whatIsChangedElsewhereShows() async throws {
        try await scene { stage, viewer, _, fixture, _ in
            let goal = GoalID(1)
            _ = try await fixture.store.editReview(.free("y"), of: fixture.owner, goal: goal)
            await stage.settled()
            guard case .written(let edited, _)? = viewer.states.values.last else {
                Issue.record("not written")
                return
            }
            #expect(edited.content == (try .free("y")))
            _ = try await fixture.store.deleteReview(of: fixture.owner, goal: goal)
            await stage.settled()
            #expect(viewer.states.values.last == .deleted)
        }
    }

    @Test func anEditThatIsNotSavedIsSaidUntilItIsSavedOrDropped() async throws {
        try await scene { stage, viewer, store, fixture, review in
            var draft = review.content.draft
            draft.text = "half a thought"
            try await fixture.store.saveDraft(draft, of: fixture.owner, goal: GoalID(1))
            await stage.settled()
            #expect(viewer.states.values == [.written(review, hasDraft: false), .written(review, hasDraft: true)])
            _ = try await fixture.store.dropDraft(with: [], by: "", of: fixture.owner, goal: GoalID(1))
            await stage.settled()
            #expect(viewer.states.values.last == .written(review, hasDraft: false))
        }
    }

    /// "é" in one scalar, then in two: Swift's `String` takes them for equal.
    @Test func aChangeElsewhereOfNothingButTheBytesShows() async throws {
        try await scene { stage, viewer, _, fixture, _ in
            for text in ["\u{E9}", "e\u{301}"] {
                _ = try await fixture.store.editReview(.free(text), of: fixture.owner, goal: GoalID(1))
                await stage.settled()
                guard case .written(let edited, _)? = viewer.states.values.last else {
                    Issue.record("not written")
                    return
                }
                #expect(Array(edited.content.draft.text.utf8) == Array(text.utf8))
            }
        }
    }

    @Test func anUndoThatComesTooLateSaysSo() async throws {
        try await scene { stage, viewer, _, fixture, _ in
            viewer.delete.accept(())
            await stage.settled()
            fixture.clock.advance(by: 601)
            viewer.undo.accept(())
            await stage.settled()
            #expect((viewer.alerts.values.last as? StoreError)?.code == .nothingToRestore)
            #expect(viewer.states.values.last == .gone)
        }
    }

    @Test func aGoalThatIsDeletedElsewhereSaysSoAndComesBack() async throws {
        try await scene { stage, viewer, _, fixture, review in
            try await fixture.store.deleteGoal(of: fixture.owner, GoalID(1))
            await stage.settled()
            #expect(viewer.states.values == [.written(review, hasDraft: false), .goalGone])
            viewer.delete.accept(())
            await stage.settled()
            #expect(viewer.states.values.last == .goalGone)
            _ = try await fixture.store.restoreGoal(of: fixture.owner, GoalID(1))
            await stage.settled()
            #expect(viewer.states.values.last == .written(review, hasDraft: false))
        }
    }

    @Test func aFailedDeletionLeavesTheReviewAndCanBeTriedAgain() async throws {
        try await scene { stage, viewer, store, _, review in
            store.fail(.deleteReview)
            viewer.delete.accept(())
            await stage.settled()
            #expect(viewer.states.values == [.written(review, hasDraft: false)])
            #expect(viewer.alerts.values.count == 1)
            store.mend()
            viewer.delete.accept(())
            await stage.settled()
            #expect(viewer.states.values.last == .deleted)
        }
    }

    @Test func editingLeadsToTheEditor() async throws {
        try await scene { _, viewer, _, _, _ in
            viewer.edit.accept(())
            #expect(viewer.edits.values.count == 1)
        }
    }

    @Test func theReviewsNextToItFollowWhatIsWrittenAndDeletedElsewhere() async throws {
        try await scene { stage, viewer, store, fixture, _ in
            #expect(viewer.places.values == [nil])
            let newer = try await fixture.addCompleted(2)
            await stage.settled()
            #expect(viewer.places.values.last == ReviewPlace(rank: 1))
            _ = try await fixture.store.writeReview(.free("x"), of: fixture.owner, goal: newer[1])
            await stage.settled()
            let neighbour = ReviewPlace.Neighbour(id: newer[1], title: "Goal 1")
            #expect(viewer.places.values.last == ReviewPlace(rank: 1, newer: neighbour))
            _ = try await fixture.store.deleteReview(of: fixture.owner, goal: newer[1])
            await stage.settled()
            #expect(viewer.places.values.last == ReviewPlace(rank: 1))
            // What becomes of the review itself is no reason to ask.
            let asked = store.calls.count { $0 == .reviewPlace }
            viewer.delete.accept(())
            await stage.settled()
            #expect(store.calls.count { $0 == .reviewPlace } == asked)
        }
    }
}
