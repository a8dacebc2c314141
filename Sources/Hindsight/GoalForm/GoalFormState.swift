import HindsightDomain
import Live

/// The form of a goal, and what is known of the goal.
struct GoalFormState: MachineState {
    enum Event {
        /// The date that it is for the owner.
        case today(CalendarDate)
        case typed(FieldText, Field)
        case save
        /// The store's answer to ``Effect/save(_:)``.
        case saved(Result<GoalDetail, any Error>)
        /// Something may have happened to the goal elsewhere.
        case changed
        /// The goal as it is now; nil when it is gone.
        case found(GoalDetail?)
    }

    enum Effect {
        case save(GoalFormRequest)
        case read(GoalID)
        /// It was tried to save, and something is wrong in the form.
        case refused
        case saved(GoalDetail)
        /// Nothing can be saved, or was: because of what others did, or of what the person asked for.
        case failed(GoalFormFailure, isOwn: Bool)
    }

    /// The purpose of the form.
    enum Purpose: String, Sendable {
        /// A goal to be worked on.
        case new
        /// A goal that was finished before it was ever written down.
        case finished
        /// Changes one.
        case edit
        /// Takes a stored one up again.
        case recover
    }

    /// A field of the form. The raw value is its name.
    enum Field: String, CaseIterable {
        case title, startDate, endDate, reminderEnabled
    }

    let purpose: Purpose
    /// The date that it is for the owner, as of the last event.
    private(set) var today: CalendarDate
    private(set) var title: String
    /// The result of checking the title, which is done when it changes.
    private var titleReading: TextReading
    private(set) var startDate: String
    private(set) var endDate: String
    private(set) var reminderEnabled: Bool
    /// Kinds of the owner's reminders that reach them.
    var reminderReach = ReminderReach()
    /// The goal as it was last read; nil for one that isn't made yet.
    private(set) var goal: GoalDetail?
    /// Errors found by the last attempt to save that have not been corrected since.
    private(set) var errors = GoalFormErrors()
    private(set) var phase = Phase.open
    /// Content of the page's fields that was not typed on the page.
    private(set) var fills: [Field: FieldFill] = [:]

    enum Phase {
        case open, saving, saved
    }

    /// Tells this page's goal from that of any other page.
    private var key: String
    /// The fields that the person has typed in, with the goal's revision that each of them was typed over.
    private var typed: [Field: Int] = [:]
    /// The person was shown the goal of this revision beside the form.
    private var seenRevision = 0
    /// The end that follows the start, until the person says another one; nil where the goal has its own.
    private var ownEnd: CalendarDate?
    /// Error that only the store found, because it has another current day.
    private var refusal: (startDate: String, endDate: String, fault: GoalDateFault)?

    /// Default number of days from the start to the end.
    static let length = 7

    /// - Parameters:
    ///   - goal: the goal that is edited or taken up again.
    ///   - title: what stands in the field of a new goal.
    ///   - today: which day it is for the owner.
    ///   - key: a random text of this page.
    ///   - position: what a page that is taken up again knows of itself.
    init(
        _ purpose: Purpose, goal: GoalDetail? = nil, title: String = "", today: CalendarDate, key: String,
        position: GoalFormBasis? = nil
    ) {
        self.purpose = purpose
        self.goal = goal
        self.today = today
        self.key = position?.key ?? key
        self.title = goal?.goal.title ?? title
        titleReading = self.title.reading(limit: GoalTitle.limit)
        let first = purpose == .finished ? today.adding(days: -Self.length) : today
        // A goal that is taken up again keeps its start, and gets a new end.
        let start = goal?.goal.startDate ?? first
        startDate = start.description
        endDate = ""
        reminderEnabled = goal?.goal.reminderEnabled ?? false
        reminderReach = goal?.reminderReach ?? ReminderReach()
        ownEnd = purpose == .edit ? nil : Self.end(of: max(start, first), purpose, today)
        endDate = (ownEnd ?? goal?.goal.endDate ?? today).description
        guard let position else { return }
        seenRevision = position.revision
        // The page's fields may show something older.
        for field in Field.allCases { fills[field] = FieldFill(text(of: field), basis: basis.text) }
    }

    /// It is never a day on which the goal could not end.
    private static func end(of start: CalendarDate, _ purpose: Purpose, _ today: CalendarDate) -> CalendarDate {
        let end = start.adding(days: length)
        return purpose == .finished ? min(end, max(today, start)) : max(end, today)
    }

    // MARK: What is shown

    /// Number of characters of the trimmed title, as its limit counts them.
    var titleCount: Int { titleReading.count }

    var hasErrors: Bool { !allErrors.isEmpty }

    /// State of the page, written into the basis of its fields.
    var basis: GoalFormBasis { GoalFormBasis(key: key, revision: revision, end: ownEnd) }

    /// The goal's revision that a save takes the place of.
    private var revision: Int { max(seenRevision, typed.values.min() ?? goal?.revision ?? 0) }

    private func text(of field: Field) -> String {
        switch field {
        case .title: title
        case .startDate: startDate
        case .endDate: endDate
        case .reminderEnabled: reminderEnabled ? "yes" : ""
        }
    }

    // MARK: What happens

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .today(let day): today = day
        case .typed(let text, let field): type(text, into: field)
        case .save: return save()
        case .saved(.success(let goal)):
            phase = .saved
            return [.saved(goal)]
        case .saved(.failure(let error)):
            phase = .open
            return fail(error)
        case .changed: return goal.map { [.read($0.id)] } ?? []
        case .found(let found):
            // A change of the page's own is no news, nor one that its answer under way will tell.
            if phase == .open { return find(found) }
        }
        return []
    }

    /// Something was typed. What a text was made from comes from the browser.
    private mutating func type(_ text: FieldText, into field: Field) {
        let basis = text.basis.flatMap { GoalFormBasis(text: $0) }
        // A text that was kept through a reload is still that of the page on which it was typed.
        if field == .title, let basis { key = basis.key }
        // A form that is posted as a whole has the end in it that the form itself has put there.
        let isOwn = field == .endDate && ownEnd != nil && text.text == basis?.end?.description
        if !isOwn || typed[field] != nil { typed[field] = basis?.revision ?? goal?.revision ?? 0 }
        fills[field] = nil
        switch field {
        case .title: setTitle(GoalTitle.line(of: text.text))
        case .startDate: startDate = text.text
        case .endDate: endDate = text.text
        case .reminderEnabled: reminderEnabled = text.text == "yes"
        }
        if field == .startDate || isOwn { moveEnd() }
        mend()
    }

    private mutating func setTitle(_ text: String) {
        title = text
        titleReading = text.reading(limit: GoalTitle.limit)
    }

    private mutating func moveEnd() {
        guard ownEnd != nil, typed[.endDate] == nil, let start = CalendarDate(startDate) else { return }
        let end = Self.end(of: purpose == .recover ? max(start, today) : start, purpose, today)
        let text = end.description
        guard end != ownEnd || endDate != text else { return }
        ownEnd = end
        endDate = text
        fills[.endDate] = FieldFill(text, basis: basis.text)
    }

    /// Removes the errors that have been corrected.
    private mutating func mend() {
        if !errors.isEmpty { errors = errors.filtered(by: allErrors) }
    }

    private mutating func save() -> [Effect] {
        guard phase != .saving else { return [] }
        errors = allErrors
        guard errors.isEmpty, let fields else { return [.refused] }
        phase = .saving
        return [
            .save(
                GoalFormRequest(purpose: purpose, fields: fields, key: key, revision: revision, goal: goal?.id))
        ]
    }

    private mutating func fail(_ error: any Error) -> [Effect] {
        switch error as? StoreError {
        case .startsAfterEnd: return refuse(.startsAfterEnd)
        case .endsInPast: return refuse(.endsInPast)
        case .endsInFuture: return refuse(.endsInFuture)
        case .changedSince(let goal):
            show(goal)
            return [.failed(.changed(goal), isOwn: true)]
        case .wrongBox(let goal): return [.failed(.wrongBox(goal), isOwn: true)]
        // There is no owner any more, for a goal that isn't made yet.
        case .notFound: return [.failed(.gone, isOwn: true)]
        default: return [.failed(.unavailable, isOwn: true)]
        }
    }

    /// The store has found the days wrong.
    private mutating func refuse(_ fault: GoalDateFault) -> [Effect] {
        refusal = (startDate, endDate, fault)
        errors = allErrors
        return [.refused]
    }

    /// Takes in what has become of the goal.
    private mutating func find(_ found: GoalDetail?) -> [Effect] {
        guard let found else { return [.failed(.gone, isOwn: false)] }
        let isOpen = purpose == .recover ? found.goal.box == .stored : found.goal.box != .completed
        guard isOpen else { return [.failed(.wrongBox(found), isOwn: false)] }
        follow(found)
        return []
    }

    /// The goal was changed elsewhere: fields that nobody has typed in here show it.
    private mutating func follow(_ found: GoalDetail) {
        let isNewer = found.revision != goal?.revision
        goal = found
        guard isNewer else { return }
        for field in Field.allCases where typed[field] == nil {
            switch field {
            case .title: setTitle(found.goal.title)
            case .startDate: startDate = found.goal.startDate.description
            case .endDate: if purpose == .edit { endDate = found.goal.endDate.description }
            case .reminderEnabled: reminderEnabled = found.goal.reminderEnabled
            }
            fills[field] = FieldFill(text(of: field), basis: basis.text)
        }
        mend()
    }

    /// The person is shown the goal as it is now. Whoever saves then does so knowingly.
    private mutating func show(_ found: GoalDetail) {
        seenRevision = max(seenRevision, found.revision)
        follow(found)
        for field in typed.keys where field != .reminderEnabled {
            fills[field] = FieldFill(text(of: field), basis: basis.text)
        }
    }

    // MARK: Checking

    private var fields: GoalFields? {
        guard let title = try? GoalTitle(title), let start = CalendarDate(startDate.trimmedAtEnds),
            let end = CalendarDate(endDate.trimmedAtEnds)
        else { return nil }
        let isReminding = purpose != .finished && reminderEnabled
        return GoalFields(title: title, startDate: start, endDate: end, reminderEnabled: isReminding)
    }

    private var allErrors: GoalFormErrors {
        var found = GoalFormErrors(title: titleReading.fault)
        let start = CalendarDate(startDate.trimmedAtEnds)
        let end = CalendarDate(endDate.trimmedAtEnds)
        if start == nil { found.startDate = .noSuchDate }
        if let end {
            if purpose == .finished, end > today { found.endDate = .endsInFuture }
            if purpose != .finished, end < today { found.endDate = .endsInPast }
            if found.endDate == nil, let start, start > end { found.endDate = .startsAfterEnd }
        } else {
            found.endDate = .noSuchDate
        }
        if found.endDate == nil, let refusal, refusal.startDate == startDate, refusal.endDate == endDate {
            found.endDate = refusal.fault
        }
        return found
    }
}

/// An error of the dates of a form.
enum GoalDateFault: Hashable, Sendable {
    case noSuchDate, startsAfterEnd, endsInPast, endsInFuture
}

/// The errors of a form.
struct GoalFormErrors: Hashable, Sendable {
    var title: TextFault?
    var startDate: GoalDateFault?
    var endDate: GoalDateFault?

    var isEmpty: Bool { self == GoalFormErrors() }

    /// Those that are in the other one too, as it says them.
    func filtered(by other: GoalFormErrors) -> GoalFormErrors {
        GoalFormErrors(
            title: title == nil ? nil : other.title, startDate: startDate == nil ? nil : other.startDate,
            endDate: endDate == nil ? nil : other.endDate)
    }
}

/// The state of a page that survives the loss of its session, with the versions that the texts of its fields were typed
/// on. It comes back from the browser.
struct GoalFormBasis: Hashable, Sendable {
    /// Tells this page's goal from that of any other page.
    var key: String
    /// The goal's; 0 for one that isn't made yet.
    var revision: Int
    /// The end that the form itself has put there.
    var end: CalendarDate?

    var text: String { "\(key).\(revision)\(end.map { ".\($0)" } ?? "")" }
}

extension GoalFormBasis {
    /// Nil for what no page has written.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...40).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || Self.isDigit($0) }),
            parts[1].utf8.allSatisfy(Self.isDigit), let revision = Int(parts[1])
        else { return nil }
        self.init(key: String(parts[0]), revision: revision, end: nil)
        if parts.count == 3 {
            guard let end = CalendarDate(parts[2]) else { return nil }
            self.end = end
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
