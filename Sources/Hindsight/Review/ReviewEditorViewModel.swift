import Live
import Streams

/// The review of a goal while it is written or edited.
struct ReviewEditorViewModel: ViewModel {
    struct Input {
        let styleSelected: Observable<ReviewStyle?>
        let liked: Observable<String>
        let lacked: Observable<String>
        let learned: Observable<String>
        let longedFor: Observable<String>
        let text: Observable<String>
        let levelSelected: Observable<Level?>
        let save: Observable<Void>
        let discardDraft: Observable<Void>
        let goalChanges: Observable<Void>
    }

    struct Output {
        /// Characters of each text, trimmed, as the limits count them.
        let characterCounts: Driver<[ReviewField: Int]>
        /// All that is needed is there, and nothing is being saved or has been.
        let canSave: Driver<Bool>
        let isSaving: Driver<Bool>
        /// The review is saved; says how many goals are still to be reviewed, nil after an edit.
        let saved: Signal<Int?>
        let fieldErrors: BehaviorRelay<ShownErrors>
        let failAlert: Signal<SaveFailure>
        let draftState: Driver<DraftState>
        /// The kept draft was dropped: the page begins anew without it.
        let draftDiscarded: Signal<Void>
    }

    /// The errors that the page shows: too long at once, what is missing only after an attempt to save.
    struct ShownErrors: Equatable {
        var fields: [ReviewField: TextFault] = [:]
        var styleMissing = false
        var levelMissing = false
        /// Whether saving was attempted and refused: then a summary leads to the places.
        var wasRefused = false

        var count: Int { fields.count + (styleMissing ? 1 : 0) + (levelMissing ? 1 : 0) }
    }

    /// Why a save failed. What was typed stays.
    enum SaveFailure {
        /// The goal has this review already.
        case alreadyReviewed(Review)
        /// The goal, or the review to be edited, is gone.
        case gone
        /// The store did not answer; saving again may work.
        case unavailable
    }

    private enum Outcome {
        case saved(Int?)
        case refused
        case failed(SaveFailure)
    }

    /// How long after the last change a draft is kept.
    static let draftDelay = Duration.milliseconds(600)

    private let goals: GoalRequests
    private let scheduler: Scheduler
    private let goal: GoalID
    private let initial: ReviewDraft
    private let isEditing: Bool
    private let hasDraft: Bool
    let bag = DisposeBag()

    /// - Parameters:
    ///   - goal: the goal that is reviewed.
    ///   - initial: what the page begins with: the kept draft, the review to be edited, or nothing.
    ///   - isEditing: whether a saved review is edited.
    ///   - hasDraft: whether `initial` is a draft that was kept.
    init(
        goals: GoalRequests, scheduler: Scheduler, goal: GoalID, initial: ReviewDraft, isEditing: Bool, hasDraft: Bool
    ) {
        self.goals = goals
        self.scheduler = scheduler
        self.goal = goal
        self.initial = initial
        self.isEditing = isEditing
        self.hasDraft = hasDraft
    }

    func transform(input: Input) -> Output {
        let typed = BehaviorRelay(value: TypedReview(initial))
        edits(input).scan(typed.value) { typed, edit in edit(typed) }.bind(to: typed).disposed(by: bag)

        let saving = ActivityTracker()
        // A second tap of a double click may come when the first has been answered: what is saved is saved.
        let done = BehaviorRelay(value: false)
        let outcomes = input.save.withLatestFrom(done).filter { !$0 }.withLatestFrom(typed)
            .flatMapFirst { save($0).trackActivity(saving) }.share()
        let saved = outcomes.compactMap { if case .saved(let left) = $0 { left as Int?? } else { nil } }
        let saveFailures = outcomes.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
        let discarded = input.discardDraft.flatMapFirst { [goals, goal] in
            goals.write { try await $0.discardDraft(of: $1, goal: goal) }.asObservable().materialize()
        }.share()
        // Whether the page knows of the goal's review already, its own or another's.
        let isKnown = BehaviorRelay(value: false)
        saved.map { _ in true }.bind(to: isKnown).disposed(by: bag)
        saveFailures.filter { if case .alreadyReviewed = $0 { true } else { false } }.map { _ in true }
            .bind(to: isKnown).disposed(by: bag)
        let failures = Observable.merge(
            saveFailures, reviewsOfOthers(input.goalChanges, typed, saving: saving, isKnown: isKnown),
            discarded.compactMap { $0.error == nil ? nil : .unavailable }
        ).share()
        let wasRefused = outcomes.map { if case .refused = $0 { true } else { false } }.startWith(false)
        saved.map { _ in true }.bind(to: done).disposed(by: bag)

        let errors = typed.map(\.errors).share(replay: 1)
        let shownErrors = BehaviorRelay(value: ShownErrors())
        Observable<ShownErrors>.combineLatest(errors, wasRefused, resultSelector: Self.shown)
            .distinctUntilChanged().bind(to: shownErrors).disposed(by: bag)

        // Bound here, so that a draft is kept whether its state is shown or not.
        let draftState = BehaviorRelay(value: hasDraft ? DraftState.restored : .none)
        // A save that is refused leaves the draft alone.
        let saves = input.save.withLatestFrom(typed).filter { $0.errors == nil }.map { _ in }
        draftStates(typed, saves: saves, failures: saveFailures, saved: saved)
            .bind(to: draftState).disposed(by: bag)

        let isSaving = saving.asDriver()
        return Output(
            characterCounts: typed.asDriver().map(\.counts).distinctUntilChanged(),
            canSave: Observable<Bool>.combineLatest(errors, isSaving, done) {
                errors, isSaving, isDone in
                errors == nil && !isSaving && !isDone
            }.distinctUntilChanged().asDriver(onErrorJustReturn: false),
            isSaving: isSaving,
            saved: saved.asSignal(onErrorSignalWith: .never()),
            fieldErrors: shownErrors,
            failAlert: failures.asSignal(onErrorSignalWith: .never()),
            draftState: draftState.asDriver().distinctUntilChanged(),
            draftDiscarded: discarded.compactMap { $0.element }.asSignal(onErrorSignalWith: .never())
        )
    }

    private func edits(_ input: Input) -> Observable<(TypedReview) -> TypedReview> {
        func edit<Value>(
            _ source: Observable<Value>, _ change: @escaping (inout TypedReview, Value) -> Void
        ) -> Observable<(TypedReview) -> TypedReview> {
            source.map { value in
                { typed in
                    var typed = typed
                    change(&typed, value)
                    return typed
                }
            }
        }
        return .merge(
            edit(input.styleSelected) { $0.choose($1) },
            edit(input.liked) { $0.type($1, into: .liked) },
            edit(input.lacked) { $0.type($1, into: .lacked) },
            edit(input.learned) { $0.type($1, into: .learned) },
            edit(input.longedFor) { $0.type($1, into: .longedFor) },
            edit(input.text) { $0.type($1, into: .text) },
            edit(input.levelSelected) { $0.draft.level = $1 })
    }

    private func save(_ typed: TypedReview) -> Single<Outcome> {
        guard typed.hasStyle, let content = try? typed.draft.validated() else { return .just(.refused) }
        let request: Single<Int?> = goals.write { [goal, isEditing] store, owner in
            if isEditing {
                _ = try await store.editReview(content, of: owner, goal: goal)
                return nil
            }
            return try await store.writeReview(content, of: owner, goal: goal)
        }
        return request.map(Outcome.saved).catch { error in
            switch error {
            case StoreError.alreadyReviewed(let review): .just(.failed(.alreadyReviewed(review)))
            case StoreError.notFound: .just(.failed(.gone))
            default: .just(.failed(.unavailable))
            }
        }
    }

    private static func shown(_ errors: ReviewErrors?, wasRefused: Bool) -> ShownErrors {
        guard let errors else { return ShownErrors() }
        guard !wasRefused else {
            return ShownErrors(
                fields: errors.fields, styleMissing: errors.styleMissing, levelMissing: errors.levelMissing,
                wasRefused: true)
        }
        return ShownErrors(fields: errors.fields.filter { $0.value != .missing })
    }

    /// A review of this goal that was saved on another page while this one writes it.
    private func reviewsOfOthers(
        _ changes: Observable<Void>, _ typed: BehaviorRelay<TypedReview>, saving: ActivityTracker,
        isKnown: BehaviorRelay<Bool>
    ) -> Observable<SaveFailure> {
        guard !isEditing else { return .never() }
        // The own save is a change, too: it is told by its own answer.
        let isTold = Observable<Bool>.combineLatest(saving.asDriver(), isKnown) { $0 || $1 }
        return
            changes
            .flatMapLatest { [goals, goal] in
                goals.read { try await $0.goalReview(of: $1, goal: goal) }.catchErrorJustComplete()
            }
            .withLatestFrom(isTold) { (found: $0, isTold: $1) }.filter { !$0.isTold }
            .map { $0.found?.review }.distinctUntilChanged()
            // What is there may be the own review, of a save whose answer was lost: saving again confirms it.
            .withLatestFrom(typed) { review, typed in
                review?.content == (try? typed.draft.validated()) ? nil : review
            }
            .compactMap { $0.map(SaveFailure.alreadyReviewed) }
    }

    /// Keeps the draft a moment after the last change. A save ends the waiting, since it removes the draft; when it
    /// fails, the draft is kept after all.
    private func draftStates(
        _ typed: BehaviorRelay<TypedReview>, saves: Observable<Void>, failures: Observable<SaveFailure>,
        saved: Observable<Int?>
    ) -> Observable<DraftState> {
        let changes = typed.map(\.draft).distinctUntilChanged().skip(1)
        return Observable.merge(
            changes.map { _ in true }, saves.map { false }, failures.map { _ in true }
        )
        .take(until: saved)
        .flatMapLatest { [goals, goal, scheduler] isTyping -> Observable<DraftState> in
            guard isTyping else { return .empty() }
            let later = Observable.just(typed.value.draft).delay(Self.draftDelay, scheduler: scheduler)
            return later.flatMapLatest { draft in
                goals.write { try await $0.saveDraft(draft, of: $1, goal: goal) }.map { _ in DraftState.kept }
                    .catch { error in
                        if case StoreError.draftTooLarge = error { .just(.tooLarge) } else { .just(.failed) }
                    }
            }.startWith(.unsaved)
        }
        .concat(Observable.just(.saved))
    }
}

extension ReviewStyle: InputValue {
    public init?(inputText: String) { self.init(rawValue: inputText) }
}

extension Level: InputValue {
    public init?(inputText: String) { self.init(inputText) }
}
