import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

extension PushSubscription {
    /// One that is like a browser's.
    static func sample(_ endpoint: String = "https://push.example.com/one") throws -> PushSubscription {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        return try #require(
            PushSubscription(
                endpoint: endpoint, publicKey: key, authSecret: "BTBZMqHH6r4Tts7J_aSIgg", policy: .publicOnly))
    }
}

extension TestClock {
    /// Turns it on to a moment.
    func turn(to moment: String) throws { advance(by: try Date(moment, strategy: .iso8601).timeIntervalSince(now)) }
}

extension StoreFixture {
    /// A goal from today on with a step that has an alarm, its reminders on.
    func addAlarm(
        _ minute: Int, days: Int = 30, reminderEnabled: Bool = true, _ zone: String = "Asia/Seoul"
    ) async throws -> GoalDetail {
        let today = CalendarDate(clock.now, in: try #require(TimeZoneID(zone)))
        let fields = GoalFields(
            title: try GoalTitle("Walk"), startDate: today, endDate: today.adding(days: days),
            reminderEnabled: reminderEnabled)
        let goal = try await store.addGoal(fields, isFinished: false, key: nil, of: owner)
        let added = try await store.addStep(GoalTitle("Shoes"), key: nil, of: owner, goal.id)
        _ = try await store.addStep(GoalTitle("Other"), key: nil, of: owner, goal.id)
        return try await store.editStep(
            added.steps[0].id,
            StepFields(title: GoalTitle("Shoes"), alarm: Alarm(minute: minute, days: Set(Weekday.allCases))),
            of: owner, goal.id)
    }

    /// Turns the reminders of a goal off, which its alarm has turned on.
    func silence(_ goal: GoalDetail) async throws {
        var fields = goal.goal.fields
        fields.reminderEnabled = false
        _ = try await store.editGoal(fields, from: goal.revision, of: owner, goal.id)
    }

    /// The owner is in Seoul, and one browser is told all there is.
    func subscribe(_ choices: ReminderChoices? = nil) async throws {
        try await accounts.set([.timeZone(TimeZoneID("Asia/Seoul"))], of: owner)
        var all = ReminderChoices()
        (all.steps, all.ends, all.week) = (true, true, true)
        try await reminders.choose(choices ?? all, in: .english, of: owner)
        _ = try await reminders.addBrowser(.sample(), in: .english, of: owner, from: Client())
        // Computed once.
        _ = try await reminders.takeDue()
    }

    /// What is due now, of all accounts.
    func due() async throws -> [Reminder] {
        var found: [Reminder] = []
        while case let due = try await reminders.takeDue(), !due.isEmpty {
            found += due.flatMap { $0.reminders.map(\.reminder) }
        }
        return found
    }
}

/// What is kept of reminders, and which of them come.
@Suite(.timeLimit(.minutes(15))) struct ReminderStoreTests {
    private func steps(_ reminders: [Reminder]) -> Int {
        reminders.count { if case .step = $0 { true } else { false } }
    }

    // MARK: Due

    @Test(arguments: StorePlace.allCases)
    func anAlarmIsTakenOnceInItsMinuteEachDay(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            let goal = try await fixture.addAlarm(9 * 60 + 30)
            #expect(try await fixture.due() == [])
            for day in 23...25 {
                try fixture.clock.turn(to: "2026-11-\(day)T00:29:59Z")
                #expect(try await fixture.due() == [])
                try fixture.clock.turn(to: "2026-11-\(day)T00:30:20Z")
                let step = Reminder.step(goal.id, goal.steps[0].id, title: "Shoes", goal: "Walk")
                #expect(try await fixture.due() == [step])
                #expect(try await fixture.due() == [])
            }
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func twoServersTakeAReminderOnce(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            _ = try await fixture.addAlarm(9 * 60 + 30)
            _ = try await fixture.due()
            try fixture.clock.turn(to: "2026-11-23T00:30:01Z")
            let taken = try await withThrowingTaskGroup(of: [Reminder].self) { group in
                for _ in 0..<4 {
                    // Each is a server of its own, as one that was started again.
                    let store = SQLReminderStore(fixture.database, clock: fixture.clock.wallClock)
                    group.addTask { try await store.takeDue().flatMap { $0.reminders.map(\.reminder) } }
                }
                return try await group.reduce(into: [Reminder]()) { $0 += $1 }
            }
            #expect(taken.count == 1)
        }
    }

    @Test(arguments: [(14, 1), (16, 0)])
    func whatIsMoreThanAQuarterOfAnHourLateIsLeftOut(minutes: Int, count: Int) async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            _ = try await fixture.addAlarm(9 * 60 + 30)
            _ = try await fixture.due()
            try fixture.clock.turn(to: "2026-11-23T00:30:00Z")
            fixture.clock.advance(by: TimeInterval(minutes * 60))
            #expect(try await fixture.due().count == count)
            try fixture.clock.turn(to: "2026-11-24T00:30:01Z")
            #expect(try await fixture.due().count == 1)
        }
    }

    /// Whoever sets an alarm to a time that is just over doesn't hear it at once.
    @Test func anAlarmThatWasSetAfterItsTimeComesTheNextDay() async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:40:00Z")
            try await fixture.subscribe()
            fixture.clock.advance(by: 600)
            _ = try await fixture.addAlarm(9 * 60 + 45)
            #expect(try await fixture.due() == [])
            try fixture.clock.turn(to: "2026-11-24T00:45:01Z")
            #expect(try await fixture.due().count == 1)
        }
    }

    /// A change of something else in the same minute loses nothing that was planned.
    @Test func aChangeDoesNotLoseWhatIsDue() async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            _ = try await fixture.addAlarm(9 * 60 + 30)
            _ = try await fixture.due()
            try fixture.clock.turn(to: "2026-11-23T00:36:00Z")
            _ = try await fixture.addAlarm(23 * 60)
            #expect(steps(try await fixture.due()) == 1)
        }
    }

    @Test(arguments: ["tick", "delete", "remove", "reminder", "choice", "browser", "zone"])
    func whatChangesIsHeeded(change: String) async throws {
        try await withStore(.memory) { fixture in
            let (store, owner, reminders) = (fixture.store, fixture.owner, fixture.reminders)
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            let goal = try await fixture.addAlarm(9 * 60 + 30)
            _ = try await fixture.due()
            switch change {
            case "tick": _ = try await store.tick(goal.steps[0].id, isDone: true, of: owner, goal.id)
            case "delete": try await store.deleteGoal(of: owner, goal.id)
            case "remove": _ = try await store.removeStep(goal.steps[0].id, of: owner, goal.id)
            case "reminder":
                var fields = goal.goal.fields
                fields.reminderEnabled = false
                _ = try await store.editGoal(fields, from: goal.revision, of: owner, goal.id)
            case "choice": try await reminders.choose(ReminderChoices(), in: .english, of: owner)
            case "browser":
                let browser = try #require(try await reminders.reminders(of: owner).browsers.first)
                #expect(try await reminders.removeBrowser(browser.id, of: owner, from: Client()))
            default: try await fixture.accounts.set([.timeZone(TimeZoneID("Asia/Tokyo"))], of: owner)
            }
            try fixture.clock.turn(to: "2026-11-23T00:30:01Z")
            // Tokyo has Seoul's time.
            #expect(steps(try await fixture.due()) == (change == "zone" ? 1 : 0))
        }
    }

    @Test func whoHasNoBrowserCostsNothing() async throws {
        try await withStore(.memory) { fixture in
            _ = try await fixture.addAlarm(9 * 60 + 30)
            #expect(try await fixture.rowCount("reminderDue") == 0)
        }
    }

    @Test func aGoalWithoutRemindersTellsNothing() async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            try await fixture.subscribe()
            try await fixture.silence(fixture.addAlarm(9 * 60 + 30, reminderEnabled: false))
            try fixture.clock.turn(to: "2026-11-23T00:30:01Z")
            #expect(steps(try await fixture.due()) == 0)
        }
    }

    /// N5: an alarm that is shown is meant to ring, whatever was on before.
    @Test(arguments: [false, true]) func settingAnAlarmTurnsOnWhatItNeeds(hasBrowserFirst: Bool) async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            if hasBrowserFirst { try await fixture.subscribe(ReminderChoices()) }
            let goal = try await fixture.addAlarm(9 * 60 + 30, reminderEnabled: false)
            #expect(goal.goal.reminderEnabled && goal.reminderReach.steps == hasBrowserFirst)
            if !hasBrowserFirst {
                try await fixture.accounts.set([.timeZone(TimeZoneID("Asia/Seoul"))], of: fixture.owner)
                _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: fixture.owner, from: Client())
            }
            let reach = try await fixture.store.reminderReach(of: fixture.owner)
            // Nobody has asked for the last day of goals, but the goal's own switch is on by now.
            #expect(reach == ReminderReach(steps: true, ends: !hasBrowserFirst))
            try fixture.clock.turn(to: "2026-11-23T00:30:01Z")
            #expect(steps(try await fixture.due()) == 1)
        }
    }

    @Test func askingToBeRemindedOfAGoalTellsBrowsersOfIt() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.subscribe(ReminderChoices())
            #expect(try await fixture.store.reminderReach(of: fixture.owner) == ReminderReach())
            var fields = try fixture.fields("Swim", days: 7)
            let goal = try await fixture.store.addGoal(fields, isFinished: false, key: nil, of: fixture.owner)
            fields.reminderEnabled = true
            let edited = try await fixture.store.editGoal(fields, from: goal.revision, of: fixture.owner, goal.id)
            #expect(edited.reminderReach == ReminderReach(steps: false, ends: true))
            // Whoever turns that off again is believed.
            try await fixture.reminders.choose(ReminderChoices(), in: .english, of: fixture.owner)
            #expect(try await fixture.store.goal(of: fixture.owner, goal.id)?.reminderReach == ReminderReach())
        }
    }

    @Test func manyAccountsAreAllTaken() async throws {
        try await withStore(.memory) { fixture in
            try fixture.clock.turn(to: "2026-11-22T10:00:00Z")
            var choices = ReminderChoices()
            choices.week = true
            for _ in 0..<(ReminderLimits.accounts + 5) {
                let account = try await fixture.accounts.createDemoAccount(
                    goals: [], language: .english, timeZone: TimeZoneID("Asia/Seoul")
                ).signedIn.account
                try await fixture.reminders.choose(choices, in: .english, of: account)
                _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: account, from: Client())
                try await fixture.accounts.set([.weekStart(.monday)], of: account)
            }
            _ = try await fixture.due()
            try fixture.clock.turn(to: "2026-11-22T11:00:01Z")
            #expect(try await fixture.due().count == ReminderLimits.accounts + 5)
            #expect(try await fixture.due() == [])
        }
    }

    /// Only another program leaves such a row; it must not keep a server busy for ever.
    @Test func anAccountThatIsDueWithoutSettingsIsPassedOver() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.reminders.choose(ReminderChoices(), in: .english, of: fixture.owner)
            _ = try await fixture.reminders.addBrowser(.sample(), in: .english, of: fixture.owner, from: Client())
            try await fixture.database.writer.write { try $0.execute(sql: "DELETE FROM reminder") }
            #expect(try await fixture.reminders.takeDue().isEmpty)
        }
    }

    // MARK: What was chosen

    @Test func anAccountHasTenBrowsersAtMost() async throws {
        try await withStore(.memory) { fixture in
            let (reminders, owner) = (fixture.reminders, fixture.owner)
            for number in 0..<12 {
                let isAdded = try await reminders.addBrowser(
                    .sample("https://push.example.com/\(number)"), in: .english, of: owner, from: Client())
                #expect(isAdded == (number < 10))
            }
            // One that is there already may say it again.
            #expect(
                try await reminders.addBrowser(
                    .sample("https://push.example.com/3"), in: .english, of: owner, from: Client()))
            #expect(try await reminders.reminders(of: owner).browsers.count == 10)
        }
    }

    @Test func anotherAccountsBrowserStays() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.subscribe()
            let browser = try #require(try await fixture.reminders.reminders(of: fixture.owner).browsers.first)
            #expect(
                try await !fixture.reminders.removeBrowser(browser.id, of: fixture.stranger, from: Client()))
            #expect(try await fixture.reminders.reminders(of: fixture.owner).browsers == [browser])
        }
    }

    @Test func withItsAccountEverythingGoes() async throws {
        try await withStore(.memory) { fixture in
            try await fixture.subscribe()
            try await fixture.reminders.setCalendar(SecretToken(), in: .english, of: fixture.owner, from: Client())
            _ = try await fixture.accounts.deleteAccount(fixture.owner, SessionStart())
            for table in ["reminder", "pushBrowser", "reminderDue"] {
                #expect(try await fixture.rowCount(table) == 0, "\(table)")
            }
            await expectStoreError(.notFound) {
                try await fixture.reminders.setCalendar(SecretToken(), in: .english, of: fixture.owner, from: Client())
            }
        }
    }

    @Test func anAddressOfACalendarIsGoodUntilThereIsAnother() async throws {
        try await withStore(.memory) { fixture in
            let (reminders, owner) = (fixture.reminders, fixture.owner)
            let tokens = [SecretToken(), SecretToken()]
            try await reminders.setCalendar(tokens[0], in: .english, of: owner, from: Client())
            let first = try #require(try await reminders.calendar(tokens[0]))
            fixture.clock.advance(by: 86_400)
            try await reminders.setCalendar(tokens[1], in: .english, of: owner, from: Client())
            #expect(try await reminders.calendar(tokens[0]) == nil)
            // Its events are the same.
            let second = try #require(try await reminders.calendar(tokens[1]))
            #expect((second.name, second.since) == (first.name, first.since))
            try await reminders.setCalendar(nil, in: .english, of: owner, from: Client())
            #expect(try await reminders.calendar(tokens[1]) == nil)
            let events = try await fixture.accounts.log(of: owner, before: nil, limit: 10).map(\.event)
            #expect(events == [.calendarEnded, .calendarRenewed, .calendarMade])
        }
    }

    @Test func theKeyForPushServicesIsMadeOnce() async throws {
        try await withStore(.memory) { fixture in
            let first = try await fixture.reminders.pushKey(Data(repeating: 1, count: 32))
            #expect(try await fixture.reminders.pushKey(Data(repeating: 2, count: 32)) == first)
        }
    }
}
