import Foundation
import HindsightDomain

/// What is known on the page of a goal, what is on its way to the store, and what is wrong in its forms.
///
/// A goal is taken in as a whole, each time as of one moment. ``reading`` counts these: an answer of the store that was asked
/// for before the last one may be older than that, and isn't taken in.
struct GoalDetailState: Equatable {
    /// Whether there is the goal.
    enum Presence: Equatable {
        case here
        /// Deleted while the page was open, here or elsewhere, and can be brought back.
        case deleted
        /// Deleted for good.
        case gone
    }

    /// Ticks of one step that the store has not answered yet.
    private struct Tick: Equatable {
        /// As the last of them wants it.
        var isDone: Bool
        var count: Int
    }

    let id: GoalID
    private(set) var presence: Presence
    /// As it was read last; nil when it was never there.
    private(set) var detail: GoalDetail?
    private(set) var reading = 0
    private var ticks: [StepID: Tick] = [:]
    /// The steps in the order in which the page was opened, those to be done first. A row keeps its place when it is
    /// ticked: what comes under the pointer instead would be ticked by a second click.
    private var order: [StepID] = []
    /// The step whose row is a form.
    private(set) var edited: StepID?
    /// Whether what is typed in that form is another step than the one there is: then it stays, whatever the goal becomes.
    var isStepChanged = false
    var editFaults = StepFaults()
    var addFault: AddFault?
    /// Whether the form for a step stays although there is no room for one: it holds a text that was refused.
    var keepsForm = false
    /// Whether something is typed in that form.
    var hasText = false
    /// The celebration was closed here. The store may not know of it yet.
    var hasSeenJewel = false
    /// The end of the time to undo a completion that has passed.
    var passedUndo: Date?
    /// The day on which a stored goal was finished, as it is typed; nil for its last day.
    var completedOn: String?
    var finishFault: FinishFault?
    /// The step that the page before has removed, for a browser without a script.
    var removed: StepID?
    /// Stored goals that are offered; nil while they are not known.
    var offers: [Goal]?
    /// The day that has begun since the page was opened: what is left of the goal's time is counted anew.
    var newDay: CalendarDate?
    /// How often something was typed, on a page that answers a form post: there the forms are rendered again with it. Nil
    /// on any other page.
    var echo: Int?

    /// - Parameters:
    ///   - detail: what the page was opened on; nil for a goal that isn't there.
    ///   - isDeleted: whether it was deleted on this page.
    ///   - edited: the step whose row is a form.
    ///   - keepsEdit: whether that form was posted, so that it is there whatever the goal has become.
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

    // MARK: What comes in

    /// Takes in the goal as it was read; nil when it isn't there.
    mutating func take(_ found: GoalDetail?) {
        reading += 1
        guard let found else {
            // Whoever sees that it is deleted can bring it back.
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

    /// The day on which the goal was finished, as far as it is typed; nil for today, which is all that an active goal can
    /// say.
    ///
    /// - Throws: what is wrong with it.
    func finishDay(today: CalendarDate) throws(FinishFault) -> CalendarDate? {
        guard let goal = detail?.goal, goal.box == .stored else { return nil }
        guard let completedOn else { return goal.endDate }
        guard let day = CalendarDate(completedOn.trimmedAtEnds) else { throw .noSuchDate }
        if day < goal.startDate { throw .beforeStart }
        if day > today { throw .inFuture }
        return day
    }

    /// Gives new steps their places in the order: behind the last one that is to be done.
    private mutating func arrange() {
        guard let detail else { return }
        if order.isEmpty { order = detail.stepsToDoFirst.map(\.id) }
        order.removeAll { detail.step($0) == nil }
        let new = detail.steps.map(\.id).filter { !order.contains($0) }
        let last = order.lastIndex { detail.step($0)?.isDone == false }
        order.insert(contentsOf: new, at: last.map { $0 + 1 } ?? order.endIndex)
    }

    /// What is wrong with the day that is typed; nil for nothing.
    func fault(of today: CalendarDate) -> FinishFault? {
        do throws(FinishFault) { _ = try finishDay(today: today) } catch { return error }
        return nil
    }

    /// It was deleted here. What was read before says no more.
    mutating func takeDeletion() {
        reading += 1
        presence = .deleted
    }

    /// What was deleted can't be brought back.
    mutating func giveUp() { if presence == .deleted { presence = .gone } }

    /// A tick shows before the store has it.
    mutating func begin(_ step: StepID, isDone: Bool) {
        ticks[step] = Tick(isDone: isDone, count: (ticks[step]?.count ?? 0) + 1)
    }

    /// The store has answered.
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

    // MARK: What is shown

    /// The goal with the ticks that are on their way.
    private var shown: GoalDetail? {
        guard presence == .here, var detail else { return nil }
        if detail.canChange {
            for index in detail.steps.indices {
                if let tick = ticks[detail.steps[index].id] { detail.steps[index].isDone = tick.isDone }
            }
        }
        return detail
    }

    /// All but the rows and the forms.
    func page(today: CalendarDate) -> GoalPage {
        let celebration = detail?.completion?.celebration
        return GoalPage(
            presence: presence, detail: presence == .here ? shown : detail, today: today,
            isCelebrated: presence == .here && celebration == .due && !hasSeenJewel,
            offers: presence == .here && celebration == .offers ? offers ?? [] : [],
            canUndo: detail?.completion?.undoableUntil.map { $0 != passedUndo } ?? false, completedOn: completedOn,
            finishFault: finishFault, removed: removed.flatMap { detail?.step($0) == nil ? $0 : nil })
    }

    /// The steps as rows.
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

    /// Whether goals are to be offered that are not known yet.
    var needsOffers: Bool { presence == .here && detail?.completion?.celebration == .offers && offers == nil }
}

/// What the page shows of a goal, but for the rows of its steps and its forms.
struct GoalPage: Equatable {
    var presence: GoalDetailState.Presence
    /// Nil when it was never there.
    var detail: GoalDetail?
    /// Of its owner.
    var today: CalendarDate
    /// Whether the jewel is still to be shown.
    var isCelebrated: Bool
    /// Stored goals that may be taken up again.
    var offers: [Goal]
    /// Whether its completion can be undone.
    var canUndo = false
    /// ``GoalDetailState/completedOn``
    var completedOn: String?
    var finishFault: FinishFault?
    /// ``GoalDetailState/removed``
    var removed: StepID?

    /// How many steps are done, of how many.
    var progress: Progress {
        Progress(done: detail?.doneCount ?? 0, total: detail?.steps.count ?? 0)
    }

    struct Progress: Equatable {
        var done: Int
        var total: Int
    }

    /// The nine places of the grid, row by row: whether the step there is done; nil where there is none.
    var stones: [Bool?] {
        var stones = [Bool?](repeating: nil, count: Step.limit)
        for step in detail?.steps ?? [] where stones.indices.contains(step.place) { stones[step.place] = step.isDone }
        return stones
    }

    /// How many days are left; zero on the last one, negative when it is over.
    var daysLeft: Int? { (detail?.goal.endDate).map { today.days(until: $0) } }
}

/// A step as a row.
struct StepRow: Hashable, Sendable {
    var step: Step
    /// Whether it can be ticked, edited and removed.
    var canChange: Bool
    /// Whether its goal is completed.
    var isFrozen: Bool
    /// Whether the goal would be completed without it.
    var completesWhenRemoved: Bool
    /// What becomes of the alarms of its goal.
    var alarmReach: AlarmReach
    /// What is wrong in the row's form; nil for a row that isn't edited.
    var faults: StepFaults?
    /// ``GoalDetailState/echo``, for a row that is edited.
    var echo: Int?

    /// Whether it shows an alarm that doesn't ring.
    var isSilent: Bool { canChange && !step.isDone && step.alarm != nil && alarmReach != .rings }
}

/// What becomes of the alarms of a goal.
enum AlarmReach: Hashable, Sendable {
    case rings
    /// The reminders of the goal are off.
    case goalIsOff
    /// There is no calendar, and no browser that is told of steps.
    case noChannel
}

/// What is wrong with the day on which a goal was finished.
enum FinishFault: Error, Hashable, Sendable {
    case noSuchDate, beforeStart, inFuture
}

/// The form that adds a step.
struct AddForm: Equatable {
    var isShown: Bool
    /// Whether the goal has as many steps as it can have.
    var isFull: Bool
    /// Whether it would be the first one.
    var isFirst: Bool
    var fault: AddFault?
    /// ``GoalDetailState/echo``
    var echo: Int?
}

/// Why a step was not added.
enum AddFault: Hashable, Sendable {
    case title(TextFault)
    case tooMany
    /// The goal is not active any more.
    case wrongBox(Box)

    var isAboutRoom: Bool {
        if case .title = self { false } else { true }
    }
}

/// What is wrong in the form of a step.
struct StepFaults: Hashable, Sendable {
    enum Time: Hashable, Sendable { case missing, unreadable }

    var title: TextFault?
    var time: Time?
    var daysMissing = false

    var isEmpty: Bool { self == StepFaults() }
}

/// What is typed in the forms of the page. No slot shows it: it is read when a form is rendered for another reason, so that
/// no form is put in the place of the one that somebody is typing in.
struct TypedStep: Equatable {
    /// What the form that adds a step is known by: with the same key the same words are one step.
    var key: String
    /// What the form that adds a step holds, and the key that it had when that was typed.
    @ExactText var title = ""
    var titleKey: String
    /// What was added last. A field that is typed in before the answer comes holds it still, in front of the next step.
    var added: Added?
    @ExactText var editTitle = ""
    var time = ""
    var days: Set<Weekday> = []
    /// Whether the goal was deleted on this page. It is no text, but is kept with the key by the browser.
    var isDeleted = false

    init(key: String) {
        self.key = key
        titleKey = key
    }

    struct Added: Equatable {
        /// What the field held, and the key that its form had.
        @ExactText var text: String
        var key: String
        /// The part of it that was meant.
        @ExactText var title: String
    }

    /// What is meant by what the field holds: without what was added of it meanwhile.
    func meant(_ text: String, key: String) -> String {
        guard let added, added.key == key, text.hasPrefix(added.text) else { return text }
        return text == added.text ? added.title : String(text.dropFirst(added.text.count))
    }

    /// What is still to be added of the title.
    var left: String { added?.text == title && added?.key == titleKey ? "" : meant(title, key: titleKey) }

    /// What stands in the field was added: the form is for the next step from here on.
    mutating func add(_ text: String, key: String) {
        added = Added(text: text, key: key, title: meant(text, key: key))
        self.key = GoalDetailWork.makeKey()
        // What was typed behind it stays as it came: more of it may be on its way to the store.
        if titleKey == key, left.isEmpty { (title, titleKey) = ("", self.key) }
    }

    /// Whether the form of a step holds another one.
    func differs(from step: Step) -> Bool {
        editTitle != step.title || time != step.alarm.map(\.time) ?? "" || days != step.alarm?.days ?? []
    }

    mutating func begin(_ step: Step) {
        editTitle = step.title
        time = step.alarm.map(\.time) ?? ""
        days = step.alarm?.days ?? []
    }

    /// The alarm that is meant; nil for none.
    ///
    /// - Parameter faults: is told what is wrong.
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
    /// "07:30", as a field for times has it.
    var time: String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The minute of a day that "07:30" means, or "07:30:00"; nil for any other text.
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
    /// Whether its steps can be ticked, edited and removed.
    var canChange: Bool { goal.box == .active }

    func step(_ id: StepID) -> Step? { steps.first { $0.id == id } }

    var alarmReach: AlarmReach { !goal.reminderEnabled ? .goalIsOff : reminderReach.steps ? .rings : .noChannel }
}
