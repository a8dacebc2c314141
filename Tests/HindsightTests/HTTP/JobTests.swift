import HTTPTypes
import LiveSQLite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The job by HTTP alone: no browser, no script.
@Suite(.timeLimit(.minutes(15))) struct JobTests {
    /// The bytes that a review may cost on each page that shows the list, framing included: the count line with its link
    /// and the label of the row.
    private static let change = 245
    /// And the two numbers of the filters that change.
    private static let numbers = 100
    private static let told: Set = ["retrospectCount", "filters", "items"]

    @Test func theJobCanBeDoneByHand() async throws {
        try await withApp { app in
            let visitor = app.visitor
            let demo = try await visitor.post("/demo")
            #expect(demo.status == 303)
            #expect(demo["Location"] == "/goals/completed")
            let page = try await visitor.open("/goals/completed")
            let goal = try #require(page.text.goals(labelled: "write").first)
            let before = try #require(page.text.reviewable)
            try await page.stream { stream in
                let csrf = try #require(page.text.between("name=\"csrf\" value=\"", "\""))
                let saved = try await visitor.post(
                    "/goals/\(goal)/review", free.with(["level": "5", "csrf": csrf]))
                #expect(saved.status == 303)
                #expect(saved["Location"] == "/goals/\(goal)/review")
                let events = try await stream.next(3)
                #expect(Set(events.map(\.name)) == Self.told)
                for event in events { #expect(event.id.wholeMatch(of: /[0-9a-z]+\.\d+/) != nil) }
                let data = events.map(\.data).joined()
                #expect(
                    data.all(between: " id=\"", "\"") == ["n-waiting", "n-reviewed", "d\(goal)"],
                    "only what changed of the row travels")
                #expect(data.contains("\(before - 1) goal reviews"))
                expectSmall(events)
            }
            #expect(try await visitor.get("/goals/\(goal)/review").text.contains("It was a good year."))
        }
    }

    /// No title is so long that it breaks the promise: it does not travel.
    @Test(arguments: ["en", "ko"]) func everyReviewIsToldWithinTheBudget(language: String) async throws {
        try await withApp { app in
            let account = try await app.account(language)
            try await account.open().stream { stream in
                for goal in account.unreviewed {
                    #expect(try await account.review(goal, free).status == 303)
                    let events = try await stream.next(3)
                    #expect(Set(events.map(\.name)) == Self.told)
                    expectSmall(events)
                }
            }
        }
    }

    private func expectSmall(_ events: [ServerSentEvents.Event]) {
        let numbers = events.filter { $0.name == "filters" }.map(\.byteCount).reduce(0, +)
        #expect(numbers <= Self.numbers)
        #expect(events.map(\.byteCount).reduce(0, +) - numbers <= Self.change)
    }

    @Test func writingEditingAndDeletingByFormPostsAlone() async throws {
        try await withAccount { account in
            let goal = account.unreviewed[0]
            let address = account.editor
            #expect(try await account.review(goal, guided, level: 2)["Location"] == address)
            #expect(try await account.answers(goal) == ["The mornings", "Sleep", "To rest", "A sea"])

            #expect(try await account.get(address + "?edit=1").text.contains("The mornings"))
            let edit = guided.with(["liked": "The evenings", "level": "5"])
            #expect(try await account.post(address + "?edit=1", edit).status == 303)
            let viewer = try await account.get(address).text
            #expect(viewer.answers.first == "The evenings")
            #expect(viewer.contains("Edited <time"))

            let deleted = try await account.post(address + "?input=delete")
            #expect(deleted.status == 303)
            #expect(deleted["Location"] == address)
            #expect(try await account.get(address).text.contains("action=\"\(address)?input=undo\""))
            #expect(try await account.get("/goals/completed").text.goals(labelled: "write").contains(goal))

            let undone = try await account.post(address + "?input=undo")
            #expect(undone.status == 303)
            #expect(undone["Location"] == address)
            #expect(try await account.answers(goal).first == "The evenings")
        }
    }

    /// All pages of the list, by their links.
    private func pages(_ account: DemoAccount) async throws -> [String] {
        var pages: [String] = []
        var address: String? = "/goals/completed"
        while let next = address {
            let page = try await account.get(next).text
            pages.append(page)
            address = page.between("data-input=\"fetchNextPage\"", ">")?.between("href=\"", "\"")?.unescaped
        }
        return pages
    }

    @Test func linksPageThroughAllGoalsAndEnd() async throws {
        try await withAccount { account in
            let pages = try await pages(account)
            #expect(pages.map(\.rows.count) == [10, 10, 7])
            let goals = pages.flatMap(\.rows)
            #expect(goals == Set(goals).sorted(by: >), "newest first, none twice")
            #expect(pages.last?.contains("That’s all of them") == true)
        }
    }

    @Test func theInputForMoreRowsStopsAtTheEnd() async throws {
        try await withAccount { account in
            let page = try await account.open()
            try await page.stream { stream in
                for expected in [10, 7] {
                    #expect(try await page.send("fetchNextPage").status == 200)
                    #expect(try await stream.next("items").data.changedRows.count == expected)
                }
                try await stream.next("foot", having: "That’s all of them")
                // No fault of the page, which may have sent it before it knew: refused, but no error.
                let late = try await page.send("fetchNextPage")
                #expect(late.status == 200)
                #expect(late.text.contains("\"refused\":[3]"))
            }
        }
    }

    @Test func aDemoAccountIsNewEachTimeAndPrivate() async throws {
        try await withApp { app in
            let (first, second) = (try await app.account(), try await app.account())
            #expect(first.visitor.cookies != second.visitor.cookies)
            #expect(first.csrf != second.csrf)
            #expect(Set(first.goals).isDisjoint(with: second.goals))
            for (one, other) in [(first, second), (second, first)] {
                let address = DemoAccount.address(other.reviewed[0])
                #expect(try await one.get(address).status == 404)
                #expect(try await one.post(address + "?input=delete").status == 404)
                #expect(try await other.get(address).status == 200)
            }
        }
    }

    @Test func aDemoAccountIsFull() async throws {
        try await withAccount { account in
            let pages = try await pages(account)
            for page in pages {
                let jewels = page.matches(of: /<svg class="jewel jewel-(?:blue|purple|pink|green)" role="img"/)
                #expect(jewels.count == page.rows.count)
                #expect(page.matches(of: /<time datetime=/).count == 2 * page.rows.count)
            }
            let goals = pages.flatMap(\.rows)
            #expect(goals.count >= 25)
            var counts: [Int] = []
            for goal in goals { counts.append(try await account.answers(goal).count) }
            let unreviewed = counts.count { $0 == 0 }
            #expect(unreviewed >= 12)
            #expect(try await account.reviewable() == unreviewed)
            #expect(counts.count { $0 == 4 } >= 2, "guided")
            #expect(counts.count { $0 == 1 } >= 2, "free")
        }
    }

    // MARK: The stream

    @Test func reconnectingBringsWhatChangedSinceAndNothingElse() async throws {
        try await withAccount { account in
            let page = try await account.open()
            var last = try await page.stream { stream in
                _ = try await account.review(account.unreviewed[0], free)
                return try await stream.next(3).last?.id
            }
            _ = try await account.review(account.unreviewed[1], free)
            last = try await page.stream(after: last) { stream in
                let events = try await stream.next(3)
                #expect(Set(events.map(\.name)) == Self.told)
                let items = try #require(events.first { $0.name == "items" })
                #expect(items.data.changedRows == [account.unreviewed[1]])
                return events.last?.id
            }
            // Nothing has changed: the first thing to come is the next change.
            try await page.stream(after: last) { stream in
                _ = try await account.review(account.unreviewed[2], free)
                let events = try await stream.next(3)
                #expect(Set(events.map(\.name)) == Self.told)
                let items = try #require(events.first { $0.name == "items" })
                #expect(items.data.changedRows == [account.unreviewed[2]])
            }
        }
    }

    @Test func theLastIDMayStandInTheAddressToo() async throws {
        try await withAccount { account in
            let page = try await account.open()
            let last = try await page.stream { stream in
                _ = try await account.review(account.unreviewed[0], free)
                return try await stream.next(3)[2].id
            }
            try await page.stream(at: "\(page.address)?last=\(last)") { stream in
                _ = try await account.review(account.unreviewed[1], free)
                #expect(try await stream.next("items").data.changedRows == [account.unreviewed[1]])
            }
        }
    }

    @Test(arguments: ["0.1", "zzzzzz.4", "nonsense", "1.2.3", "-", "%00", String(repeating: "x", count: 4000)])
    func anIDOfAnotherEpochBringsAllRows(last: String) async throws {
        try await withAccount { account in
            try await account.open().stream(after: last) { stream async throws in
                #expect(try await stream.next("items").data.changedRows == account.goals)
            }
        }
    }

    @Test func anIDFromTheFutureBringsAllRows() async throws {
        try await withAccount { account in
            let page = try await account.open()
            try await page.stream(after: "\(page.epoch).99999") { stream async throws in
                #expect(try await stream.next("items").data.changedRows.count == 10)
            }
        }
    }

    @Test func aSecondStreamTakesOverAndTheFirstOneEnds() async throws {
        try await withAccount { account in
            let page = try await account.open()
            try await page.stream { first in
                try await page.stream { second in
                    while let event = try await first.next() { #expect(event.name == "live:rest") }
                    _ = try await account.review(account.unreviewed[0], free)
                    try await second.next("retrospectCount")
                }
            }
        }
    }

    @Test func askingForTheHeadersOfAStreamDoesNotTakeItOver() async throws {
        try await withAccount { account in
            let page = try await account.open()
            try await page.stream { stream in
                #expect(try await account.visitor.send("HEAD", page.address).status == 200)
                _ = try await account.review(account.unreviewed[0], free)
                try await stream.next("retrospectCount")
            }
        }
    }

    @Test func twoPagesOfOneAccountBothFollow() async throws {
        try await withAccount { account in
            let (first, second) = (try await account.open(), try await account.open())
            try await first.stream { one in
                try await second.stream { two in
                    _ = try await account.review(account.unreviewed[0], free)
                    let (here, there) = (try await one.next("retrospectCount"), try await two.next("retrospectCount"))
                    #expect(here.data == there.data)
                }
            }
        }
    }

    @Test func theStreamOfAnotherAccountIsRefusedClearly() async throws {
        try await withApp { app in
            let page = try await app.account().open()
            let answer = try await app.account().get(page.address)
            #expect(answer.status == 410)
            #expect(answer["Content-Type"]?.hasPrefix("application/json") == true)
            #expect(answer.text.contains("\"action\":\"reload\""))
        }
    }

    @Test func aTamperedAddressIsRefusedClearly() async throws {
        try await withAccount { account in
            let address = try await account.open().address
            let payload = String(address.prefix { $0 != "." })
            let end = address.hasSuffix("AA") ? "BB" : "AA"
            let tampered = [
                "\(address.dropLast(2))\(end)", "/live/Z\(address.dropFirst("/live/".count))", payload, payload + ".",
                address + ".x", "/live/.", "/live/" + String(repeating: "A", count: 5000), "/live/%ff%fe.%01",
            ]
            for path in tampered {
                let answer = try await account.get(path)
                #expect(answer.status == 410, "\(path)")
                #expect(answer.text.contains("\"action\":\"reload\""))
            }
        }
    }

    @Test func theStreamOfWhoIsNotSignedInLeadsToSignInAndBack() async throws {
        try await withAccount { account in
            let page = try await account.open()
            let nobody = account.visitor.another()
            nobody.cookies = account.visitor.cookies.mapValues { _ in "nobody" }
            let answer = try await nobody.get(page.address)
            #expect(answer.status == 401)
            #expect(answer.text.contains("\"action\":\"signIn\""))
            #expect(answer.text.contains("\"location\":\"\\/login?next=%2Fgoals%2Fcompleted\""))
        }
    }

    @Test func signingOutEndsOpenStreamsAndTheirAddresses() async throws {
        try await withAccount { account in
            let page = try await account.open()
            let before = account.visitor.copy()
            try await page.stream { stream in
                #expect(try await account.post("/logout")["Location"] == "/")
                while let event = try await stream.next() { #expect(event.name.hasPrefix("live:")) }
            }
            #expect(try await before.get(page.address).status == 401)
            #expect(try await before.get("/goals/completed").status == 303)
        }
    }

    // MARK: Other processes: what a restart does, seen from a second server on the same database

    @Test func aPageFindsItsWayBackAfterARestart() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let (account, page) = try await withApp(fixture) { app in
            let account = try await app.account()
            return (account, try await account.open())
        }
        try await withApp(fixture) { app in
            let browser = HTTPVisitor(port: app.visitor.port, cookies: account.visitor.cookies)
            let again = try #require(HTTPPage(browser, page.text))
            try await again.stream(after: page.last) { stream async throws in
                let epoch = stream.head.headerFields.first { $0.name.rawName.lowercased() == "live-epoch" }?.value
                #expect(epoch != nil && epoch != page.epoch)
                #expect(try await stream.next("items").data.changedRows.count == 10)
                let address = DemoAccount.address(account.unreviewed[0])
                let fields = free.with(["level": "3", "csrf": account.csrf])
                #expect(try await browser.post(address, fields).status == 303)
                #expect(try await stream.next("items").data.changedRows == [account.unreviewed[0]])
            }
        }
    }

    /// Its text stays, and it is told of the review that is there by now.
    @Test func anEditorIsTakenUpAsAnEditorThoughItsGoalHasAReviewByNow() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let (page, cookies) = try await withApp(fixture) { app in
            let account = try await app.account()
            let page = try await account.open(account.editor)
            #expect(try await account.review(account.unreviewed[0], free).status == 303)
            return (page, account.visitor.cookies)
        }
        try await withApp(fixture) { app in
            let browser = HTTPVisitor(port: app.visitor.port, cookies: cookies)
            let again = try #require(HTTPPage(browser, page.text))
            try await again.stream(after: page.last) { stream in
                _ = try await stream.next("failAlert", having: "It was a good year.")
            }
        }
    }
}
