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

    /// Two texts of one field, of which the person chooses one. The own one is in the field.
    struct Conflict: Equatable {
        enum Origin: Equatable {
            /// Typed on another page.
            case typed
            /// Saved as the review, elsewhere.
            case saved
            /// Dropped, and brought back after something else was typed.
            case dropped
            /// The own text, in whose place the other one was taken. Nothing has to be chosen.
            case replaced
        }
        @ExactText var text: String
        var revision: Int
        var origin: Origin
    }

    enum Phase: Equatable {
        case editing, saving, saved
    }

    /// The version of a field that this page knows, besides the typed text.
    private struct Known: Equatable {
        /// Value in the store, as far as this page knows.
        @ExactText var stored: String
        /// The revision that the typed text was made from, and who wrote that.
        var base: Int
        var baseWriter: String
        /// The revision of the last text from elsewhere that came into the field, and that the page may not show yet.
        var followed = 0
        var fill: FieldFill?
    }

    private(set) var typed: TypedReview
    private(set) var goal: GoalReview
    private(set) var phase = Phase.editing
    private(set) var conflicts: [ReviewField: Conflict] = [:]
    /// Whether saving was attempted and refused: then errors are shown that nobody is told of while typing.
    private(set) var wasRefused = false
    /// Whether this page has typed or chosen anything.
    private(set) var isTouched = false
    /// Whether the store didn't answer when it was to keep the draft.
    private(set) var hasFailed = false
    /// Whether the page began with a draft.
    private let beganWithDraft: Bool
    private var known: [DraftField: Known]
    /// The revision of the review that a save takes the place of; nil to write the first one.
    private var reviewBase: Int?
    /// The page that this one goes on as: itself, or the one that was taken up again or has sent a plain post, which its first
    /// basis tells. Nil until then.
    private var writer: String?
    private let spareWriter: String
    /// The page, as the store knows it.
    private var ownName: String { writer ?? spareWriter }
    private let beginning: Beginning
    /// The revision of the review that this page has saved: it doesn't stand in its own way.
    private var ownReview: Int?
    /// Content of a save that the store has not answered: it may be saved.
    private var lastTry: ReviewContent?
    private var isKeeping = false
    private var isDropping = false
    /// Content at the time of the save, or the drop, that is in flight.
    private var atTap: TypedReview?

    /// The way in which a page began.
    enum Beginning {
        case opened
        /// It was open before, and its session was lost.
        case takenUp
        /// It was open before, in a browser without a script, and has posted its form.
        case posted
        /// It has posted a form that was refused: what was typed is shown, and nothing of it is kept.
        case refused
    }

    /// - Parameters:
    ///   - goal: what the page was opened on.
    ///   - isEditing: whether the review that there is is edited. Who writes the first one doesn't know of it yet.
    ///   - writer: a name for the page that no other has.
    ///   - beginning: how the page began.
    init(_ goal: GoalReview, isEditing: Bool, writer: String, beginning: Beginning = .opened) {
        var goal = goal
        if !isEditing { goal.review = nil }
        self.goal = goal
        self.beginning = beginning
        self.writer = beginning == .opened ? writer : nil
        spareWriter = writer
        typed = TypedReview(goal.form)
        beganWithDraft = goal.hasDraft
        reviewBase = goal.review?.revision
        known = [:]
        for field in DraftField.allCases {
            let stored = goal.stored(field)
            known[field] = Known(
                stored: stored.value, base: stored.revision, baseWriter: stored.writer,
                // Its fields may show something older.
                fill: beginning == .takenUp ? FieldFill(stored.value, basis: "\(stored.revision).\(writer)") : nil)
        }
    }

    // MARK: What is shown

    /// Basis that the page writes into a field.
    func basis(of field: ReviewField) -> String { basis(known[.text(field)]?.base ?? 0) }

    private func basis(_ revision: Int) -> String { "\(revision).\(ownName)" }

    /// New content of a field that was changed elsewhere.
    func fill(of field: DraftField) -> FieldFill? { known[field]?.fill }

    /// Conflicts in which a text has to be chosen before the review can be saved.
    var undecided: Set<ReviewField> {
        Set(conflicts.filter { $0.value.origin != .replaced }.keys)
    }

    /// Whether something typed is kept nowhere but on the page.
    var holdsTyping: Bool {
        isKeeping || !changes.isEmpty || DraftField.allCases.contains { isHeld($0) }
    }

    private func isHeld(_ field: DraftField) -> Bool {
        guard case .text(let text) = field, isUnstored(field) else { return false }
        return conflicts[text] != nil || isTooLarge(text)
    }

    /// State of the draft, as it is shown.
    var draftState: DraftState {
        if phase == .saved { return .saved }
        if ReviewField.allCases.contains(where: { isUnstored(.text($0)) && isTooLarge($0) }) { return .tooLarge }
        if hasFailed { return .failed }
        if !undecided.isEmpty { return .undecided }
        guard goal.hasDraft else { return .none }
        return beganWithDraft && !isTouched ? .restored : .kept
    }

    // MARK: What is not stored

    private func isUnstored(_ field: DraftField) -> Bool {
        guard let known = known[field] else { return false }
        return ExactText(wrappedValue: typed.draft[field]) != ExactText(wrappedValue: known.stored)
    }

    private func isTooLarge(_ field: ReviewField) -> Bool { typed.draft[field].utf8.count > field.byteLimit }

    /// Fields that the store is to keep now.
    private var changes: [DraftChange] {
        let undecided = undecided
        return DraftField.allCases.compactMap { field in
            guard isUnstored(field), let base = known[field]?.base else { return nil }
            if case .text(let text) = field {
                if isTooLarge(text) || undecided.contains(text) { return nil }
            } else if field == .style, !typed.hasStyle {
                return nil
            }
            return DraftChange(field, typed.draft[field], base: base)
        }
    }

    /// Returns the stored value of a field, with its revision and writer.
    private func stored(_ field: DraftField, in found: GoalReview) -> (value: String, revision: Int, writer: String) {
        var stored = found.stored(field)
        if stored.writer.isEmpty, let ownReview, stored.revision == ownReview { stored.writer = ownName }
        return stored
    }

    // MARK: What happens

    mutating func reduce(_ event: Event) -> [Effect] {
        var effects = apply(event)
        effects += keepWhatIsTyped()
        if event.isOwn, effects.contains(where: \.isFailure) { effects.append(.leadToAlert) }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let field, let text): type(text, into: field)
        case .styled(let style):
            touch()
            typed.choose(style)
            known[.style]?.fill = nil
        case .levelled(let level):
            touch()
            typed.set(.level, level.map { String($0.rawValue) } ?? "")
            known[.level]?.fill = nil
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
        case .keepMine(let field): keepMine(field)
        case .takeOther(let field): takeOther(field)
        }
        return []
    }

    private mutating func touch() {
        isTouched = true
        // The next change tries again.
        hasFailed = false
    }

    private mutating func keepWhatIsTyped() -> [Effect] {
        guard beginning != .refused, phase != .saving, !isKeeping, !isDropping, !hasFailed else { return [] }
        let changes = changes
        guard !changes.isEmpty else { return [] }
        isKeeping = true
        return [.keep(changes, by: ownName)]
    }

    private mutating func fail() -> [Effect] {
        hasFailed = true
        return [.retryLater]
    }

    // MARK: Typing

    private mutating func type(_ text: FieldText, into field: ReviewField) {
        touch()
        guard var known = known[.text(field)] else { return }
        let isPosted = beginning == .posted || beginning == .refused
        if let (revision, other) = text.basis.flatMap(Self.parse) {
            writer = writer ?? other
            // The page hadn't seen what the field holds here: both texts are kept.
            let isUnseen = revision < known.base && known.baseWriter != writer && known.baseWriter != other
            if !undecided.contains(field), isUnseen || revision < known.followed,
                ExactText(wrappedValue: typed.draft[field]) != ExactText(wrappedValue: text.text)
            {
                // A form without a script sends all its fields. One that is empty has nothing to lose.
                if text.text.isEmpty, isPosted {
                    known.fill = FieldFill(typed.draft[field], basis: basis(known.base))
                    self.known[.text(field)] = known
                    return
                }
                conflicts[field] = Conflict(
                    text: typed.draft[field], revision: known.base,
                    origin: goal.draft[.text(field)] == nil ? .saved : .typed)
            }
        }
        known.followed = 0
        // Whoever is shown both texts by the answer to a form, and sends the form again, has chosen.
        let isShown = beginning == .posted && conflicts[field] != nil
        known.fill = isShown ? FieldFill(text.text, basis: basis(known.base)) : nil
        self.known[.text(field)] = known
        typed.set(.text(field), text.text)
    }

    private static func parse(_ basis: String) -> (revision: Int, writer: String)? {
        let parts = basis.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let revision = Int(parts[0]), parts[1].utf8.count <= 32 else { return nil }
        return (revision, String(parts[1]))
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
        let (former, texts) = (goal, typed.draft)
        goal = found
        // The text of a review that was deleted elsewhere stays in the form, also of one that was written since.
        let isWritten = ReviewField.allCases.contains { !texts[$0].isEmpty }
        let isNew = isWritten && (found.deletedReview?.revision ?? 0) > former.revision
        let isDeleted = found.review == nil && (reviewBase != nil || isNew)
        for field in DraftField.allCases {
            let isPutAside = isPutAside(field, since: former)
            merge(field, stored(field, in: found), follows: !isPutAside && (!isDeleted || texts[field].isEmpty))
        }
        let news = newsOfDrop(since: former, ReviewField.allCases.filter { texts[$0] != typed.draft[$0] })
        if isDeleted {
            reviewBase = nil
            return news + [.notify(.failed(.deletedElsewhere))]
        }
        guard let review = found.review, review.revision != reviewBase else { return news }
        reviewBase = review.revision
        for field in review.content.style.fields { compare(field, former.review, review) }
        // The own save, whose answer was lost: saving again confirms it.
        if review.content == lastTry { return news }
        let isSame = !isTouched || review.content == (try? typed.draft.validated())
        return news + [.notify(.failed(isSame ? .savedElsewhere(review) : .changedElsewhere(review)))]
    }

    /// The text of this page was kept, and the review that another page has saved since says something else: it is nowhere
    /// but here.
    private func isPutAside(_ field: DraftField, since former: GoalReview) -> Bool {
        guard case .text(let text) = field, let mine = former.draft[field], mine.writer == ownName,
            let review = goal.review, goal.draft[field] == nil, goal.dropped[field] != mine.value
        else { return false }
        return review.revision > mine.revision && !typed.draft[text].isEmpty
    }

    /// Nothing that was typed goes from a form without a word, and without the way back.
    private func newsOfDrop(since former: GoalReview, _ changed: [ReviewField]) -> [Effect] {
        let isDropped = goal.dropped != former.dropped && changed.contains { former.draft[.text($0)] != nil }
        return isDropped ? [.notify(.dropped)] : []
    }

    private mutating func merge(
        _ field: DraftField, _ stored: (value: String, revision: Int, writer: String), follows: Bool
    ) {
        guard var mine = known[field] else { return }
        let newest = ExactText(wrappedValue: stored.value)
        let isSame = ExactText(wrappedValue: typed.draft[field]) == newest
        let isOwn = stored.writer == ownName
        if isSame {
            if case .text(let text) = field, conflicts[text].map({ $0.text == stored.value }) == true {
                conflicts[text] = nil
            }
        } else if !isUnstored(field), follows {
            if field == .style, isTouched {
                // Whoever writes isn't moved to the other style.
                mine.base = stored.revision
                mine.baseWriter = stored.writer
                known[field] = mine
                return
            }
            typed.set(field, stored.value)
            mine.followed = stored.revision
            mine.fill = FieldFill(stored.value, basis: basis(stored.revision))
        } else if case .text(let text) = field, !isOwn, stored.revision > mine.base {
            conflicts[text] = Conflict(
                text: stored.value, revision: stored.revision,
                origin: goal.draft[field] == nil ? .saved : .typed)
            mine.stored = stored.value
            known[field] = mine
            return
        }
        mine.stored = stored.value
        mine.base = stored.revision
        // A text that was typed here, and saved elsewhere just so, has been seen here all the same.
        if !(isSame && mine.baseWriter == ownName) { mine.baseWriter = stored.writer }
        known[field] = mine
    }

    /// A draft that was typed over a review which has another text by now.
    private mutating func compare(_ field: ReviewField, _ former: Review?, _ review: Review) {
        let (before, after) = (former?.content.draft[field] ?? "", review.content.draft[field])
        let mine = typed.draft[field]
        guard goal.draft[.text(field)] != nil, conflicts[field] == nil,
            ExactText(wrappedValue: before) != ExactText(wrappedValue: after),
            ExactText(wrappedValue: mine) != ExactText(wrappedValue: before),
            ExactText(wrappedValue: mine.trimmedAtEnds) != ExactText(wrappedValue: after)
        else { return }
        conflicts[field] = Conflict(text: after, revision: review.revision, origin: .saved)
    }

    private mutating func keepMine(_ field: ReviewField) {
        guard let conflict = conflicts.removeValue(forKey: field), conflict.origin != .replaced else { return }
        setBase(of: field, conflict.revision, fill: typed.draft[field], isForced: false)
    }

    /// The text in the field is made from that revision from now on, and the page is told.
    private mutating func setBase(of field: ReviewField, _ revision: Int, fill text: String, isForced: Bool) {
        guard var known = known[.text(field)] else { return }
        known.base = max(known.base, revision)
        known.fill = FieldFill(text, basis: basis(known.base), isForced: isForced)
        self.known[.text(field)] = known
    }

    private mutating func takeOther(_ field: ReviewField) {
        guard let conflict = conflicts[field] else { return }
        let mine = typed.draft[field]
        typed.set(.text(field), conflict.text)
        setBase(of: field, conflict.revision, fill: conflict.text, isForced: true)
        known[.text(field)]?.followed = conflict.revision
        // There is a way back.
        conflicts[field] = mine.isEmpty ? nil : Conflict(text: mine, revision: 0, origin: .replaced)
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
        atTap = typed
        lastTry = content
        var bases: [DraftField: Int] = [:]
        for (field, known) in known { bases[field] = known.base }
        return [.save(content, SaveBasis(review: reviewBase, fields: bases, writer: ownName))]
    }

    private mutating func finish(_ answer: SaveAnswer) -> [Effect] {
        let tapped = atTap
        atTap = nil
        phase = .editing
        hasFailed = false
        if answer != .unavailable { lastTry = nil }
        switch answer {
        case .done(let saved):
            let isEdit = reviewBase != nil
            let (former, texts) = (goal, typed.draft)
            goal = saved.goal
            reviewBase = saved.goal.review?.revision
            ownReview = reviewBase
            let style = saved.goal.review?.content.style
            // The saved text is chosen. The other style's fields still have two texts.
            conflicts = conflicts.filter { $0.key.style != style }
            for field in DraftField.allCases {
                let stored = stored(field, in: saved.goal)
                let isSaved = style.map { field.isPart(of: $0) } ?? false
                // Text typed since the tap is a draft, and so is that of the other style.
                if isSaved, typed.draft[field] == tapped?.draft[field] {
                    typed.set(field, stored.value)
                } else if case .text = field, !isSaved || saved.goal.draft[field] != nil {
                    merge(field, stored, follows: true)
                    continue
                }
                known[field]?.stored = stored.value
                known[field]?.base = stored.revision
                known[field]?.baseWriter = stored.writer
            }
            phase = .saved
            let others = ReviewField.allCases.filter { $0.style != style && texts[$0] != typed.draft[$0] }
            return newsOfDrop(since: former, others) + [.notify(.saved(isEdit ? nil : saved.reviewableCount))]
        case .overtaken(let found):
            let news = take(found)
            // Changes since then were not read.
            return (news.isEmpty ? [.notify(.failed(.typedElsewhere))] : news) + [.reload]
        case .gone: return [.notify(.failed(.gone))]
        case .unavailable: return [.notify(.failed(.unavailable)), .reload]
        }
    }

    // MARK: Dropping

    private mutating func drop() -> [Effect] {
        guard phase == .editing, !isDropping else { return [] }
        guard undecided.isEmpty else {
            wasRefused = true
            return [.notify(.refused)]
        }
        isDropping = true
        atTap = typed
        // The last typed text is dropped with the rest, so that an undo brings it back.
        return [.drop(changes, by: ownName)]
    }

    /// All fields begin anew, but those that were typed in since, and those whose text the store hasn't put away, as there
    /// was a newer one: no undo would bring it back.
    private mutating func clear(to found: GoalReview) -> [Effect] {
        let tapped = atTap
        atTap = nil
        conflicts = [:]
        isTouched = typed != tapped
        wasRefused = false
        goal = found
        for field in DraftField.allCases {
            let stored = stored(field, in: found)
            guard typed.draft[field] == tapped?.draft[field], !isLeft(field, by: found) else {
                merge(field, stored, follows: true)
                continue
            }
            typed.set(field, stored.value)
            known[field] = Known(
                stored: stored.value, base: stored.revision, baseWriter: stored.writer,
                fill: FieldFill(stored.value, basis: basis(stored.revision)))
        }
        // Changes since then were not read.
        return [.notify(.dropped), .reload]
    }

    private func isLeft(_ field: DraftField, by found: GoalReview) -> Bool {
        guard case .text(let text) = field, isUnstored(field), !isTooLarge(text) else { return false }
        return !typed.draft[text].isEmpty && found.dropped[field] != typed.draft[text]
    }

    private mutating func undo(_ answer: UndoAnswer) -> [Effect] {
        switch answer {
        case .tooLate: return [.notify(.failed(.undoIsOver))]
        case .unavailable: return [.notify(.failed(.unavailable))]
        case .done(let found):
            let news = take(found) + [.notify(.restored)]
            for (field, value) in found.dropped {
                guard case .text(let text) = field, conflicts[text] == nil, value != typed.draft[text] else { continue }
                conflicts[text] = Conflict(text: value, revision: known[field]?.base ?? 0, origin: .dropped)
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
    /// Returns the value of a field, with its revision and writer.
    fileprivate func stored(_ field: DraftField) -> (value: String, revision: Int, writer: String) {
        if let entry = draft[field] { return (entry.value, entry.revision, entry.writer) }
        guard let review else { return (ReviewDraft()[field], 0, "") }
        return (review.content.draft[field], field.isPart(of: review.content.style) ? review.revision : 0, "")
    }
}
