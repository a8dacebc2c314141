import HindsightDomain
import Live
import Streams

/// The review of a goal while it is written or edited. See ``EditorState``.
struct ReviewEditorViewModel: ViewModel {
    struct Input {
        let styleSelected: Observable<ReviewStyle?>
        let liked: Observable<FieldText>
        let lacked: Observable<FieldText>
        let learned: Observable<FieldText>
        let longedFor: Observable<FieldText>
        let text: Observable<FieldText>
        let levelSelected: Observable<Level?>
        let save: Observable<Void>
        let discardDraft: Observable<Void>
        let undoDiscard: Observable<Void>
        /// Keeps the own text of a field with two texts; ``takeOther`` replaces it.
        let keepMine: Observable<ReviewField>
        let takeOther: Observable<ReviewField>
        let goalChanges: Observable<Void>
    }

    struct Output {
        /// Characters of each text, trimmed, as the limits count them.
        let characterCounts: Driver<[ReviewField: Int]>
        /// State of the form on the way to a review that can be saved.
        let progress: Driver<Progress>
        let isSaving: Driver<Bool>
        /// The review is saved.
        let saved: Signal<Saved>
        let fieldErrors: Driver<ShownErrors>
        /// Fields of which there are two texts: the other one.
        let conflicts: Driver<[ReviewField: EditorState.Conflict]>
        let failAlert: Signal<EditorState.SaveFailure>
        /// A save was refused: the person is led to what is missing.
        let refused: Signal<Void>
        /// The person's own request failed, so the page moves to the reason. Changes by others move nothing.
        let failed: Signal<Void>
        let draftState: Driver<DraftState>
        /// Place of the button that drops the draft.
        let dropPlace: Driver<DropPlace>
        /// The kept draft was dropped, and the form is empty again, or as the review is.
        let draftDiscarded: Signal<Void>
        /// The dropped draft is back.
        let draftRestored: Signal<Void>
        /// Something typed is kept nowhere but on the page.
        let holdsTyping: Driver<Bool>
        /// The whole state.
        let state: Property<EditorState>
    }

    /// The result of a save.
    struct Saved: Equatable {
        /// Number of goals without a review; nil after an edit.
        var remaining: Int?
        /// Whether texts of the other style were kept as a draft.
        var hasLeftovers: Bool
        /// The goal that waits longest for a review; nil when none does, and after an edit.
        var next: CompletedGoal?
    }

    /// A place of the button that drops the draft.
    enum DropPlace {
        case nowhere
        /// Above the form, of a page that began with the draft. It stays there while one types.
        case above
        /// Below the form, which it doesn't move when it comes.
        case below
    }

    /// The state of the form on the way to a review that can be saved.
    struct Progress: Equatable {
        var style: ReviewStyle
        /// Texts that are written, of those that the style asks for.
        var texts: Int
        /// Whether one of them can't be saved.
        var isFaulty: Bool
        var hasLevel: Bool
        /// Texts of which there are two: one has to be chosen.
        var undecided: [ReviewField] = []
    }

    /// The errors that the page shows: too long at once, what is missing only after an attempt to save.
    struct ShownErrors: Equatable {
        var fields: [ReviewField: TextFault] = [:]
        var answersMissing = false
        /// Fields of which a text has to be chosen.
        var undecided: Set<ReviewField> = []
        var styleMissing = false
        var levelMissing = false
        /// Whether saving was attempted and refused: then a summary leads to the places.
        var wasRefused = false

        var count: Int {
            fields.count + undecided.count + [answersMissing, styleMissing, levelMissing].count { $0 }
        }
    }

    /// Time until a draft that the store did not keep is sent again.
    static let retryDelay = Duration.seconds(5)

    private let goals: GoalRequests<any ReviewStore & GoalListStore>
    private let scheduler: Scheduler
    private let initial: EditorState
    let bag = DisposeBag()

    /// - Parameter initial: what the page was opened on.
    init(goals: GoalRequests<any ReviewStore & GoalListStore>, scheduler: Scheduler, initial: EditorState) {
        self.goals = goals
        self.scheduler = scheduler
        self.initial = initial
    }

    func transform(input: Input) -> Output {
        let machine = Machine(initial, until: bag, run: request)
        machine.on(input.liked) { .typed(.liked, $0) }
        machine.on(input.lacked) { .typed(.lacked, $0) }
        machine.on(input.learned) { .typed(.learned, $0) }
        machine.on(input.longedFor) { .typed(.longedFor, $0) }
        machine.on(input.text) { .typed(.text, $0) }
        machine.on(input.styleSelected) { .styled($0) }
        machine.on(input.levelSelected) { .levelled($0) }
        machine.on(input.save) { .save }
        machine.on(input.discardDraft) { .drop }
        machine.on(input.undoDiscard) { .undoDrop }
        machine.on(input.keepMine) { .keepMine($0) }
        machine.on(input.takeOther) { .takeOther($0) }
        machine.on(input.goalChanges) { .changed }
        return Output(
            characterCounts: machine.select(\.typed.counts), progress: machine.select(Self.progress),
            isSaving: machine.select { $0.phase == .saving },
            saved: machine.signal { if case .notify(.saved(let remaining)) = $0 { remaining as Int?? } else { nil } }
                .asObservable().flatMapLatest { remaining in
                    let hasLeftovers = machine.state.value.goal.draft.keys.contains { $0 != .style && $0 != .level }
                    return next(after: remaining).map {
                        Saved(remaining: remaining, hasLeftovers: hasLeftovers, next: $0)
                    }
                }.asSignal(onErrorSignalWith: .never()),
            fieldErrors: machine.select(\.shownErrors), conflicts: machine.select(\.conflicts),
            failAlert: machine.signal { if case .notify(.failed(let failure)) = $0 { failure } else { nil } },
            refused: machine.signal { $0 == .notify(.refused) ? () : nil },
            failed: machine.signal { $0 == .leadToAlert ? () : nil },
            draftState: machine.select(\.draftState),
            dropPlace: machine.select(\.draftState).scan(.nowhere, accumulator: Self.dropPlace)
                .distinctUntilChanged(),
            draftDiscarded: machine.signal { $0 == .notify(.dropped) ? () : nil },
            draftRestored: machine.signal { $0 == .notify(.restored) ? () : nil },
            holdsTyping: machine.select(\.holdsTyping), state: machine.state)
    }

    private func request(_ effect: EditorState.Effect) -> MachineRequest<EditorState.Event>? {
        let goal = initial.goal.goal.id
        switch effect {
        case .notify, .leadToAlert: return nil
        case .reload:
            // When it can't be read, the next change asks again.
            return .latest(
                "goal", goals.read { try await $0.goalReview(of: $1, goal: goal) }, then: { try? .found($0.get()) })
        case .retryLater: return .timer("retry", Self.retryDelay, on: scheduler, .retry)
        case .keep, .drop, .undoDrop, .save:
            return .atOnce(
                goals.write { await effect.answer(of: $0, to: $1, goal: goal) }, then: { try? $0.get() })
        }
    }

    /// The goal to be reviewed next, after a first review.
    private func next(after remaining: Int?) -> Observable<CompletedGoal?> {
        guard remaining != nil else { return .just(nil) }
        return goals.read { try await $0.goalsOverview(of: $1).nextToReview }.catchAndReturn(nil)
            .asObservable()
    }

    private static func dropPlace(_ place: DropPlace, _ state: DraftState) -> DropPlace {
        switch state {
        case .none, .saved: .nowhere
        case .restored: .above
        case .kept: place == .above ? .above : .below
        case .undecided, .tooLarge, .failed: place == .above ? .above : .nowhere
        }
    }

    private static func progress(_ state: EditorState) -> Progress {
        let draft = state.typed.draft
        let faults = draft.style.fields.map(state.typed.fault)
        return Progress(
            style: draft.style, texts: faults.count { $0 != .missing },
            isFaulty: faults.contains { $0 != nil && $0 != .missing }, hasLevel: draft.level != nil,
            undecided: draft.style.fields.filter(state.undecided.contains))
    }
}

extension EditorState {
    /// The errors that the page shows now.
    var shownErrors: ReviewEditorViewModel.ShownErrors {
        let errors = typed.errors
        guard wasRefused else {
            let faults = errors?.fields.filter { $0.key.style == typed.draft.style && $0.value != .missing }
            return .init(fields: faults ?? [:])
        }
        return .init(
            fields: errors?.fields ?? [:], answersMissing: errors?.answersMissing ?? false, undecided: undecided,
            styleMissing: errors?.styleMissing ?? false, levelMissing: errors?.levelMissing ?? false, wasRefused: true)
    }
}

extension ReviewField: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}

extension ReviewStyle: InputValue {
    package init?(inputText: String) { self.init(rawValue: inputText) }
}

extension Level: InputValue {
    package init?(inputText: String) { self.init(inputText) }
}
