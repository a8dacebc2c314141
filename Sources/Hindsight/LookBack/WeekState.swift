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
        /// It was tried to save, and the answer is too long.
        case refused
        case saved(WeekNote)
        case failed(Failure)
    }

    enum Failure: Equatable {
        /// There is another answer by now.
        case changed(WeekNote)
        case unavailable
    }

    private(set) var week: WeekReview
    /// Number of the question that is answered.
    private(set) var question: Int
    private(set) var text: String
    /// Error of the text, since the last attempt to save.
    private(set) var fault: TextFault?
    private(set) var isSaving = false
    /// Text for the field that was not typed on the page.
    private(set) var fill: FieldFill?
    /// The result of checking the text, which is done when it changes.
    private var reading: TextReading
    /// Revision of the answer that the text was made from; 0 for none.
    private(set) var revision: Int
    /// Whether something was typed here that isn't saved.
    private var isTyped = false

    /// - Parameter question: the question of a week that has no answer.
    init(_ week: WeekReview, question: Int) {
        self.week = week
        self.question = week.note?.question ?? question
        text = week.note?.text ?? ""
        reading = text.reading(limit: WeekNote.limit)
        revision = week.note?.revision ?? 0
    }

    /// Characters of the text, trimmed, as its limit counts them.
    var count: Int { reading.count }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let text): type(text)
        case .save: return save()
        case .saved(let result): return finish(result)
        case .changed: return [.read]
        case .found(let week):
            self.week = week
            follow(week.note ?? .none)
        }
        return []
    }

    private mutating func type(_ typed: FieldText) {
        set(typed.text)
        // The basis comes from the browser.
        if let basis = typed.basis.flatMap({ Int($0) }), basis >= 0 { revision = basis }
        isTyped = true
        fill = nil
        if fault != nil { fault = ownFault }
    }

    private mutating func save() -> [Effect] {
        guard !isSaving else { return [] }
        fault = ownFault
        guard fault == nil else { return [.refused] }
        isSaving = true
        return [.save(WeekNote(question: question, text: text.trimmedAtEnds, revision: revision))]
    }

    private mutating func finish(_ result: Result<WeekNote, any Error>) -> [Effect] {
        isSaving = false
        switch result {
        case .success(let note):
            isTyped = false
            base(on: note)
            return [.saved(note)]
        case .failure(StoreError.noteChanged(let note)):
            // The person is shown it. Whoever saves then does so knowingly.
            base(on: note)
            return [.failed(.changed(note))]
        case .failure: return [.failed(.unavailable)]
        }
    }

    /// Makes a saved answer the one that the text is to replace.
    private mutating func base(on note: WeekNote) {
        revision = note.revision
        fill = FieldFill(text, basis: "\(revision)")
    }

    /// A field in which nobody has typed shows what was saved elsewhere.
    private mutating func follow(_ note: WeekNote) {
        guard !isTyped, !isSaving, note.revision != revision else { return }
        if note.revision > 0 { question = note.question }
        set(note.text)
        base(on: note)
    }

    /// An empty text is an answer as well: it takes the saved one back.
    private var ownFault: TextFault? { count == 0 ? nil : reading.fault }

    private mutating func set(_ text: String) {
        self.text = text
        reading = text.reading(limit: WeekNote.limit)
    }
}
