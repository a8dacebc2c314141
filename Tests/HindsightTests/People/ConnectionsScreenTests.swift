import Foundation
import HindsightDomain
import Live
import LiveSQLite
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The page of an account's connections, and the one of an invitation.
@Suite(.timeLimit(.minutes(15))) struct ConnectionsScreenTests {
    private func handle(_ member: Member, _ handle: String, _ visibility: String = "followers") async throws {
        let answer = try await member.post("/settings/page", ["handle": handle, "visibility": visibility])
        #expect(answer.status == 303)
    }

    private func invitation(_ app: ServedApp, of owner: Member) async throws -> String {
        #expect(try await owner.post("/people?input=invite").status == 200)
        let connections = try await app.fixture.store.connections(of: owner.id, limit: 1)
        return Routes.invitation.path(try #require(connections?.invitations.first).token)
    }

    @Test func somebodyIsInvitedAndFollows() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let jun = try await app.member("jun@example.com")
            #expect(try await mina.visitor.get("/people").text.contains("choose an address for your page"))
            #expect(try await mina.post("/people?input=invite").status == 409)
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let page = try await mina.visitor.get("/people").text
            #expect(page.contains("\(path)</b>") && page.contains("href=\"mailto:?subject="))
            // Whoever isn't signed in comes back here; a demo account has to be kept first.
            let visitor = try await app.browser().get(path).text
            #expect(
                visitor.contains("@mina invites you to follow their goals")
                    && visitor.contains("/login?next=%2Finvitations%2F"))
            let own = try await mina.visitor.get(path).text
            #expect(own.contains("This is your own invitation") && !own.contains("id=\"submit\""))
            // Nothing typed is lost.
            for (typed, words) in [("", "Please choose an address first."), ("mina", "in use"), ("j", "3 to 20")] {
                let answer = try await jun.post("\(path)?input=answer", ["value": "accept", "handle": typed])
                #expect(answer.status == 422 && answer.text.contains(words), "\(typed)")
                #expect(answer.text.contains("value=\"\(typed)\""), "\(typed)")
            }
            #expect(try await jun.visitor.get("/people/mina").status == 404)
            // A second click is answered as the first one.
            for _ in 0..<2 {
                let answer = try await jun.post("\(path)?input=answer", ["value": "accept", "handle": "jun"])
                #expect(answer.status == 303 && answer["Location"] == "/people/mina")
            }
            #expect(try await jun.visitor.get("/people/mina").status == 200)
            #expect(try await app.browser().get("/people/mina").status == 404)
            #expect(try await jun.visitor.get(path).text.contains("You follow @mina."))
            #expect(try await app.browser().get(path).status == 410)
            #expect(try await app.browser().get(path).text.contains("This link no longer works"))
            #expect(try await mina.visitor.get("/people").text.contains("<b dir=\"auto\">@jun</b>"))
            #expect(try await jun.visitor.get("/people").text.contains("href='/people/mina'>@mina</a>"))
            let export = try await jun.visitor.get("/settings/export").text
            #expect(export.contains("\"follows\":[\"mina\"]"))
        }
    }

    @Test(arguments: [false, true]) func whoeverSignsUpForAnInvitationComesToIt(sendsMail: Bool) async throws {
        try await withApp(sendsMail: sendsMail) { app in
            let mina = try await app.member("mina@example.com")
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let demo = try await app.fixture.accounts.createDemoAccount(goals: [], language: .english, timeZone: nil)
            for (visitor, email) in [
                (app.browser(), "jun@example.com"), (app.browser(cookies: demo.jar), "sora@example.com"),
            ] {
                let page = try await visitor.get(path).text
                let address = String(try #require(page.firstMatch(of: /\/register\?(invitation=[\w-]+)/)).1)
                let fields = [
                    "email": email, "password": Member.password, "consent": "yes", "timeZone": "Asia/Seoul",
                    "csrf": try await visitor.formToken("/register?" + address),
                ]
                var answer = try await visitor.post("/register?" + address, fields)
                if sendsMail {
                    let link = try await app.mailedLink(to: email)
                    let fields = ["password": Member.password, "csrf": try await visitor.formToken(link)]
                    answer = try await visitor.post(link, fields)
                }
                #expect(answer.status == 303 && answer["Location"] == "/welcome?" + address)
                let welcome = try await visitor.get("/welcome?" + address)
                #expect(welcome.status == 303 && welcome["Location"] == path)
                #expect(try await visitor.get(path).text.contains("id=\"submit\""))
                #expect(try await visitor.get("/welcome?invitation=\(path)")["Location"] != path)
            }
        }
    }

    /// The owner of an address may have forgotten the account.
    @Test func aMailToAKnownAddressLeadsOnToTheInvitation() async throws {
        try await withApp(sendsMail: true) { app in
            let (mina, jun) = (try await app.member("mina@example.com"), try await app.member("jun@example.com"))
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let visitor = app.browser()
            let address = "/register?invitation=" + path.split(separator: "/")[1]
            let fields = [
                "email": jun.email, "password": Member.password, "consent": "yes", "timeZone": "Asia/Seoul",
                "csrf": try await visitor.formToken(address),
            ]
            _ = try await visitor.post(address, fields)
            let link = try await app.mailedLink(to: jun.email)
            #expect(link == Routes.signIn.path(query: ["next": path]))
            let csrf = try await visitor.formToken(link)
            let answer = try await visitor.post(
                link, ["email": jun.email, "password": Member.password, "next": path, "csrf": csrf])
            #expect(answer.status == 303 && answer["Location"] == path)
        }
    }

    /// Nobody has to look for the link again, whichever way they take.
    @Test func everyWayToAnAccountLeadsOnToTheInvitation() async throws {
        try await withApp(sendsMail: true) { app in
            let mina = try await app.member("mina@example.com")
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let query = "?invitation=" + path.split(separator: "/")[1]
            let (visitor, signIn) = (app.browser(), Routes.signIn.path(query: ["next": path]))
            // The header's links are like those of the page.
            for (page, ways) in [
                (path, [signIn, "/register" + query]), ("/register" + query, [signIn, "/register" + query]),
                (signIn, [signIn, "/register" + query, "/reset" + query]), ("/reset" + query, [signIn]),
            ] {
                let text = try await visitor.get(page).text
                let plain = [Routes.signIn, Routes.register, Routes.reset].filter {
                    text.contains("\"\($0.path())\"") || text.contains("'\($0.path())'")
                }
                #expect(plain.map { $0.path() } == [], "\(page)")
                for way in ways { #expect(text.contains("\"\(way)\"") || text.contains("'\(way)'"), "\(page) \(way)") }
            }
            #expect(try await !visitor.get("/login?next=/invitations/x").text.contains("/register?"))
            let fields = [
                "email": "jun@example.com", "password": Member.password, "consent": "yes", "timeZone": "Asia/Seoul",
                "csrf": try await visitor.formToken("/register" + query),
            ]
            // Back to the form without a script.
            #expect(try await visitor.post("/register" + query, fields).text.contains("href=\"/register\(query)\""))
            let link = try await app.mailedLink(to: "jun@example.com")
            app.fixture.clock.advance(by: 2 * 3600)
            let over = try await visitor.get(link).text
            #expect(over.contains("/register" + query) && over.contains(signIn))
        }
    }

    /// A link may be opened twice.
    @Test func whoeverIsSignedInAlreadyComesToTheInvitation() async throws {
        try await withApp(sendsMail: true) { app in
            let (mina, jun) = (try await app.member("mina@example.com"), try await app.member("jun@example.com"))
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let query = "invitation=" + path.split(separator: "/")[1]
            for address in [
                "/register?" + query, "/register/confirm?token=\(SecretToken().text)&" + query,
                Routes.signIn.path(query: ["next": path]),
            ] {
                let answer = try await jun.visitor.get(address)
                #expect(answer.status == 303 && answer["Location"] == path, "\(address)")
            }
        }
    }

    @Test func aForgottenPasswordLosesNoInvitation() async throws {
        try await withApp(sendsMail: true) { app in
            let (mina, jun) = (try await app.member("mina@example.com"), try await app.member("jun@example.com"))
            try await handle(mina, "mina")
            let path = try await invitation(app, of: mina)
            let (visitor, reset) = (app.browser(), "/reset?invitation=" + path.split(separator: "/")[1])
            let csrf = try await visitor.formToken(reset)
            #expect(try await visitor.post(reset, ["email": jun.email, "csrf": csrf]).status == 200)
            let link = try await app.mailedLink(to: jun.email)
            let answer = try await visitor.post(
                link, ["newPassword": "another wooden ladder", "csrf": try await visitor.formToken(link)])
            #expect(answer.status == 303 && answer["Location"] == path)
        }
    }

    /// Anybody can choose any name.
    @Test func anInvitationShowsTheHandleBesidesTheName() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            try await handle(mina, "mina")
            try await app.fixture.accounts.set([.displayName(DisplayName("<b>M</b>"))], of: mina.id)
            let page = try await app.browser().get(try await invitation(app, of: mina)).text
            #expect(page.contains("&lt;b>M&lt;/b> invites you") || page.contains("&lt;b&gt;M&lt;/b&gt; invites you"))
            #expect(page.contains("@mina"))
        }
    }

    /// A page of 500 people would be read again with each step that is ticked.
    @Test func aGoalThatChangesReadsNoList() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let faulty = FaultyGoalStore(fixture.store)
        let owner = fixture.owner
        try await fixture.follow(1, by: owner)
        let found = try #require(try await fixture.store.connections(of: owner, limit: 50))
        let screen: TestBrowser.MakeScreen = { visit in
            ConnectionsScreen(
                store: faulty, owner: owner, strings: visit.strings(at: fixture.clock.now),
                clock: fixture.clock.wallClock, initial: ConnectionsState(found))
        }
        try await TestBrowser.open(visit: Visit(path: "/people", language: "en"), screen: screen) {
            browser async throws in
            let before = faulty.calls.count { $0 == .connections }
            _ = try await fixture.addGoal("a", until: "2026-12-18", steps: [], of: owner)
            await browser.settled()
            #expect(faulty.calls.count { $0 == .connections } == before)
            fixture.store.pages.tell(StoreChange(allOf: owner))
            await browser.settled()
            #expect(faulty.calls.count { $0 == .connections } == before + 1)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func anEndIsTakenBackAndSomebodyElsesIsntThere() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let jun = try await app.member("jun@example.com")
            try await handle(mina, "mina")
            try await handle(jun, "jun")
            _ = try await jun.post("\(invitation(app, of: mina))?input=answer", ["value": "accept"])
            let connections = try #require(try await app.fixture.store.connections(of: mina.id, limit: 1))
            let follow = connections.followers[0].id.rawValue
            // It isn't offered on a page of theirs, and can't be made up.
            #expect(try await jun.post("/people?input=change", ["value": "remove.\(follow)"]).status == 409)
            #expect(try await mina.post("/people?input=change", ["value": "unfollow.\(follow)"]).status == 409)
            #expect(try await mina.post("/people?input=change", ["value": "restore.\(follow + 1)"]).status == 404)
            #expect(try await mina.post("/people?input=change", ["value": "everything.1"]).status == 409)
            let removed = try await mina.post("/people?input=change", ["value": "remove.\(follow)"])
            #expect(removed.status == 200 && removed.text.contains("They no longer follow you."))
            #expect(removed.text.contains("value=\"restore.\(follow)\""))
            #expect(try await jun.visitor.get("/people/mina").status == 404)
            let restored = try await mina.post("/people?input=change", ["value": "restore.\(follow)"])
            #expect(restored.status == 200 && restored.text.contains("Undone."))
            #expect(try await jun.visitor.get("/people/mina").status == 200)
            // A connection that isn't there can't be taken back, and the page says so.
            let again = try await jun.post("/people?input=change", ["value": "restore.\(follow + 1)"])
            #expect(again.status == 404 && again.text.contains("This has changed in the meantime"))
            let blocked = try await mina.post("/people?input=change", ["value": "block.\(follow)"])
            #expect(blocked.text.contains("value=\"unblock.\(follow)\""))
            #expect(try await jun.visitor.get("/people/mina").status == 404)
        }
    }

    @Test func theTwentyFirstInvitationOfADayIsRefusedWithTheTimeToWait() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            try await handle(mina, "mina")
            for _ in 0..<20 { _ = try await app.fixture.store.invite(by: mina.id) }
            let answer = try await mina.post("/people?input=invite")
            #expect(answer.status == 429 && answer["Retry-After"] == "86400")
            #expect(answer.text.contains("You can make 20 invitations a day."))
        }
    }

    @Test(arguments: [
        (Language.korean, "나를 팔로우하는 사람", "팔로워 삭제"), (.english, "People who follow you", "Remove"),
    ])
    func theListsChangeWhileThePageIsOpen(language: Language, followers: String, remove: String) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let (store, owner, guest) = (fixture.store, fixture.owner, fixture.stranger)
        for (account, email, name) in [(owner, "mina@example.org", "mina"), (guest, "guest@example.org", "guest")] {
            _ = try await fixture.accounts.createAccount(.make(email, demo: account), SessionStart())
            _ = try await store.setPage(handle: Handle(name), visibility: .followers, of: account)
        }
        try await fixture.accounts.set([.displayName(DisplayName("<b>Guest</b>"))], of: guest)
        let screen: TestBrowser.MakeScreen = { visit in
            ConnectionsScreen(
                store: store, owner: owner, strings: visit.strings(at: fixture.clock.now),
                clock: fixture.clock.wallClock,
                initial: ConnectionsState(try #require(try await store.connections(of: owner, limit: 50))))
        }
        let visit = Visit(path: "/people", language: language.rawValue)
        try await TestBrowser.open(visit: visit, screen: screen) { browser async throws in
            #expect(await browser.findAll("section h2").map(\.text).contains(followers))
            try await browser.click("#invite")
            await browser.settled()
            let connections = try #require(try await store.connections(of: owner, limit: 9))
            let token = connections.invitations[0].token
            #expect(await browser.text(".address").hasSuffix("/invitations/\(token)"))
            _ = try await store.answer(token, .accept(nil), by: guest)
            await browser.settled()
            #expect(await !browser.exists(".address"))
            #expect(await browser.findAll(".rows b").map(\.text) == ["<b>Guest</b>"])
            try await browser.click(".rows button", text: remove)
            await browser.settled()
            #expect(await browser.findAll(".rows b").isEmpty)
            try await browser.click("#undo")
            await browser.settled()
            #expect(await browser.findAll(".rows b").count == 1)
            let follow = try #require(try await store.connections(of: guest, limit: 9)).followed[0].id
            try await store.change(.unfollow(follow), of: guest)
            await browser.settled()
            #expect(await browser.findAll(".rows b").isEmpty)
        }
        #expect(fixture.feed.observerCount == 0)
    }

    @Test func listsThatAreLongComeInSlicesAndCanBeReadAgain() async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
        let faulty = FaultyGoalStore(fixture.store)
        let owner = fixture.owner
        try await fixture.follow(120, by: owner)
        let screen: TestBrowser.MakeScreen = { visit in
            let found = try #require(try await fixture.store.connections(of: owner, limit: 50))
            return ConnectionsScreen(
                store: faulty, owner: owner, strings: visit.strings(at: fixture.clock.now),
                clock: fixture.clock.wallClock, initial: ConnectionsState(found))
        }
        let visit = Visit(path: "/people", language: "en")
        try await TestBrowser.open(visit: visit, screen: screen) { browser async throws in
            for count in [50, 100, 120] {
                // Followers, whom the owner follows, and invitations.
                #expect(await browser.findAll(".rows b").count == 3 * count)
                if count == 120 { break }
                #expect(try await browser.find(".list-foot a")["href"] == "/people?count=\(count + 50)")
                try await browser.click(".list-foot a")
                await browser.settled()
            }
            #expect(await !browser.exists(".list-foot a"))
            faulty.fail(.connections, .change)
            fixture.store.pages.tell(StoreChange(allOf: owner))
            await browser.settled()
            #expect(await browser.text(".alert p") == "This could not be loaded. Please try again in a moment.")
            faulty.mend()
            try await browser.click(".alert button")
            await browser.settled()
            #expect(await browser.findAll(".rows b").count == 3 * 120)
        }
        #expect(fixture.feed.observerCount == 0)
    }
}
