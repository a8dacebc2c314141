import Foundation

/// The operations whose cost is measured.
enum CostOperation: String, CaseIterable {
    case keptPage = "a page"
    case keptPageGzip = "a page with gzip"
    case firstPage = "a page after a change"
    case firstPageGzip = "a page after a change, with gzip"
    case stream = "opening the stream"
    case update = "an update, shown on another page"
    case furtherPage = "a further page that shows it"
    case tick = "a tick of a step, shown on another page"
}

/// Drives a server from one thread: pages of a hundred accounts, a stream for each, and updates that another page is told.
struct CostRun {
    private let client: Client
    private let measure: (_ body: () throws -> Void) throws -> CostFigures
    private let accountCount = 100
    private let pageCount = 50
    private let updateCount = 100

    /// - Parameters:
    ///   - port: the port of the app.
    ///   - measure: returns what the server does during a piece of work.
    init(port: Int, measure: @escaping (_ body: () throws -> Void) throws -> CostFigures) throws {
        client = try Client(port: port)
        self.measure = measure
    }

    /// An open page: what its stream and its inputs are sent with.
    private struct OpenPage {
        /// The cookie of its account.
        var account: String
        var live: String
        var last: String
        var csrf: String
        var html: String

        init(_ html: String, _ account: String) throws {
            func attribute(_ name: String) throws -> String {
                guard let value = html.split(separator: "\(name)=\"").dropFirst().first?.prefix(while: { $0 != "\"" })
                else { throw Client.Failure(description: "The page has no \(name).") }
                return String(value)
            }
            self.account = account
            live = try attribute("data-live")
            last = try attribute("data-last")
            csrf = try attribute("data-csrf")
            self.html = html
        }

        /// The numbers that stand behind a text.
        func numbers(after text: String) -> [String] {
            html.split(separator: text).dropFirst().map { String($0.prefix(while: \.isNumber)) }
        }
    }

    func run() throws -> [CostOperation: CostFigures] {
        var figures: [CostOperation: CostFigures] = [:]
        // An account is its cookie.
        let accounts = try (0..<accountCount).map { _ in try client.makeAccount() }
        // Once without counting: what is made once a process, a type, an account or a connection is made then.
        var pages = try accounts.map { try open("/goals/completed", $0) }
        var streams = try pages.map { try stream($0) }
        // The second time, the parts of a kept document are compressed.
        for _ in 0..<2 { for account in accounts { try getGzip(account) } }
        // Until what is remembered of those pages is out of date, so that each of these is read.
        Thread.sleep(forTimeInterval: 1.5)
        func each(_ work: (_ place: Int) throws -> Void) throws -> CostFigures {
            try measure { for place in accounts.indices { try work(place) } } / Double(accountCount)
        }
        figures[.keptPage] = try each { pages[$0] = try open("/goals/completed", accounts[$0]) }
        figures[.keptPageGzip] = try each { try getGzip(accounts[$0]) }
        figures[.stream] = try each { streams.append(try stream(pages[$0])) }
        for page in pages { try deleteReview(0, of: page) }
        figures[.firstPage] = try each { _ = try open("/goals/completed", accounts[$0]) }
        for page in pages { try deleteReview(1, of: page) }
        figures[.firstPageGzip] = try each { try getGzip(accounts[$0]) }

        let update = try updates(pages: 1)
        figures[.update] = update
        figures[.furtherPage] = try (updates(pages: pageCount) - update) / Double(pageCount - 1)
        figures[.tick] = try ticks()
        return figures
    }

    private func open(_ path: String, _ account: String) throws -> OpenPage {
        try OpenPage(client.request("GET", path, ["Cookie": account]).body, account)
    }

    private func getGzip(_ account: String) throws {
        _ = try client.request("GET", "/goals/completed", ["Cookie": account, "Accept-Encoding": "gzip"])
    }

    /// Opens the page's stream, which begins with a heartbeat.
    private func stream(_ page: OpenPage) throws -> Client {
        let stream = try Client(port: client.port)
        try stream.send(
            "GET", page.live,
            ["Cookie": page.account, "Accept": "text/event-stream", "Last-Event-ID": page.last])
        try stream.take(upTo: "\n:\n\n")
        return stream
    }

    private func send(_ number: Int, _ input: String, _ value: String = "", to page: OpenPage) throws {
        let answer = try client.request(
            "POST", page.live,
            ["Cookie": page.account, "X-CSRF-Token": page.csrf, "Content-Type": "application/json"],
            body: "{\"inputs\":[{\"n\":\(number),\"name\":\"\(input)\",\"value\":\"\(value)\"}]}")
        guard answer.body.contains("\"refused\":[]") else {
            throw Client.Failure(description: "The page takes no \(input): \(answer.body)")
        }
    }

    /// The page of the review at that place of a list.
    private func reviewPage(_ place: Int, of list: OpenPage) throws -> OpenPage {
        let reviewed = list.html.split(separator: " view'>").dropLast()
            .compactMap { $0.split(separator: "id=\"d").last?.prefix(while: \.isNumber) }
        guard reviewed.indices.contains(place) else {
            throw Client.Failure(description: "Too few goals of the demo have a review.")
        }
        return try open("/goals/\(reviewed[place])/review", list.account)
    }

    /// Deletes the review at that place of a list.
    private func deleteReview(_ place: Int, of list: OpenPage) throws {
        try send(1, "delete", to: reviewPage(place, of: list))
    }

    /// A review is deleted and taken back on its own page, and lists are told.
    private func updates(pages count: Int) throws -> CostFigures {
        let account = try client.makeAccount()
        let pages = try (0..<count).map { _ in try open("/goals/completed", account) }
        let lists = try pages.map { try stream($0) }
        let reviewPage = try reviewPage(0, of: pages[0])
        let review = try stream(reviewPage)
        return try alternately { number in
            try send(number, number.isMultiple(of: 2) ? "undo" : "delete", to: reviewPage)
            try review.take(upTo: "event: review")
            for list in lists { try list.take(upTo: "event: items") }
        }
    }

    /// A step is ticked and unticked on the goal's page, and the list is told.
    private func ticks() throws -> CostFigures {
        let account = try client.makeAccount()
        let listPage = try open("/goals/active", account)
        // A goal of which another step is not ticked: with the last one it would be completed.
        let goalPages = try listPage.numbers(after: "href=\"/goals/").filter { !$0.isEmpty }
            .map { try open("/goals/\($0)", account) }
        let ticks = "data-input=\"tick\" data-value=\""
        guard let page = goalPages.first(where: { $0.numbers(after: ticks).count > 1 }) else {
            throw Client.Failure(description: "No goal of the demo has two steps to tick.")
        }
        let step = page.numbers(after: ticks)[0]
        let (list, goal) = (try stream(listPage), try stream(page))
        return try alternately { number in
            try send(number, number.isMultiple(of: 2) ? "untick" : "tick", step, to: page)
            try goal.take(upTo: "event: steps")
            try list.take(upTo: "event: items")
        }
    }

    /// Measures what is done and undone by turns.
    private func alternately(_ work: (_ number: Int) throws -> Void) throws -> CostFigures {
        for number in 1...20 { try work(number) }
        return try measure { for number in 21...(20 + updateCount) { try work(number) } } / Double(updateCount)
    }
}
