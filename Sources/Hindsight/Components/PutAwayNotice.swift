import HindsightDomain
import Live
import Streams

/// The parts of the store that pages with several goals use: their lists, and what is done with one of them.
typealias GoalBoxStore = GoalListStore & GoalDetailStore

/// The notice that lists the goals that were put away when their time ran out, with the owner's possible answers.
struct PutAwayNotice {
    /// Maximum number of goals that it names.
    static let limit = 5

    let strings: Strings
    let answer: Observable<PutAwayAnswer>

    func html(_ found: PutAwayGoals) -> HTML {
        guard !found.goals.isEmpty else { return .empty }
        return """
            <section class="notice put-away" aria-labelledby="put-away-title">
            <h2 id="put-away-title">\(strings.werePutAway(found.goals.count, hasMore: found.hasMore))</h2>
            <ul role="list">\(found.goals.map(row))</ul>
            \(if: found.goals.count > 1, button(.leaveAll, "\(strings.leaveAll)", "quiet"))\
            \(if: found.hasMore, " <a href='\(Routes.storedGoals.path())'>\(strings.seeStored)</a>")
            </section>
            """
    }

    private func row(_ goal: Goal) -> HTML {
        let id = goal.id.description
        return """
            <li><p><a id="p\(id)" dir="auto" href="\(Routes.goal.path(goal.id))">\(goal.title)</a> \
            <span class="card-dates">\(strings.endedOn(strings.day(goal.endDate)))</span></p>
            <div class="buttons">\(button(.finish(goal.id, on: goal.endDate), strings.iDidIt(on: strings.day(goal.endDate)), "primary", about: id))\
            \(button(.extend(goal.id), "\(strings.oneMoreWeek)", "", about: id))\
            \(button(.leave(goal.id), "\(strings.leaveIt)", "quiet", about: id))</div></li>
            """
    }

    /// - Parameter id: the id of the goal whose title completes the button's accessible name.
    private func button(_ value: PutAwayAnswer, _ words: HTML, _ kind: String, about id: String? = nil) -> HTML {
        let button = value.text.replacing(" ", with: "-")
        return answer.form(
            value: value.text, "",
            """
            <button class="button \(kind)" id="\(button)"\(id.map { " aria-labelledby='\(button) p\($0)'" })>\(words)</button>
            """)
    }
}

/// An owner's answer about goals that were put away when their time ran out.
package enum PutAwayAnswer: Hashable, Sendable {
    /// The goal was finished on that day.
    case finish(GoalID, on: CalendarDate)
    /// The goal becomes active again for one more week.
    case extend(GoalID)
    /// The goal stays in the stored box.
    case leave(GoalID)
    /// All goals that were put away stay in the stored box.
    case leaveAll
}

extension PutAwayAnswer: InputValue {
    /// Reads one of "finish 12 2026-11-22", "extend 12", "leave 12" and "leave"; nil for any other text.
    package init?(inputText: String) {
        let words = inputText.split(separator: " ", omittingEmptySubsequences: false)
        let id = words.dropFirst().first.flatMap { GoalID($0) }
        switch (words.first, words.count, id) {
        case ("finish", 3, let id?):
            guard let day = CalendarDate(words[2]) else { return nil }
            self = .finish(id, on: day)
        case ("extend", 2, let id?): self = .extend(id)
        case ("leave", 2, let id?): self = .leave(id)
        case ("leave", 1, nil): self = .leaveAll
        default: return nil
        }
    }

    /// The text that ``init(inputText:)`` reads.
    var text: String {
        switch self {
        case .finish(let id, let day): "finish \(id) \(day)"
        case .extend(let id): "extend \(id)"
        case .leave(let id): "leave \(id)"
        case .leaveAll: "leave"
        }
    }
}

extension PutAwayAnswer {
    /// Does in the store what the owner has answered.
    func carryOut(in store: any GoalBoxStore, of owner: AccountID) async throws {
        switch self {
        case .finish(let id, let day): _ = try await store.finishGoal(of: owner, id, on: day)
        case .extend(let id): _ = try await store.extendGoal(of: owner, id)
        case .leave(let id): try await store.dismissPutAway(id, of: owner)
        case .leaveAll: try await store.dismissPutAway(nil, of: owner)
        }
    }
}
