import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

extension LivePages {
    /// Serves `/goals/new`.
    mutating func addGoalForms(
        _ goals: any GoalDetailStore & ReviewStore, _ revisions: GoalRevisions, clock: @escaping WallClock
    ) {
        page(Routes.newGoal, keptBy: revisions) { visit in
            let isFinished = visit.query["finished"] != nil
            let title = isFinished ? "" : try await longedFor(by: visit, goals)
            return try GoalFormScreen(
                isFinished ? .finished : .new, title: title, for: visit, goals: goals, clock: clock,
                reach: isFinished ? ReminderReach() : try await goals.reminderReach(of: try visit.account))
        }
    }
}

/// The form of a goal at its own address, with `?edit=1`, `?recover=1` or `?rename=1`.
///
/// - Throws: a redirect, for a goal in a box that doesn't allow this.
func goalForm(
    for visit: Visit, goal: GoalDetail, goals: any GoalDetailStore, clock: @escaping WallClock
) throws -> GoalFormScreen {
    let purpose: GoalFormState.Purpose =
        visit.query["recover"] != nil ? .recover : visit.query["rename"] != nil ? .rename : .edit
    // Text typed on an open page must not be lost by a redirect.
    if visit.beginning == .opened {
        switch (goal.goal.box, purpose) {
        case (.stored, .edit): throw HTTPError.redirect(to: Routes.goal.path(goal.id, query: ["recover": "1"]))
        case (.completed, .edit): throw HTTPError.redirect(to: Routes.goal.path(goal.id, query: ["rename": "1"]))
        case (.active, .recover), (.completed, .recover), (.active, .rename), (.stored, .rename):
            throw HTTPError.redirect(to: Routes.goal.path(goal.id))
        default: break
        }
    }
    return try GoalFormScreen(purpose, goal: goal, for: visit, goals: goals, clock: clock)
}

/// Returns the wish for next time in the review of the goal that the address names, cut to the length of a title.
private func longedFor(by visit: Visit, _ goals: any ReviewStore) async throws -> String {
    guard let id = visit.query["from"].flatMap({ GoalID($0) }),
        let review = try await goals.goalReview(of: try visit.account, goal: id)?.review,
        case .guided(let answers) = review.content.body
    else { return "" }
    return GoalTitle.beginning(of: answers.longedFor)
}

extension GoalTitle {
    /// The beginning of a text, in one line, as far as it goes into a title: to the end of a word where there is one.
    /// Empty when it can't be a title.
    static func beginning(of text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var beginning = ""
        var count = 0
        for character in line {
            guard count < limit,
                beginning.utf8.count + character.utf8.count <= TextLimit.bytes(of: limit)
            else {
                if character != " ", let end = beginning.lastIndex(of: " ") { beginning = String(beginning[..<end]) }
                break
            }
            beginning.append(character)
            count += 1
        }
        return (try? GoalTitle(beginning))?.text ?? ""
    }
}

extension GoalFormScreen {
    init(
        _ purpose: GoalFormState.Purpose, goal: GoalDetail? = nil, title: String = "", for visit: Visit,
        goals: any GoalDetailStore, clock: @escaping WallClock, reach: ReminderReach? = nil
    ) throws {
        let strings = visit.strings(at: clock())
        let today: @Sendable () -> CalendarDate = { strings.day(of: clock()) }
        let former = visit.position.flatMap { FieldBasis(text: $0)?.page }
        var state = GoalFormState(
            purpose, goal: goal, title: title, today: today(), page: former ?? visit.pageName,
            beginning: visit.beginning)
        if let reach { state.reminderReach = reach }
        self.init(store: goals, owner: try visit.account, strings: strings, initial: state, today: today)
    }
}
