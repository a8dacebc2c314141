import Foundation
import Hindsight
import Streams

/// The app's own graph: the view model of the completed goals, with answers that are there at once, and all its Outputs
/// subscribed to.
final class CompletedGoalsPageGraph {
    let refresh = PublishRelay<Void>()
    let goalChange = PublishRelay<GoalChanges>()
    private let appear = PublishRelay<Void>()
    private let selection = PublishRelay<GoalID>()
    private let next = PublishRelay<Void>()
    private let model: CompletedGoalsViewModel
    private let bag = DisposeBag()

    init(_ requests: ReadyGoals, _ total: Total) {
        model = CompletedGoalsViewModel(goals: requests)
        let output = model.transform(
            input: .init(
                viewDidAppear: appear.asObservable(), selection: selection.asObservable(),
                fetchNextPage: next.asObservable(), refresh: refresh.asObservable(),
                goalChanges: goalChange.asObservable()))
        output.retrospectCount.drive(onNext: { total.value &+= $0 ?? 0 }).disposed(by: bag)
        output.overview.drive(onNext: { total.value &+= $0?.completedCount ?? 0 }).disposed(by: bag)
        output.filters.drive(onNext: { total.value &+= $0.count }).disposed(by: bag)
        output.items.drive(onNext: { total.value &+= $0.count }).disposed(by: bag)
        output.isEmpty.drive(onNext: { total.value &+= $0 ? 1 : 0 }).disposed(by: bag)
        output.isLoading.drive(onNext: { total.value &+= $0 ? 1 : 0 }).disposed(by: bag)
        output.isLastPage.drive(onNext: { total.value &+= $0 ? 1 : 0 }).disposed(by: bag)
        output.parentGoalSelected.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
        output.failAlert.emit(onNext: { _ in total.value &+= 1 }).disposed(by: bag)
    }

    func show() {
        appear.accept(())
    }
}

/// Two answers in turn: the count and one row of them differ, so that each changes what is shown.
final class ReadyGoals: CompletedGoalsRequests {
    private static let answers = [answer(isReviewed: false), answer(isReviewed: true)]
    private var turn = 0

    func completed(_ show: CompletedGoalsFilter, after: GoalID?, limit: Int) -> Single<CompletedGoalsSlice> {
        .just(answer())
    }

    func completed(_ show: CompletedGoalsFilter, after: GoalID?, through: GoalID) -> Single<CompletedGoalsSlice> {
        .just(answer())
    }

    func completed(among ids: Set<GoalID>) -> Single<ChangedGoals> {
        let slice = answer()
        return .just(ChangedGoals(goals: slice.goals.filter { ids.contains($0.id) }, overview: slice.overview))
    }

    private func answer() -> CompletedGoalsSlice {
        turn ^= 1
        return Self.answers[turn]
    }

    private static func answer(isReviewed: Bool) -> CompletedGoalsSlice {
        let goals = (1...10).reversed().map { id in
            CompletedGoal(
                goal: Goal(
                    id: GoalID(Int64(id)), title: "Walk for half an hour, \(id) times",
                    startDate: .min, endDate: .min.adding(days: id), box: .completed),
                jewel: Jewel.all[id], completedAt: Date(timeIntervalSince1970: 0),
                hasReview: id == 5 && isReviewed)
        }
        return CompletedGoalsSlice(
            goals: goals, hasMore: true,
            overview: CompletedGoalsOverview(
                completedCount: 10, reviewableCount: isReviewed ? 9 : 10, nextToReview: goals.last))
    }
}

/// A person asks for the list anew. As a graph: the page before its first answer.
struct RefreshedPage: Graph {
    static let name = "the app's list of completed goals: a refresh"
    static let limit = HeapLimit.refreshedPage

    private let page: CompletedGoalsPageGraph

    init(_ total: Total) {
        page = CompletedGoalsPageGraph(ReadyGoals(), total)
    }

    func send(_ events: Int) {
        for _ in 0..<events { page.refresh.accept(()) }
    }
}

/// A goal was changed in another tab. As a graph: the page with its first answer.
struct ChangedPage: Graph {
    static let name = "the same, shown: a change by others"
    static let limit = HeapLimit.changedPage

    private let page: CompletedGoalsPageGraph

    init(_ total: Total) {
        page = CompletedGoalsPageGraph(ReadyGoals(), total)
        page.show()
    }

    func send(_ events: Int) {
        for _ in 0..<events { page.goalChange.accept(.goals([GoalID(5)])) }
    }
}
