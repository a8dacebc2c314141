import HindsightDomain
import Live
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightSQLite

@Suite(.timeLimit(.minutes(15))) struct OwnPageTests {
    @Test func aFormThatCantBeSavedSaysWhyAndKeepsWhatWasTyped() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let other = try await app.member("other@example.com")
            #expect(try await other.post("/settings/page", ["handle": "taken", "visibility": ""]).status == 303)
            for (handle, visibility, words) in [
                ("mi", "", "Please use 3 to 20 characters."),
                ("mi na", "everyone", "Please use only the letters a–z, digits and underscores."),
                ("Settings", "", "This address can’t be used. Please choose another one."),
                ("taken", "", "This address is in use, or was until recently. Please choose another one."),
                ("", "everyone", "Please choose an address first."),
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
            #expect(answer.status == 422 && answer.text.contains("You can change the address again on "))
            #expect(try await app.browser().get("/people/mina").status == 404)
            #expect(try await app.browser().get("/people/mina_2").status == 200)
            let export = try await mina.visitor.get("/settings/export").text
            #expect(export.contains("\"handle\":\"mina_2\"") && export.contains("\"isPagePublic\":true"))
        }
    }

    @Test func theGoalsPageSharesTheGoalAndSaysSo() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let path = Routes.goal.path(mina.goals[0])
            #expect(try await mina.visitor.get(path).text.contains("href='/settings/page'>Share on my page"))
            _ = try await mina.post("/settings/page", ["handle": "mina", "visibility": "everyone"])
            #expect(try await app.browser().get("/people/mina/\(mina.goals[0])").status == 404)
            // A second post changes nothing.
            for _ in 0..<2 {
                #expect(try await mina.post("\(path)?input=share", ["value": "goal"])["Location"] == path)
            }
            #expect(try await mina.visitor.get(path).text.contains("href='/people/mina/\(mina.goals[0])'>Shared"))
            #expect(try await app.browser().get("/people/mina/\(mina.goals[0])").status == 200)
            #expect(try await mina.post("\(path)?input=share", ["value": "everything"]).status == 409)
            _ = try await mina.post("\(path)?input=share", ["value": "nothing"])
            #expect(try await app.browser().get("/people/mina/\(mina.goals[0])").status == 404)
        }
    }
}
