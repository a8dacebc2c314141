import HindsightDomain
import Live

/// An editor of a review: what is typed on one page, what is known to be stored, and what stands between the two. Pure, so
/// every race is a row of a table.
///
/// ### Invariants
/// - What differs from what is stored is on its way to the store, or in ``conflicts``, or too large, or waits for the
///   store to answer again: ``holdsTyping`` says so.
/// - A text of another page comes in the place of one typed here only when that one is stored as well, or when the person
///   has chosen it.
struct EditorState: Equatable, MachineState {
    enum Event: Equatable {
        /// A text was typed.
        case typed(ReviewField, FieldText)
        /// A style or a level was chosen; nil for one that there isn't.
        case styled(ReviewStyle?)
        case levelled(Level?)
        /// Somebody changed the goal, its review or its draft.
        case changed
        /// The goal's review and draft as they are now; nil when the goal is gone.
        case found(GoalReview?)
        /// The store's answer to ``Effect/keep(_:by:)``; nil when there was none.
        case kept(GoalReview?)
        /// It is time to try again what the store didn't answer.
        case retry
        case save
        case saved(SaveAnswer)
        case drop
        /// The store's answer to ``Effect/drop(_:by:)``; nil when there was none.
        case dropped(GoalReview?)
        case undoDrop
        case undone(UndoAnswer)
        /// A choice between two texts.
        case keepMine(ReviewField)
        case takeOther(ReviewField)

        /// Whether it is what the person at the page did, or the answer to it.
        var isOwn: Bool {
            switch self {
            case .changed, .found, .kept, .retry: false
            default: true
            }
        }
    }

    enum SaveAnswer: Equatable {
        case done(SavedReview)
        case overtaken(GoalReview)
        /// There is no such goal.
        case gone
        case unavailable
    }

    enum UndoAnswer: Equatable {
        case done(GoalReview)
        case tooLate
        case unavailable
    }

    enum Effect: Equatable {
        case keep([DraftChange], by: String)
        case save(ReviewContent, SaveBasis)
        case drop([DraftChange], by: String)
        case undoDrop
        /// Sends ``Event/retry`` after a while.
        case retryLater
        /// Reads the review and the draft as they are now.
        case reload
        case notify(Notification)
        /// Leads the person to the reason why something that they asked for failed. A failure of others moves nobody.
        case leadToAlert

        var isFailure: Bool { if case .notify(.failed) = self { true } else { false } }
    }

    /// A one-time message of the page.
    enum Notification: Equatable {
        /// The review is saved; says how many goals are still to be reviewed, nil after an edit.
        case saved(Int?)
        /// A save was refused: the page leads to what is missing.
        case refused
        case dropped
        /// The dropped draft is back.
        case restored
        case failed(SaveFailure)
    }

    /// Why something failed, or what stands in its way. What was typed stays.
    enum SaveFailure: Equatable {
        /// The review was written or changed elsewhere, and this page holds something else: this is it.
        case changedElsewhere(Review)
        /// The same, and this page holds nothing else.
        case savedElsewhere(Review)
        /// Something newer was typed elsewhere.
        case typedElsewhere
        /// The review was deleted elsewhere. Saving writes it anew.
        case deletedElsewhere
        /// The goal is gone.
        case gone
        /// The store did not answer; saving again may work.
        case unavailable
        /// The dropped draft can't be brought back any more.
        case undoIsOver
    }

    typealias Conflict = Draft<DraftField>.Conflict

    enum Phase: Equatable {
        case editing, saving, saved
    }

    /// The typed texts, with their counts and errors.
    private(set) var typed: TypedReview
    private(set) var goal: GoalReview
    private(set) var phase = Phase.editing
    /// Whether saving was attempted and refused: then errors are shown that nobody is told of while typing.
    private(set) var wasRefused = false
    /// Whether this page has typed or chosen anything.
    private(set) var isTouched = false
    /// Whether the store didn't answer when it was to keep the draft.
    private(set) var hasFailed = false
    private var draft: Draft<DraftField>
    /// Whether the page began with a draft.
    private let beganWithDraft: Bool
    /// Whether nothing typed is kept, because the form was refused.
    private let keepsNothing: Bool
    /// The revision of the review that a save takes the place of; nil to write the first one.
    private var reviewBase: Int?
    /// The revision of the review that this page has saved: it doesn't stand in its own way.
    private var ownReview: Int?
    /// Content of a save that the store has not answered: it may be saved.
    private var lastTry: ReviewContent?
    private var isKeeping = false
    private var isDropping = false
    /// Content at the time of the save, or the drop, that is in flight.
    private var snapshotAtSave: Draft<DraftField>?

    /// - Parameters:
    ///   - goal: what the page was opened on.
    ///   - isEditing: whether the review that there is is edited. Who writes the first one doesn't know of it yet.
    ///   - page: a name for the page that no other has.
    ///   - beginning: how the page began.
    init(_ goal: GoalReview, isEditing: Bool, page: String, beginning: Visit.Beginning = .opened) {
        var goal = goal
        if !isEditing { goal.review = nil }
        self.goal = goal
        draft = Draft(
            Dictionary(uniqueKeysWithValues: DraftField.allCases.map { ($0, goal.stored($0)) }), page: page,
            beginning: beginning)
        typed = TypedReview(goal.form)
        beganWithDraft = goal.hasDraft
        keepsNothing = beginning == .refused
        reviewBase = goal.review?.revision
    }

    // MARK: What is shown

    /// Basis that the page writes into a field.
    func basis(of field: ReviewField) -> String { draft.basis(of: .text(field)) }

    /// New content of a field that was changed elsewhere.
    func fill(of field: DraftField) -> FieldFill? { draft.fill(of: field) }

    /// The other texts of fields that have two.
    var conflicts: [ReviewField: Conflict] {
        guard !draft.conflicts.isEmpty else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: draft.conflicts.compactMap { field, other in field.text.map { ($0, other) } })
    }

    /// Conflicts in which a text has to be chosen before the review can be saved.
    var undecided: Set<ReviewField> { Set(draft.undecided.compactMap(\.text)) }

    /// Whether something typed is kept nowhere but on the page.
    var holdsTyping: Bool {
        isKeeping || !changes.isEmpty
            || ReviewField.allCases.contains {
                draft.isUnstored(.text($0)) && (draft.conflicts[.text($0)] != nil || isTooLarge($0))
            }
    }

    /// State of the draft, as it is shown.
    var draftState: DraftState {
        if phase == .saved { return .saved }
        if ReviewField.allCases.contains(where: { draft.isUnstored(.text($0)) && isTooLarge($0) }) { return .tooLarge }
        if hasFailed { return .failed }
        if !draft.undecided.isEmpty { return .undecided }
        guard goal.hasDraft else { return .none }
        return beganWithDraft && !isTouched ? .restored : .kept
    }

    private func isTooLarge(_ field: ReviewField) -> Bool { draft[.text(field)].utf8.count > field.byteLimit }

    /// Fields that the store is to keep now.
    private var changes: [DraftChange] {
        let undecided = draft.undecided
        return DraftField.allCases.compactMap { field in
            guard draft.isUnstored(field), !undecided.contains(field), field.text.map(isTooLarge) != true,
                field != .style || typed.hasStyle
            else { return nil }
            return DraftChange(field, draft[field], base: draft.base(of: field))
        }
    }

    // MARK: What happens

    mutating func reduce(_ event: Event) -> [Effect] {
        var effects = apply(event)
        typed.read(draft)
        effects += keepWhatIsTyped()
        if event.isOwn, effects.contains(where: \.isFailure) { effects.append(.leadToAlert) }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let field, let text): type(text, into: .text(field))
        case .styled(let style):
            // Nobody has tried to save the texts of the other style yet.
            if typed.hasStyle, style != typed.draft.style { wasRefused = false }
            type(FieldText(style?.rawValue ?? ""), into: .style)
        case .levelled(let level): type(FieldText(level.map { String($0.rawValue) } ?? ""), into: .level)
        case .changed: return [.reload]
        case .found(let found): return find(found)
        case .kept(let found):
            isKeeping = false
            guard let found else { return fail() }
            hasFailed = false
            return phase == .saving || isDropping ? [] : take(found)
        case .retry: if phase != .saving { hasFailed = false }
        case .save: return save()
        case .saved(let answer): return finish(answer)
        case .drop: return drop()
        case .dropped(let found):
            isDropping = false
            // It may have been dropped.
            guard let found else { return [.notify(.failed(.unavailable)), .reload] }
            return clear(to: found)
        case .undoDrop: return [.undoDrop]
        case .undone(let answer): return undo(answer)
        case .keepMine(let field): draft.keepMine(.text(field))
        case .takeOther(let field): draft.takeOther(.text(field))
        }
        return []
    }

    private mutating func type(_ text: FieldText, into field: DraftField) {
        isTouched = true
        // The next change tries again.
        hasFailed = false
        draft.type(text, into: field)
    }

    private mutating func keepWhatIsTyped() -> [Effect] {
        guard !keepsNothing, phase != .saving, !isKeeping, !isDropping, !hasFailed else { return [] }
        let changes = changes
        guard !changes.isEmpty else { return [] }
        isKeeping = true
        return [.keep(changes, by: draft.page)]
    }

    private mutating func fail() -> [Effect] {
        hasFailed = true
        return [.retryLater]
    }

    // MARK: What others do

    private mutating func find(_ found: GoalReview?) -> [Effect] {
        guard phase == .editing, !isDropping else { return [] }
        guard let found else { return [.notify(.failed(.gone))] }
        return take(found)
    }

    /// Takes in what the store has now: fields that this page has nothing of its own in follow, the others keep their text,
    /// and the other's is shown beside it.
    private mutating func take(_ found: GoalReview) -> [Effect] {
        // An answer may come after a newer one.
        guard found.revision >= goal.revision else { return [] }
        let (former, before) = (goal, draft)
        goal = found
        // The text of a review that was deleted elsewhere stays in the form, also of one that was written since.
        let isWritten = ReviewField.allCases.contains { !before[.text($0)].isEmpty }
        let isNew = isWritten && (found.deletedReview?.revision ?? 0) > former.revision
        let isDeleted = found.review == nil && (reviewBase != nil || isNew)
        for field in DraftField.allCases {
            merge(field, follows: !isPutAside(field, since: former) && (!isDeleted || before[field].isEmpty))
        }
        let news = newsOfDrop(since: former, before)
        if isDeleted {
            reviewBase = nil
            return news + [.notify(.failed(.deletedElsewhere))]
        }
        guard let review = found.review, review.revision != reviewBase else { return news }
        reviewBase = review.revision
        for field in review.content.style.fields { compare(field, former.review, review) }
        // The own save, whose answer was lost: saving again confirms it.
        if review.content == lastTry { return news }
        let isSame = !isTouched || review.content == (try? written.validated())
        return news + [.notify(.failed(isSame ? .savedElsewhere(review) : .changedElsewhere(review)))]
    }

    /// The draft as it is in the form now.
    private var written: ReviewDraft {
        var typed = typed
        typed.read(draft)
        return typed.draft
    }

    /// Returns the stored text of a field. A review that this page has saved is its own.
    private func stored(_ field: DraftField) -> Draft<DraftField>.Stored {
        var stored = goal.stored(field)
        if stored.page.isEmpty, let ownReview, stored.revision == ownReview { stored.page = draft.page }
        return stored
    }

    private mutating func merge(_ field: DraftField, follows: Bool = true) {
        // Whoever writes isn't moved to the other style.
        if field == .style, isTouched, follows, !draft.isUnstored(.style), draft[.style] != stored(.style).text {
            return draft.pass(stored(.style), in: .style)
        }
        draft.merge(stored(field), into: field, follows: follows, isChoice: field.text == nil)
    }

    /// The text of this page was kept, and the review that another page has saved since says something else: it is nowhere
    /// but here.
    private func isPutAside(_ field: DraftField, since former: GoalReview) -> Bool {
        guard field.text != nil, let mine = former.draft[field], mine.writer == draft.page,
            let review = goal.review, goal.draft[field] == nil, goal.dropped[field] != mine.value
        else { return false }
        return review.revision > mine.revision && !draft[field].isEmpty
    }

    /// Nothing that was typed goes from a form without a word, and without the way back.
    private func newsOfDrop(since former: GoalReview, _ before: Draft<DraftField>) -> [Effect] {
        let isDropped = former.draft.keys.contains { $0.text != nil && before[$0] != draft[$0] }
        return isDropped && goal.dropped != former.dropped ? [.notify(.dropped)] : []
    }

    /// A draft that was typed over a review which has another text by now.
    private mutating func compare(_ field: ReviewField, _ former: Review?, _ review: Review) {
        let (before, after) = (former?.content.draft[field] ?? "", review.content.draft[field])
        let mine = draft[.text(field)]
        guard goal.draft[.text(field)] != nil, draft.conflicts[.text(field)] == nil,
            ExactText(wrappedValue: before) != ExactText(wrappedValue: after),
            ExactText(wrappedValue: mine) != ExactText(wrappedValue: before),
            ExactText(wrappedValue: mine.trimmedAtEnds) != ExactText(wrappedValue: after)
        else { return }
        draft.conflicts[.text(field)] = Conflict(after, revision: review.revision, origin: .saved)
    }

    // MARK: Saving

    private mutating func save() -> [Effect] {
        guard phase == .editing, !isDropping else { return [] }
        guard typed.hasStyle, undecided.isDisjoint(with: typed.draft.style.fields),
            let content = try? typed.draft.validated()
        else {
            wasRefused = true
            return [.notify(.refused)]
        }
        phase = .saving
        snapshotAtSave = draft
        lastTry = content
        let bases = DraftField.allCases.map { ($0, draft.base(of: $0)) }
        let basis = SaveBasis(review: reviewBase, fields: Dictionary(uniqueKeysWithValues: bases), writer: draft.page)
        return [.save(content, basis)]
    }

    private mutating func finish(_ answer: SaveAnswer) -> [Effect] {
        let tapped = snapshotAtSave
        snapshotAtSave = nil
        phase = .editing
        hasFailed = false
        if answer != .unavailable { lastTry = nil }
        switch answer {
        case .done(let saved): return finish(saved, tapped)
        case .overtaken(let found):
            let news = take(found)
            // Changes since then were not read.
            return (news.isEmpty ? [.notify(.failed(.typedElsewhere))] : news) + [.reload]
        case .gone: return [.notify(.failed(.gone))]
        case .unavailable: return [.notify(.failed(.unavailable)), .reload]
        }
    }

    private mutating func finish(_ saved: SavedReview, _ tapped: Draft<DraftField>?) -> [Effect] {
        let isEdit = reviewBase != nil
        let (former, before) = (goal, draft)
        goal = saved.goal
        reviewBase = goal.review?.revision
        ownReview = reviewBase
        guard let style = goal.review?.content.style else { return [] }
        // The saved text is chosen. The other style's fields still have two texts.
        draft.conflicts = draft.conflicts.filter { !$0.key.isPart(of: style) }
        for field in DraftField.allCases {
            let isSaved = field.isPart(of: style)
            // Text typed since the tap is a draft, and so is that of the other style.
            if isSaved, draft[field] == tapped?[field] {
                draft.reset(field, to: stored(field), fills: false)
            } else if field.text != nil, !isSaved || goal.draft[field] != nil {
                merge(field)
            } else {
                draft.accept(stored(field), in: field)
            }
        }
        phase = .saved
        var others = former
        others.draft = former.draft.filter { !$0.key.isPart(of: style) }
        return newsOfDrop(since: others, before) + [.notify(.saved(isEdit ? nil : saved.reviewableCount))]
    }

    // MARK: Dropping

    private mutating func drop() -> [Effect] {
        guard phase == .editing, !isDropping else { return [] }
        guard draft.undecided.isEmpty else {
            wasRefused = true
            return [.notify(.refused)]
        }
        isDropping = true
        snapshotAtSave = draft
        // The last typed text is dropped with the rest, so that an undo brings it back.
        return [.drop(changes, by: draft.page)]
    }

    /// All fields begin anew, but those that were typed in since, and those whose text the store hasn't put away, as there
    /// was a newer one: no undo would bring it back.
    private mutating func clear(to found: GoalReview) -> [Effect] {
        let tapped = snapshotAtSave
        snapshotAtSave = nil
        draft.conflicts = [:]
        isTouched = DraftField.allCases.contains { draft[$0] != tapped?[$0] }
        wasRefused = false
        goal = found
        for field in DraftField.allCases {
            if draft[field] == tapped?[field], !isLeft(field) {
                draft.reset(field, to: stored(field))
            } else {
                merge(field)
            }
        }
        // Changes since then were not read.
        return [.notify(.dropped), .reload]
    }

    private func isLeft(_ field: DraftField) -> Bool {
        guard let text = field.text, draft.isUnstored(field), !isTooLarge(text) else { return false }
        return !draft[field].isEmpty && goal.dropped[field] != draft[field]
    }

    private mutating func undo(_ answer: UndoAnswer) -> [Effect] {
        switch answer {
        case .tooLate: return [.notify(.failed(.undoIsOver))]
        case .unavailable: return [.notify(.failed(.unavailable))]
        case .done(let found):
            let news = take(found) + [.notify(.restored)]
            for (field, value) in found.dropped where field.text != nil && draft.conflicts[field] == nil {
                guard value != draft[field] else { continue }
                draft.conflicts[field] = Conflict(value, revision: draft.base(of: field), origin: .dropped)
            }
            return news
        }
    }
}

extension EditorState.Effect {
    /// Has the store do what is asked for. The answer is an event, also when the store fails; nil when nothing is asked of it.
    func answer(of store: any ReviewStore, to owner: AccountID, goal: GoalID) async -> EditorState.Event? {
        switch self {
        case .notify, .reload, .retryLater, .leadToAlert: return nil
        case .keep(let changes, let writer):
            return .kept(try? await store.keepDraft(changes, by: writer, of: owner, goal: goal))
        case .drop(let changes, let writer):
            return .dropped(try? await store.dropDraft(with: changes, by: writer, of: owner, goal: goal))
        case .undoDrop:
            do {
                return .undone(.done(try await store.restoreDraft(of: owner, goal: goal)))
            } catch StoreError.nothingToRestore {
                return .undone(.tooLate)
            } catch { return .undone(.unavailable) }
        case .save(let content, let basis):
            do {
                return .saved(.done(try await store.saveReview(content, of: owner, goal: goal, from: basis)))
            } catch StoreError.overtaken(let found) {
                return .saved(.overtaken(found))
            } catch StoreError.notFound {
                return .saved(.gone)
            } catch { return .saved(.unavailable) }
        }
    }
}

extension GoalReview {
    /// Returns the text of a field as the store has it.
    fileprivate func stored(_ field: DraftField) -> Draft<DraftField>.Stored {
        if let entry = draft[field] {
            return .init(entry.value, revision: entry.revision, page: entry.writer, origin: .typed)
        }
        guard let review else { return .init(ReviewDraft()[field]) }
        let isPart = field.isPart(of: review.content.style)
        return .init(review.content.draft[field], revision: isPart ? review.revision : 0)
    }
}
