import Foundation
import HindsightDomain
import Live
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Requests that no browser sends: nothing breaks, and nobody gets a byte of somebody else's.
@Suite(.timeLimit(.minutes(20))) struct FuzzTests {
    /// One that failed is printed with its number: as the only one here it runs alone.
    private static let numbers = 0..<10_000
    private static let seed: UInt64 = 20_260_731
    /// So many before whoever sends them signs in anew, since some end the login.
    private static let batch = 250

    @Test func tenThousandSpoiltRequestsBreakNothingAndLearnNothing() async throws {
        try await withApp(sendsMail: true) { app in
            let victim = try await app.member("mina@example.com", marker: "Quartz violin")
            let attacker = try await app.member("jun@example.com", marker: "My own")
            let material = try await Material(attacker, victim, in: app)
            let tables: Set<String> = ["attempt", "accountLog", "accountLink"]
            let before = try await app.rows(of: victim.id, except: tables)
            var statuses: [String: Int] = [:]
            for start in stride(from: Self.numbers.lowerBound, to: Self.numbers.upperBound, by: Self.batch) {
                let current = try await material.signedInAnew(app)
                let end = min(start + Self.batch, Self.numbers.upperBound)
                let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                    for lane in 0..<2 {
                        group.addTask {
                            var seen: [String] = []
                            for number in stride(from: start + lane, to: end, by: 2) {
                                seen.append(try await Self.send(number, current, app))
                            }
                            return seen
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                for status in answers { statuses[status, default: 0] += 1 }
            }
            #expect(try await app.rows(of: victim.id, except: tables) == before)
            #expect(try await app.visitor.get("/readyz").status == 200)
            #expect(try await victim.visitor.get(victim.reviewed).text.contains("Quartz violin review"))
            let errors = app.fixture.log.lines.filter { $0.hasPrefix("error") || $0.hasPrefix("critical") }
            #expect(errors.isEmpty, "\(errors.prefix(3))")
            // They were not all turned away at the door.
            for status in ["200", "303", "400", "401", "403", "404", "410", "422"] {
                #expect(statuses[status, default: 0] > 10, "\(statuses)")
            }
        }
    }

    /// Sends one request, and gives the status of its answer; an empty text where there was none.
    private static func send(_ number: Int, _ material: Material, _ app: ServedApp) async throws -> String {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        let request = material.request(&random)
        let answer = try await Wire.exchange(request, port: app.visitor.port)
        let status = String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
        let told = "seed \(seed), number \(number): \(String(decoding: request.prefix(3000), as: UTF8.self))"
        #expect(!answer.contains("HTTP/1.1 5"), "\(told)\n\(answer.prefix(300))")
        for secret in material.secrets { #expect(!answer.contains(secret), "\(secret) was told to \(told)") }
        return status
    }
}

/// What requests are made of: what its sender has, and what there is to know of somebody else.
private struct Material: Sendable {
    /// What stands in no answer.
    let secrets: [String]
    private let account: AccountID
    private let victimCookie: String
    private let paths: [String]
    private let liveAddresses: [String]
    private let tokens: [String]
    private let values: [String]
    private var cookies: [String: String]
    private var csrf: String

    init(_ attacker: Member, _ victim: Member, in app: ServedApp) async throws {
        let accounts = app.fixture.accounts
        let reset = try await accounts.createLink(.reset(victim.id)).text
        let new = NewAccount(
            email: try EmailAddress("new@example.com"), isConfirmed: false,
            password: try PasswordHash(Password(new: Member.password, email: ""), cost: .none))
        let registration = try await accounts.createLink(.registration(new)).text
        let change = try await accounts.createLink(.email(victim.id, EmailAddress("minas-new@example.com"))).text
        account = attacker.id
        victimCookie = victim.visitor.cookies["hindsight"] ?? ""
        // The victim's name is what stands before the @ of its address: nobody sends that.
        secrets = ["Quartz violin", "minas-new@", "new@example.com"]
        paths =
            app.routes.map { String($0.drop { $0 != " " }.dropFirst()) }.filter { !$0.contains("{") }
            + [attacker, victim].flatMap { $0.goals.flatMap { [Routes.review.path($0), Routes.goal.path($0)] } }
            + ["/years/2026", "/years/0", "/weeks/2026-11-10", "/weeks/9999-12-31"]
            + ["/jewels?in=2026-02&color=x&after=9", "/jewels/picture?in=2026"]
            + ["/assets/x/hindsight.css", "/live.js", "/../etc/passwd", "/%2e%2e/", "/nothing", "*"]
        liveAddresses = [
            try await attacker.visitor.open("/goals/completed").address,
            try await attacker.visitor.open(attacker.unreviewed).address,
            try await attacker.visitor.open("/goals/new").address,
            try await attacker.visitor.open("/search?q=a").address,
            try await victim.visitor.open("/goals/completed").address,
            try await victim.visitor.open(victim.unreviewed).address,
            try await app.browser().open("/register").address,
        ]
        // None of the victim's as it is: whoever has that may use it.
        tokens = [reset, registration, change].map { String($0.dropLast()) + ($0.last == "A" ? "B" : "A") }
        values =
            victim.goals.map(\.description) + attacker.goals.map(\.description)
            + ["everybody", "submit", "undo", "delete", "yes", "no", "ko", "en", "dark", "system", "free", "guided"]
            + ["1", "5", "0", "-1", "9223372036854775807", "9223372036854775808", "1e9", "0x10", "NaN", ""]
            + ["2026-11-18", "9999-12-31", "k.0.2026-11-25", "k.9223372036854775807"]
            + ["sunday", "Asia/Seoul", "../../etc/passwd", "a@b.example", "jun@example.com", "not the password"]
            + ["/goals/completed", "//evil.example", "{\"address\":\"/settings\",\"fields\":{\"theme\":\"dark\"}}"]
            + [victim.csrf, attacker.csrf, "<script>", "' OR 1=1 --", "\u{202E}", family]
        cookies = attacker.visitor.cookies
        csrf = attacker.csrf
    }

    /// The same with a new login.
    func signedInAnew(_ app: ServedApp) async throws -> Material {
        guard let session = try await app.fixture.accounts.beginSession(of: account, SessionStart()) else {
            throw TestFailure("The account is gone")
        }
        var new = self
        new.cookies = session.jar
        new.csrf = try await app.browser(cookies: session.jar).formToken("/settings")
        return new
    }

    // MARK: Requests

    private static let inputs = [
        "submit", "save", "delete", "undo", "edit", "refresh", "fetchNextPage", "selection", "liked", "text",
        "levelSelected", "styleSelected", "discardDraft", "undoDiscard", "keepMine", "takeOther", "register",
        "emailTextField", "passwordTextField", "consent", "emailLeft", "kept", "next", "nothing", "tick", "untick",
        "removeStep", "undoRemoval", "editStep", "saveEdit", "saveStep", "stepTitle", "celebrated", "takeUp", "notNow",
        "title", "startDate", "endDate", "reminderEnabled", "query", "answer",
    ]
    private static let fields = [
        "email", "password", "newPassword", "displayName", "language", "theme", "timeZone", "weekStart", "remember",
        "next", "kept", "value", "consent", "style", "liked", "lacked", "learned", "longedFor", "text", "level",
        "liked.basis", "stepTitle", "stepTitle.basis", "editTitle", "alarmTime", "monday", "step", "leaves", "token",
        "edit", "input", "before", "after", "filter", "title", "title.basis", "startDate", "endDate", "endDate.basis",
        "reminderEnabled", "finished", "from", "q", "answer", "answer.basis",
    ]
    private static let headers = [
        "Accept-Language", "Accept-Encoding", "User-Agent", "Referer", "Origin", "Sec-Fetch-Site", "Last-Event-ID",
        "X-Forwarded-Proto", "X-Forwarded-For", "Range", "If-None-Match", "Live-Leaves", "Live-Resume", "Expect",
        "X-CSRF-Token", "Accept", "Content-Type", "X-Nothing",
    ]

    /// A request as it is written.
    func request(_ random: inout SeededGenerator) -> [UInt8] {
        let isLive = Int.random(in: 0..<5, using: &random) == 0
        let isPost = Int.random(in: 0..<2, using: &random) == 0
        let method =
            chance(40, &random) ? pick(["PUT", "DELETE", "OPTIONS", "PATCH", "get"], &random) : isPost ? "POST" : "GET"
        var target = spoilt(isLive ? pick(liveAddresses, &random) : pick(paths, &random), 4, &random)
        var query: [[UInt8]] = []
        if chance(2, &random) { query.append(pair("input", pick(Self.inputs, &random), &random)) }
        if chance(3, &random) { query.append(pair("token", pick(tokens, &random), &random)) }
        while chance(2, &random) { query.append(field(&random)) }
        if !query.isEmpty { target += Array("?".utf8) + Array(query.joined(separator: Array("&".utf8))) }

        var lines: [[UInt8]] = [Array("\(method) ".utf8) + target.filter { $0 > 0x20 } + Array(" HTTP/1.1".utf8)]
        lines.append(Array("Host: 127.0.0.1".utf8))
        lines.append(Array("Connection: close".utf8))
        let (high, low) = (UInt16.random(in: .min ... .max, using: &random), UInt16.random(in: 0...255, using: &random))
        lines.append(Array("X-Forwarded-For: 2001:db8:\(String(high, radix: 16)):\(String(low, radix: 16))::1".utf8))
        if let cookie = cookie(&random) { lines.append(Array("Cookie: ".utf8) + cookie) }
        while chance(3, &random) {
            let value = spoilt(pick(values + tokens + liveAddresses, &random), 2, &random)
            lines.append(Array("\(pick(Self.headers, &random)): ".utf8) + value.filter { $0 != 0x0A && $0 != 0x0D })
        }
        var body: [UInt8] = []
        if isPost {
            body = isLive && !chance(8, &random) ? batch(&random) : form(&random)
            if isLive { lines.append(Array("X-CSRF-Token: ".utf8) + spoilt(csrf, 6, &random).filter { $0 > 0x1F }) }
            let type = isLive ? "application/json" : "application/x-www-form-urlencoded"
            lines.append(Array("Content-Type: ".utf8) + spoilt(type, 12, &random).filter { $0 > 0x1F })
            let length = chance(40, &random) ? Int.random(in: -1...200_000, using: &random) : body.count
            lines.append(Array("Content-Length: \(length)".utf8))
        }
        return Array(lines.joined(separator: Array("\r\n".utf8))) + Array("\r\n\r\n".utf8) + body
    }

    private func cookie(_ random: inout SeededGenerator) -> [UInt8]? {
        if chance(6, &random) { return nil }
        var parts: [[UInt8]] = []
        for (name, value) in cookies.sorted(by: { $0.key < $1.key }) {
            parts.append(Array("\(name)=".utf8) + spoilt(value, 8, &random))
        }
        if chance(5, &random) {
            let spoilt = changed(Array(victimCookie.utf8), &random)
            // Written otherwise, or with something behind it, it would still be the victim's own.
            let read = String(decoding: spoilt, as: UTF8.self)
            if !read.contains(victimCookie), read.removingPercentEncoding?.contains(victimCookie) != true {
                parts.insert(Array("hindsight=".utf8) + spoilt, at: 0)
            }
        }
        for name in ["visitor", "flash", "language", "theme", "device"] where chance(8, &random) {
            parts.append(Array("\(name)=".utf8) + spoilt(pick(values, &random), 2, &random))
        }
        return Array(parts.joined(separator: Array("; ".utf8))).filter { $0 != 0x0A && $0 != 0x0D }
    }

    private func form(_ random: inout SeededGenerator) -> [UInt8] {
        var fields = [pair("csrf", csrf, &random, 6)]
        while !chance(5, &random) { fields.append(field(&random)) }
        return Array(fields.joined(separator: Array("&".utf8)))
    }

    private func field(_ random: inout SeededGenerator) -> [UInt8] {
        pair(pick(Self.fields, &random), pick(values + tokens, &random), &random)
    }

    private func pair(
        _ name: String, _ value: String, _ random: inout SeededGenerator, _ odds: Int = 3
    ) -> [UInt8] {
        let text = spoilt(value, odds, &random)
        guard !chance(6, &random) else { return Array("\(name)=".utf8) + text }
        return Array("\(name)=".utf8) + Self.encoded(text)
    }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8) }
    }

    /// Inputs of a live page.
    private func batch(_ random: inout SeededGenerator) -> [UInt8] {
        var inputs: [String] = []
        repeat {
            let number = Int.random(in: -2...40, using: &random)
            let value = pick(values + tokens, &random).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            inputs.append("{\"n\": \(number), \"name\": \"\(pick(Self.inputs, &random))\", \"value\": \"\(value)\"}")
        } while chance(2, &random)
        return spoilt("{\"inputs\": [\(inputs.joined(separator: ", "))]}", 4, &random)
    }

    // MARK: Spoiling

    private func chance(_ odds: Int, _ random: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<odds, using: &random) == 0
    }

    private func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    /// The text, or once in so many times what has become of it.
    private func spoilt(_ text: String, _ odds: Int, _ random: inout SeededGenerator) -> [UInt8] {
        chance(odds, &random) ? changed(Array(text.utf8), &random) : Array(text.utf8)
    }

    private func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<11, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes.removeLast(bytes.count - place)
        case 2: bytes += bytes
        case 3: bytes = Array(repeating: UInt8(ascii: "x"), count: Int.random(in: 1_000...20_000, using: &random))
        case 4: bytes.insert(0, at: place)
        case 5:
            bytes.insert(
                contentsOf: pick([[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0x80]], &random), at: place)
        case 6: bytes = Self.encoded(bytes)
        case 7:
            bytes.insert(
                contentsOf: Array(pick(["%", "%0", "%zz", "%00", "%FF", "%0d%0a", ";", "&", "="], &random).utf8),
                at: place)
        case 8: bytes = Array(pick(values, &random).utf8)
        case 9: bytes = Array(bytes.reversed())
        default:
            bytes.insert(contentsOf: (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &random) }, at: place)
        }
        return bytes
    }
}
