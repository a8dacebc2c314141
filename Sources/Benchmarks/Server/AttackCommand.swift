import ArgumentParser
import Foundation
import HeapCounter
import Hindsight
import HindsightDomain
import Synchronization

/// Runs attacks, one after the other, beside somebody who reads and writes, and measures how long that one waits.
struct AttackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack", abstract: "How long others wait while somebody attacks, and what memory that leaves.")

    /// The most that 99 of 100 pages and writes of others may take, in milliseconds.
    private static let limit = 50.0
    /// The most memory that attacks may leave, in MiB.
    private static let memoryLimit = 64.0

    @Flag(help: "Fails when others wait over 50 ms, or when over 64 MiB stay.")
    var check = false
    @Option(help: "How long each attack goes on, in seconds.")
    var seconds = 3.0
    @Option(help: "How many goals the attacker downloads.")
    var goals = 20_000

    func validate() throws {
        guard (0.1...30).contains(seconds) else { throw ValidationError("An attack takes 0.1 to 30 seconds.") }
        guard (1...100_000).contains(goals) else { throw ValidationError("There must be 1 to 100,000 goals.") }
    }

    func run() async throws {
        // An attacker whom the server no longer reads gets an error, and doesn't end the benchmark.
        signal(SIGPIPE, SIG_IGN)
        let server = try await ServerUnderTest<GoalsUnderTest>.start(
            loops: ProcessInfo.processInfo.activeProcessorCount)
        let result: Result<[AttackRun.Row], any Error>
        do { result = .success(try await AttackRun(server, goals: goals).rows(seconds: seconds)) } catch {
            result = .failure(error)
        }
        await server.stop()
        let rows = try result.get()
        print("| attack | times | a page, p99 | a write, p99 | RSS |\n|---|---|---|---|---|")
        for row in rows {
            let (page, write) = (row.page.map { "\(Int($0)) ms" }, row.write.map { "\(Int($0)) ms" })
            print("| \(row.name) | \(row.times) | \(page ?? "–") | \(write ?? "–") | \(Int(row.memory)) MiB |")
        }
        let slow = rows.dropFirst().filter {
            ($0.page ?? .infinity) > Self.limit || ($0.write ?? .infinity) > Self.limit
        }
        for row in slow { print("Others wait over \(Int(Self.limit)) ms: \(row.name)") }
        let growth = (rows.last?.memory ?? 0) - (rows.first?.memory ?? 0)
        if growth > Self.memoryLimit { print("Over \(Int(Self.memoryLimit)) MiB stay: \(Int(growth)) MiB") }
        if check, !slow.isEmpty || growth > Self.memoryLimit { throw ExitCode.failure }
    }
}

/// An attacker and somebody else on one server.
struct AttackRun {
    /// The waits of others during an attack, in milliseconds; nil when there was no answer at all.
    struct Row {
        var name: String
        /// The number of answers that the attacker got.
        var times: Int
        var page: Double?
        var write: Double?
        /// The resident memory afterwards, in MiB.
        var memory: Double
    }

    private let server: ServerUnderTest<GoalsUnderTest>
    private let cookie: String
    private let attacker: AccountID
    private let otherCookie: String
    private let other: AccountID
    /// A goal of the other one.
    private let mine: GoalID

    init(_ server: ServerUnderTest<GoalsUnderTest>, goals: Int) async throws {
        self.server = server
        let client = try Client(port: server.port)
        // Accounts of a new database are counted from 1.
        (cookie, attacker) = (try client.makeAccount(), AccountID(1))
        (otherCookie, other) = (try client.makeAccount(), AccountID(2))
        mine = try await server.app.goals.addGoals(
            [NewGoal(title: try GoalTitle("Mine"), startDate: .min, endDate: .max, state: .active, steps: [])],
            of: other)[0]
        // SEC14: all of them might have what is searched for, and none has.
        try await write("abcdefgh*i*x", String(repeating: "\u{FDFA}", count: 2990), count: 400)
        for start in stride(from: 400, to: goals, by: 500) {
            let titles = (start..<min(start + 500, goals)).map { "Goal \($0)" }
            _ = try await server.app.goals.addGoals(try titles.map { try Self.goal($0, "Well") }, of: attacker)
        }
        while try await server.app.goals.indexSearch() > 0 {}
    }

    private func write(_ title: String, _ review: String, count: Int) async throws {
        _ = try await server.app.goals.addGoals(
            try (0..<count).map { _ in try Self.goal(title, review) }, of: attacker)
    }

    private static func goal(_ title: String, _ text: String) throws -> NewGoal {
        let today = CalendarDate(year: 2026, month: 1, day: 1) ?? .min
        let time = Date(timeIntervalSince1970: 1_767_250_000)
        var draft = ReviewDraft(style: .free, level: .four)
        draft.text = text
        return NewGoal(
            title: try GoalTitle(title), startDate: today, endDate: today,
            state: .completed(.random(), at: time, review: Review(content: try draft.validated(), writtenAt: time)),
            steps: [])
    }

    func rows(seconds: Double) async throws -> [Row] {
        let (port, cookie) = (server.port, cookie)
        let post = ["Cookie": cookie, "Origin": "http://127.0.0.1"]
        let form = post.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
        let upload = post.merging(["Content-Type": "multipart/form-data; boundary=XX"]) { $1 }
        let settings = try page("/settings", ["Cookie": cookie])
        let csrf = settings.csrf
        func file(_ text: String) -> String {
            """
            --XX\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\(csrf)\r\n--XX\r\n\
            Content-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n\(text)\r\n--XX--\r\n
            """
        }
        let members = (0..<100_000).map { "\"m\($0)\":1" }.joined(separator: ",")
        let imported = file(
            "{\"format\":\"hindsight\",\"version\":1,\"goals\":[{\"draft\":{\(members)}}],\"weeks\":[]}")
        let pieces = Self.inPieces(file(String(repeating: "\r\n--X", count: 40_000)))
        let quotes = "csrf=\(csrf)&title=" + String(repeating: "\"", count: 4 << 20)
        let numbers = "{\"inputs\":[0" + String(repeating: ",1", count: 2 << 20) + "]}"
        let blanks = String(repeating: " ", count: 240 << 10)
        let ticks = (2...60).map { ",{\"n\":\($0),\"name\":\"consent\",\"value\":\"yes\"}" }.joined()
        let batch = "{\"inputs\":[{\"n\":1,\"name\":\"emailTextField\",\"value\":\"\(blanks)\"}\(ticks)]}"

        var rows = [try await row("nothing", seconds) { try await Task.sleep(for: .milliseconds(50)) }]
        rows.append(
            try await row("SEC11: pages that a stranger leaves", seconds) {
                let client = try Client(port: port)
                for _ in 0..<100 { _ = try client.request("GET", "/register", ["X-Forwarded-For": "192.0.2.7"]) }
            })
        rows.append(
            try await row("SEC13: blanks as an address, and ticks", seconds) {
                let page = try page("/register")
                let headers = ["X-CSRF-Token": page.csrf, "Cookie": page.cookie, "Content-Type": "application/json"]
                try await Self.answer(port, "POST", page.live, headers, batch)
            })
        rows.append(
            try await row("SEC14: a search in dear reviews", seconds) {
                try await Self.answer(port, "GET", "/search?q=abcdefghz", ["Cookie": cookie])
            })
        rows.append(
            try await row("SEC15, SEC16: dear reviews are indexed", seconds) {
                try await write("a", String(repeating: "㎡", count: 2990), count: 5)
                while try await server.app.goals.indexSearch() > 0 {}
            })
        rows.append(
            try await row("SEC17: a download", seconds) {
                try await Self.answer(port, "GET", "/settings/export", ["Cookie": cookie], end: "0\r\n\r\n")
            })
        let chunked = upload.merging(["Transfer-Encoding": "chunked"]) { $1 }
        rows.append(
            try await row("SEC18: a file in pieces of a byte", seconds) {
                try await Self.answer(port, "POST", "/settings/import", chunked, pieces)
            })
        rows.append(
            try await row("SEC19: a goal of 100,000 members", seconds) {
                try await Self.answer(port, "POST", "/settings/import", upload, imported)
            })
        let half = try (0..<4).map { _ in
            let client = try Client(port: port)
            try client.send(
                "POST", "/settings/import", upload, body: String(imported.prefix(1000)), length: imported.utf8.count)
            return client
        }
        let otherSettings = try page("/settings", ["Cookie": otherCookie])
        let theirs = [
            "Cookie": otherCookie, "Origin": "http://127.0.0.1", "Content-Type": upload["Content-Type"] ?? "",
        ]
        let small = file("{}").replacingOccurrences(of: csrf, with: otherSettings.csrf)
        rows.append(
            try await row("SEC20: four files are sent halfway, others send theirs", seconds) {
                let head = try await Self.answer(port, "POST", "/settings/import", theirs, small)
                if head.hasPrefix("HTTP/1.1 503") {
                    throw Client.Failure(description: "Others can't import: \(head)")
                }
            })
        withExtendedLifetime(half) {}
        rows.append(
            try await row("SEC21: 4 MiB of quotes as a title", seconds) {
                try await Self.answer(port, "POST", "/goals/new?input=save", form, quotes)
            })
        rows.append(
            try await row("SEC22: 4 MiB of JSON for no page", seconds) {
                let headers = post.merging(["X-CSRF-Token": csrf, "Content-Type": "application/json"]) { $1 }
                try await Self.answer(port, "POST", "/live/nothing", headers, numbers)
            })
        return rows
    }

    /// A body in chunks of one byte.
    private static func inPieces(_ body: String) -> String {
        var chunks: [UInt8] = []
        for byte in body.utf8 { chunks += Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8) }
        return String(decoding: chunks, as: UTF8.self) + "0\r\n\r\n"
    }

    private struct Page {
        let live: String
        let csrf: String
        let cookie: String
    }

    private func page(_ path: String, _ headers: [String: String] = [:]) throws -> Page {
        let answer = try Client(port: server.port).request("GET", path, headers)
        func value(_ name: String) -> String {
            let rest = answer.body.range(of: name + "=\"").map { answer.body[$0.upperBound...] }
            return String(rest?.prefix { $0 != "\"" } ?? "")
        }
        return Page(
            live: value("data-live"), csrf: value("data-csrf"), cookie: answer.cookies.joined(separator: "; "))
    }

    /// Sends a request on a connection of its own, and gives what is answered up to there, whatever it is.
    ///
    /// It waits on a thread of its own: those of tasks are the server's.
    @discardableResult
    private static func answer(
        _ port: Int, _ method: String, _ path: String, _ headers: [String: String], _ body: String = "",
        end: String = "\r\n\r\n"
    ) async throws -> String {
        try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread {
                done.resume(
                    with: Result {
                        let client = try Client(port: port)
                        // The server may answer before it has read all, and close.
                        try? client.send(method, path, headers, body: body)
                        return try client.take(upTo: end)
                    })
            }
        }
    }

    /// Attacks again and again for a while. Meanwhile somebody else opens a page and changes a goal.
    private func row(
        _ name: String, _ seconds: Double, _ attack: () async throws -> Void
    ) async throws -> Row {
        let (isOver, port, goals) = (Over(), server.port, server.app.goals)
        let (otherCookie, other, mine) = (otherCookie, other, mine)
        async let pages = Self.p99(until: isOver) { _ in
            try await Self.answer(port, "GET", "/goals/completed", ["Cookie": otherCookie])
        }
        async let writes = Self.p99(until: isOver) { number in
            guard let found = try await goals.goal(of: other, mine) else { return }
            var fields = found.goal.fields
            fields.title = try GoalTitle("Mine, \(number)")
            _ = try await goals.editGoal(fields, from: found.revision, of: other, mine)
        }
        let end = ContinuousClock.now + .seconds(seconds)
        var (times, failure): (Int, (any Error)?) = (0, nil)
        while ContinuousClock.now < end, failure == nil {
            do {
                try await attack()
                times += 1
            } catch { failure = error }
        }
        isOver.flag.store(true, ordering: .relaxed)
        let (page, write) = (await pages, await writes)
        if let failure { print("\(name): \(failure)") }
        return Row(name: name, times: times, page: page, write: write, memory: try Self.memory())
    }

    private final class Over: Sendable {
        let flag = Atomic(false)
    }

    /// The 99th percentile in milliseconds; nil when one fails.
    private static func p99(
        until isOver: Over, _ work: @Sendable (_ number: Int) async throws -> Void
    ) async -> Double? {
        var times: [Double] = []
        while !isOver.flag.load(ordering: .relaxed) {
            let start = ContinuousClock.now
            do { try await work(times.count) } catch { return nil }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            // The measuring is not to be what keeps the server busy.
            try? await Task.sleep(for: .milliseconds(5))
        }
        return times.isEmpty ? nil : times.sorted()[times.count * 99 / 100]
    }

    /// The resident memory, in MiB, without what is free: the attacker shares the process and has freed large texts.
    private static func memory() throws -> Double {
        heap_counter_trim()
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return Double((Int(fields[1]) ?? 0) * Int(getpagesize())) / Double(1 << 20)
    }
}
