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
        /// Mends the title of a completed one.
        case rename

        /// The fields that the form has.
        var fields: [Field] {
            switch self {
            case .new, .edit, .recover: Field.allCases
            case .finished: [.title, .startDate, .endDate]
            case .rename: [.title]
            }
        }
    }

    /// A field of the form. The raw value is its name.
    enum Field: String, CaseIterable {
        case title, startDate, endDate, endless, reminderEnabled
    }

    let purpose: Purpose
    /// The date that it is for the owner, as of the last event.
    private(set) var today: CalendarDate
    /// The result of checking the title, which is done when it changes.
    private var titleReading: TextReading
    /// Kinds of the owner's reminders that reach them.
    var reminderReach = ReminderReach()
    /// The goal as it was last read; nil for one that isn't made yet.
    private(set) var goal: GoalDetail?
    /// Errors found by the last attempt to save that have not been corrected since.
    private(set) var errors = GoalFormErrors()
    private(set) var phase = Phase.open

    enum Phase {
        case open, saving, saved
    }

    /// The name of the page is what its new goal's idempotency key is made from; the note is ``ownEnd``, so that a form
    /// posted as a whole tells an end that the form itself has put there.
    private var draft: Draft<Field>
    /// The end that follows the start, until the person says another one; nil where the goal has its own.
    private var ownEnd: CalendarDate? { didSet { draft.note = ownEnd?.description } }
    /// Basis of the fields of a form that was posted as a whole; nil for any other.
    private var postedBasis: String?
    private let isPosted: Bool
    /// Error that only the store found, because it has another current day.
    private var refusal: (startDate: String, endDate: String, fault: GoalDateFault)?

    /// Default number of days from the start to the end.
    static let length = 7

    /// - Parameters:
    ///   - goal: the goal that is edited or taken up again.
    ///   - title: what stands in the field of a new goal.
    ///   - today: which day it is for the owner.
    ///   - page: a name for the page that no other has, or the one that it had before its session was lost.
    ///   - beginning: how the page began.
    init(
        _ purpose: Purpose, goal: GoalDetail? = nil, title: String = "", today: CalendarDate, page: String,
        beginning: Visit.Beginning = .opened
    ) {
        self.purpose = purpose
        self.goal = goal
        self.today = today
        isPosted = beginning == .posted || beginning == .refused
        let first = purpose == .finished ? today.adding(days: -Self.length) : today
        // A goal that is taken up again keeps its start, and gets a new end.
        let fields =
            goal?.goal.fields ?? GoalFields(title: GoalTitle(unchecked: title), startDate: first, endDate: today)
        let keepsEnd = purpose == .edit && fields.hasEnd || purpose == .rename
        ownEnd = keepsEnd ? nil : Self.end(of: max(fields.startDate, first), purpose, today)
        let revision = goal?.revision ?? 0
        var stored = fields.stored(at: revision)
        if let ownEnd { stored[.endDate] = .init(ownEnd.description, revision: revision) }
        draft = Draft(stored, page: page, beginning: beginning, note: ownEnd?.description)
        titleReading = draft[.title].reading(limit: GoalTitle.limit)
        reminderReach = goal?.reminderReach ?? ReminderReach()
    }

    /// It is never a day on which the goal could not end.
    private static func end(of start: CalendarDate, _ purpose: Purpose, _ today: CalendarDate) -> CalendarDate {
        let end = start.adding(days: length)
        return purpose == .finished ? min(end, max(today, start)) : max(end, today)
    }

    // MARK: What is shown

    var title: String { draft[.title] }
    var startDate: String { draft[.startDate] }
    var endDate: String { draft[.endDate] }
    var isEndless: Bool { draft[.endless] == "yes" }
    var reminderEnabled: Bool { draft[.reminderEnabled] == "yes" }

    /// Number of characters of the trimmed title, as its limit counts them.
    var titleCount: Int { titleReading.count }

    var hasErrors: Bool { !allErrors.isEmpty }

    /// Name of the page, which it keeps when its session is lost.
    var page: String { draft.page }

    /// Basis that the page writes into a field.
    func basis(of field: Field) -> String { draft.basis(of: field) }

    /// Content of a field that was not typed on the page.
    func fill(of field: Field) -> FieldFill? { draft.fill(of: field) }

    // MARK: What happens

    mutating func reduce(_ event: Event) -> [Effect] {
        let former = title
        let effects = apply(event)
        if title != former { titleReading = title.reading(limit: GoalTitle.limit) }
        // Errors that have been corrected go.
        if !errors.isEmpty { errors = errors.filtered(by: allErrors) }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
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
        let version = text.basis.flatMap { FieldBasis(text: $0) }
        // A text that was kept through a reload is still that of the page on which it was typed.
        if field == .title, let version { draft.resume(as: version.page) }
        // A form that is posted as a whole has the end in it that the form itself has put there.
        let isOwn = field == .endDate && ownEnd != nil && text.text == version?.note
        if field == .endDate, !isOwn { ownEnd = nil }
        if isPosted, let basis = text.basis { postedBasis = basis }
        let line = field == .title ? text.text.inOneLine(limit: GoalTitle.limit) : text.text
        // A checkbox has no basis of its own.
        draft.type(FieldText(line, basis: text.basis ?? postedBasis), into: field)
        if field == .startDate || isOwn { moveEnd() }
    }

    private mutating func moveEnd() {
        guard let former = ownEnd, let start = CalendarDate(startDate) else { return }
        let end = Self.end(of: purpose == .recover ? max(start, today) : start, purpose, today)
        guard end != former || endDate != end.description else { return }
        ownEnd = end
        draft.reset(.endDate, to: .init(end.description, revision: goal?.revision ?? 0))
    }

    private mutating func save() -> [Effect] {
        guard phase != .saving else { return [] }
        errors = allErrors
        guard errors.isEmpty, let fields else { return [.refused] }
        if let goal, !draft.conflicts.isEmpty { return show(goal) }
        phase = .saving
        let request = GoalFormRequest(
            purpose: purpose, fields: fields, key: page, revision: goal?.revision ?? 0, goal: goal?.id)
        return [.save(request)]
    }

    private mutating func fail(_ error: any Error) -> [Effect] {
        switch error as? StoreError {
        case .startsAfterEnd: return refuse(.startsAfterEnd)
        case .endsInPast: return refuse(.endsInPast)
        case .endsInFuture: return refuse(.endsInFuture)
        case .changedSince(let goal):
            follow(goal)
            // The fields that were changed are in the form, and the others are sent again.
            return draft.conflicts.isEmpty ? save() : show(goal)
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
        let isOpen =
            switch purpose {
            case .recover: found.goal.box == .stored
            case .rename: true
            case .new, .finished, .edit: found.goal.box != .completed
            }
        guard isOpen else { return [.failed(.wrongBox(found), isOwn: false)] }
        follow(found)
        return []
    }

    /// The goal was changed elsewhere: fields that nobody has typed in here show it.
    private mutating func follow(_ found: GoalDetail) {
        let isNewer = found.revision != goal?.revision
        goal = found
        guard isNewer else { return }
        for (field, stored) in found.goal.fields.stored(at: found.revision) {
            switch field {
            // A goal that is taken up again gets a new end.
            case .endDate where purpose != .edit || !found.goal.fields.hasEnd: break
            case .endless where purpose != .edit: break
            case .endDate:
                ownEnd = nil
                draft.merge(stored, into: field)
            default: draft.merge(stored, into: field, isChoice: field == .endless || field == .reminderEnabled)
            }
        }
    }

    /// The person is shown the goal as it is now. Whoever saves then does so knowingly.
    private mutating func show(_ found: GoalDetail) -> [Effect] {
        for field in Field.allCases { draft.keepMine(field) }
        return [.failed(.changed(found), isOwn: true)]
    }

    // MARK: Checking

    private var fields: GoalFields? {
        if purpose == .rename {
            guard var fields = goal?.goal.fields, let title = try? GoalTitle(title) else { return nil }
            fields.title = title
            return fields
        }
        guard let title = try? GoalTitle(title), let start = CalendarDate(startDate.trimmedAtEnds), let end
        else { return nil }
        let isReminding = purpose != .finished && reminderEnabled
        return GoalFields(title: title, startDate: start, endDate: end, reminderEnabled: isReminding)
    }

    /// The last day that is chosen; nil for a text that isn't a day.
    private var end: CalendarDate? { isEndless ? .max : CalendarDate(endDate.trimmedAtEnds) }

    private var allErrors: GoalFormErrors {
        var found = GoalFormErrors(title: titleReading.fault)
        if purpose == .rename { return found }
        let start = CalendarDate(startDate.trimmedAtEnds)
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

extension GoalFields {
    /// The texts of a form's fields.
    var texts: [GoalFormState.Field: String] {
        [
            .title: title.text, .startDate: startDate.description, .endDate: hasEnd ? endDate.description : "",
            .endless: hasEnd ? "" : "yes", .reminderEnabled: reminderEnabled ? "yes" : "",
        ]
    }

    /// Returns the fields of a form as the store has them at that revision.
    fileprivate func stored(at revision: Int) -> [GoalFormState.Field: Draft<GoalFormState.Field>.Stored] {
        texts.mapValues { .init($0, revision: revision) }
    }
}
