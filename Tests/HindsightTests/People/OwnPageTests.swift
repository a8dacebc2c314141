import HindsightDomain
import Live
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

@Suite(.timeLimit(.minutes(15))) struct OwnPageTests {
    @Test func aFormThatCantBeSavedSaysWhyAndKeepsWhatWasTyped() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let other = try await app.member("other@example.com")
            #expect(
                try await other.post("/settings/page", ["handle": "taken", "visibility": "followers"]).status == 303)
            for (handle, visibility, words) in [
                ("mi", "followers", "Please use 3 to 20 characters."),
                ("mi na", "everyone", "Please use only the letters a–z, digits and underscores."),
                ("Settings", "followers", "This address can’t be used. Please choose another one."),
                ("taken", "followers", "This address is in use, or was until recently. Please choose another one."),
                ("", "everyone", "Please choose an address first."),
                ("", "followers", "Please choose an address first."),
                ("mina", "nobody", "Please choose one of the list."),
            ] {
                let answer = try await mina.post("/settings/page", ["handle": handle, "visibility": visibility])
                #expect(answer.status == 422, "\(handle)")
                #expect(answer.text.contains(words), "\(handle)")
                #expect(answer.text.contains("value=\"\(handle)\""), "\(handle)")
            }
            #expect(try await app.fixture.store.ownPage(of: mina.id) == OwnPage())
        }
    }

    @Test func aChangedAddressStaysForAWeek() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            for handle in ["mina", "mina_2"] {
                let answer = try await mina.post("/settings/page", ["handle": handle, "visibility": "everyone"])
                #expect(answer.status == 303 && answer["Location"] == "/settings/page")
            }
            let answer = try await mina.post("/settings/page", ["handle": "mina_3", "visibility": "everyone"])
            #expect(answer.status == 422 && answer.text.contains("You can change the address again from "))
            #expect(try await app.browser().get("/people/mina").status == 404)
            #expect(try await app.browser().get("/people/mina_2").status == 200)
            // However it is spelled, a page has one address.
            for spelling in ["@mina_2", "MINA_2"] {
                #expect(try await app.browser().get("/people/\(spelling)")["Location"] == "/people/mina_2")
            }
            let export = try await mina.visitor.get("/settings/export").text
            #expect(export.contains("\"handle\":\"mina_2\"") && export.contains("\"pageVisibility\":\"everyone\""))
        }
    }

    @Test func theGoalsPageSharesTheGoalAndSaysSo() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let goal = try await app.fixture.addGoal("Walk", until: "2026-12-18", steps: [], of: mina.id).id
            let path = Routes.goal.path(goal)
            _ = try await mina.post("/settings/page", ["handle": "mina", "visibility": "everyone"])
            #expect(try await mina.visitor.get(path).text.contains("Share on my page"))
            #expect(try await app.browser().get("/people/mina/\(goal)").status == 404)
            // A second post changes nothing.
            for _ in 0..<2 {
                #expect(try await mina.post("\(path)?input=share", ["value": "goal"])["Location"] == path)
            }
            #expect(try await mina.visitor.get(path).text.contains("href=\"/settings/page\">Shared"))
            #expect(try await app.browser().get("/people/mina/\(goal)").status == 200)
            #expect(try await mina.post("\(path)?input=share", ["value": "everything"]).status == 409)
            // A paused one isn't shown. It says that it would be, and can be hidden.
            _ = try await mina.post("\(path)?input=pause")
            #expect(try await app.browser().get("/people/mina/\(goal)").status == 404)
            let paused = try await mina.visitor.get(path).text
            #expect(paused.contains(">Shared</a>") && paused.contains("Stop sharing"))
            _ = try await mina.post("\(path)?input=share", ["value": "nothing"])
            _ = try await mina.post("\(path)?input=resume")
            #expect(try await app.browser().get("/people/mina/\(goal)").status == 404)
            #expect(try await !mina.visitor.get(path).text.contains(">Shared</a>"))
        }
    }

    @Test func aPlaceInTheListTellsNothingOfOtherGoals() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            _ = try await mina.post("/settings/page", ["handle": "mina", "visibility": "everyone"])
            for goal in mina.goals.dropFirst() {
                _ = try await app.fixture.store.share(.goal, of: mina.id, goal)
            }
            let rows = { @Sendable (after: String) async throws -> Int in
                try await app.browser().get("/people/mina?after=\(after)").text.matches(of: /<li id="goal-/).count
            }
            let all = try await rows("")
            // Neither of one that isn't shared, nor of one that is nobody's.
            for id in [mina.goals[0].rawValue, 999_999] {
                #expect(try await rows("\(id)") == all)
                #expect(try await rows("9999-12-31.\(id)") == all)
                #expect(try await rows("1000-01-01.\(id)") == 0)
            }
        }
    }
}
