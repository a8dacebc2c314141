import Foundation
import Hindsight
import HindsightDomain
import Streams

/// The app's own graph: the view model of the boxes, showing the completed goals, with answers that are there at once, and all its Outputs
/// subscribed to.
final class GoalBoxGraph {
    let refresh = PublishRelay<Void>()
    let goalChange = PublishRelay<GoalChanges>()
    private let appear = PublishRelay<Void>()
    private let segment = PublishRelay<Box>()
    private let selection = PublishRelay<GoalID>()
    private let delete = PublishRelay<GoalID>()
    private let undo = PublishRelay<GoalID>()
    private let next = PublishRelay<Void>()
    private let model: GoalBoxViewModel
    private let bag = DisposeBag()

    init(_ requests: ReadyGoals, _ total: Total) {
        model = GoalBoxViewModel(goals: requests)
        let output = model.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), segmentSelection: segment.asObservable(),
                selection: selection.asObservable(), fetchNextPage: next.asObservable(),
                refresh: refresh.asObservable(), delete: delete.asObservable(), undo: undo.asObservable(),
                goalChanges: goalChange.asObservable()))
        output.retrospectCount.drive(onNext: { total.value &+= $0 ?? 0 }).disposed(by: bag)
        output.overview.drive(onNext: { total.value &+= $0?.completedCount ?? 0 }).disposed(by: bag)
        output.segments.drive(onNext: { total.value &+= $0.count }).disposed(by: bag)
        output.filters.drive(onNext: { total.value &+= $0.count }).disposed(by: bag)
        output.items.drive(onNext: { total.value &+= $0.count }).disposed(by: bag)
        output.isEmpty.drive(onNext: { total.value &+= $0 ? 1 : 0 }).disposed(by: bag)
        output.isLoading.drive(onNext: { total.value &+= $0 ? 1 : 0 }).disposed(by: bag)
        output.foot.drive(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
        output.selected.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
        output.segmentTurned.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
        output.deleted.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
        output.failAlert.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
    }

    func show() {
        appear.accept(())
    }
}

/// Two answers in turn: the count and one row of them differ, so that each changes what is shown.
final class ReadyGoals: GoalBoxRequests {
    private static let answers = [answer(isReviewed: false), answer(isReviewed: true)]
    private var turn = 0

    func goals(in listing: GoalListing, after: GoalCursor?, limit: Int) -> Single<GoalSlice> { .just(answer()) }

    func goals(in listing: GoalListing, after: GoalID?, through: GoalCursor) -> Single<GoalSlice> { .just(answer()) }

    func delete(_ goal: GoalID) -> Single<Void> { .just(()) }

    func restore(_ goal: GoalID) -> Single<Void> { .just(()) }

    func putAwayGoals(limit: Int) -> Single<PutAwayGoals> { .just(PutAwayGoals()) }

    func tick(_ step: StepID, isDone: Bool, of goal: GoalID) -> Single<GoalDetail> { .never() }

    func answer(_ answer: PutAwayAnswer) -> Single<Void> { .just(()) }

    func removeSamples() -> Single<Void> { .just(()) }

    func restoreSamples() -> Single<Void> { .just(()) }

    func goals(in box: Box, among ids: Set<GoalID>) -> Single<ChangedGoals> {
        let slice = answer()
        return .just(ChangedGoals(goals: slice.goals.filter { ids.contains($0.id) }, overview: slice.overview))
    }

    private func answer() -> GoalSlice {
        turn ^= 1
        return Self.answers[turn]
    }

    private static func answer(isReviewed: Bool) -> GoalSlice {
        let goals = (1...10).reversed().map { id in
            ListedGoal(
                goal: Goal(
                    id: GoalID(Int64(id)), title: "Walk for half an hour, \(id) times",
                    startDate: .min, endDate: .min.adding(days: id), box: .completed),
                win: ListedGoal.Win(
                    jewel: Jewel.all[id], completedAt: Date(timeIntervalSince1970: 0), day: .min,
                    hasReview: id == 5 && isReviewed))
        }
        let waiting = CompletedGoal(
            goal: goals[9].goal, jewel: Jewel.all[1], completedAt: Date(timeIntervalSince1970: 0), hasReview: false)
        return GoalSlice(
            goals: goals, hasMore: true,
            overview: GoalsOverview(
                counts: BoxCounts(completed: 10), reviewableCount: isReviewed ? 9 : 10, nextToReview: waiting))
    }
}

/// A person asks for the list anew. As a graph: the page before its first answer.
struct RefreshedPage: Graph {
    static let name = "the app's list of completed goals: a refresh"
    static let limit = HeapLimit.refreshedPage

    private let page: GoalBoxGraph

    init(_ total: Total) {
        page = GoalBoxGraph(ReadyGoals(), total)
    }

    func send(_ events: Int) {
        for _ in 0..<events { page.refresh.accept(()) }
    }
}

/// A goal was changed in another tab. As a graph: the page with its first answer.
struct ChangedPage: Graph {
    static let name = "the same, shown: a change by others"
    static let limit = HeapLimit.changedPage

    private let page: GoalBoxGraph

    init(_ total: Total) {
        page = GoalBoxGraph(ReadyGoals(), total)
        page.show()
    }

    func send(_ events: Int) {
        for _ in 0..<events { page.goalChange.accept(.goals([GoalID(5)])) }
    }
}
