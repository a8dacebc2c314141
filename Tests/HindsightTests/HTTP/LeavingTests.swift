import GRDB
import TestSupport
import Testing

/// Nobody loses a demo account without having been asked.
@Suite(.timeLimit(.minutes(15))) struct LeavingTests {
    @Test(arguments: [("/logout", "Sign out and lose them"), ("/demo", "Start a new demo")])
    func thePageSaysWhatIsLostAndLeadsThere(path: String, button: String) async throws {
        try await withAccount { account async throws in
            let before = try await account.get(path)
            #expect(before.status == 200)
            let words = /(\d+) goals and (\d+) reviews will be lost/
            let told = try #require(before.text.firstMatch(of: words))
            #expect(try await account.review(account.unreviewed[0], free).status == 303)
            let after = try #require(try await account.get(path).text.firstMatch(of: words))
            #expect(after.1 == told.1)
            #expect(Int(after.2) == Int(told.2).map { $0 + 1 })
            let page = try await account.get(path).text
            let form = try #require(page.between("<form method=\"post\" action=\"\(path)\" data-forget>", "</form>"))
            #expect(form.contains(button))
            #expect(page.contains("href=\"/goals/completed\">Keep this account</a>"))
            // Asking changes nothing; the form does.
            let token = try #require(form.between("name=\"csrf\" value=\"", "\""))
            let old = account.visitor.copy()
            let consent = form.contains("name=\"leaves\" value=\"yes\"")
            #expect(consent == (path == "/demo"))
            #expect(try await account.post(path, consent ? ["leaves": "yes"] : [:], csrf: token).status == 303)
            #expect(try await old.get("/goals/completed").status == 303)
        }
    }

    /// The start page may be open in another tab since before the account was made.
    @Test func aStartPageThatDoesNotKnowOfTheAccountLeadsToTheQuestion() async throws {
        try await withAccount { account async throws in
            let answer = try await account.visitor.post("/demo")
            #expect(answer["Location"] == "/demo")
            #expect(try await account.get("/goals/completed").status == 200)
        }
    }

    @Test func ofOneThingItIsSaidInTheSingularAndInKorean() async throws {
        try await withApp { app async throws in
            let account = try await app.account()
            try await app.execute("DELETE FROM review")
            try await app.execute("DELETE FROM goal WHERE id <> ?", [account.goals[0]])
            #expect(try await account.get("/logout").text.contains("1 goal and 0 reviews will be lost"))
            let korean = try await app.account("ko").get("/logout").text
            #expect(korean.contains("목표 ") && korean.contains("모두 사라져요"))
        }
    }

    /// Who is nobody yet finds the ways in; who has a demo account is asked to keep it.
    @Test func theHeaderLeadsToAnAccountOfOnesOwn() async throws {
        try await withApp { app async throws in
            for path in ["/", "/nothing"] {
                let page = try await app.visitor.get(path).text
                #expect(page.contains("href=\"/login\">Sign in</a>"), "\(path)")
                #expect(page.contains("href=\"/register\">Sign up</a>"), "\(path)")
                #expect(!page.contains("Sign up to keep it"), "\(path)")
            }
            let account = try await app.account()
            for path in ["/", "/goals/completed"] {
                let page = try await account.get(path).text
                #expect(page.contains("href=\"/register\">Sign up to keep it</a>"), "\(path)")
                #expect(!page.contains("href=\"/login\""), "\(path)")
            }
            #expect(try await app.account("ko").get("/").text.contains(">가입하고 간직하기</a>"))
        }
    }

    @Test func theHeaderAndTheStartLeadToTheQuestions() async throws {
        try await withAccount { account async throws in
            for path in ["/", "/goals/completed", account.editor, "/nothing"] {
                let page = try await account.get(path).text
                #expect(page.contains("href=\"/logout\">Sign out</a>"), "\(path)")
                #expect(!page.contains("action=\"/logout\""), "\(path)")
            }
            let home = try await account.get("/").text
            #expect(home.contains("href='/demo'"))
            #expect(!home.contains("action=\"/demo\""))
        }
    }

    @Test(arguments: ["/logout", "/demo"]) func whoHasNoAccountIsLedToTheStart(path: String) async throws {
        try await withApp { app async throws in
            let answer = try await app.visitor.get(path)
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/")
        }
    }

    @Test func signingOutEmptiesWhatTheBrowserKept() async throws {
        try await withAccount { account async throws in
            let answer = try await account.post("/logout")
            #expect(answer["Location"] == "/")
            #expect(answer["Clear-Site-Data"] == "\"cache\", \"storage\"")
            #expect(try await account.get("/")["Clear-Site-Data"] == nil)
        }
    }

    @Test func whoHasNoTokenIsNotSignedOutAndKeepsTheHeader() async throws {
        try await withAccount { account async throws in
            let answer = try await account.post("/logout", csrf: "wrong")
            #expect(answer.status == 403)
            #expect(answer["Clear-Site-Data"] == nil)
            #expect(answer.text.contains("href=\"/logout\">Sign out</a>"))
        }
    }
}
