import Foundation
import HindsightDomain
import Live
import LiveSQL

/// Columns of a table that a statement selects together, in the order of the cases, which have the columns' names. A
/// reader names a column, and the compiler knows its index: looking for it by its name costs as much as reading it.
protocol ColumnList: CaseIterable, RawRepresentable<Int> {
    static var table: String { get }
    /// Number of the columns.
    static var count: Int { get }
    /// Returns the column of the table, or of an alias of it, as a SELECT has it.
    static func selected(_ column: Self, from table: String) -> String
}

extension ColumnList {
    static func selected(_ column: Self, from table: String) -> String { "\(table).\(column)" }

    /// Returns the columns for a SELECT of the table, or of an alias of it.
    static func selected(from alias: String? = nil) -> String {
        allCases.map { selected($0, from: alias ?? table) }.joined(separator: ", ")
    }
}

/// Columns of a goal in any box.
enum GoalColumn: Int, ColumnList {
    case id, title, startDate, endDate, status, reminderEnabled, isSample, revision, stepCount, doneCount, putAwayAt
    case jewelColor, jewelShape, completedAt, completedOn, hasReview

    static let table = "goal"
    static let count = allCases.count
}

/// Columns of a goal that lists don't need.
enum GoalDetailColumn: Int, ColumnList {
    case rank, celebration, firstStartDate, completedFrom, completionRecordedAt, createdAt, uid, reviewRevision
    case sharedPart

    static let table = "goal"
    static let count = allCases.count
}

enum StepColumn: Int, ColumnList {
    case id, place, title, doneAt, doneOn, alarmMinute, alarmDays, plan

    static let table = "step"
    static let count = allCases.count

    /// The plan is one value of several columns, since each column of a row costs and few steps have one: the repetition,
    /// or the day by which the step is meant to be done.
    static func selected(_ column: Self, from table: String) -> String {
        guard column == .plan else { return "\(table).\(column)" }
        let columns = ["times", "repeatDays", "repeatsFrom", "tickCount"].map {
            "coalesce(CAST(\(table).\($0) AS text), '')"
        }
        let repetition = columns.joined(separator: " || ' ' || ")
        return "CASE WHEN \(table).times IS NOT NULL THEN \(repetition) ELSE \(table).dueOn END"
    }
}

enum ReviewColumn: Int, ColumnList {
    case style, liked, lacked, learned, longedFor, text, level, writtenAt, editedAt, revision

    static let table = "review"
    static let count = allCases.count
}

enum DraftColumn: Int, ColumnList {
    case droppedAt, field, value, revision, writer

    static let table = "draftField"
    static let count = allCases.count
}

/// The columns of a ``ColumnList`` in a row.
struct Columns<Column: ColumnList> {
    let row: SQLRow
    /// Index of the first one.
    let first: Int

    /// Index of the column after them.
    var end: Int { first + Column.count }

    /// Whether an outer join has found no row.
    var areAbsent: Bool { row.isNull(first) }

    private func index(_ column: Column) -> Int { first + column.rawValue }

    subscript<Value: SQLValue>(_ column: Column) -> Value? { row[index(column)] }

    /// Returns a value that must be there.
    ///
    /// - Throws: ``UnreadableRow``, as the functions below.
    func value<Value: SQLValue>(_ column: Column) throws -> Value {
        try row.value(index(column), of: Column.table)
    }

    func text(_ column: Column) throws -> String { try there(row.text(index(column))) }
    func time(_ column: Column) throws -> Date { try there(row.time(index(column))) }
    func date(_ column: Column) throws -> CalendarDate { try there(row.date(index(column))) }
    func name<Value: RawRepresentable<String>>(_ column: Column) throws -> Value {
        try there(row.name(index(column), of: Value.self))
    }

    func timeIfAny(_ column: Column) -> Date? { row.time(index(column)) }
    func dateIfAny(_ column: Column) -> CalendarDate? { row.date(index(column)) }
    func textIfAny(_ column: Column) -> String? { row.text(index(column)) }

    private func there<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw UnreadableRow(table: Column.table) }
        return value
    }
}

extension SQLRow {
    /// The text of a column that holds `StoredText`; nil for NULL, and for bytes that are no text.
    func text(_ index: Int) -> String? { (self[index] as StoredText?)?.text }

    fileprivate func time(_ index: Int) -> Date? { (self[index] as Int64?).map { StoredTime(milliseconds: $0).date } }

    fileprivate func date(_ index: Int) -> CalendarDate? { (self[index] as String?).flatMap { CalendarDate($0) } }

    fileprivate func name<Value: RawRepresentable<String>>(_ index: Int, of type: Value.Type) -> Value? {
        (self[index] as String?).flatMap(Value.init)
    }
}

// MARK: Goals

extension GoalFields {
    /// The columns that have them, in the order of ``values``.
    private static let columns: [GoalColumn] = [.title, .startDate, .endDate, .reminderEnabled]

    /// The values of the columns, as arguments of a statement.
    var values: [any SQLValue] { [StoredText(title.text), startDate, endDate, reminderEnabled] }

    init(_ columns: Columns<GoalColumn>) throws {
        self.init(
            title: GoalTitle(unchecked: try columns.text(.title)), startDate: try columns.date(.startDate),
            endDate: try columns.date(.endDate), reminderEnabled: try columns.value(.reminderEnabled))
    }

    /// Returns the names of the columns, and their parameters if those have the numbers from `first` on.
    static func insertion(from first: Int) -> (columns: String, parameters: String) {
        (
            columns.map { "\($0)" }.joined(separator: ", "),
            columns.map { parameter(of: $0, from: first) }.joined(separator: ", ")
        )
    }

    /// Returns assignments of all columns, for an UPDATE whose parameters for them have the numbers from `first` on.
    static func assignments(from first: Int) -> String {
        columns.map { "\($0) = \(parameter(of: $0, from: first))" }.joined(separator: ", ")
    }

    static func parameter(of column: GoalColumn, from first: Int) -> String {
        "?\(first + (columns.firstIndex(of: column) ?? 0))"
    }
}

extension Goal {
    init(_ columns: Columns<GoalColumn>) throws {
        self.init(
            id: GoalID(try columns.value(.id) as Int64), fields: try GoalFields(columns),
            box: try columns.name(.status))
    }
}

extension Jewel {
    fileprivate init(_ columns: Columns<GoalColumn>) throws {
        self.init(color: try columns.name(.jewelColor), shape: try columns.name(.jewelShape))
    }
}

extension CompletedGoal {
    init(_ columns: Columns<GoalColumn>) throws {
        self.init(
            goal: try Goal(columns), jewel: try Jewel(columns), completedAt: try columns.time(.completedAt),
            day: columns.dateIfAny(.completedOn), hasReview: try columns.value(.hasReview))
    }
}

extension ListedGoal {
    /// - Parameter next: the index of the first column of the next step; nil in rows without it.
    init(_ columns: Columns<GoalColumn>, next: Int?) throws {
        let goal = try Goal(columns)
        self.init(goal: goal, stepCount: try columns.value(.stepCount), doneCount: try columns.value(.doneCount))
        isSample = try columns.value(.isSample)
        if let next, let id = columns.row[next] as Int64?, let title = columns.row.text(next + 1) {
            let lastTick = columns.row[next + 2] as String?
            self.next = NextStep(
                id: StepID(id), title: title, repeats: lastTick != nil, tickedOn: lastTick.flatMap { CalendarDate($0) })
        }
        if goal.box == .completed {
            let completedAt = try columns.time(.completedAt)
            win = Win(
                jewel: try Jewel(columns), completedAt: completedAt,
                day: columns.dateIfAny(.completedOn) ?? CalendarDate(completedAt, in: .utc),
                hasReview: try columns.value(.hasReview))
        } else {
            putAwayAt = columns.timeIfAny(.putAwayAt)
        }
    }
}

extension GoalsOverview {
    /// Reads a row of ``ListStatements/overview``, or the beginning of one of a list.
    init(_ row: SQLRow) throws {
        let counts = try (0...3).map { try row.value($0, of: "account") as Int }
        let next = Self.next(in: row)
        self.init(
            counts: BoxCounts(stored: counts[0], active: counts[1], completed: counts[2]), reviewableCount: counts[3],
            nextToReview: next.areAbsent ? nil : try CompletedGoal(next), hasSamples: try row.value(4, of: "account"))
    }

    /// Returns the columns of the goal that has waited longest, after the counts.
    private static func next(in row: SQLRow) -> Columns<GoalColumn> { Columns(row: row, first: 5) }

    /// Returns the columns of the goal of a list's row.
    static func goal(in row: SQLRow) -> Columns<GoalColumn> { Columns(row: row, first: next(in: row).end) }
}

extension TodayGoal {
    /// Reads a row of ``ListStatements/today``: each has a goal and at most one of its steps, which may come twice.
    static func read(_ row: SQLRow, into goals: inout [GoalID: TodayGoal]) throws {
        let goal = Columns<GoalColumn>(row: row, first: 1)
        let step = Columns<StepColumn>(row: row, first: goal.end)
        if goal.areAbsent { return }
        let id = GoalID(try goal.value(.id) as Int64)
        var found =
            try goals[id]
            ?? TodayGoal(
                goal: try Goal(goal), stepCount: try goal.value(.stepCount), doneCount: try goal.value(.doneCount))
        if !step.areAbsent {
            found.steps.add(try Step(step))
        }
        goals[id] = found
    }
}

extension [Step] {
    /// Adds a step at its place, unless it is there: the rows of steps come in any order, and may come again.
    ///
    /// - Returns: whether it was added.
    @discardableResult
    fileprivate mutating func add(_ step: Step) -> Bool {
        let index = lastIndex { $0.place <= step.place }
        if let index, self[index].id == step.id { return false }
        insert(step, at: index.map { $0 + 1 } ?? startIndex)
        return true
    }
}

extension GoalDetail {
    /// Index of the owner's time zone in a row of ``GoalDetailStatements/detail``.
    static let zoneIndex = GoalColumn.count + GoalDetailColumn.count + StepColumn.count + 4

    /// Reads a row of ``GoalDetailStatements/detail``: each has the goal and at most one of its steps.
    static func read(_ row: SQLRow, into detail: inout GoalDetail?) throws {
        let goal = Columns<GoalColumn>(row: row, first: 0)
        let more = Columns<GoalDetailColumn>(row: row, first: goal.end)
        let step = Columns<StepColumn>(row: row, first: more.end)
        if detail == nil {
            detail = try GoalDetail(goal, more, ReminderReach(row, at: step.end))
            detail?.completion?.isFirstOfKind = try row.value(step.end + 2, of: "jewelTally")
            detail?.completion?.applause = row.handles(step.end + 3)
        }
        if !step.areAbsent { detail?.steps.add(try Step(step)) }
    }

    private init(
        _ columns: Columns<GoalColumn>, _ more: Columns<GoalDetailColumn>, _ reach: ReminderReach
    ) throws {
        self.init(
            goal: try Goal(columns), revision: try columns.value(.revision),
            firstStartDate: more.dateIfAny(.firstStartDate), isSample: try columns.value(.isSample),
            reminderReach: reach)
        sharedPart = try more.name(.sharedPart)
        guard goal.box == .completed else { return }
        let completedAt = try columns.time(.completedAt)
        let hasReview: Bool = try columns.value(.hasReview)
        completion = Completion(
            jewel: try Jewel(columns), completedAt: completedAt,
            day: columns.dateIfAny(.completedOn) ?? CalendarDate(completedAt, in: .utc), rank: more[.rank],
            hasReview: hasReview, celebration: try more.name(.celebration),
            wasStored: more.textIfAny(.completedFrom) == Box.stored.rawValue)
        if more.textIfAny(.completedFrom) != nil, !hasReview {
            completion?.undoableUntil = more.timeIfAny(.completionRecordedAt)?.addingTimeInterval(
                TimeInterval(GoalStoreLimits.undoWindow.components.seconds))
        }
    }
}

extension PageVisibility {
    init(_ row: SQLRow, at index: Int) throws {
        guard let visibility = row.name(index, of: Self.self) else { throw UnreadableRow(table: "account") }
        self = visibility
    }
}

extension Person {
    /// Reads the display name and the visibility of the page from `first` on.
    init(_ row: SQLRow, at first: Int, _ account: AccountID, _ handle: Handle) throws {
        self.init(
            account: account, handle: handle, name: row.text(first) ?? "",
            visibility: try PageVisibility(row, at: first + 1))
    }
}

extension ListedGoal {
    /// Reads a goal on a person's page, and behind it whether its review can be read there.
    init(shared columns: Columns<GoalColumn>) throws {
        try self.init(columns, next: nil)
        win?.hasReview = try columns.row.value(columns.end, of: "goal")
    }
}

extension ReminderReach {
    /// Reads the two columns from `first` on.
    init(_ row: SQLRow, at first: Int) throws {
        try self.init(steps: row.value(first, of: "reminder"), ends: row.value(first + 1, of: "reminder"))
    }
}

extension Step {
    fileprivate init(_ columns: Columns<StepColumn>) throws {
        var alarm: Alarm?
        if let minute = columns[.alarmMinute] as Int?, let days = columns[.alarmDays] as Int? {
            alarm = Alarm(minute: minute, dayBits: days)
        }
        self.init(
            id: StepID(try columns.value(.id) as Int64), place: try columns.value(.place),
            title: try columns.text(.title), isDone: columns.timeIfAny(.doneAt) != nil, alarm: alarm)
        guard let parts = (columns[.plan] as String?)?.split(separator: " ") else {
            // The parts of a value with NULL are lost.
            return
        }
        if parts.count == 1, let day = CalendarDate(parts[0]) {
            dueOn = day
            return
        }
        guard parts.count == 4, let times = Int(parts[0]), let bits = Int(parts[1]), let days = Set(dayBits: bits),
            let plan = RepetitionPlan(times: times, days: days), let since = CalendarDate(parts[2]),
            let count = Int(parts[3])
        else { throw UnreadableRow(table: "step") }
        repetition = Repetition(plan, since: since, count: count)
        doneOn = columns.dateIfAny(.doneOn)
    }
}

// MARK: Weeks, years and jewels

// The parts of these statements share their columns, whose meanings differ: they are read by their indexes.

extension WonJewel {
    /// Reads a row of a part of ``LookBackStatements`` that contains completed goals.
    init(_ row: SQLRow) throws {
        guard let id = row[1] as Int64?, let title = row.text(2), let day = row.date(3),
            let color = row.name(4, of: Jewel.Color.self), let shape = row.name(5, of: Jewel.Shape.self),
            let hasReview = row[6] as Bool?, let isSample = row[7] as Bool?
        else { throw UnreadableRow(table: "goal") }
        self.init(
            id: GoalID(id), title: title, jewel: Jewel(color: color, shape: shape), day: day, hasReview: hasReview,
            isSample: isSample)
    }
}

extension TimelineEvent {
    /// Reads a row of ``LookBackStatements/events``.
    init(_ row: SQLRow) throws {
        guard let kind = row.name(0, of: Kind.self), let count = row[4] as Int?, let id = row[6] as Int64?,
            let title = row.text(7), let isSample = row[10] as Bool?
        else { throw UnreadableRow(table: "event") }
        let goal = GoalID(id)
        let place: EventCursor
        if let day = row.date(3) {
            place = .ticks(day, of: goal)
        } else if let milliseconds = row[1] as Int64?, let number = row[2] as Int64? {
            place = .moment(milliseconds, number: number)
        } else {
            throw UnreadableRow(table: "event")
        }
        let (color, shape) = (row.name(8, of: Jewel.Color.self), row.name(9, of: Jewel.Shape.self))
        self.init(
            id: place, kind: kind, count: count, step: count == 1 ? row.text(5) ?? "" : "", goal: goal, title: title,
            jewel: color.flatMap { color in shape.map { Jewel(color: color, shape: $0) } }, isSample: isSample,
            applause: row.handles(11))
    }
}

extension SQLRow {
    /// Returns the handles with spaces between them.
    fileprivate func handles(_ index: Int) -> [Handle] {
        (self[index] as String?)?.split(separator: " ").compactMap { Handle(String($0)) } ?? []
    }
}

extension TimelineEvent {
    /// Reads a goal of ``FollowStatements/received``.
    init(received row: SQLRow) throws {
        guard let handle = (row[2] as String?).flatMap({ Handle($0) }), let time = row[5] as Int64?,
            let sharedAt = row[6] as Int64?
        else { throw UnreadableRow(table: "goal") }
        let owner = AccountID(try row.value(1, of: "account") as Int64)
        let columns = Columns<GoalColumn>(row: row, first: 7)
        let shared = try ListedGoal(shared: columns)
        let kind: Kind =
            if let win = shared.win {
                // A goal that was shared when it had been completed is news because of that.
                if win.hasReview {
                    .reviewed
                } else if time == sharedAt, let completedAt = columns.timeIfAny(.completedAt),
                    StoredTime(completedAt).milliseconds < sharedAt
                {
                    .set
                } else {
                    .completed
                }
            } else {
                // A step that repeats may be ticked without being done.
                shared.doneCount > 0 || time > sharedAt ? .ticked : .set
            }
        self.init(
            id: .moment(time, number: shared.id.rawValue), kind: kind, count: kind == .ticked ? shared.doneCount : 1,
            of: shared.stepCount, goal: shared.id, title: shared.goal.title, jewel: shared.win?.jewel,
            by: try Person(row, at: 3, owner, handle), isApplauded: row[columns.end + 1])
    }
}

extension EndingGoal {
    /// Reads a row of the part of ``LookBackStatements/week`` that contains goals that end soon.
    init(_ row: SQLRow) throws {
        guard let id = row[1] as Int64?, let title = row.text(2), let endDate = row.date(3) else {
            throw UnreadableRow(table: "goal")
        }
        self.init(id: GoalID(id), title: title, endDate: endDate)
    }
}

extension TickedGoal {
    /// Reads the row of a step that was ticked: its goal, with the known count plus one.
    init(_ row: SQLRow, after known: [GoalID: TickedGoal]) throws {
        guard let id = (row[1] as Int64?).map({ GoalID($0) }), let title = row.text(2) else {
            throw UnreadableRow(table: "step")
        }
        self.init(
            id: id, title: title, count: (known[id]?.count ?? 0) + 1,
            isSample: try row.value(7, of: "goal"))
    }
}

extension JewelTally {
    /// Reads a row of a part of ``LookBackStatements`` that contains counts of jewels.
    init(_ row: SQLRow) throws {
        guard let color = row.name(2, of: Jewel.Color.self), let shape = row.name(3, of: Jewel.Shape.self) else {
            throw UnreadableRow(table: "jewelTally")
        }
        self.init(
            jewel: Jewel(color: color, shape: shape), count: try row.value(1, of: "jewelTally"),
            levelSum: try row.value(6, of: "jewelTally"), levelCount: try row.value(7, of: "jewelTally"))
    }
}

extension WeekNote {
    /// Reads a row of ``LookBackStatements/weekNote``.
    init(_ row: SQLRow) throws {
        guard let question = row[1] as Int?, let text = row.text(3), let revision = row[6] as Int? else {
            throw UnreadableRow(table: "weekNote")
        }
        self.init(question: question, text: text, revision: revision)
    }
}

extension ReviewPlace {
    /// Reads a row of ``ListStatements/place``.
    init(_ row: SQLRow) throws {
        func neighbour(_ index: Int) throws -> Neighbour? {
            guard let id = row[index] as Int64? else { return nil }
            guard let title = row.text(index + 1) else { throw UnreadableRow(table: "goal") }
            return Neighbour(id: GoalID(id), title: title)
        }
        self.init(rank: row[0], newer: try neighbour(1), older: try neighbour(3))
    }
}

// MARK: Reviews

extension Review {
    /// Reads a review; nil when there is none.
    init?(_ columns: Columns<ReviewColumn>) throws {
        if columns.areAbsent { return nil }
        guard let level = Level(try columns.value(.level) as Int) else { throw UnreadableRow(table: "review") }
        self.init(
            content: ReviewContent(body: try ReviewContent.Body(columns), level: level),
            writtenAt: try columns.time(.writtenAt), editedAt: columns.timeIfAny(.editedAt),
            revision: try columns.value(.revision))
    }
}

extension ReviewContent.Body {
    fileprivate init(_ columns: Columns<ReviewColumn>) throws {
        switch try columns.name(.style) as ReviewStyle {
        case .guided:
            self = .guided(
                GuidedAnswers(
                    liked: try columns.text(.liked), lacked: try columns.text(.lacked),
                    learned: try columns.text(.learned), longedFor: try columns.text(.longedFor)))
        case .free: self = .free(try columns.text(.text))
        }
    }
}

extension GoalReview {
    /// Reads a row of ``GoalStatements/goalReview``: the first one has everything but the drafts, and each has at most
    /// one field of the draft and one of the dropped draft.
    static func read(_ row: SQLRow, into review: inout GoalReview?) throws {
        let goal = Columns<GoalColumn>(row: row, first: 0)
        let more = Columns<GoalDetailColumn>(row: row, first: goal.end)
        let written = Columns<ReviewColumn>(row: row, first: more.end)
        let deleted = Columns<ReviewColumn>(row: row, first: written.end)
        let draft = Columns<DraftColumn>(row: row, first: deleted.end)
        let dropped = Columns<DraftColumn>(row: row, first: draft.end)
        if review == nil {
            let saved = try Review(written)
            review = GoalReview(
                goal: try CompletedGoal(goal), revision: try more.value(.reviewRevision), review: saved,
                deletedReview: saved == nil ? try Review(deleted) : nil)
        }
        if !draft.areAbsent {
            review?.draft[try draft.name(.field)] = DraftEntry(
                value: try draft.text(.value), revision: try draft.value(.revision), writer: try draft.value(.writer))
        }
        if !dropped.areAbsent { review?.dropped[try dropped.name(.field)] = try dropped.text(.value) }
    }
}

extension WholeGoal {
    /// Reads a row of ``GoalStatements/wholeGoals``: the first one of a goal has everything but steps and draft, and
    /// each has at most one of those.
    static func read(_ row: SQLRow, into goals: inout [WholeGoal]) throws {
        let goal = Columns<GoalColumn>(row: row, first: 0)
        let more = Columns<GoalDetailColumn>(row: row, first: goal.end)
        let review = Columns<ReviewColumn>(row: row, first: more.end)
        let draft = Columns<DraftColumn>(row: row, first: review.end)
        let steps = Columns<StepColumn>(row: row, first: draft.end)
        let id = GoalID(try goal.value(.id) as Int64)
        if goals.last?.goal.id != id { goals.append(try WholeGoal(goal, more, review: try Review(review))) }
        if !steps.areAbsent {
            var step = try Step(steps)
            step.doneOn = steps.dateIfAny(.doneOn)
            // With several fields of a draft the same step comes several times.
            if goals[goals.count - 1].steps.add(step), let days = row[steps.end] as String? {
                goals[goals.count - 1].tickDays[step.id] = days.split(separator: " ").compactMap { CalendarDate($0) }
            }
        }
        if !draft.areAbsent { goals[goals.count - 1].draft[try draft.name(.field)] = try draft.text(.value) }
    }

    private init(_ columns: Columns<GoalColumn>, _ more: Columns<GoalDetailColumn>, review: Review?) throws {
        self.init(
            goal: try Goal(columns), uid: more[.uid], createdAt: try more.time(.createdAt), review: review)
        sharedPart = try more.name(.sharedPart)
        (putAwayAt, firstStartDate) = (columns.timeIfAny(.putAwayAt), more.dateIfAny(.firstStartDate))
        guard goal.box == .completed else { return }
        let completedAt = try columns.time(.completedAt)
        jewel = try Jewel(columns)
        self.completedAt = completedAt
        completedOn = columns.dateIfAny(.completedOn) ?? CalendarDate(completedAt, in: .utc)
        rank = more[.rank]
    }
}

// MARK: Search

extension GoalCandidate {
    /// Reads a row of ``SearchStatements/search``: the first one of a goal has everything but the steps, and each has
    /// at most one of those.
    static func read(_ row: SQLRow, into candidates: inout [GoalCandidate]) throws {
        let goal = Columns<GoalColumn>(row: row, first: 0)
        let review = Columns<ReviewColumn>(row: row, first: goal.end)
        let step = Columns<StepColumn>(row: row, first: review.end)
        let id = GoalID(try goal.value(.id) as Int64)
        if candidates.last?.goal.id != id { candidates.append(try GoalCandidate(goal, review)) }
        if !step.areAbsent {
            candidates[candidates.count - 1].steps.append((try step.value(.id), try step.text(.title)))
        }
    }

    private init(_ columns: Columns<GoalColumn>, _ review: Columns<ReviewColumn>) throws {
        goal = try Goal(columns)
        completedOn = columns.dateIfAny(.completedOn)
        if goal.box == .completed { jewel = try Jewel(columns) }
        let answers: [(ReviewField, ReviewColumn)] = [
            (.liked, .liked), (.lacked, .lacked), (.learned, .learned), (.longedFor, .longedFor), (.text, .text),
        ]
        self.answers = answers.compactMap { field, column in review.textIfAny(column).map { (field, $0) } }
    }
}

extension SearchCandidate {
    /// Reads a row of ``SearchStatements/searchWeeks``.
    init(week row: SQLRow) throws {
        guard let week = (row[0] as String?).flatMap({ CalendarDate($0) }), let text = row.text(1) else {
            throw UnreadableRow(table: "weekNote")
        }
        self = .week(week, text)
    }
}

// MARK: Accounts

// Each is read by one statement, by its columns' indexes; see `AccountStatements`.

extension SignedIn {
    /// Reads a row of ``AccountStatements/session``.
    init(_ row: SQLRow, login: String) throws {
        guard let account = row[0] as Int64?, let isDemo = row[1] as Bool?, let csrfToken = row[3] as String?,
            let expiresAt = row.time(4)
        else { throw UnreadableRow(table: "accountSession") }
        self.init(
            account: AccountID(account), isDemo: isDemo, language: row.name(2, of: Language.self),
            theme: row.name(6, of: Theme.self), timeZone: row.name(5, of: TimeZoneID.self),
            name: row.text(7) ?? (row[8] as String?).map { String($0.prefix { $0 != "@" }) }, login: login,
            csrfToken: csrfToken, expiresAt: expiresAt)
    }
}

extension AccountSession {
    /// Reads a row of ``AccountStatements/sessionsOfAccount``.
    init(_ row: SQLRow) throws {
        guard let hash = row[0] as Data?, let createdAt = row.time(1), let lastUsedAt = row.time(2) else {
            throw UnreadableRow(table: "accountSession")
        }
        self.init(
            login: SecretToken.login(of: hash), client: Client(address: row[3] ?? "", agent: row.text(4) ?? ""),
            createdAt: createdAt, lastUsedAt: lastUsedAt)
    }
}

extension AccountDetails {
    /// Reads a row of ``AccountStatements/details``.
    init(_ row: SQLRow) {
        self.init(
            email: row[0], isEmailConfirmed: !row.isNull(1), displayName: row.text(2),
            language: row.name(3, of: Language.self), theme: row.name(4, of: Theme.self),
            timeZone: row.name(5, of: TimeZoneID.self), weekStart: row.name(6, of: WeekStart.self),
            handle: row.text(8).flatMap { Handle($0) },
            pageVisibility: row.name(9, of: PageVisibility.self) ?? .followers,
            createdAt: row.time(7) ?? .distantPast)
    }
}

extension Credentials {
    /// Reads a row of ``AccountStatements/credentialsOfEmail``.
    init(_ row: SQLRow) throws {
        guard let account = row[0] as Int64?, let email = (row[1] as String?).flatMap({ try? EmailAddress($0) }),
            let password = (row[2] as String?).flatMap({ PasswordHash(text: $0) }), let isKnown = row[4] as Bool?
        else { throw UnreadableRow(table: "account") }
        self.init(
            account: AccountID(account), email: email, password: password, isKnownDevice: isKnown,
            language: row.name(3, of: Language.self))
    }
}

extension AccountLink {
    /// Reads a row of ``AccountStatements/link``.
    init(_ row: SQLRow) throws {
        let account = (row[1] as Int64?).map { AccountID($0) }
        let email = (row[2] as String?).flatMap { try? EmailAddress($0) }
        switch (row[0] as String?, account, email) {
        case ("reset", let account?, _): self = .reset(account)
        case ("email", let account?, let email?): self = .email(account, email)
        case ("registration", let demo, let email?):
            guard let password = (row[3] as String?).flatMap({ PasswordHash(text: $0) }) else { fallthrough }
            self = .registration(
                NewAccount(
                    email: email, isConfirmed: false, password: password, demo: demo,
                    keeps: row.name(6, of: DemoChoice.self) ?? .all, language: row.name(4, of: Language.self),
                    timeZone: row.name(5, of: TimeZoneID.self)))
        default: throw UnreadableRow(table: "accountLink")
        }
    }
}

extension AccountLogEntry {
    /// Reads a row of ``AccountStatements/log``; nil for an event that only a later version knows.
    init?(_ row: SQLRow) {
        guard let event = row.name(0, of: AccountEvent.self), let date = row.time(1) else { return nil }
        guard let id = row[4] as Int64? else { return nil }
        self.init(id: id, event: event, date: date, client: Client(address: row[2] ?? "", agent: row.text(3) ?? ""))
    }
}
