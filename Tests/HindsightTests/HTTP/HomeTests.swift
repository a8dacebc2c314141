import TestSupport
import Testing

@testable import Hindsight

/// V9: the start page is for those who have no account yet; members are led on.
@Suite(.timeLimit(.minutes(15))) struct HomeTests {
    @Test(arguments: ["GET", "HEAD"]) func aMemberIsLedOnToToday(method: String) async throws {
        try await withApp { app async throws in
            let member = try await app.member("mina@example.com")
            let answer = try await member.visitor.send(method, "/")
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/today")
            // The same address is another page for somebody else, and for this browser after signing out.
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer["Vary"] == "Cookie")
            #expect(answer.body.isEmpty)
        }
    }

    @Test func afterSigningOutItIsTheStartPageAgain() async throws {
        try await withApp { app async throws in
            let member = try await app.member("mina@example.com")
            let other = member.visitor.copy()
            #expect(try await member.post("/logout")["Location"] == "/")
            for visitor in [member.visitor, other, app.visitor.another()] {
                let home = try await visitor.get("/")
                #expect(home.status == 200)
                #expect(home.text.contains("action=\"/demo\""))
            }
        }
    }

    @Test func aMemberCanStillReadIt() async throws {
        try await withApp { app async throws in
            let member = try await app.member("mina@example.com")
            for path in ["/goals/active", "/settings", member.unreviewed, "/nothing"] {
                let page = try await member.visitor.get(path).text
                #expect(page.contains("<a href=\"/help\">Help</a> · <a href=\"/privacy\">Privacy</a>"), "\(path)")
            }
            #expect(try await member.visitor.get("/help").text.contains("<a href='/?about'>About Hindsight</a>"))
            for visitor in [member.visitor, app.visitor.another()] {
                let about = try await visitor.get("/?about")
                #expect(about.status == 200)
                #expect(about.text.contains("<link rel=\"canonical\" href=\"http://\(visitor.authority)/\">"))
            }
        }
    }

    /// The button named the completed goals and led to the active ones.
    @Test func eachButtonLeadsToTheBoxThatItNames() async throws {
        try await withApp { app async throws in
            let member = try await app.member("mina@example.com")
            let about = try await member.visitor.get("/?about").text
            #expect(about.contains("href='/today'>Go to Today</a>"))
            #expect(!about.contains("completed goals</a>"))
            // So do those of an error.
            let fault = try await member.visitor.get("/nothing").text
            #expect(fault.contains("href='/goals/active'>See your goals in progress</a>"))
            for (language, words) in [("en", "Go to your completed goals"), ("ko", "내 완료한 목표로 가기")] {
                let home = try await app.account(language).get("/")
                #expect(home.status == 200, "a demo account is not an account yet")
                #expect(home.text.contains("href='/goals/completed'>\(words)</a>"))
            }
        }
    }
}
