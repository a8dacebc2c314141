import GRDB
import HTTPTypes
import HindsightDomain
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight

/// Addresses of all kinds, and who may go there.
@Suite(.timeLimit(.minutes(15))) struct AddressTests {
    private static let absurd = [
        "999999999999999999999", "9223372036854775807", "9223372036854775808", "0", "-1", "+1", "007", "abc", "1e3",
        "1.0", "%00", "%D9%A3", "%FF", "1%20", "'%20OR%201=1%20--", String(repeating: "a", count: 4000),
    ]

    /// All of an answer but the time at which it was given, and the token, which is masked in another way each time.
    private func whole(_ answer: HTTPAnswer) -> [String] {
        let headers = answer.head.headerFields.filter { $0.name != .date }.map { "\($0.name): \($0.value)" }
        return ["\(answer.status)"] + headers.sorted() + [text(answer)]
    }

    private func text(_ answer: HTTPAnswer) -> String {
        answer.text.replacing(/name="csrf" value="[A-Za-z0-9_-]+"/, with: "")
    }

    @Test func foreignAndAbsurdGoalsAreTheSame404ByteForByte() async throws {
        try await withApp { app in
            let (account, other) = (try await app.account(), try await app.account())
            let never = try await account.get("/goals/999999998/review")
            #expect(never.status == 404)
            #expect(never.text.isDesignedFault)
            #expect(whole(try await account.get(DemoAccount.address(other.reviewed[0]))) == whole(never))
            for goal in Self.absurd {
                #expect(whole(try await account.get("/goals/\(goal)/review")) == whole(never), "\(goal)")
            }
        }
    }

    @Test func anAddressThatIsNotThereLeadsToPagesThatAreThere() async throws {
        @Sendable func ways(_ answer: HTTPAnswer) -> [String] {
            let buttons = answer.text.split(separator: "<div class=\"buttons\">").last?.split(separator: "</div>").first
            return (buttons ?? "").matches(of: /href=["']([^"']*)/).map { String($0.output.1) }
        }
        try await withApp { app in
            let (stranger, demo) = (app.visitor, try await app.account())
            let member = try await app.member("mina@example.org")
            #expect(ways(try await stranger.get("/nothing")) == ["/"])
            #expect(ways(try await demo.get("/nothing")) == ["/goals/completed", "/"])
            #expect(ways(try await member.visitor.get("/nothing")) == ["/goals/completed", "/goals/active"])
        }
    }

    @Test func aDeletedGoalIsTheSame404AndSoIsItsPageByPost() async throws {
        try await withApp { app in
            let account = try await app.account()
            let goal = account.reviewed[0]
            try await app.execute("UPDATE goal SET deletedAt = 1 WHERE id = ?", [goal])
            let never = try await account.get("/goals/999999998/review")
            #expect(whole(try await account.get(DemoAccount.address(goal))) == whole(never))
            for path in [
                DemoAccount.address(goal), "/goals/999999999999999999999/review", "/goals/abc/review?input=delete",
            ] {
                let answer = try await account.post(path, free.with(["level": "3"]))
                #expect(answer.status == 404)
                #expect(text(answer) == text(never))
            }
        }
    }

    @Test func anActiveGoalOfOnesOwnIsTheSame404() async throws {
        try await withApp { app in
            let account = try await app.account()
            let owner = try #require(
                try await app.fixture.database.writer.read {
                    try AccountID.fetchOne(
                        $0, sql: "SELECT ownerID FROM goal WHERE id = ?", arguments: [account.goals[0]])
                })
            let goal = Int(try await app.fixture.add(.active, of: owner).id.rawValue)
            let never = try await account.get("/goals/999999998/review")
            #expect(text(try await account.get(DemoAccount.address(goal))) == text(never))
            #expect(try await account.review(goal, free).status == 404)
        }
    }

    @Test(arguments: ["0", "-1", "abc", "999999999999999999999", "%00", "", "1"])
    func anAbsurdCursorIsNoServerError(after: String) async throws {
        try await withAccount { account async throws in
            #expect(try await account.get("/goals/completed?after=\(after)").status == 200)
        }
    }

    @Test func aCursorOfAnotherAccountShowsOnesOwnGoalsOnly() async throws {
        try await withApp { app in
            let (account, other) = (try await app.account(), try await app.account())
            let page = try await account.get("/goals/completed?after=\(other.goals[0])").text
            #expect(!page.rows.isEmpty)
            #expect(Set(page.rows).isSubset(of: account.goals))
        }
    }

    @Test func aPageBelowTheLastGoalIsNoEmptyList() async throws {
        try await withAccount { account in
            let page = try await account.get("/goals/completed?after=1").text
            #expect(!page.contains("Your jewel box is still empty"))
            #expect(page.contains("Back to the newest"))
        }
    }

    @Test(arguments: [
        "/nothing", "/goals", "/goals/999999999", "/goals/0", "/live", "/demo/x", "/live.js/x", "/live.js%00.html",
        "/%00",
        "//evil.example/",
        "//goals/completed", "/%ff",
    ])
    func anAddressThatDoesNotExistIsADesigned404(path: String) async throws {
        try await withAccount { account in
            let answer = try await account.get(path)
            #expect(answer.status == 404)
            #expect(answer.text.isDesignedFault)
            #expect(!answer.text.contains("action=\"//"))
        }
    }

    @Test(arguments: [
        "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/goals/%2e%2e/review",
        "/goals/%2e%2e%2f1/review", "/../Package.swift",
    ])
    func noAddressLeadsOutOfThePublicFolder(path: String) async throws {
        try await withAccount { account in
            let cookie = account.visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let answer = try await Wire.exchange(
                "GET \(path) HTTP/1.1\nHost: localhost\nConnection: close\nCookie: \(cookie)",
                port: account.visitor.port)
            #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.1 404 "))
            #expect(answer.isDesignedFault)
        }
    }

    @Test(arguments: [
        "?", "?&&=", "?edit", "?edit=%ff", "?input=%00", "?draft=drop&draft=drop",
        "?" + String(repeating: "a=b&", count: 2000),
    ])
    func aQueryThatIsNoQueryIsNoServerError(query: String) async throws {
        try await withAccount { account async throws in
            #expect(try await account.get(account.editor + query).status == 200)
        }
    }

    @Test func anAddressHasEightKibibytesAtMost() async throws {
        try await withAccount { account in
            let path = "/settings?"
            let most = path + String(repeating: "a", count: 8192 - path.utf8.count)
            #expect(try await account.get(most).status == 200)
            let answer = try await account.get(most + "a")
            #expect(answer.status == 414 && answer.text.contains("<h1"))
        }
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "OPTIONS"]) func otherMethodsAreRefused(method: String) async throws {
        try await withAccount { account in
            let status = try await account.visitor.send(method, account.editor).status
            #expect(status == 404 || status == 405)
        }
    }

    // MARK: Other sites, and who is not signed in

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.example"],
        ["Origin": "null"],
    ])
    func aPostFromAnotherSiteIsRefused(headers: [String: String]) async throws {
        try await withAccount { account in
            for path in ["/demo", "/logout", account.editor, "/goals/completed?input=refresh"] {
                let answer = try await account.post(path, free.with(["level": "3"]), headers)
                #expect(answer.status == 403, "\(path)")
                #expect(answer.text.isDesignedFault)
                #expect(answer["Set-Cookie"] == nil)
            }
            #expect(try await account.answers(account.unreviewed[0]).isEmpty)
        }
    }

    @Test func aPostFromThisSiteIsTaken() async throws {
        try await withAccount { account async throws in
            let headers = ["Origin": "http://\(account.visitor.authority)", "Sec-Fetch-Site": "same-origin"]
            #expect(try await account.post(account.editor, free.with(["level": "3"]), headers).status == 303)
        }
    }

    @Test(arguments: ["wrong", ""]) func signingOutNeedsTheToken(csrf: String) async throws {
        try await withAccount { account async throws in
            #expect(try await account.post("/logout", csrf: csrf).status == 403)
            #expect(try await account.get("/goals/completed").status == 200)
        }
    }

    @Test func whoIsNotSignedInIsLedToSignInAndBack() async throws {
        try await withApp { app in
            for (method, path, place) in [
                ("GET", "/goals/completed", "/login?next=%2Fgoals%2Fcompleted"),
                ("GET", "/goals/1/review?edit=1", "/login?next=%2Fgoals%2F1%2Freview%3Fedit%3D1"),
                ("GET", "/settings/export", "/login?next=%2Fsettings%2Fexport"), ("POST", "/logout", "/"),
            ] {
                let answer = try await app.visitor.another().send(method, path)
                #expect(answer.status == 303, "\(method) \(path)")
                #expect(answer["Location"] == place, "\(method) \(path)")
            }
        }
    }

    @Test(arguments: ["x", "", String(repeating: "a", count: 5000), "%00", "\"", "é"])
    func aCookieThatMeansNothingIsNobody(cookie: String) async throws {
        try await withApp { app async throws in
            let visitor = app.visitor.another()
            visitor.cookies = ["hindsight": cookie]
            #expect(try await visitor.get("/goals/completed").status == 303)
        }
    }
}
