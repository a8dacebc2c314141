import HindsightDomain
import Live
import Streams

/// A week to look back on, and the answer to its question while it is written.
struct WeekViewModel: ViewModel {
    struct Input {
        let answer: Observable<FieldText>
        let save: Observable<Void>
        let goalChanges: Observable<GoalChanges>
        /// An answer was saved somewhere.
        let noteChanges: Observable<Void>
    }

    struct Output {
        let week: Driver<WeekReview>
        /// What is known here of the answer.
        let state: BehaviorRelay<WeekAnswer>
        let fieldErrors: Driver<TextFault?>
        let isSaving: Driver<Bool>
        /// It was tried to save, and the answer is too long.
        let refused: Signal<Void>
        let saved: Signal<WeekNote>
        let failAlert: Signal<Failure>
    }

    enum Failure: Equatable {
        /// There is another answer by now.
        case changed(WeekNote)
        case unavailable
    }

    let goals: GoalRequests
    let initial: WeekReview
    /// The question of a week that has no answer.
    let question: Int
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let week = BehaviorRelay(value: initial)
        let state = BehaviorRelay(value: WeekAnswer(initial.note, question: question))
        let refused = PublishRelay<Void>()
        let saved = PublishRelay<WeekNote>()
        let failures = PublishRelay<Failure>()
        let days = initial.days
        func change<Answer>(_ change: (inout WeekAnswer) -> Answer) -> Answer {
            var changed = state.value
            let answer = change(&changed)
            state.accept(changed)
            return answer
        }

        input.answer.subscribe(onNext: { text in change { $0.type(text) } }).disposed(by: bag)
        input.save.flatMapFirst { [goals] () -> Observable<Result<WeekNote, any Error>> in
            guard let note = change({ $0.save() }) else {
                refused.accept(())
                return .empty()
            }
            return goals.write {
                try await $0.saveWeekNote(note.text, question: note.question, from: note.revision, of: $1, days)
            }.map { .success($0) }.catch { .just(.failure($0)) }.asObservable()
        }.subscribe(onNext: { result in
            switch result {
            case .success(let note):
                change { $0.finish(note) }
                saved.accept(note)
            case .failure(StoreError.noteChanged(let note)):
                change { $0.show(note) }
                failures.accept(.changed(note))
            case .failure:
                change { $0.isSaving = false }
                failures.accept(.unavailable)
            }
        }).disposed(by: bag)

        // When it can't be read, the next change asks again.
        Observable.merge(input.goalChanges.map { _ in }, input.noteChanges)
            .flatMapLatest { [goals] in goals.read { try await $0.week(of: $1, days) }.catchErrorJustComplete() }
            .subscribe(onNext: { found in
                week.accept(found)
                change { $0.follow(found.note ?? .none) }
            }).disposed(by: bag)

        let shown = state.asDriver()
        return Output(
            week: week.asDriver().distinctUntilChanged(), state: state,
            fieldErrors: shown.map(\.fault).distinctUntilChanged(),
            isSaving: shown.map(\.isSaving).distinctUntilChanged(),
            refused: refused.asSignal(), saved: saved.asSignal(), failAlert: failures.asSignal())
    }
}

/// The answer to the question of a week, as far as it is written.
struct WeekAnswer: Equatable {
    /// Which question it answers.
    private(set) var question: Int
    private(set) var text: String
    /// The result of checking the text, which is done when it changes.
    private var reading: TextReading
    /// Of the answer that ``text`` was made from; 0 for none.
    private(set) var revision: Int
    /// What is wrong with it, since it was tried to save.
    private(set) var fault: TextFault?
    var isSaving = false
    /// What the field is to hold, since it was not typed on the page.
    private(set) var fill: FieldFill?
    /// Whether something was typed here that isn't saved.
    private(set) var isTyped = false

    init(_ note: WeekNote?, question: Int) {
        self.question = note?.question ?? question
        text = note?.text ?? ""
        reading = text.reading(limit: WeekNote.limit)
        revision = note?.revision ?? 0
    }

    /// Characters of the text, trimmed, as its limit counts them.
    var count: Int { reading.count }

    mutating func type(_ typed: FieldText) {
        set(typed.text)
        // What a text was made from comes from the browser.
        if let basis = typed.basis.flatMap({ Int($0) }), basis >= 0 { revision = basis }
        isTyped = true
        fill = nil
        if fault != nil { fault = ownFault }
    }

    /// It is tried to save.
    ///
    /// - Returns: what the store is asked; nil when something is wrong.
    mutating func save() -> WeekNote? {
        fault = ownFault
        guard fault == nil else { return nil }
        isSaving = true
        return WeekNote(question: question, text: text.trimmedAtEnds, revision: revision)
    }

    mutating func finish(_ note: WeekNote) {
        isSaving = false
        isTyped = false
        revision = note.revision
        // What is typed next was made from what is saved now.
        fill = FieldFill(text, basis: "\(revision)")
    }

    /// The person is shown the answer as it is now. Whoever saves then does so knowingly.
    mutating func show(_ note: WeekNote) {
        isSaving = false
        revision = note.revision
        fill = FieldFill(text, basis: "\(revision)")
    }

    /// It was answered elsewhere: a field in which nobody has typed shows it.
    mutating func follow(_ note: WeekNote) {
        guard !isTyped, !isSaving, note.revision != revision else { return }
        if note.revision > 0 { question = note.question }
        set(note.text)
        revision = note.revision
        fill = FieldFill(text, basis: "\(revision)")
    }

    /// No answer at all is one as well.
    private var ownFault: TextFault? { count == 0 ? nil : reading.fault }

    private mutating func set(_ text: String) {
        self.text = text
        reading = text.reading(limit: WeekNote.limit)
    }
}
