import Streams
import StreamsTesting

@testable import Hindsight

/// The editor's view model on a stage: its inputs, and the histories of its outputs.
final class EditorScene {
    let style = PublishRelay<ReviewStyle?>()
    private let texts: [ReviewField: PublishRelay<String>]
    let level = PublishRelay<Level?>()
    let save = PublishRelay<Void>()
    let discardDraft = PublishRelay<Void>()
    let counts: Recording<[ReviewField: Int]>
    let canSave: Recording<Bool>
    let isSaving: Recording<Bool>
    let saved: Recording<Int?>
    let errors: Recording<ReviewEditorViewModel.ShownErrors>
    let alerts: Recording<ReviewEditorViewModel.SaveFailure>
    let drafts: Recording<DraftState>
    let discarded: Recording<Void>
    private let held: ReviewEditorViewModel
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID, goal: GoalID,
        initial: ReviewDraft = ReviewDraft(), isEditing: Bool = false, hasDraft: Bool = false,
        showsDraftState: Bool = true
    ) {
        let texts = Dictionary(uniqueKeysWithValues: ReviewField.allCases.map { ($0, PublishRelay<String>()) })
        func text(_ field: ReviewField) -> Observable<String> { texts[field]?.asObservable() ?? .never() }
        self.texts = texts
        let (inlet, changes) = stage.scheduler.makeInlet(Bool.self)
        stopObserving = store.observeChanges(of: owner) { _ in inlet.send(true) }
        held = ReviewEditorViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), scheduler: stage.scheduler,
            goal: goal, initial: initial, isEditing: isEditing, hasDraft: hasDraft)
        let output = held.transform(
            input: .init(
                styleSelected: style.asObservable(), liked: text(.liked), lacked: text(.lacked),
                learned: text(.learned), longedFor: text(.longedFor), text: text(.text),
                levelSelected: level.asObservable(), save: save.asObservable(),
                discardDraft: discardDraft.asObservable(), goalChanges: changes.map { _ in }))
        counts = stage.record(output.characterCounts)
        canSave = stage.record(output.canSave)
        isSaving = stage.record(output.isSaving)
        saved = stage.record(output.saved)
        errors = stage.record(output.fieldErrors)
        alerts = stage.record(output.failAlert)
        drafts = stage.record(showsDraftState ? output.draftState : .empty())
        discarded = stage.record(output.draftDiscarded)
    }

    deinit { stopObserving() }

    func type(_ text: String, into field: ReviewField) { texts[field]?.accept(text) }

    /// Writes all that a free review needs.
    func writeFreeReview(_ text: String = "It was good.") {
        style.accept(.free)
        type(text, into: .text)
        level.accept(.four)
    }
}
