import HindsightDomain
import Live
import LiveSQLite
import StreamsTesting
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Two editors of one review, on the real store, with a person at each who types, saves, drops and decides, while lines
/// break, browsers crash and the server is started anew. Each word that is typed is a word of its own; none may be gone
/// that nobody has put away knowingly.
///
/// It fails, among others, when
/// - a draft is kept, or a review saved, without comparing what it was made from;
/// - a save takes newer typing, or what was typed for the other style, with it;
/// - the answers of a review whose style is changed are not kept;
/// - a revision isn't raised, or is taken as seen when it wasn't;
/// - a drop or a deletion leaves nothing to bring back, or the purge takes drafts that are in use;
/// - an undo comes over what was typed since, or under the name of whoever typed it;
/// - a text is forgotten after a save or a keep that failed, or said to be kept while a choice is open;
/// - a field follows over what is typed in it, or a text from elsewhere counts as the own one;
/// - an old answer comes in the place of a newer one;
/// - a draft that was dropped elsewhere goes without a word.
@Suite(.timeLimit(.minutes(15))) struct EditorModelTests {
    static let seeds: Range<UInt64> = 0..<2000
    private static let parts = 8

    @Test(arguments: 0..<UInt64(parts))
    func noWordIsGoneThatNobodyPutAway(part: UInt64) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let seeds = Self.seeds.filter { $0 % UInt64(Self.parts) == part }
        for seed in seeds {
            let goal = try await fixture.addCompleted(1)[0]
            var model = EditorModel(fixture, goal, seed: seed)
            let lost = try await model.run(steps: 60)
            #expect(lost.isEmpty, "seed \(seed): \(lost)\n\(model.history.joined(separator: "\n"))")
            if !lost.isEmpty { return }
        }
        print("Editors, seeds \(Self.seeds), part \(part) of \(Self.parts): \(seeds.count) runs")
    }
}

struct EditorModel {
    private let fixture: StoreFixture
    private let store: FaultyGoalStore
    private let goal: GoalID
    private var random: SeededGenerator
    private var pages: [ModelPage] = []
    private var words: [String] = []
    /// Texts that somebody has put away knowingly, and that can't be brought back any more.
    private var letGo = ""
    private var pageCount = 0
    private var unsaid: [String] = []
    /// What happened, for a failure's report.
    private(set) var history: [String] = []

    init(_ fixture: StoreFixture, _ goal: GoalID, seed: UInt64) {
        self.fixture = fixture
        store = FaultyGoalStore(fixture.store)
        self.goal = goal
        random = SeededGenerator(seed: seed)
    }

    /// - Returns: what is wrong: words that are gone, or that the store should have by now.
    mutating func run(steps: Int) async throws -> [String] {
        if Bool.random(using: &random) { try await writeReview() }
        for _ in 0..<2 { try await openPage() }
        for _ in 0..<steps {
            fixture.clock.advance(by: 0.01)
            try await step()
            let missing = try await acknowledgedButNotStored()
            if !missing.isEmpty { return missing.map { "acknowledged and not stored: \($0)" } }
            if !unsaid.isEmpty { return unsaid }
        }
        try await settle()
        let all = try await storedTexts() + pages.map(\.everything).joined() + putAway
        return try await words.filter { !all.contains($0) } + unlikeTheStore() + unsaid
    }

    private var putAway: String { letGo + pages.map(\.letGo).joined() }

    /// There is a review already, which both edit.
    private mutating func writeReview() async throws {
        var draft = ReviewDraft(style: Bool.random(using: &random) ? .free : .guided, level: .three)
        for field in draft.style.fields {
            draft[field] = "<\(words.count)>"
            words.append(draft[field])
        }
        let content = try draft.validated()
        _ = try await store.saveReview(content, of: fixture.owner, goal: goal, from: SaveBasis(review: nil, writer: ""))
    }

    private mutating func openPage(restoring left: ModelPage.Lasting = [:]) async throws {
        pageCount += 1
        let found = try await found()
        var page = ModelPage(name: "p\(pageCount)", found)
        page.begin(editing: found.review != nil)
        page.restore(left)
        pages.append(page)
    }

    private func found() async throws -> GoalReview {
        try #require(try await fixture.store.goalReview(of: fixture.owner, goal: goal))
    }

    private mutating func step() async throws {
        let place = Int.random(in: 0..<pages.count, using: &random)
        let field = ReviewField.allCases.randomElement(using: &random)!
        let kind = Int.random(in: 0..<100, using: &random)
        note(kind, place, field)
        switch kind {
        case 0..<26:
            let word = "<\(words.count)>"
            words.append(word)
            pages[place].type(word, into: field)
            if Bool.random(using: &random) { pages[place].send() }
        case 26..<44: pages[place].send()
        case 44..<60: try await carryOut(place, Int.random(in: 0..<12, using: &random))
        case 60..<70: answer(place)
        case 70..<78: try await look(place)
        case 78..<80: pages[place].acknowledge()
        case 80..<81:
            if Bool.random(using: &random) { try await waitUntilUndoIsOver() }
            _ = try await store.purgeDeleted()
        case 81..<83:
            pages[place].click(.styled(Bool.random(using: &random) ? .free : .guided))
        case 83..<85: try await save(place)
        case 85..<87: pages[place].click(.drop)
        case 87..<88: pages[place].click(.undoDrop)
        case 88..<91:
            if let conflict = pages[place].state?.conflicts.keys.sorted(by: { $0.rawValue < $1.rawValue }).first {
                pages[place].decide(conflict, keepsMine: Bool.random(using: &random))
            }
        case 91..<93: _ = try? await store.deleteReview(of: fixture.owner, goal: goal)
        case 93..<94: _ = try? await store.restoreReview(of: fixture.owner, goal: goal)
        case 94..<96: pages[place].isOnline.toggle()
        case 96..<97: try await restart()
        case 97..<99: try await crash(place)
        default: pages[place].erase(field)
        }
        if kind >= 91, kind < 94 { tellAll() }
        if Bool.random(using: &random) { try await takeFills(place) }
        if pages[place].isEnded, pages[place].isOnline { try await leave(place) }
    }

    private mutating func note(_ kind: Int, _ place: Int, _ field: ReviewField) {
        let page = pages[place]
        history.append(
            "\(kind) \(page.name) \(field) online=\(page.isOnline) shows=\(page.fields[field]!.text) basis=\(page.fields[field]!.basis) "
                + "conflicts=\(page.state?.conflicts.mapValues(\.text) ?? [:]) requests=\(page.requests.count)")
    }

    private mutating func save(_ place: Int) async throws {
        guard pages[place].isOnline else { return }
        pages[place].click(.levelled(.three))
        guard let style = pages[place].state?.typed.draft.style else { return }
        for field in style.fields where pages[place].fields[field]?.text.isEmpty == true {
            let word = "<\(words.count)>"
            words.append(word)
            pages[place].type(word, into: field)
        }
        pages[place].click(.save)
    }

    /// The store carries out a page's next request.
    private mutating func carryOut(_ place: Int, _ luck: Int) async throws {
        guard !pages[place].requests.isEmpty else { return }
        let effect = pages[place].requests.removeFirst()
        // The request may be lost, or the answer.
        if luck < 2 {
            store.fail(.keepDraft, .dropDraft, .restoreDraft, .saveReview, with: luck < 1 ? .unavailable : .answerLost)
        }
        if let answer = try await perform(effect) { pages[place].answers.append(answer) }
        store.mend()
        if luck > 0 { tellAll() }
    }

    private mutating func perform(_ effect: EditorState.Effect) async throws -> EditorState.Event? {
        let before = try await found()
        let answer = await effect.answer(of: store, to: fixture.owner, goal: goal)
        let after = try await found()
        history.append("    \(Self.describe(effect)) → \(Self.describe(after))")
        // Of several drops the last one can be undone, and a deleted review until there is a new one. All the rest stays.
        if case .drop = effect, after.dropped != before.dropped { letGo += before.dropped.values.joined() }
        if case .save = effect, after.review != nil { letGo += before.deletedReview?.texts ?? "" }
        return answer
    }

    private mutating func waitUntilUndoIsOver() async throws {
        // Whoever has a line hears of everything by then; the session of a page without one ends.
        for place in pages.indices {
            if !pages[place].isOnline { pages[place].loseSession() }
            try await look(place)
            try await takeFills(place)
        }
        let before = try await found()
        letGo += before.dropped.values.joined() + (before.deletedReview?.texts ?? "")
        fixture.clock.advance(by: 601)
    }

    private static func describe(_ effect: EditorState.Effect) -> String {
        switch effect {
        case .keep(let changes, let writer), .drop(let changes, let writer):
            "by \(writer): \(changes.map { "\($0.field.rawValue)=\($0.value)@\($0.base)" })"
        case .save(let content, let basis): "save by \(basis.writer) of \(content.style) from \(basis.review ?? 0)"
        default: "\(effect)"
        }
    }

    private static func describe(_ goal: GoalReview) -> String {
        let draft = goal.draft.map { "\($0.rawValue)=\($1.value)@\($1.revision).\($1.writer)" }.sorted()
        let dropped = goal.dropped.map { "\($0.rawValue)=\($1)" }.sorted()
        return "\(goal.revision): \(draft) dropped: \(dropped) review: \(goal.review?.texts ?? "") "
            + "deleted: \(goal.deletedReview?.texts ?? "")"
    }

    private mutating func tellAll() {
        for index in pages.indices { pages[index].hasNews = true }
    }

    /// The page shows what its session has put into fields. What somebody has typed goes from there only when the page says
    /// so.
    private mutating func takeFills(_ place: Int) async throws {
        for (former, text) in pages[place].takeFills() {
            let known = try await text + putAway + pages[place].said + (found().review?.texts ?? "")
            unsaid += words.filter { former.contains($0) && !known.contains($0) }
                .map { "gone from \(pages[place].name) without a word: \($0)" }
        }
    }

    private mutating func answer(_ place: Int) {
        guard !pages[place].answers.isEmpty else { return }
        pages[place].handle(pages[place].answers.removeFirst())
    }

    private mutating func look(_ place: Int) async throws {
        guard pages[place].hasNews, pages[place].state != nil else { return }
        pages[place].hasNews = false
        pages[place].handle(.found(try await found()))
    }

    /// All sessions are gone. Requests were carried out before, or they never are.
    private mutating func restart() async throws {
        for place in pages.indices {
            if Bool.random(using: &random) { while !pages[place].requests.isEmpty { try await carryOut(place, 5) } }
            pages[place].loseSession()
        }
        try await restorePage()
    }

    private mutating func restorePage() async throws {
        for place in pages.indices where pages[place].state == nil && pages[place].isOnline {
            pages[place].restorePage(try await found())
            try await takeFills(place)
        }
    }

    /// The browser is gone, and opens the page again with what it had kept.
    private mutating func crash(_ place: Int) async throws {
        let page = pages.remove(at: place)
        letGo += page.letGo
        var session = page
        // Its session goes on for a while.
        while let effect = session.requests.first, session.state != nil {
            session.requests.removeFirst()
            if let answer = try await perform(effect) { session.handle(answer) }
        }
        tellAll()
        try await openPage(restoring: page.lasting)
    }

    /// The page says that the review is saved, and leads away. What was typed since the tap is sent before.
    private mutating func leave(_ place: Int) async throws {
        pages[place].isOnline = true
        pages[place].send()
        pages[place].isEnded = false
        while !pages[place].requests.isEmpty || !pages[place].answers.isEmpty {
            try await carryOut(place, 5)
            answer(place)
        }
        pages[place].acknowledge()
        letGo += pages[place].letGo
        let page = pages.remove(at: place)
        try await openPage(restoring: page.lasting)
    }

    /// All lines are back, and everything arrives.
    private mutating func settle() async throws {
        for place in pages.indices { pages[place].isOnline = true }
        try await restorePage()
        for _ in 0..<100 {
            var isQuiet = true
            for place in pages.indices {
                pages[place].send()
                if !pages[place].requests.isEmpty || !pages[place].answers.isEmpty || pages[place].hasNews {
                    isQuiet = false
                }
                try await carryOut(place, 5)
                answer(place)
                try await look(place)
                try await takeFills(place)
                pages[place].acknowledge()
            }
            if isQuiet { return }
        }
        Issue.record("The pages talk without end: \(history.suffix(20))")
    }

    /// Everything that the store still shows to somebody, or gives back to whoever asks for it.
    private func storedTexts() async throws -> String {
        let found = try await found()
        return (found.review?.texts ?? "") + (found.deletedReview?.texts ?? "")
            + found.draft.values.map(\.value).joined() + found.dropped.values.joined()
    }

    /// When everything has arrived, a page shows what the store has, or says that it doesn't.
    private func unlikeTheStore() async throws -> [String] {
        let form = try await found().form
        return pages.flatMap { page in
            ReviewField.allCases.compactMap { field in
                guard page.state?.holdsTyping == false, page.state?.phase != .saved,
                    let shown = page.fields[field]?.text, shown != form[field]
                else { return nil }
                return "\(page.name) shows \(shown) where the store has \(form[field])"
            }
        }
    }

    /// A page without anything unsent, whose session says that it holds nothing, shows what the store has.
    private func acknowledgedButNotStored() async throws -> [String] {
        var missing: [String] = []
        for page in pages {
            guard let state = page.state, !state.holdsTyping, !page.hasUnsent, page.lasting.isEmpty else { continue }
            let stored = try await storedTexts() + putAway
            missing += words.filter { word in
                page.fields.values.contains { $0.isTyped && $0.text.contains(word) } && !stored.contains(word)
            }
        }
        return missing
    }
}

extension Review {
    fileprivate var texts: String { ReviewField.allCases.map { content.draft[$0] }.joined() }
}
