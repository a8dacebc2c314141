import TestSupport
import Testing

@testable import Hindsight

/// The language and the look that are chosen at the foot of every page.
@Suite(.timeLimit(.minutes(15))) struct ChoiceTests {
    private func choose(
        _ visitor: HTTPVisitor, _ fields: [String: String], from path: String? = "/", csrf: String? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let referrer = path.map { ["Referer": "http://\(visitor.authority)\($0)"] } ?? [:]
        let token = csrf.map { ["csrf": $0] } ?? [:]
        return try await visitor.post("/choices", fields.merging(token) { $1 }, referrer.merging(headers) { $1 })
    }

    @Test func theBrowserRemembersALanguage() async throws {
        try await withApp { app async throws in
            let visitor = app.visitor.another(language: "en")
            #expect(try await choose(visitor, ["language": "ko"]).status == 303)
            for path in ["/", "/nothing"] {
                let page = try await visitor.get(path).text
                #expect(page.contains("<html lang=\"ko\">"))
                #expect(page.contains("value=\"ko\" lang=\"ko\" aria-pressed=\"true\""))
            }
            // So does the account that is made then.
            #expect(try await visitor.post("/demo").status == 303)
            #expect(try await visitor.get("/goals/completed").text.contains("<html lang=\"ko\">"))
            #expect(try await choose(visitor.another(language: "en"), ["language": "en"]).status == 303)
        }
    }

    @Test(arguments: [("light", "#f4f1f4"), ("dark", "#17131b")])
    func theBrowserRemembersALook(theme: String, color: String) async throws {
        try await withApp { app async throws in
            let visitor = app.visitor.another(language: "en")
            #expect(try await choose(visitor, ["theme": theme]).status == 303)
            let page = try await visitor.get("/").text
            #expect(page.contains("<html lang=\"en\" data-theme='\(theme)'>"))
            #expect(page.contains("<meta name='color-scheme' content='\(theme)'>"))
            #expect(page.all(between: "name='theme-color' content='", "'") == [color])
            #expect(page.contains("value=\"\(theme)\" aria-pressed=\"true\""))
            #expect(try await choose(visitor, ["theme": "system"]).status == 303)
            let again = try await visitor.get("/").text
            #expect(!again.contains("data-theme"))
            #expect(again.contains("value=\"system\" aria-pressed=\"true\""))
            #expect(visitor.cookies["theme"] == nil)
        }
    }

    @Test func anAccountHasItsChoiceInEveryBrowserAndAfterARestart() async throws {
        try await withApp { app async throws in
            let account = try await app.account("en")
            let (one, other) = (account.visitor, account.visitor.copy())
            for fields in [["language": "ko"], ["theme": "dark"]] {
                #expect(try await choose(one, fields, from: account.editor, csrf: account.csrf).status == 303)
            }
            let page = try await other.get("/goals/completed").text
            #expect(page.contains("<html lang=\"ko\" data-theme='dark'>"))
            #expect(other.cookies["theme"] == nil)
            #expect(try await choose(one, ["theme": "system"], csrf: account.csrf).status == 303)
            #expect(try await other.get("/goals/completed").text.contains("<html lang=\"ko\">"))
            // The page after signing out looks the same.
            #expect(try await account.post("/logout").status == 303)
            #expect(try await one.get("/").text.contains("<html lang=\"ko\">"))
        }
    }

    @Test func anAccountsChoiceIsNobodyElses() async throws {
        try await withApp { app async throws in
            let (account, other) = (try await app.account("en"), try await app.account("en"))
            #expect(try await choose(account.visitor, ["theme": "dark"], csrf: account.csrf).status == 303)
            let page = try await other.get("/goals/completed").text
            #expect(!page.contains("data-theme"))
        }
    }

    @Test func theAnswerLeadsBackToThePageItCameFrom() async throws {
        try await withApp { app async throws in
            let account = try await app.account()
            for path in ["/", "/goals/completed?after=12", account.editor + "?edit=1", "/nothing"] {
                let answer = try await choose(account.visitor, ["theme": "dark"], from: path, csrf: account.csrf)
                #expect(answer["Location"] == path)
            }
        }
    }

    /// Whatever stands in the header, the way leads nowhere but into this site.
    @Test(arguments: [
        "https://evil.example/", "http://evil.example/x", "//evil.example", "javascript:alert(1)", "", "/", "x",
        "http://127.0.0.1.evil.example/", "http://HOST.evil.example/", "http://HOST@evil.example/",
        "http://HOST//evil.example/", "http://HOST/\\evil.example", "http://HOST:1/", "https://HOST/x", "http://HOST",
        "http://HOST\\@evil.example/",
    ])
    func itLeadsNowhereElse(referrer: String) async throws {
        try await withApp { app async throws in
            let visitor = app.visitor.another()
            let header = referrer.replacing("HOST", with: visitor.authority)
            let answer = try await choose(visitor, ["theme": "dark"], from: nil, ["Referer": header])
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/")
        }
    }

    @Test(arguments: [
        ["language": "fr"], ["language": ""], ["theme": "blue"], ["theme": ""], [:], ["other": "x"],
    ])
    func whatIsNoChoiceIsRefused(fields: [String: String]) async throws {
        try await withApp { app async throws in
            let answer = try await choose(app.visitor.another(), fields)
            #expect(answer.status == 422)
            #expect(answer.text.isDesignedFault)
            #expect(answer["Set-Cookie"] == nil)
        }
    }

    @Test func aCookieThatIsNoChoiceIsNone() async throws {
        try await withApp { app async throws in
            let visitor = app.visitor.another(language: "en")
            visitor.cookies = ["theme": "\"><script>", "language": "fr"]
            let page = try await visitor.get("/").text
            #expect(page.contains("<html lang=\"en\">"))
        }
    }

    @Test func anotherSiteChoosesNothing() async throws {
        try await withAccount { account async throws in
            #expect(try await choose(account.visitor, ["theme": "dark"]).status == 403, "without the token")
            let headers = ["Sec-Fetch-Site": "cross-site"]
            let visitor = account.visitor
            #expect(try await choose(visitor, ["theme": "dark"], csrf: account.csrf, headers).status == 403)
            let page = try await account.get("/goals/completed").text
            #expect(!page.contains("data-theme"))
        }
    }
}
