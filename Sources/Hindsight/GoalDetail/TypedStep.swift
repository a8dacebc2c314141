import HindsightDomain
import Live
import LiveSite

/// Text typed in the forms of the page. No slot observes it; it is read when a form is rendered for another reason, so
/// that typing never replaces the form that is being typed in.
struct TypedStep: Equatable {
    /// Basis of the form that adds a step. Its revision counts the steps that were added with it, and it is the
    /// idempotency key: the same title with the same basis is added once.
    var basis: FieldBasis
    /// Text of the form that adds a step. ``titleBasis`` is the basis that the form had when the text was typed.
    @ExactText var title = ""
    var titleBasis: FieldBasis
    /// The steps added last, oldest first. If the user types before the answer arrives, the field still has their texts
    /// in front of the next step's.
    private(set) var added: [Added] = []
    @ExactText var editTitle = ""
    var time = ""
    var days: Set<Weekday> = []
    /// Whether the step repeats, and how many times; without a number, the days are counted.
    var repeats = false
    var times = ""
    /// The day by which the step is meant to be done, unless it repeats.
    var dueOn = ""

    init(basis: FieldBasis) {
        self.basis = basis
        titleBasis = basis
    }

    struct Added: Equatable {
        /// The basis that a form had while the field began with the step.
        var basis: FieldBasis
        /// The part of the field's text that was the step's: a line, with its end.
        @ExactText var text: String
        /// The form's basis since then.
        var next: FieldBasis
    }

    /// A field's text, divided into the steps that it began with, which were already added, and the rest.
    struct Divided {
        /// The line that is added next, with its end; of a text that was added as a whole, its last one again.
        @ExactText var line: String
        /// The basis that a form has which begins with the line.
        var lineBasis: FieldBasis
        /// The part that hasn't been added yet.
        @ExactText var left: String
        /// The basis that a form has which shows that part alone.
        var basis: FieldBasis
    }

    /// Divides a field's text. Each of its lines is a step.
    func divide(_ text: String, from basis: FieldBasis) -> Divided {
        var result = Divided(line: text, lineBasis: basis, left: text, basis: basis)
        while !result.left.isEmpty,
            let step = added.last(where: { $0.basis == result.basis && result.left.hasPrefix($0.text) })
        {
            (result.line, result.lineBasis) = (step.text, step.basis)
            (result.left, result.basis) = (String(result.left.dropFirst(step.text.count)), step.next)
        }
        if !result.left.isEmpty {
            (result.line, result.lineBasis) = (Self.firstLine(of: result.left), result.basis)
        }
        return result
    }

    /// Returns a line of a list without the mark before its text: `- `, `• `, `2. `, `[ ] `.
    static func withoutMark(_ line: String) -> String {
        String(line.trimmingPrefix(/\s*(?:[-*•◦▪–]\s+|\d{1,2}[.)]\s+)?(?:\[[ xX]?\]\s+)?/))
    }

    /// Returns the beginning of a text up to its second line that isn't empty.
    private static func firstLine(of text: String) -> String {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text[start...].firstIndex(where: \.isNewline)
        else { return text }
        return String(text[..<(text[end...].firstIndex { !$0.isWhitespace } ?? text.endIndex)])
    }

    /// The part of the title that hasn't been added yet.
    var left: String { divide(title, from: titleBasis).left }

    /// Records that the next line of a text was added, unless all of it is recorded already. The form has a new basis for
    /// the next step.
    mutating func add(_ text: String, from basis: FieldBasis) {
        let new = divide(text, from: basis)
        guard !new.left.isEmpty else { return }
        self.basis.revision += 1
        added = (added + [Added(basis: new.basis, text: new.line, next: self.basis)]).suffix(Step.limit)
        // Text typed after it keeps its old basis: inputs with that one may still arrive.
        if titleBasis == basis, left.isEmpty { (title, titleBasis) = ("", self.basis) }
    }

    /// The idempotency key that the store gets for adding a step: another text from the same form is another step.
    static func storeKey(_ basis: FieldBasis, _ text: String) -> String {
        FormKey.of([basis.text, text.trimmedAtEnds])
    }

    /// Whether the form that edits a step differs from a saved step.
    func differs(from step: Step) -> Bool {
        var saved = self
        saved.begin(step)
        return saved != self
    }

    mutating func begin(_ step: Step) {
        editTitle = step.title
        time = step.alarm.map(\.time) ?? ""
        days = step.alarm?.days ?? step.repetition?.days ?? []
        repeats = step.repetition != nil
        times = step.repetition.map { "\($0.times)" } ?? ""
        dueOn = step.dueOn?.description ?? ""
    }

    /// The repetition that is typed; nil for none or for one with errors.
    ///
    /// - Parameters:
    ///   - step: the saved step.
    ///   - goal: its goal, whose last day ends the count of the days.
    ///   - faults: receives the error of the number of times.
    func repetition(
        of step: Step, in goal: GoalFields, on today: CalendarDate, _ faults: inout StepFaults
    ) -> RepetitionPlan? {
        guard repeats else {
            if let count = step.repetition?.count, count > 0 { faults.ticks = count }
            return nil
        }
        let text = times.trimmedAtEnds
        // A tick of a step that didn't repeat is the first one.
        let count = step.repetition?.count ?? (step.isDone ? 1 : 0)
        let hasTick = step.repetition == nil ? step.isDone : step.hasTick(on: today)
        let first = max(hasTick ? today.adding(days: 1) : today, goal.startDate)
        var number = Int(text)
        if text.isEmpty {
            let left = Repetition.count(of: days, from: first, to: goal.endDate)
            let total = count + left
            faults.times = fault(ofDays: total, in: goal)
            number = total
        }
        guard faults.times == nil else { return nil }
        guard let plan = number.flatMap({ RepetitionPlan(times: $0, days: days) }) else {
            faults.times = .outOfLimits
            return nil
        }
        if plan == step.repetition?.plan { return plan }
        let most = count + Repetition.count(of: [], from: first, to: goal.endDate)
        if plan.times > most, plan.times != step.repetition?.times { faults.times = .unreachable(most: most) }
        if plan.times <= count { faults.times = .tickedOften(count) }
        return plan
    }

    /// The error of a number of times that is left to the days.
    private func fault(ofDays total: Int, in goal: GoalFields) -> StepFaults.Times? {
        if !goal.hasEnd { return .endless }
        if days.isEmpty { return .missing }
        if total < Repetition.limits.lowerBound { return .fewDays }
        return total > Repetition.limits.upperBound ? .manyDays : nil
    }

    /// The day that is typed; nil for none or for one with errors. A step that repeats has none.
    ///
    /// - Parameters:
    ///   - step: the saved step, whose day stays when the goal's days have changed.
    ///   - goal: its goal, one of whose days it is to be.
    ///   - faults: receives the error of the day.
    func dueOn(of step: Step, in goal: GoalFields, _ faults: inout StepFaults) -> CalendarDate? {
        let text = dueOn.trimmedAtEnds
        if repeats || text.isEmpty { return nil }
        guard let day = CalendarDate(text) else {
            faults.dueOn = .unreadable
            return nil
        }
        if day == step.dueOn { return day }
        if day < goal.startDate { faults.dueOn = .beforeStart(goal.startDate) }
        if day > goal.endDate { faults.dueOn = .afterEnd(goal.endDate) }
        return day
    }

    /// The alarm that is typed; nil for none or for one with errors. The days of a step that repeats need no time, nor do
    /// those that are left of one that repeated.
    ///
    /// - Parameters:
    ///   - step: the saved step.
    ///   - faults: receives the errors of the time and the days.
    func alarm(of step: Step, _ faults: inout StepFaults) -> Alarm? {
        let time = time.trimmedAtEnds
        let areLeft = step.alarm == nil && step.repetition?.days == days
        if time.isEmpty, days.isEmpty || repeats || areLeft { return nil }
        let minute = Alarm.minute(of: time)
        if minute == nil { faults.time = time.isEmpty ? .missing : .unreadable }
        faults.daysMissing = days.isEmpty
        return minute.flatMap { Alarm(minute: $0, days: days) }
    }
}
