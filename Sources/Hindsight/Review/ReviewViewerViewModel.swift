import HindsightDomain
import Live
import Streams

/// The review of a goal while it is read, and while it has just been deleted.
struct ReviewViewerViewModel: ViewModel {
    struct Input {
        let edit: Observable<Void>
        let delete: Observable<Void>
        let undo: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// The draft of an edit was changed.
        var draftChanges = Observable<Void>.never()
    }

    struct Output {
        let review: Driver<ReviewState>
        let goal: Driver<CompletedGoal>
        /// Position of the goal among the others, and the reviews next to it; nil if it is not known.
        let place: Driver<ReviewPlace?>
        /// The review is to be edited, on the editor's page.
        let editSelected: Signal<GoalID>
        /// The review was deleted or brought back, here.
        let done: Signal<Action>
        let failAlert: Signal<any Error>
    }

    /// The state of the review.
    enum ReviewState: Equatable {
        /// Written; it may have an edit that was begun and not saved.
        case written(Review, hasDraft: Bool)
        /// Deleted, and can be brought back.
        case deleted
        /// Deleted for good, here or elsewhere.
        case gone
        /// The goal itself was deleted, with its review.
        case goalGone
    }

    /// An action of the visitor.
    enum Action {
        case deleted, restored
    }

    private let goals: GoalRequests<any ReviewStore>
    private let initial: GoalReview
    private let place: ReviewPlace?
    let bag = DisposeBag()

    /// - Parameters:
    ///   - initial: what the page was opened on.
    ///   - place: where that stood.
    init(goals: GoalRequests<any ReviewStore>, initial: GoalReview, place: ReviewPlace? = nil) {
        self.goals = goals
        self.initial = initial
        self.place = place
    }

    func transform(input: Input) -> Output {
        let shown = BehaviorRelay<GoalReview?>(value: initial)
        let place = BehaviorRelay(value: place)
        let errors = ErrorTracker()
        let id = initial.goal.id

        func done(_ action: Action, _ request: Single<GoalReview>) -> Observable<Action> {
            request.map { _ in action }.trackError(errors).catchErrorJustComplete()
        }
        let deleted = input.delete.flatMapFirst { [goals] in
            done(.deleted, goals.write { try await $0.deleteReview(of: $1, goal: id) })
        }
        let restored = input.undo.flatMapFirst { [goals] in
            done(.restored, goals.write { try await $0.restoreReview(of: $1, goal: id) })
        }
        let actions = Observable.merge(deleted, restored).share()
        // A failure may mean that the page is behind: what is there now is read in any case.
        let failed = errors.asSignal().asObservable().map { _ in }

        let changed = input.goalChanges.filter { $0.contains(id) }.map { _ in }
        Observable.merge(actions.map { _ in }, failed, changed, input.draftChanges)
            .flatMapLatest { [goals] in
                goals.read { try await $0.goalReview(of: $1, goal: id) }.catchErrorJustComplete()
            }
            .bind(to: shown).disposed(by: bag)
        // A change of this goal leaves its position, and its neighbours, as they are.
        input.goalChanges.filter { $0.containsOthers(than: id) }
            .flatMapLatest { [goals] _ in
                goals.read { try await $0.reviewPlace(of: $1, goal: id) }.catchErrorJustComplete()
            }
            .bind(to: place).disposed(by: bag)

        let goal = initial.goal
        return Output(
            review: shown.asDriver().map(Self.state).distinctUntilChanged(),
            goal: shown.asDriver().map { $0?.goal ?? goal }.distinctUntilChanged(),
            place: place.asDriver().distinctUntilChanged(),
            editSelected: input.edit.map { id }.asSignal(onErrorSignalWith: .never()),
            done: actions.asSignal(onErrorSignalWith: .never()),
            failAlert: errors.asSignal())
    }

    private static func state(_ shown: GoalReview?) -> ReviewState {
        guard let shown else { return .goalGone }
        if let review = shown.review { return .written(review, hasDraft: shown.hasDraft) }
        return shown.deletedReview == nil ? .gone : .deleted
    }
}
