import HindsightDomain
import Live
import Streams

/// The review of a goal while it is written or edited. What happens is in ``EditorState``; here it meets the page and the
/// store.
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
        /// Of a field with two texts: the own one stays, or the other one comes in its place.
        let keepMine: Observable<ReviewField>
        let takeOther: Observable<ReviewField>
        let goalChanges: Observable<Void>
    }

    struct Output {
        /// Characters of each text, trimmed, as the limits count them.
        let characterCounts: Driver<[ReviewField: Int]>
        /// How much of what is needed is there.
        let progress: Driver<Progress>
        /// All that is needed is there, and nothing is being saved or has been.
        let canSave: Driver<Bool>
        let isSaving: Driver<Bool>
        /// The review is saved.
        let saved: Signal<Saved>
        let fieldErrors: BehaviorRelay<ShownErrors>
        /// Fields of which there are two texts: the other one.
        let conflicts: Driver<[ReviewField: EditorState.Conflict]>
        let failAlert: Signal<EditorState.SaveFailure>
        /// A save was refused: the person is led to what is missing.
        let refused: Signal<Void>
        /// What the person asked for failed: the person is led to why. What others do moves nobody.
        let failed: Signal<Void>
        let draftState: Driver<DraftState>
        /// Where the draft can be dropped.
        let dropPlace: Driver<DropPlace>
        /// The kept draft was dropped, and the form is empty again, or as the review is.
        let draftDiscarded: Signal<Void>
        /// The dropped draft is back.
        let draftRestored: Signal<Void>
        /// Something typed is kept nowhere but on the page.
        let holdsTyping: Driver<Bool>
        /// What is known here of the page's fields.
        let state: BehaviorRelay<EditorState>
    }

    /// What became of a save.
    struct Saved: Equatable {
        /// How many goals are still to be reviewed; nil after an edit.
        var remaining: Int?
        /// Whether texts of the other style were kept as a draft.
        var hasLeftovers: Bool
        /// The goal that waits longest for a review; nil when none does, and after an edit.
        var next: CompletedGoal?
    }

    /// Where a button drops the draft.
    enum DropPlace {
        case nowhere
        /// Above the form, of a page that began with the draft. It stays there while one types.
        case above
        /// Below the form, which it doesn't move when it comes.
        case below
    }

    /// How much of what a review needs is there.
    struct Progress: Equatable {
        /// Texts without a fault, of those that the style asks for.
        var texts: Int
        var neededTexts: Int
        var hasLevel: Bool
        /// Texts of which there are two: one has to be chosen.
        var undecided: [ReviewField] = []
    }

    /// The errors that the page shows: too long at once, what is missing only after an attempt to save.
    struct ShownErrors: Equatable {
        var fields: [ReviewField: TextFault] = [:]
        /// Fields of which a text has to be chosen.
        var undecided: Set<ReviewField> = []
        var styleMissing = false
        var levelMissing = false
        /// Whether saving was attempted and refused: then a summary leads to the places.
        var wasRefused = false

        var count: Int { fields.count + undecided.count + (styleMissing ? 1 : 0) + (levelMissing ? 1 : 0) }
    }

    /// How long the store is left alone after it didn't keep a draft.
    static let retryDelay = Duration.seconds(5)

    private let goals: GoalRequests
    private let scheduler: Scheduler
    private let initial: EditorState
    let bag = DisposeBag()

    /// - Parameter initial: what the page was opened on.
    init(goals: GoalRequests, scheduler: Scheduler, initial: EditorState) {
        self.goals = goals
        self.scheduler = scheduler
        self.initial = initial
    }

    func transform(input: Input) -> Output {
        let state = BehaviorRelay(value: initial)
        let news = PublishRelay<EditorState.News>()
        let failed = PublishRelay<Void>()
        let answers = PublishRelay<EditorState.Event>()
        let saving = ActivityTracker()

        func perform(_ effect: EditorState.Effect) {
            if case .tell(let told) = effect { return news.accept(told) }
            answer(to: effect, saving).bind(to: answers).disposed(by: bag)
        }
        let events = Observable.merge(
            texts(input), choices(input), answers.asObservable())
        events.subscribe(onNext: { event in
            let (next, effects) = state.value.applying(event)
            state.accept(next)
            effects.forEach(perform)
            if event.isOwn, effects.contains(where: { if case .tell(.failed) = $0 { true } else { false } }) {
                failed.accept(())
            }
        }).disposed(by: bag)

        let shownErrors = BehaviorRelay(value: ShownErrors())
        state.map(Self.errors).distinctUntilChanged().bind(to: shownErrors).disposed(by: bag)
        let shown = state.asDriver()
        let told = news.asObservable().asSignal(onErrorSignalWith: .never())
        return Output(
            characterCounts: shown.map(\.typed.counts).distinctUntilChanged(),
            progress: shown.map(Self.progress).distinctUntilChanged(),
            canSave: shown.map { $0.phase == .editing && $0.typed.errors == nil && $0.undecided.isEmpty }
                .distinctUntilChanged(),
            isSaving: saving.asDriver(),
            saved: news.compactMap { if case .saved(let remaining) = $0 { remaining as Int?? } else { nil } }
                .flatMapLatest { remaining in
                    let hasLeftovers = state.value.goal.draft.keys.contains { $0 != .style && $0 != .level }
                    return next(after: remaining).map {
                        Saved(remaining: remaining, hasLeftovers: hasLeftovers, next: $0)
                    }
                }.asSignal(onErrorSignalWith: .never()),
            fieldErrors: shownErrors,
            conflicts: shown.map(\.conflicts).distinctUntilChanged(),
            failAlert: told.compactMap { if case .failed(let failure) = $0 { failure } else { nil } },
            refused: told.compactMap { $0 == .refused ? () : nil },
            failed: failed.asObservable().asSignal(onErrorSignalWith: .never()),
            draftState: shown.map(\.draftState).distinctUntilChanged(),
            dropPlace: shown.map(\.draftState).scan(.nowhere, accumulator: Self.dropPlace).distinctUntilChanged(),
            draftDiscarded: told.compactMap { $0 == .dropped ? () : nil },
            draftRestored: answers.compactMap { if case .undone(.done) = $0 { () } else { nil } }
                .asSignal(onErrorSignalWith: .never()),
            holdsTyping: shown.map(\.holdsTyping).distinctUntilChanged(),
            state: state)
    }

    private func texts(_ input: Input) -> Observable<EditorState.Event> {
        .merge(
            input.liked.map { .typed(.liked, $0) }, input.lacked.map { .typed(.lacked, $0) },
            input.learned.map { .typed(.learned, $0) }, input.longedFor.map { .typed(.longedFor, $0) },
            input.text.map { .typed(.text, $0) })
    }

    private func choices(_ input: Input) -> Observable<EditorState.Event> {
        .merge(
            input.styleSelected.map { .styled($0) }, input.levelSelected.map { .levelled($0) },
            input.save.map { .save }, input.discardDraft.map { .drop }, input.undoDiscard.map { .undoDrop },
            input.keepMine.map { .keepMine($0) }, input.takeOther.map { .takeOther($0) },
            input.goalChanges.flatMapLatest { look() })
    }

    /// The goal to be reviewed next, after a first review.
    private func next(after remaining: Int?) -> Observable<CompletedGoal?> {
        guard remaining != nil else { return .just(nil) }
        return goals.read { try await $0.goalsOverview(of: $1).nextToReview }.catchAndReturn(nil)
            .asObservable()
    }

    /// What there is now. A store that doesn't answer says nothing of it: the next change asks again.
    private func look() -> Observable<EditorState.Event> {
        goals.read { [goal = initial.goal.goal.id] in try await $0.goalReview(of: $1, goal: goal) }
            .map { .found($0) }.catchErrorJustComplete()
    }

    /// Does what an effect asks for; the answer is an event.
    private func answer(to effect: EditorState.Effect, _ saving: ActivityTracker) -> Observable<EditorState.Event> {
        switch effect {
        case .tell: return .empty()
        case .look: return look()
        case .retryLater: return Observable.just(.retry).delay(Self.retryDelay, scheduler: scheduler)
        case .keep, .drop, .undoDrop: return request(effect)
        case .save: return request(effect).trackActivity(saving)
        }
    }

    private func request(_ effect: EditorState.Effect) -> Observable<EditorState.Event> {
        goals.write { [goal = initial.goal.goal.id] in await effect.answer(of: $0, to: $1, goal: goal) }
            .asObservable().compactMap { $0 }
    }

    private static func errors(_ state: EditorState) -> ShownErrors {
        guard state.wasRefused else {
            let style = state.typed.draft.style
            let faults = state.typed.errors?.fields.filter { $0.key.style == style && $0.value != .missing }
            return ShownErrors(fields: faults ?? [:])
        }
        let errors = state.typed.errors
        return ShownErrors(
            fields: errors?.fields ?? [:], undecided: state.undecided, styleMissing: errors?.styleMissing ?? false,
            levelMissing: errors?.levelMissing ?? false, wasRefused: true)
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
        let fields = state.typed.draft.style.fields
        return Progress(
            texts: fields.count { state.typed.fault(of: $0) == nil }, neededTexts: fields.count,
            hasLevel: state.typed.draft.level != nil, undecided: fields.filter(state.undecided.contains))
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
