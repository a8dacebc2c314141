import Foundation
import GRDB
import HindsightDomain
import HindsightStore
import Live
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight

/// The bound of each answer of the stores, and of each transaction that works on the data of several owners.
///
/// The functions are read from the source of the protocols: one that is neither a value, nor a list, nor work in slices
/// here fails the test.
@Suite(.timeLimit(.minutes(15))) struct StoreBoundTests {
    private static let limit = GoalStoreLimits.pageSize
    /// More rows than one answer has, and not a multiple of it.
    private static let many = 2 * limit + 50

    /// Functions that return one value, whose size the rules of the domain limit, and write what they are given.
    private static let values: Set = [
        "goalsOverview(of:)", "reviewPlace(of:goal:)", "goal(of:_:)", "addGoal(_:isFinished:key:of:)",
        "editGoal(_:from:of:_:)", "recoverGoal(_:from:of:_:)", "extendGoal(of:_:)", "pauseGoal(of:_:)",
        "finishGoal(of:_:on:)",
        "undoCompletion(of:_:)", "deleteGoal(of:_:)", "restoreGoal(of:_:)", "addStep(_:key:of:_:)",
        "editStep(_:_:of:_:)", "finishStep(_:of:_:)", "moveStep(_:before:of:_:)", "removeStep(_:of:_:)",
        "restoreStep(_:of:_:)",
        "tick(_:isDone:of:_:)",
        "celebrate(_:of:_:)", "dismissPutAway(_:of:)", "removeSamples(of:)", "restoreSamples(of:)",
        "reminderReach(of:)", "week(of:_:)", "saveWeekNote(_:question:from:of:_:)", "observeWeekNotes(of:_:)",
        "observeReceivedEvents(by:_:)", "applaud(_:_:of:by:)",
        "observeRevision(of:_:)", "revision(of:)", "readRevision(of:)", "observeEndedLogins(_:)", "followChanges()",
        "saveReview(_:of:goal:from:)", "deleteReview(of:goal:)", "restoreReview(of:goal:)",
        "keepDraft(_:by:of:goal:)", "dropDraft(with:by:of:goal:)", "restoreDraft(of:goal:)", "addGoals(_:of:)",
        "ping()", "observeChanges(of:_:)", "observeDraft(of:goal:_:)",
        "createDemoAccount(goals:language:timeZone:from:)", "session(_:)", "beginSession(of:_:)", "endSession(_:)",
        "createAccount(_:_:)", "details(of:)", "credentials(key:device:)", "credentials(of:)", "set(_:of:)",
        "learn(_:of:)", "rehash(_:of:from:)", "requestEmail(of:_:)", "content(of:)", "createLink(_:)", "link(_:)",
        "register(_:_:)", "changeEmail(to:of:_:)", "confirmEmail(_:of:from:)", "attempt(_:on:from:)",
        "record(_:of:from:)", "signingKey()", "setCalendar(_:in:of:from:)", "calendar(_:)", "choose(_:in:of:)",
        "removeBrowser(_:of:from:)", "forgetBrowser(_:of:)", "pushKey(_:)",
        "ownPage(of:)", "setPage(handle:visibility:of:)", "share(_:of:_:)", "sharedGoal(_:of:for:)",
        "invite(by:)", "invitation(_:for:)", "answer(_:_:by:)", "change(_:of:)",
    ]

    private static func draft(_ text: String) -> ReviewDraft {
        var draft = ReviewDraft(style: .free)
        draft.text = text
        return draft
    }

    /// Functions whose answers grow with what an account has; each is asked for as much as it gives.
    private static let lists: [String: @Sendable (Scene) async throws -> (count: Int, bound: Int)] = [
        "goals(of:in:after:limit:)": { scene in
            let slice = try await scene.store.goals(of: scene.owner, in: .completed(.all), after: nil, limit: .max)
            return (slice.goals.count, limit)
        },
        "goals(of:in:after:through:)": { scene in
            let slice = try await scene.store.goals(
                of: scene.owner, in: .completed(.all), after: nil, through: GoalCursor(scene.goals[0]))
            return (slice.goals.count, limit)
        },
        "goals(of:in:among:)": { scene in
            let found = try await scene.store.goals(of: scene.owner, in: .completed, among: Set(scene.goals))
            #expect(found.goals.map(\.id).allSatisfy { scene.goals.suffix(limit).contains($0) })
            return (found.goals.count, limit)
        },
        "search(of:for:after:limit:)": { scene in
            while try await scene.store.indexSearch() > 0 {}
            let found = try await scene.store.search(
                of: scene.owner, for: SearchQuery("Goal"), after: nil, limit: .max)
            return (found.results.count, limit)
        },
        "recommendations(of:limit:)": { scene in
            (try await scene.store.recommendations(of: scene.owner, limit: .max).count, limit)
        },
        "todayGoals(of:on:)": { scene in
            let day = CalendarDate(scene.fixture.clock.now, in: .utc)
            return (try await scene.store.todayGoals(of: scene.owner, on: day).goals.count, TodayGoals.limit)
        },
        "putAwayGoals(of:limit:)": { scene in
            (try await scene.store.putAwayGoals(of: scene.owner, limit: .max).goals.count, limit)
        },
        "jewelBox(of:_:after:limit:)": { scene in
            let box = try await scene.store.jewelBox(of: scene.owner, JewelCut(), after: nil, limit: .max)
            #expect(box.years.count == limit && box.years.map(\.year) == box.years.map(\.year).sorted(by: >))
            return (box.jewels.count, limit)
        },
        "year(of:_:)": { scene in (try await scene.store.year(of: scene.owner, 2000).years.count, limit) },
        "answeredWeeks(of:before:limit:)": { scene in
            (try await scene.store.answeredWeeks(of: scene.owner, before: nil, limit: .max).weeks.count, limit)
        },
        "events(of:before:limit:in:)": { scene in
            let slice = try await scene.store.events(of: scene.owner, before: nil, limit: .max, in: .utc)
            return (slice.events.count, limit)
        },
        "page(_:for:after:limit:)": { scene in
            try await scene.fixture.database.writer.write { db in
                try db.execute(sql: "UPDATE account SET handle = 'mina' WHERE id = ?", arguments: [scene.owner])
                try db.execute(sql: "UPDATE goal SET sharedPart = 'goal' WHERE ownerID = ?", arguments: [scene.owner])
            }
            let handle = try #require(Handle("mina"))
            let page = try await scene.store.page(handle, for: scene.owner, after: nil, limit: .max)
            return (page?.completed.count ?? 0, limit)
        },
        "connections(of:limit:)": { scene in
            try await scene.fixture.follow(Connections.limit + 50, by: scene.owner)
            let found = try #require(try await scene.store.connections(of: scene.owner, limit: .max))
            let sizes = [found.followers.count, found.followed.count, found.invitations.count]
            #expect(sizes.allSatisfy { $0 == Connections.limit } && found.hasMore)
            return (found.followers.count, Connections.limit)
        },
        "receivedEvents(by:before:limit:)": { scene in
            let reader = scene.fixture.stranger
            try await scene.fixture.database.writer.write { db in
                try db.execute(sql: "UPDATE account SET isDemo = 0, handle = 'h' || id || '_'")
                try db.execute(
                    sql: "UPDATE goal SET sharedPart = 'goal', sharedAt = 1, newsAt = 1 WHERE ownerID = ?",
                    arguments: [scene.owner])
                try db.execute(
                    sql: "INSERT INTO follow (followerID, followeeID, state, since) VALUES (?, ?, 'accepted', 0)",
                    arguments: [reader, scene.owner])
            }
            let slice = try #require(try await scene.store.receivedEvents(by: reader, before: nil, limit: .max))
            #expect(slice.hasMore)
            return (slice.events.count, limit)
        },
        "followedHandles(of:)": { scene in
            try await scene.fixture.follow(Connections.limit + 50, by: scene.owner)
            return (try await scene.store.followedHandles(of: scene.owner).count, Connections.limit)
        },
        "wholeGoals(of:after:limit:)": { scene in
            (try await scene.store.wholeGoals(of: scene.owner, after: nil, limit: .max).count, limit)
        },
        "weekNotes(of:after:limit:)": { scene in
            (try await scene.store.weekNotes(of: scene.owner, after: nil, limit: .max).count, limit)
        },
        "goalReview(of:goal:)": { scene in
            let goal = scene.goals[0]
            for number in 0..<many {
                try await scene.store.saveDraft(draft("draft \(number)"), of: scene.owner, goal: goal)
                _ = try await scene.store.dropDraft(with: [], by: "", of: scene.owner, goal: goal)
            }
            let review = try #require(try await scene.store.goalReview(of: scene.owner, goal: goal))
            #expect(review.dropped[.text(.text)] == "draft \(many - 1)")
            // Its text and its style.
            return (review.dropped.count, 2)
        },
        "log(of:before:limit:)": { scene in
            for _ in 0..<many {
                try await scene.fixture.accounts.record(.exported, of: scene.owner, from: Client())
            }
            return (try await scene.fixture.accounts.log(of: scene.owner, before: nil, limit: .max).count, limit)
        },
        "sessions(of:)": { scene in
            try await scene.signIn(many)
            return (try await scene.fixture.accounts.sessions(of: scene.owner).count, AccountStoreLimits.sessions)
        },
        "endSessions(of:_:from:)": { scene in
            try await scene.signIn(many)
            let ended = try await scene.fixture.accounts.endSessions(
                of: scene.owner, .others("another"), from: Client())
            return (ended.count, AccountStoreLimits.sessions)
        },
        "endReplacedSessions(of:except:)": { scene in
            try await scene.signIn(many)
            scene.fixture.clock.advance(by: 179 * 86_400)
            let ended = try await scene.fixture.accounts.endReplacedSessions(of: scene.owner, except: "")
            return (ended.count, 0)
        },
        "plannedGoals(of:after:limit:)": { scene in
            let goals = try await scene.fixture.reminders.plannedGoals(of: scene.owner, after: nil, limit: .max)
            return (goals.count, limit)
        },
        "reminders(of:)": { scene in
            for number in 0..<ReminderLimits.browsers + 5 {
                _ = try await scene.fixture.reminders.addBrowser(
                    .sample("https://push.example.com/\(number)"), in: .english, of: scene.owner, from: Client())
            }
            return (
                try await scene.fixture.reminders.reminders(of: scene.owner).browsers.count, ReminderLimits.browsers
            )
        },
        "targets(of:)": { scene in
            for number in 0..<ReminderLimits.browsers + 5 {
                _ = try await scene.fixture.reminders.addBrowser(
                    .sample("https://push.example.com/\(number)"), in: .english, of: scene.owner, from: Client())
            }
            return (try await scene.fixture.reminders.targets(of: scene.owner).count, ReminderLimits.browsers)
        },
    ]

    /// Functions that are tested below, or where the second name says.
    private static let elsewhere: [String: String] = [
        "purgeDeleted()": "goalsReviewsDraftsAndStepsArePurgedInSlices",
        "purgeExpired()": "sessionsLinksCountersAndEntriesArePurgedInSlices",
        "storeOverdue()": "overdueGoalsArePutAwayInSlices",
        "importGoals(_:of:)": "aFileIsImportedInSlices",
        "importWeekNotes(_:of:)": "aFileIsImportedInSlices",
        "takeDue()": "dueRemindersAreTakenForAtMostAsManyAccountsAsTheirLimit",
        "indexSearch()": "IndexSizeTests",
        "deleteAccount(_:_:)": "AccountRemovalTests",
        "changePassword(to:of:_:)": "AccountConformanceTests",
        "resetPassword(_:to:_:)": "AccountConformanceTests",
        "addBrowser(_:in:of:from:)": "reminders(of:)",
    ]

    struct Scene {
        let fixture: StoreFixture
        /// Completed goals, oldest first; there are as many stored and as many active ones.
        let goals: [GoalID]

        var store: SQLGoalStore { fixture.store }
        var owner: AccountID { fixture.owner }

        func signIn(_ count: Int) async throws {
            for _ in 0..<count { _ = try await fixture.accounts.beginSession(of: owner, SessionStart()) }
        }
    }

    /// Returns the names of the functions that the protocols of the stores require.
    private static func functions() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let folder = root.appending(path: "Sources/HindsightDomain/Stores").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.flatMap { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return text.matches(of: /package protocol \w+(Store|Source)\b[\s\S]*?\n}\n/).flatMap { declaration in
                declaration.output.0.matches(of: /func (\w+)\(([^)]*)\)/).map { match in
                    let labels = match.2.matches(of: /(?:^|,)\s*(\w+)(?: \w+)?:/).map { "\($0.1):" }
                    return "\(match.1)(\(labels.joined()))"
                }
            }
        }
    }

    @Test func everyFunctionOfAStoreHasABoundHere() throws {
        let known = Self.values.union(Self.lists.keys).union(Self.elsewhere.keys)
        let functions = try Self.functions()
        #expect(functions.count > 80)
        #expect(Set(functions).subtracting(known).sorted() == [])
        #expect(known.subtracting(functions).sorted() == [])
    }

    @Test(arguments: lists.keys.sorted()) func aListHasAtMostItsBoundWhateverIsAskedFor(name: String) async throws {
        let list = try #require(Self.lists[name])
        try await withStore(.memory) { fixture in
            let goals = try await Self.fill(fixture)
            let answer = try await list(Scene(fixture: fixture, goals: goals))
            #expect(answer.count == answer.bound)
        }
    }

    /// Adds to the fixture's owner more goals, jewels of more years and more answers of weeks than an answer has.
    @discardableResult
    private static func fill(_ fixture: StoreFixture) async throws -> [GoalID] {
        let (store, owner) = (fixture.store, fixture.owner)
        var completed: [GoalID] = []
        let first = try #require(CalendarDate("1600-01-04"))
        completed = try await store.addGoals(
            (0..<many).map { number in
                try .make(
                    "Goal \(number)",
                    .completed(
                        Jewel(color: .pink, shape: .heart),
                        at: Date(
                            timeIntervalSince1970: Double(first.adding(days: 366 * number).daysSince1970) * 86_400),
                        review: nil))
            }, of: owner)
        _ = try await store.addGoals((0..<many).map { try .make("Later \($0)", .active) }, of: owner)
        try await fixture.database.writer.write { db in
            try db.execute(sql: "UPDATE goal SET reminderEnabled = 1")
        }
        _ = try await store.addGoals((0..<many).map { try .make("Over \($0)", .active) }, of: owner)
        try await fixture.database.writer.write { db in
            try db.execute(sql: "UPDATE goal SET endDate = '2090-01-01' WHERE title LIKE 'Later%'")
        }
        #expect(try await store.storeOverdue() == many)
        let notes = (0..<many).map { (first.adding(days: 7 * $0), WeekNote(question: 0, text: "A walk")) }
        _ = try await store.importWeekNotes(Dictionary(uniqueKeysWithValues: notes), of: owner)
        return completed
    }

    // MARK: Work in slices

    /// Counts the rows of tables after each transaction.
    private final class Counter: TransactionObserver, Sendable {
        private let counts = Mutex<[String: [Int]]>([:])
        private let tables: [String]

        init(_ tables: [String], _ fixture: StoreFixture) async throws {
            self.tables = tables
            try await fixture.database.writer.read { db in try count(db) }
            fixture.database.writer.add(transactionObserver: self, extent: .databaseLifetime)
        }

        func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidRollback(_ db: Database) {}
        func databaseDidCommit(_ db: Database) {
            do { try count(db) } catch { Issue.record(error) }
        }

        private func count(_ db: Database) throws {
            for table in tables {
                let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
                counts.withLock { $0[table, default: []].append(count) }
            }
        }

        /// The largest change of a table's row count in a transaction, and the whole change.
        func change(of table: String) -> (largest: Int, total: Int) {
            let counts = counts.withLock { $0[table] ?? [] }
            let changes = zip(counts, counts.dropFirst()).map { abs($0 - $1) }
            return (changes.max() ?? 0, changes.reduce(0, +))
        }

        func expectSlices(_ table: String, total: Int) {
            let change = change(of: table)
            #expect(change.largest <= limit && change.total == total, "\(table): \(change)")
        }
    }

    @Test func goalsReviewsDraftsAndStepsArePurgedInSlices() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner, many) = (fixture.store, fixture.owner, Self.many)
            let goals = try await fixture.addCompleted(many)
            for goal in goals {
                _ = try await store.writeReview(.free("x"), of: owner, goal: goal)
                _ = try await store.deleteReview(of: owner, goal: goal)
                try await store.saveDraft(Self.draft("y"), of: owner, goal: goal)
                _ = try await store.dropDraft(with: [], by: "", of: owner, goal: goal)
            }
            for goal in try await fixture.addCompleted(many) { try await store.deleteGoal(of: owner, goal) }
            fixture.clock.advance(by: 3600)
            let counter = try await Counter(["goal", "review", "draftField"], fixture)
            #expect(try await store.purgeDeleted() == 4 * many)
            for table in ["goal", "review"] { counter.expectSlices(table, total: many) }
            // A text and a style each.
            counter.expectSlices("draftField", total: 2 * many)
        }
    }

    @Test func sessionsLinksCountersAndEntriesArePurgedInSlices() async throws {
        try await withStore(.memory) { fixture in
            let (accounts, many) = (fixture.accounts, Self.many)
            guard
                case .created(let session) = try await accounts.createAccount(.make("mina@example.com"), SessionStart())
            else { throw StoreError.notFound }
            let account = session.signedIn.account
            for number in 0..<many {
                _ = try await accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                _ = try await accounts.createLink(.reset(account))
                try await accounts.record(.exported, of: account, from: Client())
                let limit = AttemptLimit(
                    key: "\(number)", allowance: 1, pause: .seconds(1), longestPause: .seconds(1), memory: .seconds(1),
                    isForgiven: true)
                _ = try await accounts.attempt([limit], on: nil, from: Client())
            }
            let tables = ["accountSession", "accountLink", "attempt", "accountLog", "account"]
            fixture.clock.advance(by: 400 * 86_400)
            let counter = try await Counter(tables, fixture)
            _ = try await accounts.purgeExpired()
            for table in tables {
                let change = counter.change(of: table)
                #expect(change.largest <= Self.limit && change.total >= many, "\(table): \(change)")
            }
        }
    }

    @Test func overdueGoalsArePutAwayInSlices() async throws {
        try await withStore(.memory) { fixture in
            let many = Self.many
            _ = try await fixture.store.addGoals((0..<many).map { try .make("\($0)", .active) }, of: fixture.owner)
            let counter = try await Counter(["goal WHERE status = 'stored'"], fixture)
            #expect(try await fixture.store.storeOverdue() == many)
            counter.expectSlices("goal WHERE status = 'stored'", total: many)
            #expect(try await fixture.store.storeOverdue() == 0)
        }
    }

    @Test func aFileIsImportedInSlices() async throws {
        try await withStore(.memory) { fixture in
            let (store, many) = (fixture.store, Self.many)
            try await Self.fill(fixture)
            var file: [WholeGoal] = []
            while case let slice = try await store.wholeGoals(of: fixture.owner, after: file.last?.goal.id, limit: .max),
                !slice.isEmpty, file.count < many
            { file += slice }
            let notes = (0..<many).map { number in
                (CalendarDate(daysSince1970: 7 * number - 3), WeekNote(question: 0, text: "A walk"))
            }
            let counter = try await Counter(["goal", "weekNote"], fixture)
            #expect(try await store.importGoals(file, of: fixture.stranger).addedCount == file.count)
            _ = try await store.importWeekNotes(Dictionary(uniqueKeysWithValues: notes), of: fixture.stranger)
            counter.expectSlices("goal", total: file.count)
            counter.expectSlices("weekNote", total: many)
        }
    }

    @Test func dueRemindersAreTakenForAtMostAsManyAccountsAsTheirLimit() async throws {
        try await withStore(.memory) { fixture in
            let limit = ReminderLimits.accounts
            for _ in 0..<2 * limit + 5 {
                let account = try await fixture.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
                    .signedIn.account
                var choices = ReminderChoices()
                choices.week = true
                _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: account, from: Client())
                try await fixture.reminders.choose(choices, in: .english, of: account)
            }
            #expect(try await fixture.reminders.takeDue().isEmpty)
            let plans = try await fixture.database.writer.read { db in
                try Int64.fetchOne(db, sql: "SELECT max(dueAt) FROM reminderDue") ?? 0
            }
            fixture.clock.advance(by: Double(plans) / 1000 - fixture.clock.now.timeIntervalSince1970 + 1)
            var counts: [Int] = []
            while case let due = try await fixture.reminders.takeDue(), !due.isEmpty { counts.append(due.count) }
            #expect(counts == [limit, limit, 5])
        }
    }
}
