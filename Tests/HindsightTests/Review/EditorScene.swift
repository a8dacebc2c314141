import HindsightDomain
import Live
import Streams
import StreamsTesting

@testable import Hindsight

/// The editor's view model on a stage: its inputs, and the histories of its outputs.
final class EditorScene {
    let style = PublishRelay<ReviewStyle?>()
    private let texts: [ReviewField: PublishRelay<FieldText>]
    let level = PublishRelay<Level?>()
    let save = PublishRelay<Void>()
    let discardDraft = PublishRelay<Void>()
    let undoDiscard = PublishRelay<Void>()
    let keepMine = PublishRelay<ReviewField>()
    let takeOther = PublishRelay<ReviewField>()
    let counts: Recording<[ReviewField: Int]>
    let canSave: Recording<Bool>
    let isSaving: Recording<Bool>
    let saved: Recording<ReviewEditorViewModel.Saved>
    let errors: Recording<ReviewEditorViewModel.ShownErrors>
    let alerts: Recording<EditorState.SaveFailure>
    let drafts: Recording<DraftState>
    let discarded: Recording<Void>
    let holds: Recording<Bool>
    let state: Property<EditorState>
    private let held: ReviewEditorViewModel
    private let stopObserving: @Sendable () -> Void

    init(
        _ stage: isolated Stage, store: any GoalStore, owner: AccountID,
        _ initial: GoalReview, isEditing: Bool = false, writer: String = "me", showsDraftState: Bool = true
    ) {
        let goal = initial.goal.id
        let texts = Dictionary(uniqueKeysWithValues: ReviewField.allCases.map { ($0, PublishRelay<FieldText>()) })
        func text(_ field: ReviewField) -> Observable<FieldText> { texts[field]?.asObservable() ?? .never() }
        self.texts = texts
        let (inlet, changes) = stage.scheduler.makeInlet(Bool.self)
        let stops = [
            store.observeChanges(of: owner) { _ in inlet.send(true) },
            store.observeDraft(of: owner, goal: goal) { inlet.send(true) },
        ]
        stopObserving = { for stop in stops { stop() } }
        held = ReviewEditorViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: stage.scheduler), scheduler: stage.scheduler,
            initial: EditorState(initial, isEditing: isEditing, page: writer))
        let output = held.transform(
            input: .init(
                styleSelected: style.asObservable(), liked: text(.liked), lacked: text(.lacked),
                learned: text(.learned), longedFor: text(.longedFor), text: text(.text),
                levelSelected: level.asObservable(), save: save.asObservable(),
                discardDraft: discardDraft.asObservable(), undoDiscard: undoDiscard.asObservable(),
                keepMine: keepMine.asObservable(), takeOther: takeOther.asObservable(),
                goalChanges: changes.map { _ in }))
        counts = stage.record(output.characterCounts)
        canSave = stage.record(
            output.state.asObservable().map { $0.phase == .editing && $0.typed.errors == nil && $0.undecided.isEmpty }
                .distinctUntilChanged())
        isSaving = stage.record(output.isSaving)
        saved = stage.record(output.saved)
        errors = stage.record(output.fieldErrors)
        alerts = stage.record(output.failAlert)
        drafts = stage.record(showsDraftState ? output.draftState : Driver.empty())
        discarded = stage.record(output.draftDiscarded)
        holds = stage.record(output.holdsTyping)
        state = output.state
    }

    deinit { stopObserving() }

    func type(_ text: String, into field: ReviewField) { texts[field]?.accept(FieldText(text)) }

    /// Writes all that a free review needs.
    func writeFreeReview(_ text: String = "It was good.") {
        style.accept(.free)
        type(text, into: .text)
        level.accept(.four)
    }
}
