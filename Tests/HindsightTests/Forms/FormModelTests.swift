import HindsightDomain
import Live
import LiveSQLite
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Two pages of one form that is saved as a whole, on the real store, with a person at each who types and saves, with a
/// script and without one, while lines break, pages are loaded again and the server forgets their sessions. No text is
/// replaced in the store by somebody who hasn't seen it, and none goes from a page that was typed there and isn't saved.
///
/// It fails, among others, when
/// - a field follows over what is typed in it;
/// - a text counts as made from a newer one than it was, after a reload, a lost session or a post;
/// - a save is sent while another text stands against it;
/// - a page isn't told of the revision that its text is made from.
@Suite(.timeLimit(.minutes(15))) struct FormModelTests {
    static let seeds: Range<UInt64> = 0..<1000

    @Test func noAnswerOfAWeekIsReplacedUnseen() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        try await Self.run { WeekForm(fixture, seed: $0) }
    }

    @Test func noGoalIsChangedUnseen() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        try await Self.run { _ in GoalForm(fixture, try await fixture.makeGoal("<0>").id) }
    }

    private static func run<Form: ModelForm>(_ makeForm: (UInt64) async throws -> Form) async throws {
        var count = 0
        for seed in seeds {
            var model = FormModel(try await makeForm(seed), seed: seed)
            let wrong = try await model.run(steps: 50)
            count += model.savedCount
            #expect(wrong.isEmpty, "seed \(seed): \(wrong)\n\(model.history.joined(separator: "\n"))")
            if !wrong.isEmpty { return }
        }
        print("\(Form.self), seeds \(seeds): \(count) saves")
        #expect(count > seeds.count)
    }
}

/// A form under test: its state, and how its requests reach the store.
protocol ModelForm {
    associatedtype State: MachineState
    associatedtype Field: Hashable & CaseIterable

    /// What the store has in the fields.
    func stored() async throws -> [Field: String]
    func makeState(_ page: String, _ beginning: Visit.Beginning) async throws -> State
    func found() async throws -> State.Event
    func typed(_ text: FieldText, _ field: Field) -> State.Event
    var save: State.Event { get }
    /// Has the store do what is asked for. Nil for an effect that asks nothing of it.
    ///
    /// - Parameter answers: whether the page learns of it, or is told that the store doesn't answer.
    func perform(_ effect: State.Effect, answers: Bool) async throws -> State.Event?
    /// The texts that the page shows beside the form; nil for an effect that shows none.
    func shown(by effect: State.Effect) -> [Field: String]?
    func isSaved(_ effect: State.Effect) -> Bool
    func text(of field: Field, _ state: State) -> String
    func basis(of field: Field, _ state: State) -> String
    func fill(of field: Field, _ state: State) -> FieldFill?
    /// Another text for a field than any that was typed before.
    func text(_ number: Int, for field: Field) -> String
}

struct FormModel<Form: ModelForm> {
    struct Shown {
        var text = ""
        var basis = ""
        /// Typed, and not saved since.
        var isTyped = false
        /// Typed, and not sent.
        var isUnsent = false
    }

    struct Page {
        var name: String
        var fields: [Form.Field: Shown] = [:]
        /// Texts that stood on this page.
        var seen: [Form.Field: Set<String>] = [:]
        /// The session; nil for a page without a script, and while the server has forgotten the page.
        var state: Form.State?
        var hasScript: Bool
        var fills: [Form.Field: FieldFill] = [:]
        var requests: [Form.State.Effect] = []
        var answers: [Form.State.Event] = []
        /// Its text is saved: it leads away.
        var isEnded = false
    }

    private let form: Form
    private var random: SeededGenerator
    private var pages: [Page] = []
    private var wrong: [String] = []
    private var number = 0
    /// Texts that the store has had. Whoever types one of them anew has nothing of their own.
    private var stored: [Form.Field: Set<String>] = [:]
    private(set) var savedCount = 0
    private(set) var history: [String] = []

    init(_ form: Form, seed: UInt64) {
        self.form = form
        random = SeededGenerator(seed: seed)
    }

    /// - Returns: texts that are gone.
    mutating func run(steps: Int) async throws -> [String] {
        for (field, text) in try await form.stored() { stored[field] = [text] }
        for name in ["a", "b"] { pages.append(try await open(name)) }
        for _ in 0..<steps {
            let place = Int.random(in: pages.indices, using: &random)
            let kind = Int.random(in: 0..<100, using: &random)
            history.append("\(pages[place].name) \(kind) \(describe(pages[place]))")
            switch kind {
            case 0..<30: type(place)
            case 30..<45: send(place)
            case 45..<60: try await save(place)
            case 60..<75: try await carryOut(place)
            case 75..<82: answer(place)
            case 82..<92: try await look(place)
            case 92..<95: try await restore(place)
            case 95..<98: try await reload(place)
            default: pages[place] = try await open(pages[place].name)
            }
            if pages[place].isEnded { pages[place] = try await open(pages[place].name) }
            takeFills(place)
            if !wrong.isEmpty { return wrong }
        }
        return []
    }

    private func describe(_ page: Page) -> String {
        page.fields.map { "\($0)=\($1.text)@\($1.basis)\($1.isTyped ? " typed" : "")\($1.isUnsent ? " unsent" : "")" }
            .sorted().joined(separator: ", ")
    }

    // MARK: Pages

    private mutating func open(_ name: String) async throws -> Page {
        number += 1
        let hasScript = Int.random(in: 0..<3, using: &random) > 0
        let state = try await form.makeState("\(name)\(number)", .opened)
        var page = Page(name: name, hasScript: hasScript)
        render(state, on: &page)
        page.state = hasScript ? state : nil
        return page
    }

    /// The page shows what its session's document says.
    private func render(_ state: Form.State, on page: inout Page) {
        for field in Form.Field.allCases {
            page.fields[field] = Shown(text: form.text(of: field, state), basis: form.basis(of: field, state))
            page.seen[field, default: []].insert(form.text(of: field, state))
            page.fills[field] = form.fill(of: field, state)
        }
    }

    private mutating func type(_ place: Int) {
        guard let field = Array(Form.Field.allCases).randomElement(using: &random) else { return }
        number += 1
        let text = form.text(number, for: field)
        pages[place].fields[field]?.text = text
        pages[place].fields[field]?.isTyped = true
        pages[place].fields[field]?.isUnsent = true
    }

    private mutating func send(_ place: Int) {
        guard pages[place].state != nil else { return }
        for field in Form.Field.allCases {
            guard let shown = pages[place].fields[field], shown.isUnsent else { continue }
            pages[place].fields[field]?.isUnsent = false
            handle(form.typed(FieldText(shown.text, basis: shown.basis), field), place)
        }
    }

    private mutating func takeFills(_ place: Int) {
        guard let state = pages[place].state else { return }
        for field in Form.Field.allCases {
            let fill = form.fill(of: field, state)
            guard let shown = pages[place].fields[field], fill != pages[place].fills[field] else { continue }
            pages[place].fills[field] = fill
            guard let fill, !shown.isUnsent else { continue }
            if shown.isTyped, shown.text != fill.text, stored[field]?.contains(shown.text) == false {
                wrong.append("\(shown.text) went from page \(pages[place].name)")
            }
            pages[place].fields[field]?.text = fill.text
            pages[place].fields[field]?.basis = fill.basis ?? ""
            pages[place].seen[field, default: []].insert(fill.text)
        }
    }

    /// The server was started anew, and the page goes on in another session.
    private mutating func restore(_ place: Int) async throws {
        guard pages[place].hasScript else { return }
        pages[place].requests = []
        pages[place].answers = []
        pages[place].fills = [:]
        number += 1
        let former = FieldBasis(text: pages[place].fields.values.first?.basis ?? "")?.page
        pages[place].state = try await form.makeState(former ?? "\(pages[place].name)\(number)", .restored)
        for field in Form.Field.allCases where pages[place].fields[field]?.isTyped == true {
            pages[place].fields[field]?.isUnsent = true
        }
        send(place)
    }

    /// The browser loads the page again, with the texts that were typed on it.
    private mutating func reload(_ place: Int) async throws {
        let former = pages[place]
        pages[place] = try await open(former.name)
        guard pages[place].hasScript else { return }
        for (field, shown) in former.fields where shown.isTyped {
            pages[place].fields[field] = Shown(text: shown.text, basis: shown.basis, isTyped: true, isUnsent: true)
            pages[place].seen[field, default: []].formUnion(former.seen[field] ?? [])
        }
    }

    // MARK: Sessions

    private mutating func handle(_ event: Form.State.Event, _ place: Int) {
        guard let effects = pages[place].state?.reduce(event) else { return }
        for effect in effects { take(effect, place) }
    }

    private mutating func take(_ effect: Form.State.Effect, _ place: Int) {
        for (field, text) in form.shown(by: effect) ?? [:] { pages[place].seen[field, default: []].insert(text) }
        if form.isSaved(effect) {
            savedCount += 1
            pages[place].isEnded = true
        } else {
            pages[place].requests.append(effect)
        }
    }

    private mutating func save(_ place: Int) async throws {
        guard pages[place].hasScript else { return try await post(place) }
        send(place)
        handle(form.save, place)
    }

    /// A browser without a script sends all fields, and is shown the page that answers.
    private mutating func post(_ place: Int) async throws {
        number += 1
        var state = try await form.makeState("\(pages[place].name)\(number)", .posted)
        for field in Form.Field.allCases {
            guard let shown = pages[place].fields[field] else { continue }
            _ = state.reduce(form.typed(FieldText(shown.text, basis: shown.basis), field))
        }
        pages[place].state = state
        handle(form.save, place)
        while !pages[place].requests.isEmpty || !pages[place].answers.isEmpty {
            try await carryOut(place)
            answer(place)
        }
        guard let answered = pages[place].state, !pages[place].isEnded else { return }
        let former = pages[place].fields
        render(answered, on: &pages[place])
        for (field, shown) in former where shown.isTyped {
            if pages[place].fields[field]?.text == shown.text {
                pages[place].fields[field]?.isTyped = true
            } else if stored[field]?.contains(shown.text) == false {
                wrong.append("\(shown.text) went from the form that \(pages[place].name) posted")
            }
        }
        pages[place].state = nil
    }

    private mutating func carryOut(_ place: Int) async throws {
        guard !pages[place].requests.isEmpty else { return }
        let effect = pages[place].requests.removeFirst()
        let before = try await form.stored()
        let answer = try await form.perform(effect, answers: Int.random(in: 0..<6, using: &random) > 0)
        let after = try await form.stored()
        for field in Form.Field.allCases where before[field] != after[field] {
            if let text = before[field], !(pages[place].seen[field]?.contains(text) ?? false) {
                wrong.append(
                    "\(text) was replaced by \(after[field] ?? "") of \(pages[place].name), who had not seen it")
            }
            pages[place].seen[field, default: []].insert(after[field] ?? "")
            stored[field, default: []].insert(after[field] ?? "")
        }
        if let answer { pages[place].answers.append(answer) }
    }

    private mutating func answer(_ place: Int) {
        guard !pages[place].answers.isEmpty else { return }
        handle(pages[place].answers.removeFirst(), place)
    }

    private mutating func look(_ place: Int) async throws {
        handle(try await form.found(), place)
    }
}

/// The answer to a week's question.
private struct WeekForm: ModelForm {
    typealias Field = WeekState.Field

    let fixture: StoreFixture
    let days: ClosedRange<CalendarDate>

    init(_ fixture: StoreFixture, seed: UInt64) {
        self.fixture = fixture
        let day = CalendarDate(uncheckedYear: 2016, month: 1, day: 6).adding(days: 7 * Int(seed))
        days = WeekStart.monday.week(of: day)
    }

    func stored() async throws -> [Field: String] {
        [.answer: try await fixture.store.week(of: fixture.owner, days).note?.text ?? ""]
    }

    func makeState(_ page: String, _ beginning: Visit.Beginning) async throws -> WeekState {
        WeekState(
            try await fixture.store.week(of: fixture.owner, days), question: 7, page: page, beginning: beginning)
    }

    func found() async throws -> WeekState.Event { .found(try await fixture.store.week(of: fixture.owner, days)) }
    func typed(_ text: FieldText, _ field: Field) -> WeekState.Event { .typed(text) }
    var save: WeekState.Event { .save }

    func perform(_ effect: WeekState.Effect, answers: Bool) async throws -> WeekState.Event? {
        switch effect {
        case .save(let note):
            do {
                let saved = try await fixture.store.saveWeekNote(
                    note.text, question: note.question, from: note.revision, of: fixture.owner, days)
                return .saved(answers ? .success(saved) : .failure(FaultyGoalStore.Down()))
            } catch { return .saved(.failure(error)) }
        case .read: return try await found()
        case .refused, .saved, .failed: return nil
        }
    }

    func shown(by effect: WeekState.Effect) -> [Field: String]? {
        if case .failed(.changed(let note)) = effect { [.answer: note.text] } else { nil }
    }

    func isSaved(_ effect: WeekState.Effect) -> Bool { if case .saved = effect { true } else { false } }
    func text(of field: Field, _ state: WeekState) -> String { state.text }
    func basis(of field: Field, _ state: WeekState) -> String { state.basis }
    func fill(of field: Field, _ state: WeekState) -> FieldFill? { state.fill }
    /// An empty one takes the answer back.
    func text(_ number: Int, for field: Field) -> String { number % 7 == 0 ? "" : "<\(number)>" }
}

/// The form that edits a goal.
private struct GoalForm: ModelForm {
    typealias Field = GoalFormState.Field

    let fixture: StoreFixture
    let goal: GoalID

    init(_ fixture: StoreFixture, _ goal: GoalID) { (self.fixture, self.goal) = (fixture, goal) }

    private var today: CalendarDate { CalendarDate(fixture.clock.now, in: .utc) }

    private func detail() async throws -> GoalDetail {
        try #require(try await fixture.store.goal(of: fixture.owner, goal))
    }

    private func texts(of detail: GoalDetail) -> [Field: String] {
        [
            .title: detail.goal.title, .startDate: detail.goal.startDate.description,
            .endDate: detail.goal.endDate.description, .endless: "",
            .reminderEnabled: detail.goal.reminderEnabled ? "yes" : "",
        ]
    }

    func stored() async throws -> [Field: String] { texts(of: try await detail()) }

    func makeState(_ page: String, _ beginning: Visit.Beginning) async throws -> GoalFormState {
        GoalFormState(.edit, goal: try await detail(), today: today, page: page, beginning: beginning)
    }

    func found() async throws -> GoalFormState.Event { .found(try await detail()) }

    func typed(_ text: FieldText, _ field: Field) -> GoalFormState.Event {
        // A checkbox has no basis.
        .typed([.endless, .reminderEnabled].contains(field) ? FieldText(text.text) : text, field)
    }

    var save: GoalFormState.Event { .save }

    func perform(_ effect: GoalFormState.Effect, answers: Bool) async throws -> GoalFormState.Event? {
        switch effect {
        case .save(let request):
            do {
                let saved = try await request.perform(on: fixture.store, of: fixture.owner)
                return .saved(answers ? .success(saved) : .failure(FaultyGoalStore.Down()))
            } catch { return .saved(.failure(error)) }
        case .read: return try await found()
        case .refused, .saved, .failed: return nil
        }
    }

    func shown(by effect: GoalFormState.Effect) -> [Field: String]? {
        if case .failed(.changed(let goal), _) = effect { texts(of: goal) } else { nil }
    }

    func isSaved(_ effect: GoalFormState.Effect) -> Bool { if case .saved = effect { true } else { false } }

    func text(of field: Field, _ state: GoalFormState) -> String {
        switch field {
        case .title: state.title
        case .startDate: state.startDate
        case .endDate: state.endDate
        case .endless: state.isEndless ? "yes" : ""
        case .reminderEnabled: state.reminderEnabled ? "yes" : ""
        }
    }

    func basis(of field: Field, _ state: GoalFormState) -> String { state.basis(of: field) }
    func fill(of field: Field, _ state: GoalFormState) -> FieldFill? { state.fill(of: field) }

    func text(_ number: Int, for field: Field) -> String {
        switch field {
        case .title: "<\(number)>"
        case .startDate: today.adding(days: -number).description
        case .endDate: today.adding(days: 7 + number).description
        // Without an end, the text of the other field is not saved.
        case .endless: ""
        case .reminderEnabled: number % 2 == 0 ? "yes" : ""
        }
    }
}
