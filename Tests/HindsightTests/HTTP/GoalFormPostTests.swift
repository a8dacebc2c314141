import HindsightDomain
import Live
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The form of a goal by HTTP alone.
@Suite(.timeLimit(.minutes(15))) struct GoalFormPostTests {
    private static func day(_ days: Int, _ app: ServedApp) -> String {
        CalendarDate(app.fixture.clock.now, in: .utc).adding(days: days).description
    }

    private static func good(_ app: ServedApp) -> [String: String] {
        ["title": "A sea", "startDate": day(0, app), "endDate": day(7, app)]
    }

    @Test func aGoalIsMadeEditedAndFoundByFormPostsAlone() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let made = try await mina.post("/goals/new", Self.good(app))
            #expect(made.status == 303)
            let address = try #require(made["Location"])
            let id = try #require(Routes.goal.match(address))
            let goal = try #require(try await app.fixture.store.goal(of: mina.id, id))
            #expect(goal.goal.title == "A sea" && goal.goal.box == .active)

            let finished = try await mina.post(
                "/goals/new?finished=1",
                Self.good(app).with(["startDate": Self.day(-30, app), "endDate": Self.day(-1, app)]))
            #expect(finished.status == 303)
            let done = try #require(finished["Location"].flatMap { Routes.goal.match($0) })
            #expect(try await app.fixture.store.goal(of: mina.id, done)?.goal.box == .completed)
        }
    }

    @Test func theTitleOfACompletedGoalIsMendedByAFormPostAlone() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let goal = mina.goals[0]
            let address = Routes.goal.path(goal)
            #expect(try await mina.visitor.get(address).text.contains("href=\"\(address)?rename=1\""))
            #expect(try await mina.visitor.get("\(address)?edit=1")["Location"] == "\(address)?rename=1")
            #expect(try await mina.visitor.get("\(address)?recover=1")["Location"] == address)
            let basis = try #require(
                try await mina.visitor.get("\(address)?rename=1").text.between("name=\"title.basis\" value=\"", "\""))
            let empty = try await mina.post("\(address)?rename=1", ["title": " ", "title.basis": basis])
            #expect(empty.status == 422)
            let saved = try await mina.post("\(address)?rename=1", ["title": "A lake", "title.basis": basis])
            #expect(saved.status == 303 && saved["Location"] == address)
            #expect(try await mina.visitor.get(address).text.contains("A lake</h1>"))
            for page in ["/goals/completed", "/jewels", Routes.review.path(goal), "/search?q=lake"] {
                let text = try await mina.visitor.get(page).text
                #expect(text.contains("A lake") || text.contains("A <mark>lake</mark>"), "\(page)")
            }
            // Another's goal is none.
            let jun = try await app.member("jun@example.com")
            #expect(try await jun.post("\(address)?rename=1", ["title": "Mine"]).status == 404)
        }
    }

    /// N11: titles of goals and steps, by both doors. Lines of a new step are steps of their own.
    @Test func aTitleOfSeveralLinesBecomesOne() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let made = try await mina.post("/goals/new", Self.good(app).with(["title": "A\nsea"]))
            let id = try #require(made["Location"].flatMap { Routes.goal.match($0) })
            let address = Routes.goal.path(id)
            #expect(try await mina.post(address, ["stepTitle": "A\tboat"]).status == 303)
            let page = try await mina.visitor.open(address)
            _ = try await page.inputs([(1, "stepTitle", "An\toar"), (2, "saveStep", "")])
            var goal = try #require(try await app.fixture.store.goal(of: mina.id, id))
            #expect(goal.goal.title == "A sea")
            #expect(goal.steps.map(\.title) == ["A boat", "An oar"])

            let step = "\(goal.steps[0].id)"
            let edit = ["value": step, "editTitle": "A\nship", "alarmTime": ""]
            #expect(try await mina.post("\(address)?step=\(step)&input=saveEdit", edit).status == 303)
            let form = try await mina.visitor.open(address + "?edit=1")
            _ = try await form.inputs([(1, "title", "A\u{2028}lake"), (2, "save", "")])
            goal = try #require(try await app.fixture.store.goal(of: mina.id, id))
            #expect(goal.goal.title == "A lake" && goal.steps[0].title == "A ship")
        }
    }

    @Test func badInputIsRefusedWithTheTextKept() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let faults = [
                ["title": ""], ["title": String(repeating: "가", count: 61)], ["endDate": Self.day(-1, app)],
                ["startDate": Self.day(8, app)], ["startDate": "2026-02-29"], ["endDate": "tomorrow"],
            ]
            for fault in faults {
                let fields = Self.good(app).with(fault)
                let answer = try await mina.post("/goals/new", fields)
                #expect(answer.status == 422, "\(fault)")
                #expect(answer.text.contains("role=\"alert\""))
                for text in fields.values { #expect(answer.text.unescaped.contains("value=\"\(text)\""), "\(fault)") }
            }
            let late = Self.good(app).with(["endDate": Self.day(1, app)])
            #expect(try await mina.post("/goals/new?finished=1", late).status == 422)
            #expect(try await app.fixture.store.boxCounts(of: mina.id).active == 0)
        }
    }

    @Test func twoPostsAtOnceMakeOneGoal() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let page = try await mina.visitor.get("/goals/new").text
            let basis = try #require(page.between("name=\"title.basis\" value=\"", "\""))
            let fields = Self.good(app).with(["title.basis": basis])
            async let one = mina.post("/goals/new", fields)
            async let two = mina.post("/goals/new", fields)
            let answers = try await [one, two]
            #expect(answers.map(\.status) == [303, 303])
            #expect(answers[0]["Location"] == answers[1]["Location"])
            #expect(try await app.fixture.store.boxCounts(of: mina.id).active == 1)
        }
    }

    @Test func aFormOfAnExpiredLoginIsKept() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let answer = try await app.browser().post("/goals/new", Self.good(app))
            #expect(answer.status == 401)
            #expect(answer.text.unescaped.contains("A sea"))
            let refused = try await mina.visitor.post("/goals/new", Self.good(app).with(["csrf": "wrong"]))
            #expect(refused.status == 403)
            #expect(refused.text.contains("value=\"A sea\""))
        }
    }

    @Test func aStoreThatDoesNotAnswerGives503WithTheTextKept() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            app.store.fail(.addGoal)
            let answer = try await mina.post("/goals/new", Self.good(app))
            #expect(answer.status == 503)
            #expect(answer.text.contains("value=\"A sea\""))
            app.store.mend()
            #expect(try await mina.post("/goals/new", Self.good(app)).status == 303)
        }
    }

    @Test func whatWasLongedForBecomesTheNextGoal() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let jun = try await app.member("jun@example.com")
            let long = guided.with(["longedFor": "A sea\nof " + String(repeating: "words ", count: 20), "level": "4"])
            #expect(try await mina.post(mina.unreviewed, long).status == 303)
            let address = Routes.newGoal.path(query: ["from": "\(mina.goals[1])"])
            func title(_ member: Member, _ address: String) async throws -> String? {
                let answer = try await member.visitor.get(address)
                #expect(answer.status == 200)
                return answer.text.between("<input id=\"title\"", ">")?.between(" value=\"", "\"")
            }
            #expect(try await title(mina, address) == "A sea of " + String(repeating: "words ", count: 7) + "words")
            // A review in one text, a stranger's, none, no goal and no number.
            #expect(try await title(mina, Routes.newGoal.path(query: ["from": "\(mina.goals[0])"])) == "")
            #expect(try await title(jun, address) == "")
            for id in ["\(mina.goals[2])", "999999", "none", ""] {
                #expect(try await title(mina, "/goals/new?from=\(id)") == "", "\(id)")
            }
        }
    }
}
