import Foundation
import HeapCounter

/// Drives a server from one thread: pages of a hundred accounts, a stream for each, and updates that another page is told.
struct CostRun {
    private let server: ServerUnderTest
    private let accountCount = 100
    private let updateCount = 200

    init(_ server: ServerUnderTest) {
        self.server = server
    }

    /// An open page: what its stream and its inputs are sent with.
    private struct OpenPage {
        var live: String
        var last: String
        var csrf: String
        var html: String

        init(_ html: String) throws {
            func attribute(_ name: String) throws -> String {
                guard let value = html.split(separator: "\(name)=\"").dropFirst().first?.prefix(while: { $0 != "\"" })
                else { throw Client.Failure(description: "The page has no \(name).") }
                return String(value)
            }
            live = try attribute("data-live")
            last = try attribute("data-last")
            csrf = try attribute("data-csrf")
            self.html = html
        }
    }

    func run() throws -> [Cost] {
        let client = try Client(port: server.port)
        // An account is its cookie.
        let accounts = try (0..<accountCount).map { _ in try client.makeAccount() }
        // Once without counting: what is made once a process, a type, an account or a connection is made then.
        var streams = try accounts.map { try join(openList($0, client), $0) }
        // Until what is remembered of those pages is out of date, so that each of these is read.
        Thread.sleep(forTimeInterval: 1.5)
        var pages: [OpenPage] = []
        let opening = try measure("a page", .page, accountCount) {
            for account in accounts { pages.append(try openList(account, client)) }
        }
        let joining = try measure("a join", .join, accountCount) {
            for (page, account) in zip(pages, accounts) { streams.append(try join(page, account)) }
        }
        let session = Cost(
            name: "an open page with its stream", allocations: opening.allocations + joining.allocations,
            bytes: opening.bytes + joining.bytes, statements: opening.statements + joining.statements,
            calls: opening.calls + joining.calls, limit: .session)
        return [opening, joining, session, try measureUpdates(accounts[0], client)]
    }

    private func openList(_ account: String, _ client: Client) throws -> OpenPage {
        try OpenPage(client.request("GET", "/goals/completed", ["Cookie": account]).body)
    }

    /// Opens the page's stream, which gives a sign of life at once.
    private func join(_ page: OpenPage, _ account: String) throws -> Client {
        let stream = try Client(port: server.port)
        try stream.send(
            "GET", page.live,
            ["Cookie": account, "Accept": "text/event-stream", "Last-Event-ID": page.last])
        try stream.take(upTo: "\n:\n\n")
        return stream
    }

    /// A review is deleted and taken back on its own page, and the list is told.
    private func measureUpdates(_ account: String, _ client: Client) throws -> Cost {
        let listPage = try openList(account, client)
        let list = try join(listPage, account)
        guard let label = listPage.html.split(separator: " view'>").first,
            let reviewed = label.split(separator: "id=\"d").last?.prefix(while: \.isNumber)
        else { throw Client.Failure(description: "No goal of the demo has a review.") }
        let reviewPage = try OpenPage(
            client.request("GET", "/goals/\(reviewed)/review", ["Cookie": account]).body)
        let review = try join(reviewPage, account)
        var number = 0
        func update() throws {
            number += 1
            let input = number.isMultiple(of: 2) ? "undo" : "delete"
            _ = try client.request(
                "POST", reviewPage.live,
                ["Cookie": account, "X-CSRF-Token": reviewPage.csrf, "Content-Type": "application/json"],
                body: "{\"inputs\":[{\"n\":\(number),\"name\":\"\(input)\",\"value\":\"\"}]}")
            try list.take(upTo: "event: items")
            try review.take(upTo: "event: review")
        }
        for _ in 0..<20 { try update() }
        return try measure("an update", .update, updateCount) {
            for _ in 0..<updateCount { try update() }
        }
    }

    private func measure(_ name: String, _ limit: CostLimit, _ count: Int, _ body: () throws -> Void) throws -> Cost {
        let statements = server.statements
        let calls = try Self.calls()
        heap_counter_start()
        try body()
        // Work that follows an answer, such as the end of its task, belongs to the answer.
        Thread.sleep(forTimeInterval: 0.2)
        let heap = heap_counter_stop()
        let each = 1 / Double(count)
        return Cost(
            name: name, allocations: Double(heap.allocations) * each, bytes: Double(heap.bytes) * each,
            statements: Double(server.statements - statements) * each,
            calls: Double(try Self.calls() - calls) * each, limit: limit)
    }

    /// Returns the number of the server threads' reads and writes: those of the process without those of this thread.
    private static func calls() throws -> Int {
        func count(_ path: String) throws -> Int {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("syscr") || $0.hasPrefix("syscw") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        }
        return try count("/proc/self/io") - count("/proc/thread-self/io")
    }
}
