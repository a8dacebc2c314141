import Foundation
import HindsightDomain
import LiveHTTP
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// How reminders are chosen, by plain posts, and what others can do about them.
@Suite(.timeLimit(.minutes(15))) struct ReminderPageTests {
    private static let page = "/settings/reminders"
    private static let keys = [
        "publicKey": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "authSecret": "BTBZMqHH6r4Tts7J_aSIgg",
    ]

    private func withMember(
        _ use: @escaping @Sendable (ServedApp, Member) async throws -> Void
    ) async throws {
        let fixture = try await StoreFixture(SQLiteDatabase(.hindsight), pingInterval: .seconds(60))
        let key = try await PushKey(of: fixture.reminders, contact: nil)
        let push = PushQueue(
            store: fixture.reminders, key: key, logger: fixture.log.logger, clock: fixture.clock.wallClock)
        try await withApp(fixture, push: push) { app in try await use(app, try await app.member("mina@example.com")) }
    }

    private func post(_ member: Member, _ input: String, _ fields: [String: String] = [:]) async throws -> HTTPAnswer {
        try await member.post("\(Self.page)?input=\(input)", fields)
    }

    private func subscribe(
        _ member: Member, _ endpoint: String = "https://push.example.com/one", _ others: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await post(member, "subscribe", Self.keys.merging(["endpoint": endpoint]) { $1 }.with(others))
    }

    /// The path of the address that an answer shows.
    private func address(_ answer: HTTPAnswer) throws -> String {
        let text = try #require(answer.text.between("id=\"calendar-address\" type=\"text\" readonly value=\"", "\""))
        let match = try #require(text.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+(\/calendar\/[\w-]{43}\.ics)/))
        return String(match.1)
    }

    // MARK: The calendar

    @Test func theAddressOfTheCalendarIsShownOnce() async throws {
        try await withMember { app, member in
            let made = try await post(member, "calendar", ["value": "make"])
            #expect(made.status == 200)
            let path = try address(made)
            #expect(try await !member.visitor.get(Self.page).text.contains(path))
            let stored = try await app.rows()
            #expect(!stored.contains { $0.contains(path.dropFirst("/calendar/".count).dropLast(4)) })
            // By whom it is asked for doesn't matter.
            let feed = try await app.visitor.another().get(path)
            #expect(feed.status == 200 && feed["Content-Type"] == "text/calendar; charset=utf-8")
            #expect(feed["Cache-Control"] == "private, no-cache" && feed["X-Robots-Tag"] == "noindex")
            #expect(feed.all("Set-Cookie").isEmpty)
            _ = try CalendarReader.read(Array(feed.body))
            let tag = try #require(feed["ETag"])
            app.fixture.clock.advance(by: 60)
            let again = try await app.visitor.another().get(path, ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
        }
    }

    /// The post is what a browser sends again: it said that the page had changed.
    @Test func aReloadOfThePageWithTheAddressShowsThePageAsItIsNow() async throws {
        try await withMember { app, member in
            let made = try await post(member, "calendar", ["value": "make"])
            #expect(made.text.contains("data-share=\"Copied.\" data-failed="))
            let path = try address(made)
            let again = try await post(member, "calendar", ["value": "make"])
            let page = try await member.visitor.get(Self.page).text
            #expect(again.status == 200 && !again.text.contains("id=\"calendar-address\""))
            #expect(again.text.contains("value=\"renew\"") == page.contains("value=\"renew\""))
            #expect(try await app.visitor.another().get(path).status == 200)
        }
    }

    @Test func anAddressThatIsOverIsNoneAtAll() async throws {
        try await withMember { app, member in
            let visitor = app.visitor.another()
            let first = try address(try await post(member, "calendar", ["value": "make"]))
            let second = try address(try await post(member, "calendar", ["value": "renew"]))
            #expect(try await visitor.get(second).status == 200)
            let over = try await visitor.get(first)
            let never = try await visitor.get("/calendar/\(SecretToken().text).ics")
            let nowhere = try await visitor.get("/no/such/page")
            for answer in [over, never, nowhere] { #expect(answer.status == 404) }
            #expect(over.text == never.text)
            #expect(over.text.between("<h1>", "</h1>") == nowhere.text.between("<h1>", "</h1>"))
            let ended = try await post(member, "calendar", ["value": "end"])
            #expect(ended.status == 303 && ended["Location"] == Self.page)
            #expect(try await visitor.get(second).status == 404)
            for path in ["/calendar/x", "/calendar/.ics", "/calendar/%00", "/calendar/\(second.dropFirst(10))x"] {
                #expect(try await visitor.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test func theCalendarHasWhatItsOwnerIsRemindedOf() async throws {
        try await withMember { app, member in
            let goals = app.fixture.store
            let today = CalendarDate(app.fixture.clock.now, in: .utc)
            let fields = GoalFields(
                title: try GoalTitle("산책; 매일, 30분"), startDate: today, endDate: today.adding(days: 7),
                reminderEnabled: true)
            let goal = try await goals.addGoal(fields, isFinished: false, key: nil, of: member.id)
            let path = try address(try await post(member, "calendar", ["value": "make"]))
            let calendar = try CalendarReader.read(Array(try await app.visitor.another().get(path).body))
            let event = try #require(
                calendar.all("VEVENT").first { $0["UID"]?.value.hasPrefix("end-\(goal.id)") == true })
            #expect(event["SUMMARY"]?.text == "Last day: 산책; 매일, 30분")
            #expect(event["URL"]?.value == "http://\(app.visitor.authority)/goals/\(goal.id)")
            #expect(calendar.all("VEVENT").count == 2)
        }
    }

    // MARK: What is chosen

    @Test func whatIsChosenIsKept() async throws {
        try await withMember { app, member in
            let saved = try await post(member, "save", ["steps": "yes", "week": "yes", "weekMinute": "1260"])
            #expect(saved.status == 303)
            let choices = try await app.fixture.reminders.reminders(of: member.id).choices
            #expect(choices.steps && !choices.ends && choices.week && choices.weekMinute == 1260)
            let page = try await member.visitor.get(Self.page).text
            #expect(page.contains("value=\"1260\" selected"))
            for minute in ["", "x", "1441", "-60", "61"] {
                let refused = try await post(member, "save", ["ends": "yes", "weekMinute": minute])
                #expect(refused.status == 422, "\(minute)")
            }
            #expect(try await app.fixture.reminders.reminders(of: member.id).choices == choices)
        }
    }

    // MARK: Browsers

    @Test func aBrowserIsTurnedOnAndOff() async throws {
        try await withMember { app, member in
            #expect(try await subscribe(member).status == 303)
            let browser = try #require(try await app.fixture.reminders.reminders(of: member.id).browsers.first)
            #expect(try await post(member, "test").status == 303)
            #expect(try await post(member, "remove", ["value": "\(browser.id)"]).status == 303)
            #expect(try await app.fixture.reminders.reminders(of: member.id).browsers == [])
            #expect(try await post(member, "remove", ["value": "\(browser.id)"]).status >= 400)
            #expect(try await post(member, "test").status == 409)
            let log = try await member.visitor.get("/settings/activity").text
            #expect(log.contains("turned on in a browser") && log.contains("turned off in a browser"))
        }
    }

    @Test(arguments: [
        "https://127.0.0.1/x", "https://10.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/latest/meta-data",
        "http://push.example.com/x", "", "https://push.example.com/" + String(repeating: "x", count: 2000),
    ])
    func anAddressOfNoPushServiceIsRefused(endpoint: String) async throws {
        try await withMember { app, member in
            let answer = try await subscribe(member, endpoint)
            #expect(answer.status == 422)
            #expect(try await app.fixture.reminders.reminders(of: member.id).browsers == [])
        }
    }

    @Test(arguments: [
        ["publicKey": ""], ["authSecret": "x"], ["publicKey": String(repeating: "B", count: 87)],
        ["authSecret": String(repeating: "A", count: 10_000)],
    ])
    func keysThatAreNoneAreRefused(keys: [String: String]) async throws {
        try await withMember { app, member in
            let answer = try await subscribe(member, "https://push.example.com/x", keys)
            #expect(answer.status == 422)
        }
    }

    @Test func nobodyRemovesAnothersBrowser() async throws {
        try await withMember { app, member in
            _ = try await subscribe(member)
            let browser = try #require(try await app.fixture.reminders.reminders(of: member.id).browsers.first)
            let stranger = try await app.member("jun@example.com")
            _ = try await subscribe(stranger, "https://push.example.com/two")
            for input in ["remove", "remove&x=1"] {
                let answer = try await post(stranger, input, ["value": "\(browser.id)"])
                #expect(answer.status >= 400, "\(answer.status)")
            }
            // Nor does somebody who has the owner's browser, but no token of its pages.
            let forged = try await member.visitor.post("\(Self.page)?input=remove", ["value": "\(browser.id)"])
            #expect(forged.status == 403)
            #expect(try await app.fixture.reminders.reminders(of: member.id).browsers == [browser])
        }
    }

    @Test func anEleventhBrowserIsToldThatThereAreTen() async throws {
        try await withMember { app, member in
            for number in 0..<10 { _ = try await subscribe(member, "https://push.example.com/\(number)") }
            let answer = try await subscribe(member, "https://push.example.com/10")
            #expect(answer.status == 409 && answer.text.contains("Up to 10 browsers"))
        }
    }
}
