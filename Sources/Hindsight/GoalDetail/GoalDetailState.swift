import Foundation
import HindsightDomain

/// State of a goal's page: the goal as read last, the ticks on their way to the store, and the errors of its forms.
///
/// Each answer of the store replaces the goal as a whole. ``reading`` counts these answers: an answer requested before
/// the last one arrived may be stale and is not taken.
struct GoalDetailState: Equatable {
    /// Existence of the goal.
    enum Presence: Equatable {
        case here
        /// The goal was deleted while the page was open, here or elsewhere, and can be restored.
        case deleted
        /// The goal isn't there and can't be restored.
        case gone
    }

    /// Ticks of one step that the store hasn't answered yet.
    private struct Tick: Equatable {
        /// The state that the last of them sets.
        var isDone: Bool
        var count: Int
    }

    let id: GoalID
    private(set) var presence: Presence
    /// The goal as it was read last; nil if it was never there.
    private(set) var detail: GoalDetail?
    private(set) var reading = 0
    private var ticks: [StepID: Tick] = [:]
    /// The order of the rows as of when the page was opened: steps to be done first. A row keeps its place when it is
    /// ticked; otherwise a second click would tick the row that moved under the pointer.
    private var order: [StepID] = []
    /// The step whose row is shown as a form.
    private(set) var edited: StepID?
    /// Whether the form of the edited step differs from the saved step. If so, it stays, even when the goal can no
    /// longer be changed.
    var isStepChanged = false
    var editFaults = StepFaults()
    var addFault: AddFault?
    /// Whether the form that adds a step stays although no step can be added, because it holds a text that wasn't
    /// saved.
    var keepsForm = false
    /// Whether the form that adds a step has unsaved text.
    var hasText = false
    /// Whether the celebration was closed on this page. The store may not have this yet.
    var hasSeenJewel = false
    /// The end of the undo period of a completion that can't be undone any more: it has passed, or the store refused.
    var passedUndo: Date?
    /// The typed day on which a stored goal was finished; nil for its last day.
    var completedOn: String?
    var finishFault: FinishFault?
    /// The step that the previous page removed, for a browser without a script.
    var removed: StepID?
    /// Stored goals that are offered to be restarted; nil while they have not been read, or must be read again.
    var offers: [Goal]?
    /// The last day that has begun since the page was opened. Setting it recounts the days left.
    var newDay: CalendarDate?
    /// Number of changes of the typed text, on a page that answers a form post: each renders the forms again with the
    /// text. Nil on any other page.
    var echo: Int?

    /// - Parameters:
    ///   - detail: the goal that the page was opened with; nil for a goal that isn't there.
    ///   - isDeleted: whether the goal was deleted on this page.
    ///   - edited: the step whose row is shown as a form.
    ///   - keepsEdit: whether that form was posted, so that it is shown whatever the goal's state is.
    init(
        _ id: GoalID, _ detail: GoalDetail?, isDeleted: Bool = false, edited: StepID? = nil, keepsEdit: Bool = false
    ) {
        self.id = id
        self.detail = detail
        presence = detail != nil ? .here : isDeleted ? .deleted : .gone
        isStepChanged = keepsEdit
        self.edited = detail.flatMap { detail in
            detail.canChange || keepsEdit ? edited.flatMap { detail.step($0)?.id } : nil
        }
        arrange()
    }

    // MARK: Events

    /// Takes the goal as it was read; nil if it isn't there.
    mutating func take(_ found: GoalDetail?) {
        reading += 1
        guard let found else {
            // A page that sees the deletion can undo it.
            if presence == .here { presence = .deleted }
            return
        }
        presence = .here
        detail = found
        arrange()
        if let edited, found.step(edited) == nil || (!found.canChange && !isStepChanged) { endEditing() }
        if found.canAddStep, addFault?.isAboutRoom == true { addFault = nil }
        if found.completion?.celebration != .offers { offers = nil }
        if found.completion == nil { hasSeenJewel = false }
        if found.goal.box != .stored { finishFault = nil }
    }

    /// Returns the day on which a stored goal was finished: the typed day, or its last day if nothing is typed. Nil
    /// means today, the only day for any other goal.
    ///
    /// - Throws: ``FinishFault`` if the typed day is not a date, is before the goal's first day, or is after `today`.
    func finishDay(today: CalendarDate) throws(FinishFault) -> CalendarDate? {
        guard let goal = detail?.goal, goal.box == .stored else { return nil }
        guard let completedOn else { return goal.endDate }
        guard let day = CalendarDate(completedOn.trimmedAtEnds) else { throw .noSuchDate }
        if day < goal.startDate { throw .beforeStart }
        if day > today { throw .inFuture }
        return day
    }

    /// Removes steps that are gone from the order and inserts new ones after the last step to be done, or at the end.
    private mutating func arrange() {
        guard let detail else { return }
        if order.isEmpty { order = detail.stepsToDoFirst.map(\.id) }
        order.removeAll { detail.step($0) == nil }
        let new = detail.steps.map(\.id).filter { !order.contains($0) }
        let last = order.lastIndex { detail.step($0)?.isDone == false }
        order.insert(contentsOf: new, at: last.map { $0 + 1 } ?? order.endIndex)
    }

    /// The error of the typed day; nil if it is valid.
    func fault(of today: CalendarDate) -> FinishFault? {
        do throws(FinishFault) { _ = try finishDay(today: today) } catch { return error }
        return nil
    }

    /// Marks the goal as deleted on this page. Answers that were requested before are stale from now on.
    mutating func takeDeletion() {
        reading += 1
        presence = .deleted
    }

    /// Marks a deleted goal as gone: it can't be restored any more.
    mutating func giveUp() { if presence == .deleted { presence = .gone } }

    /// Shows a tick before the store has answered.
    mutating func begin(_ step: StepID, isDone: Bool) {
        ticks[step] = Tick(isDone: isDone, count: (ticks[step]?.count ?? 0) + 1)
    }

    /// Records that the store has answered one tick of a step. After the last answer, the row shows what the store has.
    mutating func end(_ step: StepID) {
        ticks[step]?.count -= 1
        if ticks[step]?.count == 0 { ticks[step] = nil }
    }

    mutating func edit(_ step: StepID) -> Step? {
        guard let detail, detail.canChange, let found = detail.step(step) else { return nil }
        edited = step
        isStepChanged = false
        editFaults = StepFaults()
        return found
    }

    mutating func endEditing() {
        edited = nil
        isStepChanged = false
        editFaults = StepFaults()
    }

    // MARK: Output

    /// The goal with the ticks on their way to the store applied; nil if it is not here.
    private var shown: GoalDetail? {
        guard presence == .here, var detail else { return nil }
        if detail.canChange {
            for index in detail.steps.indices {
                if let tick = ticks[detail.steps[index].id] { detail.steps[index].isDone = tick.isDone }
            }
        }
        return detail
    }

    /// The page's output, without the rows and the forms.
    func page(today: CalendarDate) -> GoalPage {
        let celebration = detail?.completion?.celebration
        return GoalPage(
            presence: presence, detail: presence == .here ? shown : detail, today: today,
            isCelebrated: presence == .here && celebration == .due && !hasSeenJewel,
            offers: presence == .here && celebration == .offers ? offers ?? [] : [],
            canUndo: detail?.completion?.undoableUntil.map { $0 != passedUndo } ?? false, completedOn: completedOn,
            finishFault: finishFault, removed: removed.flatMap { detail?.step($0) == nil ? $0 : nil })
    }

    /// The rows of the steps; empty if the goal is not here.
    var rows: [StepRow] {
        guard let shown else { return [] }
        let undone = shown.steps.count - shown.doneCount
        return order.compactMap(shown.step).map { step in
            StepRow(
                step: step, canChange: shown.canChange, isFrozen: shown.goal.box == .completed,
                completesWhenRemoved: !step.isDone && undone == 1 && shown.steps.count > 1,
                alarmReach: shown.alarmReach,
                faults: edited == step.id ? editFaults : nil, echo: edited == step.id ? echo : nil)
        }
    }

    var addForm: AddForm {
        guard presence == .here, let detail else { return AddForm(isShown: false, isFull: false, isFirst: false) }
        return AddForm(
            isShown: detail.canAddStep || keepsForm || (hasText && detail.goal.box != .completed),
            isFull: detail.canChange && !detail.canAddStep, isFirst: detail.steps.isEmpty, fault: addFault,
            echo: echo)
    }

    /// Whether goals are to be offered that haven't been read yet.
    var needsOffers: Bool { presence == .here && detail?.completion?.celebration == .offers && offers == nil }
}

/// Output of a goal's page, without the rows of its steps and its forms.
struct GoalPage: Equatable {
    var presence: GoalDetailState.Presence
    /// The goal, kept after its deletion; nil if it was never there.
    var detail: GoalDetail?
    /// The current day for the owner.
    var today: CalendarDate
    /// Whether the celebration is shown.
    var isCelebrated: Bool
    /// Stored goals that are offered to be restarted.
    var offers: [Goal]
    /// Whether the completion can still be undone.
    var canUndo = false
    /// ``GoalDetailState/completedOn``
    var completedOn: String?
    var finishFault: FinishFault?
    /// ``GoalDetailState/removed``
    var removed: StepID?

    /// Number of steps done, of all steps.
    var progress: Progress {
        Progress(done: detail?.doneCount ?? 0, total: detail?.steps.count ?? 0)
    }

    struct Progress: Equatable {
        var done: Int
        var total: Int
    }

    /// The nine places of the grid, row by row: whether the step in it is done; nil for an empty place.
    var stones: [Bool?] {
        var stones = [Bool?](repeating: nil, count: Step.limit)
        for step in detail?.steps ?? [] where stones.indices.contains(step.place) { stones[step.place] = step.isDone }
        return stones
    }

    /// Number of days until the goal's last day; zero on that day, negative after it. Nil without a goal.
    var daysLeft: Int? { (detail?.goal.endDate).map { today.days(until: $0) } }
}

/// The row of a step.
struct StepRow: Hashable, Sendable {
    var step: Step
    /// Whether the step can be ticked, edited and removed.
    var canChange: Bool
    /// Whether the goal is completed.
    var isFrozen: Bool
    /// Whether removing the step would complete the goal.
    var completesWhenRemoved: Bool
    /// Delivery of the goal's alarms.
    var alarmReach: AlarmReach
    /// Errors of the row's form; nil for a row that isn't edited.
    var faults: StepFaults?
    /// ``GoalDetailState/echo``, for a row that is edited.
    var echo: Int?

    /// Whether the row shows an alarm that won't be sent.
    var isSilent: Bool { canChange && !step.isDone && step.alarm != nil && alarmReach != .rings }
}

/// Delivery of the alarms of a goal's steps.
enum AlarmReach: Hashable, Sendable {
    case rings
    /// The goal's reminders are off.
    case goalIsOff
    /// No calendar feed and no browser receives the alarms of steps.
    case noChannel
}

/// Errors of the day on which a goal was finished.
enum FinishFault: Error, Hashable, Sendable {
    case noSuchDate, beforeStart, inFuture
}

/// The form that adds a step.
struct AddForm: Equatable {
    var isShown: Bool
    /// Whether the goal has the maximum number of steps.
    var isFull: Bool
    /// Whether the step would be the goal's first.
    var isFirst: Bool
    var fault: AddFault?
    /// ``GoalDetailState/echo``
    var echo: Int?
}

/// Reasons why a step was not added.
enum AddFault: Hashable, Sendable {
    case title(TextFault)
    case tooMany
    /// The goal is not active any more but in that box.
    case wrongBox(Box)

    var isAboutRoom: Bool {
        if case .title = self { false } else { true }
    }
}

/// Errors of the form that edits a step.
struct StepFaults: Hashable, Sendable {
    enum Time: Hashable, Sendable { case missing, unreadable }

    var title: TextFault?
    var time: Time?
    var daysMissing = false

    var isEmpty: Bool { self == StepFaults() }
}

/// Text typed in the forms of the page. No slot observes it; it is read when a form is rendered for another reason, so
/// that typing never replaces the form that is being typed in.
struct TypedStep: Equatable {
    /// Idempotency key of the form that adds a step: the same title with the same key is added once.
    var key: String
    /// Text of the form that adds a step. ``titleKey`` is the key that the form had when the text was typed.
    @ExactText var title = ""
    var titleKey: String
    /// The step added last. If the user types before the answer arrives, the field still has this text in front of the
    /// next step's.
    var added: Added?
    @ExactText var editTitle = ""
    var time = ""
    var days: Set<Weekday> = []
    /// Whether the goal was deleted while the page was open. It isn't typed, but the browser keeps it together with the
    /// key.
    var isDeleted = false

    init(key: String) {
        self.key = key
        titleKey = key
    }

    struct Added: Equatable {
        /// The field's text when the step was added; ``key`` is the key that its form had.
        @ExactText var text: String
        var key: String
        /// The part of the text that was the step's title.
        @ExactText var title: String
    }

    /// Returns the title that a field's text stands for: the text without a part in front that was already added with
    /// the same key. The text that was added itself gives the same title again.
    func meant(_ text: String, key: String) -> String {
        guard let added, added.key == key, text.hasPrefix(added.text) else { return text }
        return text == added.text ? added.title : String(text.dropFirst(added.text.count))
    }

    /// The part of the title that hasn't been added yet.
    var left: String { added?.text == title && added?.key == titleKey ? "" : meant(title, key: titleKey) }

    /// Records that a text was added, and gives the form a new key for the next step.
    mutating func add(_ text: String, key: String) {
        added = Added(text: text, key: key, title: meant(text, key: key))
        self.key = GoalDetailWork.makeKey()
        // Text typed after it keeps its old key: inputs with that key may still arrive.
        if titleKey == key, left.isEmpty { (title, titleKey) = ("", self.key) }
    }

    /// Whether the form that edits a step differs from a saved step.
    func differs(from step: Step) -> Bool {
        editTitle != step.title || time != step.alarm.map(\.time) ?? "" || days != step.alarm?.days ?? []
    }

    mutating func begin(_ step: Step) {
        editTitle = step.title
        time = step.alarm.map(\.time) ?? ""
        days = step.alarm?.days ?? []
    }

    /// The alarm that is typed; nil for none or for one with errors.
    ///
    /// - Parameter faults: receives the errors of the time and the days.
    func alarm(_ faults: inout StepFaults) -> Alarm? {
        let time = time.trimmedAtEnds
        if time.isEmpty, days.isEmpty { return nil }
        let minute = Alarm.minute(of: time)
        if minute == nil { faults.time = time.isEmpty ? .missing : .unreadable }
        faults.daysMissing = days.isEmpty
        return minute.flatMap { Alarm(minute: $0, days: days) }
    }
}

extension Alarm {
    /// The time as the value of a time field: "07:30".
    var time: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The minute of the day for "07:30" or "07:30:00", whose seconds are ignored; nil for any other text.
    static func minute(of time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}

extension GoalDetail {
    /// Whether the steps can be ticked, edited and removed.
    var canChange: Bool { goal.box == .active }

    func step(_ id: StepID) -> Step? { steps.first { $0.id == id } }

    var alarmReach: AlarmReach { !goal.reminderEnabled ? .goalIsOff : reminderReach.steps ? .rings : .noChannel }
}
