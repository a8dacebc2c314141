import Foundation
import GRDB
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// An account with an address and a password, and a browser that is signed in to it.
struct Member: Sendable {
    static let password = "a wooden ladder by the lake"

    let visitor: HTTPVisitor
    let id: AccountID
    let email: String
    /// The token that its forms carry.
    let csrf: String
    /// The older one has a review; the titles and the review have the marker in them.
    let goals: [GoalID]

    /// The address of a goal that has a review, and of one that has none.
    var reviewed: String { Routes.review.path(goals[0]) }
    var unreviewed: String { Routes.review.path(goals[1]) }

    /// The answer to a form post that carries the account's token.
    func post(_ path: String, _ fields: [String: String] = [:]) async throws -> HTTPAnswer {
        try await visitor.post(path, fields.merging(["csrf": csrf]) { $1 })
    }

    /// Whether the browser is signed in.
    static func isSignedIn(_ visitor: HTTPVisitor) async throws -> Bool {
        try await visitor.get("/settings/activity").status == 200
    }
}

extension ServedApp {
    /// Another browser, from an address that nobody else has.
    func browser(cookies: [String: String] = [:]) -> HTTPVisitor {
        let (high, low) = (UInt16.random(in: .min ... .max), UInt16.random(in: .min ... .max))
        let address = "2001:db8:\(String(high, radix: 16)):\(String(low, radix: 16))::1"
        return HTTPVisitor(port: visitor.port, cookies: cookies, always: ["X-Forwarded-For": address])
    }

    /// A new account.
    ///
    /// - Parameter marker: what stands in everything that is written in it.
    func member(_ email: String, marker: String = "") async throws -> Member {
        let hash = try PasswordHash(Password(new: Member.password, email: email), cost: .none)
        let new = NewAccount(
            email: try EmailAddress(email), isConfirmed: true, password: hash, demo: nil, language: .english,
            timeZone: nil)
        guard case .created(let session) = try await fixture.accounts.createAccount(new, SessionStart()) else {
            throw TestFailure("\(email) is taken")
        }
        let account = session.signedIn.account
        let goals = try await fixture.store.addGoals(
            try (1...3).map { try .completed("\(marker) goal \($0)") }, of: account)
        let visitor = browser(cookies: session.jar)
        let csrf = try await visitor.formToken("/goals/completed")
        let member = Member(visitor: visitor, id: account, email: email, csrf: csrf, goals: goals)
        let review = ["style": "free", "text": "\(marker) review", "level": "4"]
        guard try await member.post(member.reviewed, review).status == 303 else {
            throw TestFailure("There is no review")
        }
        return member
    }

    /// Another browser that signs in to an account.
    func signIn(
        _ member: Member, _ password: String = Member.password, by visitor: HTTPVisitor? = nil
    ) async throws -> (visitor: HTTPVisitor, answer: HTTPAnswer) {
        let visitor = visitor ?? browser()
        var fields = ["email": member.email, "password": password, "remember": "yes"]
        fields["csrf"] = try await visitor.get("/login").text.between("name=\"csrf\" value=\"", "\"")
        return (visitor, try await visitor.post("/login", fields))
    }

    /// The end of the link in the mail that was sent last.
    var mailedToken: String? {
        letterbox.mails.last?.text.firstMatch(of: /token=([A-Za-z0-9_-]+)/).map { String($0.1) }
    }

    /// Waits for the first mail to an address, and gives the path of the link in it.
    func mailedLink(to email: String) async throws -> String {
        while true {
            if let mail = letterbox.mails.first(where: { $0.to.text == email }) {
                return String(try #require(mail.text.firstMatch(of: /https:\/\/hindsight\.example(\S+)/)).1)
            }
            await Task.yield()
        }
    }

    /// Waits until so many mails were sent: that is done after the answer.
    func mails(_ count: Int) async -> [MailMessage] {
        while letterbox.mails.count < count { await Task.yield() }
        return letterbox.mails
    }

    /// All rows of the database as text, blobs too, with the table before each.
    ///
    /// - Parameters:
    ///   - account: only the rows of this account.
    ///   - tables: those that are left out.
    func rows(of account: AccountID? = nil, except tables: Set<String> = []) async throws -> Set<String> {
        let rows = try await rowsByOwner(except: tables)
        guard let account else { return rows.values.reduce(into: []) { $0.formUnion($1) } }
        return rows[account.rawValue] ?? []
    }

    /// The same by whose they are; zero stands for nobody.
    func rowsByOwner(except tables: Set<String> = []) async throws -> [Int64: Set<String>] {
        try await fixture.database.writer.read { db in
            var rows: [Int64: Set<String>] = [:]
            // An index tells nothing of its own.
            let names = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goalSearch%'
                    """)
            for name in names where !tables.contains(name) {
                for row in try Row.fetchAll(db, sql: "SELECT * FROM \(name)") {
                    let owner: Int64? = row["ownerID"] ?? row["accountID"] ?? (name == "account" ? row["id"] : nil)
                    let text = name + ": " + row.map { "\($0)=\(Self.text($1))" }.joined(separator: ", ")
                    rows[owner ?? 0, default: []].insert(text)
                }
            }
            return rows
        }
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .blob(let data): String(decoding: data, as: UTF8.self) + data.base64EncodedString()
        case .string(let text): text
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .null: "NULL"
        }
    }
}

extension NewSession {
    /// The cookies of a browser that has this session.
    var jar: [String: String] { Dictionary(uniqueKeysWithValues: cookies.map { ($0.name, $0.value) }) }
}

extension HTTPVisitor {
    /// The token for forms that a page has.
    func formToken(_ path: String) async throws -> String {
        let answer = try await get(path)
        guard let token = answer.text.between("name=\"csrf\" value=\"", "\"") else {
            throw TestFailure("\(path) has no token: \(answer.status)")
        }
        return token
    }
}
