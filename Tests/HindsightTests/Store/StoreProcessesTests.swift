import Foundation
import HindsightDomain
import Live
import LivePostgres
import LiveSQL
import TestSupport
import Testing

@testable import HindsightStore

/// Several processes on one database.
@Suite(.needsPostgres, .timeLimit(.minutes(15))) struct StoreProcessesTests {
    /// The stores of another process.
    private struct Process {
        let store: SQLGoalStore
        let accounts: SQLAccountStore

        init(_ database: any SQLDatabase, _ fixture: StoreFixture) {
            store = SQLGoalStore(database, clock: fixture.clock.wallClock, logger: fixture.log.logger)
            accounts = SQLAccountStore(
                database, clock: fixture.clock.wallClock, logger: fixture.log.logger, goals: store)
        }
    }

    /// Words for what the pages of a process are told.
    private struct Told {
        private let stream: AsyncStream<String>
        let add: @Sendable (String) -> Void

        init() {
            let (stream, told) = AsyncStream.makeStream(of: String.self)
            (self.stream, add) = (stream, { told.yield($0) })
        }

        /// Waits until all of these were told, in any order and any number of times, and no others before that.
        func expect(_ expected: Set<String>, sourceLocation: SourceLocation = #_sourceLocation) async {
            var heard: Set<String> = []
            for await text in stream {
                heard.insert(text)
                if heard.count == expected.count { break }
            }
            #expect(heard == expected, sourceLocation: sourceLocation)
        }
    }

    private func withProcesses(_ test: @Sendable (StoreFixture, Process) async throws -> Void) async throws {
        try await PostgresFixture.run(.patient) { postgres in
            let database = try await PostgresDatabase.open(.hindsight, at: postgres.address(), limits: .patient)
            let other = try await PostgresDatabase.open(.hindsight, at: postgres.address(), limits: .patient)
            let fixture = try await StoreFixture(database)
            try await test(fixture, Process(other, fixture))
            #expect(try await fixture.problems() == [])
            other.close()
            database.close()
        }
    }

    /// All topics, and the answers that another process's change makes stale.
    @Test func everyKindOfChangeIsToldInTheOtherProcess() async throws {
        try await withProcesses { here, there in
            let (owner, follower) = (here.stranger, here.owner)
            let goal = try await here.addCompleted(1, of: owner)[0]
            try await here.follow(owner, handle: "ann_1")
            let told = Told()
            let stops = [
                there.store.observeChanges(of: owner) { told.add($0 == .all ? "all" : "goals") },
                there.store.observeRevision(of: owner) { told.add("revision") },
                there.store.observeDraft(of: owner, goal: goal) { told.add("draft") },
                there.store.observeWeekNotes(of: owner) { told.add("notes") },
                there.store.observeReceivedEvents(by: follower) { told.add("timeline") },
                there.store.observeChanges(of: follower) { _ in told.add("follower") },
                there.accounts.observeEndedLogins { told.add("\($0)") },
            ]
            let following = Task { await there.store.followChanges() }
            // The first connection: anything may have changed.
            await told.expect(["all", "revision", "draft", "notes", "timeline", "follower", "any"])

            #expect(try await there.store.goalsOverview(of: owner).counts.active == 0)
            _ = try await here.addGoal("Read", steps: [], of: owner)
            await told.expect(["goals", "revision"])
            #expect(try await there.store.goalsOverview(of: owner).counts.active == 1)

            let typed = [DraftChange(.text(.liked), "a", base: 0)]
            _ = try await here.store.keepDraft(typed, by: "one", of: owner, goal: goal)
            await told.expect(["draft", "revision"])

            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await here.store.saveWeekNote("one", question: 3, from: 0, of: owner, days)
            await told.expect(["notes", "revision"])
            #expect(try await there.store.week(of: owner, days).note?.text == "one")

            _ = try await here.store.share(.goal, of: owner, goal)
            await told.expect(["goals", "revision", "timeline"])

            try await here.accounts.set([.displayName(DisplayName("Ann"))], of: owner)
            await told.expect(["all", "revision", "follower"])

            for stop in stops { stop() }
            following.cancel()
            await following.value
        }
    }

    /// By it, a process tells whether a page that it has kept is still the same.
    @Test func theRevisionIsKnownUntilAnyProcessChangesSomething() async throws {
        try await withProcesses { here, there in
            let told = Told()
            let stop = there.store.observeRevision(of: here.owner) { told.add("revision") }
            let following = Task { await there.store.followChanges() }
            await told.expect(["revision"])
            let first = try #require(try await there.store.readRevision(of: here.owner))
            #expect(try there.store.revision(of: here.owner) == first)
            _ = try await here.addGoal("Read", steps: [])
            // It is read, although the change may not have been told yet.
            let second = try #require(try await there.store.readRevision(of: here.owner))
            #expect(second > first)
            #expect(try await here.store.readRevision(of: here.owner) == second)
            await told.expect(["revision"])
            #expect(try await there.store.readRevision(of: here.owner) == second)
            #expect(try there.store.revision(of: here.owner) == second)
            stop()
            following.cancel()
            await following.value
        }
    }

    @Test func aLoginThatOneProcessEndsIsOverInTheOther() async throws {
        try await withProcesses { here, there in
            let session = try await here.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let account = session.signedIn.account
            let told = Told()
            let stops = [
                there.accounts.observeEndedLogins { told.add("\($0)") },
                there.store.observeChanges(of: account) { _ in told.add("goals") },
            ]
            let following = Task { await there.store.followChanges() }
            await told.expect(["any", "goals"])
            // From now on it is cached there, until something about it changes.
            #expect(try await there.accounts.session(session.token)?.language == nil)
            try await here.accounts.set([.language(.korean)], of: account)
            _ = try await here.addGoal("Read", steps: [], of: account)
            await told.expect(["goals"])
            #expect(try await there.accounts.session(session.token)?.language == .korean)
            _ = try await here.accounts.endSessions(of: account, .others(""), from: Client())
            await told.expect(["\(EndedLogins.one(session.token.login))"])
            #expect(try await there.accounts.session(session.token) == nil)
            for stop in stops { stop() }
            following.cancel()
            await following.value
        }
    }

    /// The account has other sessions from now on, and a browser that was signed in elsewhere has only the new one.
    @Test func loginsThatARegistrationReplacesEndInTheOtherProcess() async throws {
        try await withProcesses { here, there in
            let told = Told()
            let stop = there.accounts.observeEndedLogins { told.add("\($0)") }
            let following = Task { await there.store.followChanges() }
            await told.expect(["any"])
            let demo = try await here.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let other = try await here.accounts.createDemoAccount(goals: [], language: nil, timeZone: nil)
            let replaced = SessionReference(account: other.signedIn.account, login: other.token.login)
            _ = try await here.accounts.createAccount(
                .make("ann@example.org", demo: demo.signedIn.account),
                SessionStart(client: Client(), device: SecretToken(), replaces: replaced))
            await told.expect([
                "\(EndedLogins.soon(demo.token.login))", "\(EndedLogins.one(other.token.login))",
            ])
            stop()
            following.cancel()
            await following.value
        }
    }

    /// An update of the site stops one process after the other.
    @Test func processesGoOnWhileOneOfTheNextReleaseMigratesTheDatabase() async throws {
        try await PostgresFixture.run(.patient) { postgres in
            let address = try postgres.address()
            let database = try await PostgresDatabase.open(.hindsight, at: address, limits: .patient)
            let here = try await StoreFixture(database)
            let next = PostgresFormat(
                name: PostgresFormat.hindsight.name,
                migrations: PostgresFormat.hindsight.migrations + [
                    .init(
                        "next",
                        [
                            "ALTER TABLE goal ADD COLUMN colour text NOT NULL DEFAULT 'red'",
                            "ALTER TABLE step ADD COLUMN hint text CHECK (length(hint) < 100)",
                            "CREATE INDEX goalColour ON goal (ownerID, colour)",
                            "CREATE TABLE colour (name text PRIMARY KEY)",
                        ])
                ])
            let goal = try await here.addGoal("Next", steps: [], of: here.stranger).id
            let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
            let (ended, end) = AsyncStream.makeStream(of: Int.self)
            for writer in 0..<4 {
                Task {
                    var (count, left) = (0, 5)
                    do {
                        while left > 0 {
                            let goal = try await here.addGoal("\(writer).\(count)", steps: []).id
                            _ = try await here.store.addStep(GoalTitle("Step"), key: "a", of: here.owner, goal)
                            count += 1
                            if count == 5 { hasBegun.yield() }
                            if try await postgres.count("migration") > 1 { left -= 1 }
                        }
                    } catch { Issue.record(error) }
                    hasBegun.yield()
                    end.yield(count)
                }
            }
            for await _ in begun { break }
            let other = try await PostgresDatabase.open(next, at: address, limits: .patient)
            var goals = 0
            for await count in ended.prefix(4) { goals += count }
            // Both tell each other.
            let there = Process(other, here)
            let (told, toldHere) = (Told(), Told())
            let stops = [
                there.store.observeRevision(of: here.stranger) { told.add("there") },
                here.store.observeRevision(of: here.stranger) { toldHere.add("here") },
            ]
            let following = [there.store, here.store].map { store in Task { await store.followChanges() } }
            await told.expect(["there"])
            await toldHere.expect(["here"])
            _ = try await there.store.addStep(GoalTitle("Step"), key: "there", of: here.stranger, goal)
            await toldHere.expect(["here"])
            _ = try await here.store.addStep(GoalTitle("Step"), key: "here", of: here.stranger, goal)
            await told.expect(["there"])
            for stop in stops { stop() }
            for task in following {
                task.cancel()
                await task.value
            }
            other.close()
            #expect(try await postgres.count("goal WHERE ownerID = \(here.owner.rawValue) AND colour = 'red'") == goals)
            #expect(try await postgres.count("step WHERE hint IS NULL") == goals + 2)
            #expect(try await here.problems() == [])
            // It can't be started again.
            await #expect(throws: PostgresOpenError.self) { try await PostgresDatabase.open(.hindsight, at: address) }
            database.close()
        }
    }

    @Test func whatIsOverdueIsPutAwayOnceByAllProcesses() async throws {
        try await withProcesses { here, there in
            for number in 0..<20 { _ = try await here.addGoal("Goal \(number)", until: "2026-11-20", steps: []) }
            here.clock.advance(by: 30 * 86_400)
            async let first = here.store.storeOverdue()
            async let second = there.store.storeOverdue()
            #expect(try await first + second == 20)
            #expect(try await here.store.goalsOverview(of: here.owner).counts.stored == 20)
        }
    }

    /// The limits on attempts are in the database.
    @Test func attemptsCountInAllProcesses() async throws {
        try await withProcesses { here, there in
            let limit = AttemptLimit(
                key: "sign in", allowance: 4, pause: .seconds(10), longestPause: .seconds(900),
                memory: .seconds(3600), isForgiven: false)
            var answers: [Bool] = []
            for accounts in [here.accounts, there.accounts, here.accounts, there.accounts, here.accounts] {
                let answer = try await accounts.attempt([limit], on: nil, from: Client())
                if case .allowed = answer { answers.append(true) } else { answers.append(false) }
            }
            #expect(answers == [true, true, true, true, false])
        }
    }
}
