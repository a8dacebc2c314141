import HindsightDomain
import Live

/// A week to look back on, and the answer to its question as far as it is written.
struct WeekState: Equatable, MachineState {
    enum Event {
        case typed(FieldText)
        case save
        /// The store's answer to ``Effect/save(_:)``.
        case saved(Result<WeekNote, any Error>)
        /// Something of the week was changed, here or elsewhere.
        case changed
        /// The week as it is now.
        case found(WeekReview)
    }

    enum Effect: Equatable {
        case save(WeekNote)
        case read
        /// It was tried to save, and the answer is too long, or there is none.
        case refused
        case saved(WeekNote)
        case failed(Failure)
    }

    enum Failure: Equatable {
        /// There is another answer by now.
        case changed(WeekNote)
        case unavailable
    }

    enum Field: CaseIterable { case answer }

    private(set) var week: WeekReview
    /// Number of the question that is answered.
    private(set) var question: Int
    /// Error of the text, since the last attempt to save.
    private(set) var fault: TextFault?
    private var draft: Draft<Field>
    /// The result of checking the text, which is done when it changes.
    private var reading: TextReading
    /// The text that is being saved.
    private var saving: String?

    /// - Parameters:
    ///   - question: the question of a week that has no answer.
    ///   - page: a name for the page that no other has.
    ///   - beginning: how the page began.
    init(_ week: WeekReview, question: Int, page: String, beginning: Visit.Beginning = .opened) {
        let note = week.note ?? .none
        self.week = week
        self.question = week.note?.question ?? question
        draft = Draft([.answer: .init(note.text, revision: note.revision)], page: page, beginning: beginning)
        reading = note.text.reading(limit: WeekNote.limit)
    }

    var text: String { draft[.answer] }
    /// Basis that the page writes into the field.
    var basis: String { draft.basis(of: .answer) }
    /// Text for the field that was not typed on the page.
    var fill: FieldFill? { draft.fill(of: .answer) }
    var isSaving: Bool { saving != nil }
    /// Whether the text differs from the saved answer.
    var isUnsaved: Bool { draft.isUnstored(.answer) }
    /// Whether there is a saved answer.
    var isAnswered: Bool { week.note?.text.isEmpty == false }
    /// Characters of the text, trimmed, as its limit counts them.
    var count: Int { reading.count }

    mutating func reduce(_ event: Event) -> [Effect] {
        let former = text
        let effects = apply(event)
        if text != former { reading = text.reading(limit: WeekNote.limit) }
        if fault != nil { fault = ownFault }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let text): draft.type(text, into: .answer)
        case .save: return save()
        case .saved(let result): return finish(result)
        case .changed: return [.read]
        case .found(let found):
            week = found
            // The answer to a save tells what it has saved.
            if !isSaving { follow(found.note ?? .none) }
        }
        return []
    }

    private mutating func save() -> [Effect] {
        guard !isSaving else { return [] }
        fault = ownFault
        guard fault == nil else { return [.refused] }
        guard draft.conflicts.isEmpty else { return show(week.note ?? .none) }
        saving = text
        let note = WeekNote(question: question, text: text.trimmedAtEnds, revision: draft.base(of: .answer))
        return [.save(note)]
    }

    private mutating func finish(_ result: Result<WeekNote, any Error>) -> [Effect] {
        let saved = saving ?? ""
        saving = nil
        switch result {
        case .success(let note):
            let stored = Draft<Field>.Stored(saved, revision: note.revision, page: draft.page)
            if text == saved { draft.reset(.answer, to: stored) } else { draft.accept(stored, in: .answer) }
            week.note = note
            return [.saved(note)]
        case .failure(StoreError.noteChanged(let note)):
            follow(note)
            return draft.conflicts.isEmpty ? save() : show(note)
        case .failure: return [.failed(.unavailable)]
        }
    }

    /// A field in which nobody has typed shows what was saved elsewhere.
    private mutating func follow(_ note: WeekNote) {
        guard note.revision != draft.base(of: .answer) else { return }
        if !draft.isUnstored(.answer), note.revision > 0 { question = note.question }
        draft.merge(.init(note.text, revision: note.revision), into: .answer)
    }

    /// The person is shown the other answer. Whoever saves then does so knowingly.
    private mutating func show(_ note: WeekNote) -> [Effect] {
        draft.keepMine(.answer)
        return [.failed(.changed(note))]
    }

    /// An empty text takes the saved answer back; where there is none, it is none.
    private var ownFault: TextFault? { count == 0 && isAnswered ? nil : reading.fault }
}
