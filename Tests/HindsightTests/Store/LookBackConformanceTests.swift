import Foundation
import GRDB
import HindsightDomain
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store answers to who looks back.
@Suite(.timeLimit(.minutes(15))) struct LookBackConformanceTests {
    private static let pinkHeart = Jewel(color: .pink, shape: .heart)
    private static let blueStar = Jewel(color: .blue, shape: .star)

    /// A completed goal of that day, at noon in Greenwich.
    private func won(_ title: String, _ jewel: Jewel, _ day: String, _ level: Level? = nil) throws -> NewGoal {
        let time = try Date("\(day)T12:00:00Z", strategy: .iso8601)
        let review = try level.map { Review(content: try .free("x", level: $0), writtenAt: time) }
        return try .make(title, .completed(jewel, at: time, review: review))
    }

    private func tally(_ jewel: Jewel, _ count: Int) -> JewelTally { JewelTally(jewel: jewel, count: count) }

    /// N4: in most weeks steps are ticked and no goal is finished.
    @Test(arguments: StorePlace.allCases)
    func aWeekCountsTheStepsThatWereTickedInIt(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await fixture.accounts.set([.timeZone(TimeZoneID("Asia/Seoul"))], of: owner)
            func add(_ title: String) async throws -> GoalDetail {
                let made = try await store.addGoal(
                    fixture.fields(title, days: 30), isFinished: false, key: nil, of: owner)
                for step in ["a", "b", "c", "d"] {
                    _ = try await store.addStep(GoalTitle(step), key: nil, of: owner, made.id)
                }
                return try #require(try await store.goal(of: owner, made.id))
            }
            let (one, two) = (try await add("one"), try await add("two"))
            func tick(_ goal: GoalDetail, _ index: Int, isDone: Bool = true) async throws {
                _ = try await store.tick(goal.steps[index].id, isDone: isDone, of: owner, goal.id)
            }
            // Wednesday evening in Seoul.
            try await tick(one, 0)
            try await tick(two, 0)
            try await tick(two, 1)
            try await tick(two, 2)
            try await tick(two, 2, isDone: false)
            // Monday morning in Seoul, when it is Sunday in Greenwich.
            fixture.clock.advance(by: 4 * 86_400 + 5 * 3600)
            for index in 1..<4 { try await tick(one, index) }
            let day = try #require(CalendarDate("2026-11-18"))
            let week = try await store.week(of: owner, WeekStart.monday.week(of: day))
            #expect(week.tickCount == 3 && week.finishedCount == 0)
            #expect(
                week.ticked == [
                    TickedGoal(id: two.id, title: "two", count: 2), TickedGoal(id: one.id, title: "one", count: 1),
                ])
            let next = try await store.week(of: owner, WeekStart.monday.week(of: day.adding(days: 7)))
            #expect(next.tickCount == 3 && next.finishedCount == 1)
            // Also when that has completed the goal.
            #expect(next.ticked == [TickedGoal(id: one.id, title: "one", count: 3)])
            // The day stays, wherever the owner goes.
            try await fixture.accounts.set([.timeZone(.utc)], of: owner)
            #expect(try await store.week(of: owner, WeekStart.monday.week(of: day)).tickCount == 3)
            try await store.deleteGoal(of: owner, two.id)
            #expect(try await store.week(of: owner, WeekStart.monday.week(of: day)).tickCount == 1)
        }
    }

    @Test func aWeekOfVeryManyTicksCountsSomeOfThem() async throws {
        try await withStore(.memory) { fixture in
            let steps = try (0..<9).map { NewStep(title: try GoalTitle("\($0)"), isDone: $0 < 8) }
            let goals = try (0..<40).map { number in
                NewGoal(
                    title: try GoalTitle("\(number)"), startDate: try #require(CalendarDate("2026-11-16")),
                    endDate: try #require(CalendarDate("2026-12-16")), state: .active, steps: steps)
            }
            _ = try await fixture.store.addGoals(goals, of: fixture.owner)
            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            let week = try await fixture.store.week(of: fixture.owner, days)
            #expect(week.tickCount == WeekReview.tickLimit && week.ticked.count <= 10)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func jewelsAreCountedByTheirKindAndTheirTime(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let ids = try await store.addGoals(
                [
                    won("a", Self.pinkHeart, "2025-12-31", .five), won("b", Self.blueStar, "2026-01-01"),
                    won("c", Self.pinkHeart, "2026-01-31", .two), won("d", Self.pinkHeart, "2026-02-01"),
                ], of: owner)
            _ = try await store.addGoals([won("other", Self.pinkHeart, "2026-01-01")], of: fixture.stranger)
            func box(_ cut: JewelCut, after: GoalID? = nil, limit: Int = 10) async throws -> JewelBox {
                try await store.jewelBox(of: owner, cut, after: after, limit: limit)
            }
            let all = try await box(JewelCut())
            #expect(Set(all.tallies) == [tally(Self.pinkHeart, 3), tally(Self.blueStar, 1)])
            #expect(all.years == [YearCount(year: 2026, count: 3), YearCount(year: 2025, count: 1)])
            #expect(all.jewels.map(\.title) == ["d", "c", "b", "a"] && !all.hasMore)
            #expect(all.jewels.map(\.hasReview) == [false, true, false, true])

            let january = try await box(JewelCut(period: #require(Period("2026-01"))))
            #expect(Set(january.tallies) == [tally(Self.pinkHeart, 1), tally(Self.blueStar, 1)])
            #expect(january.jewels.map(\.title) == ["c", "b"])
            let hearts = try await box(JewelCut(period: .year(2026), shape: .heart))
            #expect(hearts.tallies.total == 3 && hearts.jewels.map(\.title) == ["d", "c"])
            #expect(try await box(JewelCut(color: .green)).jewels == [])

            let first = try await box(JewelCut(), limit: 3)
            #expect(first.jewels.map(\.title) == ["d", "c", "b"] && first.hasMore)
            let rest = try await box(JewelCut(), after: ids[1], limit: 3)
            #expect(rest.jewels.map(\.title) == ["a"] && !rest.hasMore)
            // A list may go on behind a goal that is deleted.
            try await store.deleteGoal(of: owner, ids[1])
            #expect(try await box(JewelCut(), after: ids[1], limit: 3).jewels == rest.jewels)
            #expect(try await box(JewelCut()).tallies == [tally(Self.pinkHeart, 3)])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aYearHasTwelveMonthsAndTheLevelsOfItsReviews(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = try await store.addGoals(
                [
                    won("a", Self.pinkHeart, "2026-01-01", .five), won("b", Self.pinkHeart, "2026-12-31"),
                    won("c", Self.blueStar, "2025-06-01"),
                ], of: owner)
            var year = try await store.year(of: owner, 2026)
            #expect(year.months.map(\.total) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
            #expect(year.years.map(\.year) == [2026, 2025])
            #expect(year.tallies.meanLevel == 5)
            // A review that is written, changed, deleted and brought back, and one whose goal is.
            try await store.writeReview(.free("y", level: .two), of: owner, goal: goals[1])
            #expect(try await store.year(of: owner, 2026).months[11].meanLevel == 2)
            _ = try await store.editReview(.free("y", level: .four), of: owner, goal: goals[1])
            #expect(try await store.year(of: owner, 2026).tallies.meanLevel == 4.5)
            _ = try await store.deleteReview(of: owner, goal: goals[1])
            #expect(try await store.year(of: owner, 2026).tallies.meanLevel == 5)
            _ = try await store.restoreReview(of: owner, goal: goals[1])
            try await store.deleteGoal(of: owner, goals[0])
            year = try await store.year(of: owner, 2026)
            #expect(year.tallies.total == 1 && year.tallies.meanLevel == 4)
            _ = try await store.restoreGoal(of: owner, goals[0])
            #expect(try await store.year(of: owner, 2026).tallies.meanLevel == 4.5)
            #expect(try await store.year(of: owner, 2024).tallies == [])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func aWeekHasWhatWasFinishedWhatWaitsAndWhatWasAYearBefore(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            // It is Wednesday, 2026-11-18.
            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await store.addGoals(
                [
                    won("before", Self.pinkHeart, "2026-11-15"), won("monday", Self.pinkHeart, "2026-11-16"),
                    won("sunday", Self.blueStar, "2026-11-22", .one), won("after", Self.pinkHeart, "2026-11-23"),
                    won("then", Self.blueStar, "2025-11-16", .one), won("not then", Self.blueStar, "2025-11-15", .one),
                ], of: owner)
            for (title, end) in [("soon", 11), ("today", 0), ("later", 12)] {
                _ = try await store.addGoal(fixture.fields(title, days: end), isFinished: false, key: nil, of: owner)
            }
            let week = try await store.week(of: owner, days)
            #expect(week.finished.map(\.title) == ["sunday", "monday"] && week.finishedCount == 2)
            #expect(week.waiting.map(\.title) == ["before", "monday", "after"] && week.waitingCount == 3)
            #expect(week.ending.map(\.title) == ["today", "soon"])
            #expect(week.yearBefore.map(\.title) == ["then"])
            #expect(try await store.week(of: fixture.stranger, days) == WeekReview(days: days))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anAnswerOfAWeekIsNotOverwrittenUnseen(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let day = try #require(CalendarDate("2026-11-18"))
            let days = WeekStart.monday.week(of: day)
            func save(_ text: String, from revision: Int) async throws -> WeekNote {
                try await store.saveWeekNote(text, question: 3, from: revision, of: owner, days)
            }
            #expect(try await save("", from: 0) == .none)
            #expect(try await store.week(of: owner, days).note == nil)
            let first = try await save("one", from: 0)
            #expect(first == WeekNote(question: 3, text: "one", revision: 1))
            // A resend.
            #expect(try await save("one", from: 0) == first)
            let error = await expectStoreError(.noteChanged) { try await save("two", from: 0) }
            guard case .noteChanged(first)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(try await save("two", from: 1).revision == 2)
            #expect(try await store.week(of: owner, days).note?.text == "two")
            // The same days in weeks that begin on another one.
            let others = WeekStart.sunday.week(of: day)
            #expect(try await store.week(of: owner, others).note?.text == "two")
            #expect(try await store.week(of: fixture.stranger, days).note == nil)
            #expect(try await save("", from: 2).revision == 3)
            #expect(try await store.week(of: owner, days).note?.text == "")
            #expect(try await fixture.rowCount("weekNote") == 1)
        }
    }

    /// N8
    @Test(arguments: StorePlace.allCases)
    func weeksThatHaveAnAnswerAreListedTheLatestFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let first = try #require(CalendarDate("2026-10-05"))
            func week(_ number: Int) -> ClosedRange<CalendarDate> {
                WeekStart.monday.week(of: first.adding(days: 7 * number))
            }
            let long = String(repeating: "가", count: 300)
            for (number, text) in [(2, "two"), (0, "zero"), (4, long), (1, "one"), (3, "taken back")] {
                _ = try await store.saveWeekNote(text, question: number, from: 0, of: owner, week(number))
            }
            _ = try await store.saveWeekNote("theirs", question: 0, from: 0, of: fixture.stranger, week(1))
            _ = try await store.saveWeekNote("", question: 3, from: 1, of: owner, week(3))
            let newest = try await store.answeredWeeks(of: owner, before: nil, limit: 2)
            #expect(newest.weeks.map(\.week) == [week(4).lowerBound, week(2).lowerBound] && newest.hasMore)
            #expect(newest.weeks.map(\.question) == [4, 2])
            // Shortened.
            #expect(newest.weeks[0].answer.pieces.map(\.text) == [String(repeating: "가", count: 200)])
            #expect(newest.weeks[0].answer.isCutBehind && !newest.weeks[1].answer.isCutBehind)
            // To an exact end.
            let rest = try await store.answeredWeeks(of: owner, before: newest.weeks[1].week, limit: 2)
            #expect(rest.weeks.map { $0.answer.pieces.map(\.text) } == [["one"], ["zero"]] && !rest.hasMore)
            let end = try await store.answeredWeeks(of: owner, before: week(0).lowerBound, limit: 2)
            #expect(end == AnsweredWeeks())
            #expect(try await store.answeredWeeks(of: owner, before: nil, limit: 0).weeks.count == 1)
        }
    }

    /// Weeks may begin on another day by now.
    @Test func anAnswerIsOfTheSameWeekWheneverWeeksBegin() throws {
        let day = try #require(CalendarDate("2026-11-18"))
        for written in WeekStart.allCases {
            let kept = written.week(of: day).lowerBound
            for now in WeekStart.allCases {
                let days = now.week(ofNote: kept)
                #expect(abs(kept.days(until: days.lowerBound)) <= WeekNote.shift, "\(written) \(now)")
                #expect(now.week(of: days.lowerBound) == days)
            }
            #expect(written.week(ofNote: kept) == written.week(of: day))
        }
    }

    @Test(arguments: StorePlace.allCases)
    func answersComeInForWeeksThatHaveNone(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await store.saveWeekNote("mine", question: 1, from: 0, of: owner, days)
            let imported = [
                // The week that is answered, as it begins on a Sunday and on a Saturday, and a week that isn't.
                days.lowerBound.adding(days: -1): WeekNote(question: 2, text: "theirs"),
                days.lowerBound.adding(days: -2): WeekNote(question: 2, text: "theirs"),
                days.lowerBound.adding(days: -14): WeekNote(question: 3, text: "new"),
            ]
            #expect(try await store.importWeekNotes(imported, of: owner) == 1)
            #expect(try await store.importWeekNotes(imported, of: owner) == 0)
            let notes = try await store.weekNotes(of: owner, after: nil, limit: 10)
            #expect(notes.map(\.week) == [days.lowerBound.adding(days: -14), days.lowerBound])
            #expect(notes.map(\.note.text) == ["new", "mine"])
            #expect(try await store.weekNotes(of: owner, after: notes[0].week, limit: 10).map(\.note.text) == ["mine"])
            #expect(try await store.weekNotes(of: fixture.stranger, after: nil, limit: 10).isEmpty)
            // Whenever weeks begin, each answer is of one of them.
            for start in WeekStart.allCases {
                let weeks = (-4...1).map { start.week(of: days.lowerBound.adding(days: 3 + 7 * $0)) }
                var found: [String] = []
                for week in weeks { found += [try await store.week(of: owner, week).note?.text].compactMap(\.self) }
                #expect(found == ["new", "mine"], "\(start)")
            }
            // An answer that was taken back is none.
            _ = try await store.saveWeekNote("", question: 1, from: 1, of: owner, days)
            let again = [days.lowerBound: WeekNote(question: 4, text: "again")]
            #expect(try await store.importWeekNotes(again, of: owner) == 1)
            #expect(try await store.week(of: owner, days).note == WeekNote(question: 4, text: "again", revision: 3))
        }
    }

    @Test func whatWasWonBeforeItWasCountedIsCounted() throws {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "steps")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, isDemo, createdAt) VALUES (1, 0, 0);
                    INSERT INTO goal (id, ownerID, title, startDate, endDate, status, jewelColor, jewelShape, completedAt,
                        completedOn, createdAt)
                    SELECT value, 1, 'x', '2026-01-01', '2026-01-01', 'completed', 'blue', 'pear', 0, '2026-03-04', 0
                    FROM json_each('[1, 2, 3]');
                    UPDATE goal SET deletedAt = 1 WHERE id = 3;
                    INSERT INTO review (goalID, ownerID, style, text, level, writtenAt) VALUES (1, 1, 'free', 'x', 4, 0);
                    """)
        }
        try Schema.migrator.migrate(queue)
        let rows = try queue.read { db in
            try String.fetchAll(
                db, sql: "SELECT period || color || shape || count || levelSum || levelCount FROM jewelTally ORDER BY 1"
            )
        }
        #expect(rows == ["abluepear200", "m2026-03bluepear241", "y2026bluepear200"])
    }
}
