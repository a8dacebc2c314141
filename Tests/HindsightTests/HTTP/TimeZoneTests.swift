import Foundation
import HindsightDomain
import TestSupport
import Testing

@testable import Hindsight

/// N9: where somebody is decides which day it is for them. A script tells it; without one they are asked, and told as long
/// as it isn't known.
@Suite(.timeLimit(.minutes(15))) struct TimeZoneTests {
    private static let hint = "dates follow UTC"

    private func register(
        _ visitor: HTTPVisitor, email: String = "mina@example.com", timeZone: String?
    ) async throws -> HTTPAnswer {
        var fields = ["email": email, "password": Member.password, "consent": "yes"]
        fields["csrf"] = try await visitor.formToken("/register")
        fields["timeZone"] = timeZone
        return try await visitor.post("/register", fields)
    }

    // MARK: Asking

    @Test(arguments: [("en", "", "Choose later (UTC)"), ("ko", "Asia/Seoul", "서울")])
    func withoutAScriptTheRegistrationAsksForIt(language: String, value: String, words: String) async throws {
        try await withApp { app async throws in
            let page = try await app.visitor.another(language: language).get("/register").text
            let row = try #require(page.between("<noscript>", "</noscript>"))
            #expect(row.contains("<select id=\"timeZone\" name=\"timeZone\""))
            // Of two fields with one name the last one counts: the script's stands before it.
            #expect(page.components(separatedBy: "name=\"timeZone\"").count == 3)
            #expect(page.range(of: "data-time-zone")!.lowerBound < page.range(of: "<noscript>")!.lowerBound)
            let chosen = row.matches(of: /<option value="([^"]*)" selected>([^<]*)</).map { ($0.1, $0.2) }
            #expect(!chosen.isEmpty && chosen.allSatisfy { $0 == (value[...], words[...]) }, "\(chosen)")
            let first = try #require(row.all(between: "<optgroup label=\"", "\"").first)
            #expect(first == (language == "ko" ? "자주 고르는 곳" : "Often chosen"))
            #expect(row.all(between: "<optgroup label=\"", "\"").count == 8)
            // All in the page's language.
            if language == "ko" {
                let names = row.all(between: ">", "</option>")
                #expect(names.count > 100 && names.allSatisfy { $0.firstMatch(of: /[가-힣]/) != nil }, "\(names)")
            }
        }
    }

    @Test func whatIsChosenIsTheAccounts() async throws {
        try await withApp { app async throws in
            let visitor = app.browser()
            #expect(try await register(visitor, timeZone: "Asia/Seoul").status == 303)
            let settings = try await visitor.get("/settings").text
            #expect(settings.contains("<option value=\"Asia/Seoul\" selected>"))
            #expect(try await !visitor.get("/goals/active").text.contains(Self.hint))
        }
    }

    @Test func aFormThatIsRefusedKeepsIt() async throws {
        try await withApp { app async throws in
            let visitor = app.browser()
            let answer = try await register(visitor, email: "mina", timeZone: "Pacific/Auckland")
            #expect(answer.status == 422)
            let row = try #require(answer.text.between("<noscript>", "</noscript>"))
            let chosen = row.matches(of: /<option value="([^"]*)" selected>/).map { String($0.1) }
            #expect(chosen == ["Pacific/Auckland"])
        }
    }

    /// A demo account that began with a script has told.
    @Test func aDemoAccountThatHasToldIsNotAskedAgain() async throws {
        try await withApp { app async throws in
            for (zone, isAsked) in [("Asia/Tokyo", false), ("", true)] {
                let visitor = app.browser()
                #expect(try await visitor.post("/demo", ["timeZone": zone]).status == 303)
                let page = try await visitor.get("/register").text
                #expect(page.contains("<select id=\"timeZone\"") == isAsked)
            }
        }
    }

    /// Whoever lives where clocks are set in some other way could not find a zone with their time.
    @Test func everyWayInWhichClocksAreSetHasACity() throws {
        let dates = try ["2026-01-15", "2026-07-15"].map { try #require(CalendarDate($0)).begin(in: .utc) }
        func offsets(_ zone: TimeZone) -> [Int] { dates.map { zone.secondsFromGMT(for: $0) } }
        let offered = Set(TimeZoneList.cities.flatMap(\.zones).map { offsets($0.timeZone) })
        let missing = TimeZone.knownTimeZoneIdentifiers
            .filter { $0.contains("/") && !$0.hasPrefix("Antarctica/") }
            .filter { !offered.contains(offsets(TimeZone(identifier: $0)!)) }
        #expect(missing.isEmpty)
        #expect(TimeZoneList.cities.flatMap(\.zones).count == TimeZoneList.koreanNames.count)
    }

    // MARK: Saying that it isn't known

    @Test func asLongAsItIsNotKnownThePagesSaySoOnce() async throws {
        try await withApp { app async throws in
            let visitor = app.browser()
            #expect(try await register(visitor, timeZone: "").status == 303)
            for path in ["/goals/active", "/goals/completed", "/goals/new", "/weeks", "/years", "/jewels", "/search"] {
                let page = try await visitor.get(path).text
                #expect(page.components(separatedBy: Self.hint).count == 2, "\(path)")
                #expect(page.contains("<a href=\"/settings#timeZone\">Set your time zone</a>"), "\(path)")
            }
            // There one sets it.
            let settings = try await visitor.get("/settings").text
            #expect(!settings.contains(Self.hint))
            #expect(settings.contains("<option value=\"\" selected>Not set yet (UTC)</option>"))
            let csrf = try #require(settings.between("name=\"csrf\" value=\"", "\""))
            #expect(try await visitor.post("/settings", ["csrf": csrf, "timeZone": "UTC"]).status == 303)
            #expect(try await !visitor.get("/goals/active").text.contains(Self.hint), "UTC is a zone, too")
            #expect(try await visitor.get("/settings").text.contains("<option value=\"UTC\" selected>"))
        }
    }

    @Test func whoIsNotSignedInIsToldNothing() async throws {
        try await withApp { app async throws in
            for path in ["/", "/login", "/register", "/nothing"] {
                #expect(try await !app.visitor.get(path).text.contains(Self.hint), "\(path)")
            }
        }
    }

    // MARK: Learning it

    @Test func anAccountThatHasNotToldLearnsItOnce() async throws {
        try await withApp { app async throws in
            let visitor = app.browser()
            #expect(try await visitor.post("/demo").status == 303)
            let page = try await visitor.get("/goals/active").text
            let form = try #require(page.between("action=\"/choices\">", "</form>"))
            #expect(form.contains("<input type='hidden' name='timeZone' data-time-zone='learn'>"))
            let csrf = try #require(form.between("name=\"csrf\" value=\"", "\""))
            for zone in ["Asia/Seoul", "Europe/Paris"] {
                let answer = try await visitor.post("/choices", ["csrf": csrf, "timeZone": zone])
                #expect(answer.status == 204 && answer.body.isEmpty)
                #expect(try await visitor.get("/settings").text.contains("<option value=\"Asia/Seoul\" selected>"))
            }
            let next = try await visitor.get("/goals/active").text
            #expect(!next.contains("data-time-zone='learn'") && !next.contains(Self.hint))
        }
    }

    @Test func whatIsNoZoneIsRefusedAndAChoiceBesideItIsTaken() async throws {
        try await withApp { app async throws in
            let visitor = app.browser()
            #expect(try await visitor.post("/demo").status == 303)
            let csrf = try await visitor.formToken("/goals/active")
            for zone in ["", "Nowhere/Land", String(repeating: "A", count: 10_000)] {
                #expect(try await visitor.post("/choices", ["csrf": csrf, "timeZone": zone]).status == 422)
            }
            #expect(try await visitor.post("/choices", ["timeZone": "Asia/Seoul"]).status == 403, "without the token")
            // As a browser without a script sends the form.
            let answer = try await visitor.post("/choices", ["csrf": csrf, "timeZone": "", "theme": "dark"])
            #expect(answer.status == 303)
            let page = try await visitor.get("/goals/active").text
            #expect(page.contains(Self.hint) && page.contains("data-theme='dark'"))
        }
    }
}
