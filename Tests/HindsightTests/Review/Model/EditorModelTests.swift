import GRDB
import StreamsTesting
import Testing

@testable import Hindsight

/// Two editors of one review, on the real store, with a person at each who types, saves, drops and decides, while lines
/// break, browsers crash and the server is started anew. Each word that is typed is a word of its own; none may be gone
/// that nobody has put away knowingly.
@Suite(.timeLimit(.minutes(5))) struct EditorModelTests {
    static let seeds: Range<UInt64> = 0..<2000
    private static let parts = 8

    @Test(arguments: 0..<UInt64(parts))
    func noWordIsGoneThatNobodyPutAway(part: UInt64) async throws {
        let fixture = try await StoreFixture(HindsightDatabase())
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
    private let goal: GoalID
    private var random: SeededGenerator
    private var pages: [ModelPage] = []
    private var words: [String] = []
    private var letGo = ""
    private var pageCount = 0
    /// What happened, for a failure's report.
    private(set) var history: [String] = []

    init(_ fixture: StoreFixture, _ goal: GoalID, seed: UInt64) {
        self.fixture = fixture
        self.goal = goal
        random = SeededGenerator(seed: seed)
    }

    /// - Returns: words that are gone, or that the store should have by now.
    mutating func run(steps: Int) async throws -> [String] {
        for _ in 0..<2 { try await openPage() }
        for _ in 0..<steps {
            fixture.clock.advance(by: 0.01)
            try await step()
            let missing = try await acknowledgedButNotStored()
            if !missing.isEmpty { return missing.map { "acknowledged and not stored: \($0)" } }
        }
        try await settle()
        let all = try await storedTexts() + pages.map(\.everything).joined() + letGo + pages.map(\.letGo).joined()
        return words.filter { !all.contains($0) }
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
        case 78..<81: pages[place].acknowledge()
        case 81..<83:
            pages[place].click(.styled(Bool.random(using: &random) ? .free : .guided))
        case 83..<85: try await save(place)
        case 85..<87: pages[place].click(.drop)
        case 87..<88: pages[place].click(.undoDrop)
        case 88..<91:
            if let conflict = pages[place].state?.conflicts.keys.sorted(by: { $0.rawValue < $1.rawValue }).first {
                pages[place].decide(conflict, keepsMine: Bool.random(using: &random))
            }
        case 91..<93: _ = try? await fixture.store.deleteReview(of: fixture.owner, goal: goal)
        case 93..<94: _ = try? await fixture.store.restoreReview(of: fixture.owner, goal: goal)
        case 94..<96: pages[place].isOnline.toggle()
        case 96..<97: try await restart()
        case 97..<99: try await crash(place)
        default: pages[place].takeFills()
        }
        if kind >= 91, kind < 94 { tellOthers(than: nil) }
        if Bool.random(using: &random) { pages[place].takeFills() }
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
        let isDone = luck > 0
        let answer = isDone ? try await perform(effect) : nil
        if isDone { tellOthers(than: nil) }
        // The answer may be lost as well.
        pages[place].answers.append(luck > 1 ? answer ?? failure(effect) : failure(effect))
    }

    private func failure(_ effect: EditorState.Effect) -> EditorState.Event {
        switch effect {
        case .keep: .kept(nil)
        case .drop: .dropped(nil)
        case .undoDrop: .undone(.unavailable)
        default: .saved(.unavailable)
        }
    }

    private func perform(_ effect: EditorState.Effect) async throws -> EditorState.Event? {
        let (store, owner) = (fixture.store, fixture.owner)
        switch effect {
        case .keep(let changes, let writer):
            return .kept(try await store.keepDraft(changes, by: writer, of: owner, goal: goal))
        case .drop(let changes, let writer):
            return .dropped(try await store.dropDraft(with: changes, by: writer, of: owner, goal: goal))
        case .undoDrop:
            do { return .undone(.done(try await store.restoreDraft(of: owner, goal: goal))) } catch {
                return .undone(.tooLate)
            }
        case .save(let content, let basis):
            do {
                return .saved(.done(try await store.saveReview(content, of: owner, goal: goal, from: basis)))
            } catch StoreError.overtaken(let found) { return .saved(.overtaken(found)) }
        case .tell, .look, .retryLater: return nil
        }
    }

    private mutating func tellOthers(than place: Int?) {
        for index in pages.indices where index != place { pages[index].hasNews = true }
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
        try await takeUp()
    }

    private mutating func takeUp() async throws {
        for place in pages.indices where pages[place].state == nil && pages[place].isOnline {
            pages[place].takeUp(try await found())
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
        tellOthers(than: nil)
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
        try await takeUp()
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
                pages[place].takeFills()
                pages[place].acknowledge()
            }
            if isQuiet { return }
        }
        Issue.record("The pages talk without end: \(history.suffix(20))")
    }

    /// Everything that the store has in any way: also what can still be brought back.
    private func storedTexts() async throws -> String {
        let goal = goal
        return try await fixture.database.writer.read { db in
            let reviews = try Row.fetchAll(
                db, sql: "SELECT liked, lacked, learned, longedFor, text FROM review WHERE goalID = ?",
                arguments: [goal])
            let drafts = try String.fetchAll(
                db, sql: "SELECT value FROM draftField WHERE goalID = ?", arguments: [goal])
            return reviews.flatMap { row in (0..<5).compactMap { row[$0] as String? } }.joined() + drafts.joined()
        }
    }

    /// A page without anything unsent, whose session says that it holds nothing, shows what the store has.
    private func acknowledgedButNotStored() async throws -> [String] {
        var missing: [String] = []
        for page in pages {
            guard let state = page.state, !state.holdsTyping, !page.hasUnsent, page.lasting.isEmpty else { continue }
            let stored = try await storedTexts() + letGo + pages.map(\.letGo).joined()
            missing += words.filter { word in
                page.fields.values.contains { $0.isTyped && $0.text.contains(word) } && !stored.contains(word)
            }
        }
        return missing
    }
}
