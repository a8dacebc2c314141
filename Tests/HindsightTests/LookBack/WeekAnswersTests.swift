import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Answers to the questions of weeks are found again: in a list, and by searching (N8).
@Suite(.timeLimit(.minutes(15))) struct WeekAnswersTests {
    private func save(_ text: String, on day: String, of owner: AccountID, _ fixture: StoreFixture) async throws {
        let days = WeekStart.monday.week(of: try #require(CalendarDate(day)))
        let found = try await fixture.store.week(of: owner, days).note
        _ = try await fixture.store.saveWeekNote(
            text, question: 3, from: found?.revision ?? 0, of: owner, days)
    }

    @Test func theSearchFindsAnAnswerAndLeadsToItsWeek() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let jun = try await app.emptyMember("jun@example.com")
            try await save("A long walk by the sea", on: "2026-11-10", of: mina.id, app.fixture)
            let page = try await mina.visitor.get("/search?q=walk").text
            #expect(page.contains("<mark>walk</mark> by the sea"))
            let address = try #require(page.between("<ol", "</ol>")?.between("href=\"/weeks/", "\""))
            #expect(try await mina.visitor.get("/weeks/\(address)").text.contains("A long walk by the sea"))
            #expect(try await !jun.visitor.get("/search?q=walk").text.contains("by the sea"))
            // As it is now.
            try await save("A swim", on: "2026-11-10", of: mina.id, app.fixture)
            #expect(try await !mina.visitor.get("/search?q=walk").text.contains("<mark>"))
            #expect(try await mina.visitor.get("/search?q=swim").text.contains("<mark>swim</mark>"))
            try await save("", on: "2026-11-10", of: mina.id, app.fixture)
            #expect(try await !mina.visitor.get("/search?q=swim").text.contains("<mark>"))
        }
    }

    @Test func aWeekBeginsOnTheDayThatWasChosenAtOnce() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            var headings: [String?] = []
            for day in [WeekStart.monday, .sunday] {
                try await app.fixture.accounts.set([.weekStart(day)], of: mina.id)
                headings.append(try await mina.visitor.get("/weeks").text.between("<h1", "</h1>"))
            }
            #expect(headings[0] != nil && headings[0] != headings[1])
        }
    }

    @Test func onTheFirstDayOfAWeekTheWeekBeforeIsShownUntilItIsAnswered() async throws {
        try await withApp { app in
            let (mina, store) = (try await app.emptyMember("mina@example.com"), app.fixture.store)
            let jun = try await app.emptyMember("jun@example.com")
            func place() async throws -> String? { try await mina.visitor.get("/weeks")["Location"] }
            // Until Thursday, November 26.
            let fields = try app.fixture.fields("Swim", days: 8)
            let goal = try await store.addGoal(fields, isFinished: false, key: nil, of: mina.id)
            let step = try #require(
                try await store.addStep(GoalTitle("a"), key: nil, of: mina.id, goal.id).steps.first)
            _ = try await store.addStep(GoalTitle("b"), key: nil, of: mina.id, goal.id)
            _ = try await store.tick(step.id, isDone: true, of: mina.id, goal.id)
            #expect(try await place() == nil)
            app.fixture.clock.advance(by: 5 * 86_400)
            #expect(try await place() == "/weeks/2026-11-16")
            let page = try await mina.visitor.get("/weeks/2026-11-16").text
            #expect(page.contains("Looking back on last week") && page.contains("href=\"/weeks/2026-11-23\""))
            #expect(try await mina.visitor.get("/weeks/2026-11-23").text.contains("Looking back on this week"))
            // Nothing happened in this one.
            #expect(try await jun.visitor.get("/weeks")["Location"] == nil)
            try await save("It went well", on: "2026-11-16", of: mina.id, app.fixture)
            #expect(try await place() == nil)
            try await save("", on: "2026-11-16", of: mina.id, app.fixture)
            #expect(try await place() == "/weeks/2026-11-16")
            app.fixture.clock.advance(by: 86_400)
            #expect(try await place() == nil)
        }
    }

    @Test func aPageListsAnswersTheNewestFirst() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            for (day, text) in [("2026-11-02", "First"), ("2026-11-10", "Second"), ("2026-10-20", "Earliest")] {
                try await save(text, on: day, of: mina.id, app.fixture)
            }
            let page = try await mina.visitor.get("/weeks/answers")
            #expect(page.status == 200)
            let positions = ["Second", "First", "Earliest"].map { page.text.firstRange(of: $0)?.lowerBound }
            #expect(!positions.contains(nil) && positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
            #expect(try await mina.visitor.get("/weeks").text.contains("href=\"/weeks/answers\""))
        }
    }
}
