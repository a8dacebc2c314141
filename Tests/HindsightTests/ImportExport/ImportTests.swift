import Foundation
import HindsightDomain
import Live
import StreamsTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// `/settings/import`, as browsers send to it.
@Suite(.timeLimit(.minutes(15))) struct ImportTests {
    private static let path = "/settings/import"

    // MARK: All of it

    @Test(arguments: 0..<3) func whatWasTakenAlongIsTheSameInAnotherAccount(seed: Int) async throws {
        try await withApp { app in
            var random = SeededGenerator(seed: UInt64(seed))
            let mina = try await app.member("mina@example.com")
            try await app.fixture.live(60, &random, of: mina.id)
            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await app.fixture.store.saveWeekNote("A \"walk\".", question: 4, from: 0, of: mina.id, days)
            let file = try await mina.visitor.get("/settings/export")
            let jun = try await app.emptyMember("jun@example.com")
            let answer = try await jun.send(file.text)
            #expect(answer.status == 303)
            let counts = try await app.fixture.store.boxCounts(of: mina.id)
            let query = "known=0&stored=\(counts.stored)&active=\(counts.active)&completed=\(counts.completed)"
            #expect(answer["Location"] == "/settings/import?\(query)&answers=1")
            #expect(
                try await jun.visitor.get(answer["Location"] ?? "").text.contains("<p>1 weekly answer was added</p>"))
            let again = try await jun.visitor.get("/settings/export")
            #expect(try goals(of: again.text) == goals(of: file.text))
            let week: NSDictionary = ["week": "2026-11-16", "question": 4, "answer": "A \"walk\"."]
            #expect(try list("weeks", of: file.text) == [week] && list("weeks", of: again.text) == [week])

            // The same file, the file of the copy, and where it came from.
            let total = counts.stored + counts.active + counts.completed
            let known = "/settings/import?known=\(total)&stored=0&active=0&completed=0"
            #expect(try await jun.send(file.text)["Location"] == known)
            #expect(try await mina.send(again.text)["Location"] == known)
            #expect(try goals(of: try await jun.visitor.get("/settings/export").text) == goals(of: file.text))
            let page = try await jun.visitor.get(known).text
            #expect(page.contains("There was nothing new to add"))
            #expect(page.contains("\(total) were here already, and stay as they are."))
            let log = try await app.fixture.accounts.log(of: jun.id, before: nil, limit: 10)
            #expect(log.map(\.event).filter { $0 == .imported }.count == 2)
        }
    }

    private func goals(of file: String) throws -> [NSDictionary] { try list("goals", of: file) }

    private func list(_ name: String, of file: String) throws -> [NSDictionary] {
        let object = try JSONSerialization.jsonObject(with: Data(file.utf8)) as? NSDictionary
        return try #require(object?[name] as? [NSDictionary])
    }

    @Test func whatCameInIsSaidAndShown() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let answer = try await mina.send(GoalFileTests.file(GoalFileTests.open))
            #expect(answer["Location"] == "/settings/import?known=0&stored=0&active=1&completed=0")
            #expect(try await mina.visitor.get("/goals/active").text.contains("Swim"))
            let done = try await mina.visitor.get(answer["Location"] ?? "").text
            #expect(done.contains("1 goal was added") && done.contains("href='/goals/active'"))
        }
    }

    @Test func answersAloneAreSaidToHaveComeIn() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let days = WeekStart.monday.week(of: try #require(CalendarDate("2026-11-18")))
            _ = try await app.fixture.store.saveWeekNote("A walk.", question: 4, from: 0, of: mina.id, days)
            let file = try await mina.visitor.get("/settings/export").text
            let jun = try await app.emptyMember("jun@example.com")
            let location = "/settings/import?known=0&stored=0&active=0&completed=0"
            #expect(try await jun.send(file)["Location"] == "\(location)&answers=1")
            let done = try await jun.visitor.get("\(location)&answers=1").text
            #expect(done.contains("<h2>1 weekly answer was added</h2>") && done.contains("href='/weeks/answers'"))
            #expect(try await jun.send(file)["Location"] == location)
            #expect(try await jun.visitor.get(location).text.contains("<h2>There was nothing new to add</h2>"))
        }
    }

    @Test func aDemoAccountCanBringInASmallFile() async throws {
        try await withApp { app in
            let demo = try await app.account()
            let file = GoalFileTests.file(GoalFileTests.completed)
            let answer = try await demo.visitor.post(file: file, to: Self.path, csrf: demo.csrf)
            #expect(answer["Location"] == "/settings/import?known=0&stored=0&active=0&completed=1")
            let large = file + String(repeating: " ", count: 4 << 20)
            let refused = try await demo.visitor.post(file: large, to: Self.path, csrf: demo.csrf)
            #expect(refused.status == 413 && refused.text.contains("The file is too large: 4 MB is the limit."))
        }
    }

    // MARK: What is wrong is said, and nothing is done

    @Test func aBrokenFileSaysWhatIsWrongAndAddsNothing() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let bad = GoalFileTests.open.replacing("2026-12-01", with: "2026-10-01")
            let files: [(String, Int, String)] = [
                (
                    GoalFileTests.file("\(GoalFileTests.completed),\(bad)"), 422,
                    "Goal 2 (“Swim &quot;]}&quot; 가”): the end date is before its start."
                ),
                (GoalFileTests.file(Array(repeating: bad, count: 25).joined(separator: ",")), 422, "And 5 more."),
                (GoalFileTests.file("", version: "2"), 422, "The file is from a newer Hindsight (version 2)"),
                (String(GoalFileTests.file(bad).prefix(400)), 422, "The file ends in the middle."),
                ("<html>", 422, "This is not a JSON file."), ("", 422, "Please choose a file."),
                ("{}", 422, "This is not a file that was downloaded from Hindsight."),
                (
                    GoalFileTests.file(Array(repeating: "{}", count: GoalFile.goalLimit + 1).joined(separator: ",")),
                    413, "There are too many goals: 100000 a file is the limit."
                ),
            ]
            for (file, status, words) in files {
                let answer = try await mina.send(file)
                #expect(answer.status == status, "\(words)")
                #expect(answer.text.contains(words) || answer.text.unescaped.contains(words.unescaped), "\(words)")
            }
            #expect(try await app.fixture.store.boxCounts(of: mina.id) == BoxCounts())
            try await app.fixture.accounts.set([.language(.korean)], of: mina.id)
            let answer = try await mina.send(GoalFileTests.file(bad))
            #expect(answer.text.contains("끝나는 날이 시작하는 날보다 빨라요."))
        }
    }

    @Test func aFormWithoutAFileSaysSo() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let boundary = "x"
            let body = "--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(mina.csrf)\r\n--x--\r\n"
            let answer = try await mina.visitor.send(
                "POST", Self.path, ["Content-Type": "multipart/form-data; boundary=\(boundary)"], body: Array(body.utf8)
            )
            #expect(answer.status == 422 && answer.text.contains("Please choose a file."))
        }
    }

    @Test func aFailureInTheMiddleIsToldAndTheSameFileGoesOn() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            try await app.fixture.addCompleted(650, of: mina.id)
            let file = try await mina.visitor.get("/settings/export").text
            let jun = try await app.emptyMember("jun@example.com")
            let gate = app.store.holdAnswer(.importGoals)
            async let answer = jun.send(file)
            await gate.arrivals()
            app.store.fail(.importGoals)
            gate.open()
            let interrupted = try await answer
            #expect(interrupted.status == 503)
            #expect(interrupted.text.contains("Not all of it could be added"))
            app.store.mend()
            let first = try await app.fixture.store.boxCounts(of: jun.id).completed
            #expect(first > 0 && first < 653)
            let rest = try await jun.send(file)
            #expect(rest["Location"] == "/settings/import?known=\(first)&stored=0&active=0&completed=\(653 - first)")
        }
    }

    @Test func anAccountBringsInOneFileAtATime() async throws {
        try await withApp { app in
            let (mina, jun) = (try await app.emptyMember("a@example.com"), try await app.emptyMember("b@example.com"))
            let file = GoalFileTests.file(GoalFileTests.open)
            let gate = app.store.hold(.importGoals)
            async let first = mina.send(file)
            await gate.arrivals()
            let second = try await mina.send(file)
            #expect(second.status == 503 && second["Retry-After"] != nil)
            #expect(second.text.contains("Another file is being imported right now."))
            gate.open()
            #expect(try await first.status == 303)
            #expect(try await jun.send(file).status == 303)
            #expect(try await mina.send(file)["Location"] == "/settings/import?known=1&stored=0&active=0&completed=0")
        }
    }

    /// SEC20: files of others that are on their way keep nobody from bringing in theirs.
    @Test func filesThatAreHalfSentKeepNobodyWaiting() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let senders = try await (0..<4).asyncMap { try await app.emptyMember("sender\($0)@example.com") }
            try await withHalfSent(senders[...], app) {
                let answer = try await mina.send(GoalFileTests.file(GoalFileTests.open))
                #expect(answer.status == 303)
            }
        }
    }

    /// Runs `work` while each of the members has sent a half of a file.
    private func withHalfSent(
        _ senders: ArraySlice<Member>, _ app: ServedApp, _ work: () async throws -> Void
    ) async throws {
        guard let sender = senders.first else { return try await work() }
        let body = """
            --x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\(sender.csrf)\r\n\
            --x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"format":"hindsight",
            """
        let cookies = sender.visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let head = """
            POST \(Self.path) HTTP/1.1
            Host: 127.0.0.1
            Cookie: \(cookies)
            Content-Type: multipart/form-data; boundary=x
            Content-Length: 100000
            """
        try await Wire.hold(head, body: Array(body.utf8), port: app.visitor.port) {
            // Its beginning was read when an answer to a later request has come.
            for _ in 0..<20 { _ = try await app.visitor.get("/healthz") }
            try await withHalfSent(senders.dropFirst(), app, work)
        }
    }

    /// SEC19: a goal with very many members that nobody knows is not read.
    @Test(arguments: [
        #""draft":{MEMBERS}"#, #""later":{MEMBERS}"#, #""steps":[{"later":{MEMBERS}}]"#, #""later":[ELEMENTS]"#,
    ])
    func aGoalWithMoreMembersThanAnyIsRefusedEarly(member: String) async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let members = (0..<60_000).map { "\"m\($0)\":1" }.joined(separator: ",")
            let elements = Array(repeating: "1", count: 200_000).joined(separator: ",")
            let wide = member.replacing("MEMBERS", with: members).replacing("ELEMENTS", with: elements)
            let goal = GoalFileTests.completed.replacing(#""draft":{"liked":" x\n","level":"3"}"#, with: wide)
            #expect(goal != GoalFileTests.completed)
            let answer = try await mina.send(GoalFileTests.file(goal))
            #expect(answer.status == 422 && answer.text.contains("it can’t be read."))
        }
    }

    @Test func filesHaveSoMuchRoomTogether() {
        let room = UploadRoom(limit: 10)
        let (mina, jun) = (AccountID(1), AccountID(2))
        #expect(room.begin(mina) && !room.begin(mina) && room.begin(jun))
        #expect(room.take(6, of: mina) && !room.take(5, of: jun) && room.take(4, of: jun))
        room.end(mina)
        #expect(!room.take(1, of: mina) && room.take(6, of: jun) && !room.take(1, of: jun))
        room.end(jun)
        #expect(room.begin(mina) && room.take(10, of: mina))
    }

    // MARK: Who may

    @Test func nobodyBringsAFileIntoAnothersAccount() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let other = try await app.emptyMember("jun@example.com")
            let file = GoalFileTests.file(GoalFileTests.open)
            for csrf in [nil, "", "x", other.csrf] {
                let answer = try await mina.visitor.post(file: file, to: Self.path, csrf: csrf)
                #expect(answer.status == 403 && answer.text.contains("Please choose the file once more."))
                let behind = try await mina.visitor.post(file: file, to: Self.path, csrf: csrf, isBehind: true)
                #expect(behind.status == 403)
            }
            // Behind the file it comes too late.
            #expect(
                try await mina.visitor.post(file: file, to: Self.path, csrf: mina.csrf, isBehind: true).status == 403)
            for headers in [["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example"]] {
                #expect(
                    try await mina.visitor.post(file: file, to: Self.path, csrf: mina.csrf, headers).status == 403)
            }
            let nobody = try await app.browser().post(file: file, to: Self.path, csrf: mina.csrf)
            #expect(nobody.status == 303 && nobody["Location"] == "/login?next=%2Fsettings%2Fimport")
            #expect(try await app.fixture.store.boxCounts(of: mina.id) == BoxCounts())
            let header = try await mina.visitor.post(file: file, to: Self.path, csrf: nil, ["X-CSRF-Token": mina.csrf])
            #expect(header.status == 303)
        }
    }

    /// A form with a file is read where it is expected only.
    @Test func noOtherPageTakesAFormWithAFile() async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            for path in ["/goals/new", "/settings", "/choices", "/logout"] {
                #expect(try await mina.visitor.post(file: "{}", to: path, csrf: mina.csrf).status == 415)
            }
        }
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""])
    func whatIsNoFormWithAFileIsRefused(type: String) async throws {
        try await withApp { app in
            let mina = try await app.emptyMember("mina@example.com")
            let answer = try await mina.visitor.post(Self.path, ["csrf": mina.csrf], ["Content-Type": type])
            #expect(answer.status == 415 && answer.text.isDesignedFault)
        }
    }
}

extension HTTPVisitor {
    /// Sends a form with a file, as a browser does.
    func post(
        file: String, to path: String, csrf: String?, isBehind: Bool = false, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
        let token = csrf.map {
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\($0)\r\n"
        }
        let part = """
            --\(boundary)\r\nContent-Disposition: form-data; name="file"; filename="hindsight.json"\r\n\
            Content-Type: application/json\r\n\r\n\(file)\r\n
            """
        let parts = isBehind ? part + (token ?? "") : (token ?? "") + part
        let type = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
        return try await send(
            "POST", path, type.merging(headers) { $1 }, body: Array("\(parts)--\(boundary)--\r\n".utf8))
    }
}

extension Member {
    /// Brings a file in.
    func send(_ file: String) async throws -> HTTPAnswer {
        try await visitor.post(file: file, to: "/settings/import", csrf: csrf)
    }
}

extension ServedApp {
    /// A member without goals.
    func emptyMember(_ email: String) async throws -> Member {
        let member = try await member(email)
        for goal in member.goals { try await fixture.store.deleteGoal(of: member.id, goal) }
        return member
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
