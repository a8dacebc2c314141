import Foundation
import GRDB
import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSQLite
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The file of all that is in an account, read as a stranger's program would.
@Suite(.timeLimit(.minutes(15))) struct AccountExportTests {
    private static let texts = nastyTexts + ["lines\u{2028}and\u{2029}paragraphs", "\\u0041 \\\" \u{7F} \u{1F}/"]
    private static let jewel = Jewel(color: .green, shape: .pear)

    // MARK: What is in it

    @Test func allThatIsInAnAccountComesBackAsItWas() async throws {
        try await withApp { app in
            let (fixture, store) = (app.fixture, app.fixture.store)
            let session = try await registered(fixture)
            let owner = session.signedIn.account
            let written = fixture.clock.now
            let goals = try Self.texts.flatMap { text -> [NewGoal] in
                let title = GoalTitle(unchecked: text)
                let answers = GuidedAnswers(liked: text, lacked: "b" + text, learned: "c" + text, longedFor: "d" + text)
                let steps = [
                    NewStep(title: title, isDone: true, alarm: Alarm(minute: 425, days: [.sunday, .monday])),
                    NewStep(title: GoalTitle(unchecked: "b" + text), isDone: false),
                ]
                return try [
                    .state(title, .stored), .state(title, .active, steps: steps),
                    .state(title, .completed(Self.jewel, at: written)),
                    .state(
                        title,
                        .completed(
                            Self.jewel, at: written,
                            review: Review(
                                content: ReviewContent(body: .guided(answers), level: .two), writtenAt: written,
                                editedAt: written + 0.877))),
                    .state(
                        title,
                        .completed(
                            Self.jewel, at: written,
                            review: Review(
                                content: ReviewContent(body: .free(text), level: .five), writtenAt: written))),
                ]
            }
            let ids = try await store.addGoals(goals, of: owner)
            for (index, text) in Self.texts.enumerated() {
                let changes = [DraftChange(.text(.text), text, base: 0), DraftChange(.level, "3", base: 0)]
                _ = try await store.keepDraft(changes, by: "a page", of: owner, goal: ids[5 * index + 2])
            }
            try await app.execute("UPDATE goal SET reminderEnabled = 1 WHERE id = ?", [ids[0]])
            // It is the next day where the owner is.
            fixture.clock.advance(by: 5 * 3600)

            let answer = try await Self.browser(app, session).get("/settings/export")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            #expect(answer["Content-Disposition"] == "attachment; filename=\"hindsight-2026-11-19.json\"")
            #expect(answer["Cache-Control"] == "no-store")
            let file = try JSONDecoder().decode(File.self, from: Data(answer.body))

            let (moment, edited) = ("2026-11-18T11:06:40.123Z", "2026-11-18T11:06:41.000Z")
            #expect(file.format == "hindsight" && file.version == 1 && file.exportedAt == "2026-11-18T16:07:41.123Z")
            #expect(
                file.account
                    == File.Account(
                        email: "Mina+goals@example.org", isEmailConfirmed: true, displayName: "미나 \"M\" 👩‍🚀",
                        language: "ko", theme: "dark", timeZone: "Asia/Seoul", weekStart: "sunday", createdAt: moment))
            var expected: [File.Goal] = []
            func expect(_ text: String, _ status: String, _ more: (inout File.Goal) -> Void = { _ in }) {
                var goal = File.Goal(
                    id: expected.count + 1, title: Exact(text), startDate: "2026-01-02", endDate: "2026-02-03",
                    status: status, reminderEnabled: expected.isEmpty, createdAt: moment)
                if status == "completed" {
                    goal.jewel = ["color": "green", "shape": "pear"]
                    goal.completedAt = moment
                    // Where the owner is.
                    goal.completedOn = "2026-11-18"
                }
                more(&goal)
                expected.append(goal)
            }
            for text in Self.texts {
                expect(text, "stored")
                expect(text, "active") {
                    $0.steps = [
                        File.Step(
                            title: Exact(text), place: 0, isDone: true,
                            alarm: File.Step.Alarm(time: "07:05", days: [1, 7])),
                        File.Step(title: Exact("b" + text), place: 1, isDone: false),
                    ]
                }
                expect(text, "completed") { $0.draft = ["text": Exact(text), "level": "3"] }
                expect(text, "completed") {
                    $0.review = File.Review(
                        style: "guided", liked: Exact(text), lacked: Exact("b" + text), learned: Exact("c" + text),
                        longedFor: Exact("d" + text), level: 2, writtenAt: moment, editedAt: edited)
                }
                expect(text, "completed") {
                    $0.review = File.Review(style: "free", text: Exact(text), level: 5, writtenAt: moment)
                }
            }
            #expect(file.goals.count == expected.count)
            for (goal, expected) in zip(file.goals, expected) { #expect(goal == expected) }
            #expect(file.log.map(\.event) == ["exported", "registered"])
            #expect(file.log[0].address == "127.0.0.1")
            #expect(
                file.log[1]
                    == File.Entry(event: "registered", date: moment, address: "192.0.2.7", agent: "A \"browser\"\0"))
        }
    }

    @Test func whatIsHiddenAndWhatIsOthersStaysOut() async throws {
        try await withApp { app in
            let (fixture, store) = (app.fixture, app.fixture.store)
            let session = try await registered(fixture)
            let owner = session.signedIn.account
            let mine = try await store.addGoals((0..<3).map { try .completed("mine \($0)") }, of: owner)
            _ = try await store.writeReview(.free("a deleted review"), of: owner, goal: mine[0])
            _ = try await store.deleteReview(of: owner, goal: mine[0])
            try await store.saveDraft(ReviewDraft(level: .two), of: owner, goal: mine[1])
            try await store.discardDraft(of: owner, goal: mine[1])
            try await app.execute("UPDATE goal SET deletedAt = 1 WHERE id = ?", [mine[2]])
            for account in [fixture.owner, fixture.stranger] {
                let theirs = try await store.addGoals([.completed("theirs"), .completed("theirs")], of: account)
                _ = try await store.writeReview(.free("theirs"), of: account, goal: theirs[0])
                _ = try await store.keepDraft(
                    [DraftChange(.text(.text), "theirs", base: 0)], by: "a page", of: account, goal: theirs[1])
                try await fixture.accounts.record(.passwordReset, of: account, from: Client(agent: "theirs"))
            }
            let answer = try await Self.browser(app, session).get("/settings/export")
            let file = try JSONDecoder().decode(File.self, from: Data(answer.body))
            #expect(file.goals.map(\.title) == ["mine 0", "mine 1"])
            #expect(file.goals.allSatisfy { $0.review == nil && $0.draft == nil })
            #expect(file.log.map(\.event) == ["exported", "registered"])
            #expect(!answer.text.contains("theirs") && !answer.text.contains("a deleted review"))
        }
    }

    @Test func aDemoAccountHasItsFileAndNobodyElseHasAny() async throws {
        try await withApp { app in
            let account = try await app.account()
            let answer = try await account.get("/settings/export")
            #expect(answer.status == 200)
            let file = try JSONDecoder().decode(File.self, from: Data(answer.body))
            #expect(file.account.email == nil)
            #expect(file.goals.count { $0.status == "completed" } > 13)
            let none = try await app.visitor.another().get("/settings/export")
            #expect(none.status == 303 && none["Location"]?.hasPrefix("/login") == true)
        }
    }

    // MARK: How it is written

    @Test func fiveThousandGoalsAreReadNoFasterThanTheyAreTaken() async throws {
        try await withStore(.memory) { fixture in
            let session = try await registered(fixture)
            try await fixture.addCompleted(5000, of: session.signedIn.account)
            let store = FaultyGoalStore(fixture.store)
            let taken = Taken()
            try await Self.body(fixture, store, session).write(
                TakenWriter(taken: taken) {
                    let isRead = 100 * store.calls.count { $0 == .wholeGoals }
                    let (count, largest) = taken.state.withLock { ($0.goalCount, $0.largest) }
                    #expect(isRead - count <= 500 && largest < 64 << 10)
                })
            let (bytes, isFinished) = taken.state.withLock { ($0.bytes, $0.isFinished) }
            #expect(isFinished)
            #expect(try JSONDecoder().decode(File.self, from: bytes).goals.map(\.id) == Array(1...5000))
        }
    }

    @Test func theFileTravelsInChunks() async throws {
        try await withApp { app in
            let session = try await registered(app.fixture)
            try await app.fixture.addCompleted(5000, of: session.signedIn.account)
            let answer = try await Self.browser(app, session).get("/settings/export")
            #expect(answer["Content-Length"] == nil && answer["Transfer-Encoding"] == "chunked")
            #expect(try JSONDecoder().decode(File.self, from: Data(answer.body)).goals.count == 5000)
        }
    }

    @Test(arguments: [false, true]) func aFileThatCanNotBeReadToItsEndBreaksOff(isBroken: Bool) async throws {
        try await withApp { app in
            let session = try await registered(app.fixture)
            let goals = try (0..<150).map {
                try NewGoal.completed(
                    "Goal \($0)",
                    review: Review(
                        content: .free(String(repeating: "가", count: 1000)), writtenAt: Date(timeIntervalSince1970: 1)))
            }
            let ids = try await app.fixture.store.addGoals(goals, of: session.signedIn.account)
            if isBroken { try await app.execute("UPDATE goal SET startDate = '0000000000' WHERE id = ?", [ids[120]]) }
            let answer = try await Wire.exchange(
                """
                GET /settings/export HTTP/1.1
                Host: 127.0.0.1
                Cookie: hindsight=\(session.token.text)
                Connection: close
                """, port: app.visitor.port)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("Goal 20"))
            #expect(answer.hasSuffix("\r\n0\r\n\r\n") == !isBroken)
            #expect(answer.contains("\"log\":[") == !isBroken)
        }
    }

    @Test func whoIsSignedOutGetsNoMoreOfTheFile() async throws {
        try await withStore(.memory) { fixture in
            let session = try await registered(fixture)
            try await fixture.addCompleted(1000, of: session.signedIn.account)
            let taken = Taken()
            let body = try await Self.body(fixture, fixture.store, session)
            await #expect(throws: StoreError.self) {
                try await body.write(
                    TakenWriter(taken: taken) { try await fixture.accounts.endSession(session.token) })
            }
            #expect(taken.state.withLock { !$0.isFinished && $0.goalCount < 1000 })
        }
    }

    /// SEC17: what belongs to a file is read and written where no connection waits for it, a little at a time.
    @Test func noLoopReadsAFile() async throws {
        try await withApp { app in
            let session = try await registered(app.fixture)
            try await app.fixture.addCompleted(500, of: session.signedIn.account)
            let onLoops = Mutex<[Bool]>([])
            app.store.watch { operation in
                guard [.wholeGoals, .weekNotes].contains(operation) else { return }
                onLoops.withLock { $0.append(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
            }
            for format in ["json", "markdown"] {
                let answer = try await Self.browser(app, session).get("/settings/export?format=\(format)")
                #expect(answer.status == 200 && answer.text.contains("Goal 499"))
            }
            #expect(onLoops.withLock { $0.count } > 10 && onLoops.withLock { !$0.contains(true) })
        }
    }

    /// SEC23: a file is there also when nothing can be written.
    @Test func aFileIsThereAlsoWhenTheLogCanNotBeWritten() async throws {
        try await withApp { app in
            let session = try await registered(app.fixture)
            try await app.fixture.addCompleted(3, of: session.signedIn.account)
            try await app.fixture.database.writer.write { try $0.execute(sql: "PRAGMA query_only = 1") }
            let answer = try await Self.browser(app, session).get("/settings/export")
            #expect(answer.status == 200)
            #expect(try JSONDecoder().decode(File.self, from: Data(answer.body)).goals.count == 3)
            try await app.fixture.database.writer.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA query_only = 0")
            }
        }
    }

    /// D8: who asks for the headers only has not got the file.
    @Test func askingForTheHeadersIsNotNoted() async throws {
        try await withApp { app in
            let session = try await registered(app.fixture)
            let browser = Self.browser(app, session)
            for path in ["/settings/export", "/settings/export?format=markdown"] {
                #expect(try await browser.send("HEAD", path).status == 200)
            }
            let log = try await app.fixture.accounts.log(of: session.signedIn.account, before: nil, limit: 10)
            #expect(log.map(\.event) == [.registered])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func slicesHaveEachGoalOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goals: [GoalID] = []
            for (number, state) in [NewGoal.State.active, .stored, .active, .stored, .active].enumerated() {
                goals += try await store.addGoals([.make("Goal \(number)", state)], of: owner)
                _ = try await store.addGoals([.make("Another", state)], of: fixture.stranger)
            }
            var found: [[GoalID]] = []
            while found.last?.isEmpty != true {
                let after = found.last?.last
                found.append(
                    try await store.wholeGoals(of: owner, after: after, limit: 2).map(\.goal.id))
            }
            #expect(found == [Array(goals[..<2]), Array(goals[2..<4]), [goals[4]], []])
        }
    }

    @Test func theLogIsReadInSlicesAcrossWhatALaterVersionHasNoted() async throws {
        try await withStore(.memory) { fixture in
            let (accounts, owner) = (fixture.accounts, fixture.owner)
            for event in [AccountEvent.signedIn, .signedOut, .exported] {
                try await accounts.record(event, of: owner, from: Client())
                try await fixture.database.writer.write { db in
                    for _ in 0..<3 {
                        try db.execute(
                            sql: """
                                INSERT INTO accountLog (accountID, event, happenedAt, address, agent)
                                VALUES (?, 'beamed', 0, '', '')
                                """, arguments: [owner])
                    }
                }
            }
            var found: [AccountEvent] = []
            var last: AccountLogEntry.ID?
            repeat {
                let slice = try await accounts.log(of: owner, before: last, limit: 2)
                found += slice.map(\.event)
                last = slice.last?.id
            } while last != nil
            #expect(found == [.exported, .signedOut, .signedIn])
        }
    }

    // MARK: Who has it

    private func registered(_ fixture: StoreFixture) async throws -> NewSession {
        let account = NewAccount(
            email: try EmailAddress("Mina+goals@example.org"), isConfirmed: true,
            password: try PasswordHash(Password(random: ()), cost: .none), language: .korean,
            timeZone: TimeZoneID("Asia/Seoul"))
        let client = Client(address: "192.0.2.7", agent: "A \"browser\"\0")
        let start = SessionStart(client: client)
        guard case .created(let session) = try await fixture.accounts.createAccount(account, start) else {
            throw TestFailure("There is no account")
        }
        let name = try #require(DisplayName("미나 \"M\" 👩‍🚀"))
        try await fixture.accounts.set(
            [.theme(.dark), .weekStart(.sunday), .displayName(name)], of: session.signedIn.account)
        return session
    }

    private static func browser(_ app: ServedApp, _ session: NewSession) -> HTTPVisitor {
        HTTPVisitor(port: app.visitor.port, cookies: ["hindsight": session.token.text])
    }

    private static func body(
        _ fixture: StoreFixture, _ store: any GoalStore, _ session: NewSession
    ) async throws -> ResponseBody {
        try await AccountExport(accounts: fixture.accounts, goals: store, work: WorkQueue())
            .response(to: session.token, of: session.signedIn.account, on: fixture.clock.now).body
    }
}

/// What a browser has taken of a file.
private final class Taken: Sendable {
    struct State {
        var bytes = Data()
        var goalCount = 0
        var largest = 0
        var isFinished = false
    }

    let state = Mutex(State())
}

/// A browser that does something before it takes a piece.
private struct TakenWriter: ResponseBodyWriter {
    let taken: Taken
    let before: @Sendable () async throws -> Void

    func write(_ buffer: ByteBuffer) async throws {
        try await before()
        let text = String(buffer: buffer)
        taken.state.withLock { state in
            state.bytes += Data(text.utf8)
            state.goalCount += text.ranges(of: "\"title\":").count
            state.largest = max(state.largest, buffer.readableBytes)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { taken.state.withLock { $0.isFinished = true } }
}

/// A text by its bytes: two spellings of a letter are not the same.
private struct Exact: Decodable, Equatable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
    init(stringLiteral text: String) { self.init(text) }
    init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }
}

private struct File: Decodable {
    struct Account: Decodable, Equatable {
        var email: String?
        var isEmailConfirmed: Bool
        var displayName: Exact?
        var language: String?
        var theme: String?
        var timeZone: String?
        var weekStart: String?
        var createdAt: String
    }

    struct Review: Decodable, Equatable {
        var style: String
        var liked: Exact?
        var lacked: Exact?
        var learned: Exact?
        var longedFor: Exact?
        var text: Exact?
        var level: Int
        var writtenAt: String
        var editedAt: String?
    }

    struct Step: Decodable, Equatable {
        struct Alarm: Decodable, Equatable {
            var time: String
            var days: [Int]
        }

        var title: Exact
        var place: Int
        var isDone: Bool
        var alarm: Alarm?
    }

    struct Goal: Decodable, Equatable {
        var id: Int
        var title: Exact
        var startDate: String
        var endDate: String
        var status: String
        var reminderEnabled: Bool
        var jewel: [String: String]?
        var completedAt: String?
        var completedOn: String?
        var createdAt: String
        var steps: [Step]?
        var review: Review?
        var draft: [String: Exact]?
    }

    struct Entry: Decodable, Equatable {
        var event: String
        var date: String
        var address: String
        var agent: Exact
    }

    var format: String
    var version: Int
    var exportedAt: String
    var account: Account
    var goals: [Goal]
    var log: [Entry]
}

extension NewGoal {
    static func state(
        _ title: GoalTitle, _ state: State, steps: [NewStep] = []
    ) throws -> NewGoal {
        NewGoal(
            title: title, startDate: try #require(CalendarDate("2026-01-02")),
            endDate: try #require(CalendarDate("2026-02-03")), state: state, steps: steps)
    }
}
