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
    case marketPage = "market: the list"
    case marketStream = "market: opening the list's stream"
    case marketOrder = "market: an order, shown on a list"
}

/// Drives a server from one thread, and counts what the server does meanwhile.
struct CostDriver {
    let client: Client
    /// Returns what the server does during a piece of work.
    let measure: (_ body: () throws -> Void) throws -> CostFigures
    /// Number of visitors who open a page each.
    let visitorCount = 100

    /// - Parameters:
    ///   - port: the port of the app.
    ///   - measure: returns what the server does during a piece of work; by default it isn't measured.
    init(
        port: Int,
        measure: @escaping (_ body: () throws -> Void) throws -> CostFigures = { work in
            try work()
            return CostFigures()
        }
    ) throws {
        client = try Client(port: port)
        self.measure = measure
    }

    /// An open page: what its stream and its inputs are sent with.
    struct OpenPage {
        var path: String
        /// The visitor's cookie.
        var cookie: String
        var live: String
        var last: String
        var csrf: String
        var html: String

        init(_ path: String, _ html: String, _ cookie: String) throws {
            func attribute(_ name: String) throws -> String {
                guard let value = html.split(separator: "\(name)=\"").dropFirst().first?.prefix(while: { $0 != "\"" })
                else { throw Client.Failure(description: "The page has no \(name).") }
                return String(value)
            }
            (self.path, self.cookie) = (path, cookie)
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

    func open(_ path: String, _ cookie: String) throws -> OpenPage {
        try OpenPage(path, client.request("GET", path, ["Cookie": cookie]).body, cookie)
    }

    /// Opens the page's stream, which begins with a heartbeat.
    func stream(_ page: OpenPage) throws -> Client {
        let stream = try Client(port: client.port)
        try stream.send(
            "GET", page.live,
            ["Cookie": page.cookie, "Accept": "text/event-stream", "Last-Event-ID": page.last])
        try stream.take(upTo: "\n:\n\n")
        return stream
    }

    func send(_ number: Int, _ input: String, _ value: String = "", to page: OpenPage) throws {
        let answer = try client.request(
            "POST", page.live,
            ["Cookie": page.cookie, "X-CSRF-Token": page.csrf, "Content-Type": "application/json"],
            body: "{\"inputs\":[{\"n\":\(number),\"name\":\"\(input)\",\"value\":\"\(value)\"}]}")
        guard answer.body.contains("\"refused\":[]") else {
            throw Client.Failure(description: "The page takes no \(input): \(answer.body)")
        }
    }

    /// Opens a goal of which another step than the first one is not ticked: with the last one it would be completed.
    ///
    /// - Returns: the goal's page, and the step that is to be ticked.
    func goalWithSteps(of account: String) throws -> (page: OpenPage, step: String) {
        let ticks = "data-input=\"tick\" data-value=\""
        for goal in try open("/goals/active", account).numbers(after: "href=\"/goals/") where !goal.isEmpty {
            let page = try open("/goals/\(goal)", account)
            let steps = page.numbers(after: ticks)
            if steps.count > 1 { return (page, steps[0]) }
        }
        throw Client.Failure(description: "No goal of the demo has two steps to tick.")
    }

    /// Measures a piece of work for each of the visitors.
    func each(_ work: (_ place: Int) throws -> Void) throws -> CostFigures {
        try measure { for place in 0..<visitorCount { try work(place) } } / Double(visitorCount)
    }

    /// Measures what is done again and again, numbered from 1, when it was done some times already.
    func repeatedly(_ work: (_ number: Int) throws -> Void) throws -> CostFigures {
        let count = 100
        for number in 1...20 { try work(number) }
        return try measure { for number in 21...(20 + count) { try work(number) } } / Double(count)
    }
}

/// Pages of the goals of a hundred accounts, a stream for each, and updates that another page is told.
struct GoalsCostRun {
    let driver: CostDriver

    func run() throws -> [CostOperation: CostFigures] {
        var figures: [CostOperation: CostFigures] = [:]
        // An account is its cookie.
        let accounts = try (0..<driver.visitorCount).map { _ in try driver.client.makeAccount() }
        // Once without counting: what is made once a process, a type, an account or a connection is made then.
        var pages = try accounts.map { try driver.open("/goals/completed", $0) }
        var streams = try pages.map { try driver.stream($0) }
        // The second time, the parts of a kept document are compressed.
        for _ in 0..<2 { for account in accounts { try getGzip(account) } }
        // Until what is remembered of those pages is out of date, so that each of these is read.
        Thread.sleep(forTimeInterval: 1.5)
        figures[.keptPage] = try driver.each { pages[$0] = try driver.open("/goals/completed", accounts[$0]) }
        figures[.keptPageGzip] = try driver.each { try getGzip(accounts[$0]) }
        figures[.stream] = try driver.each { streams.append(try driver.stream(pages[$0])) }
        for page in pages { try deleteReview(0, of: page) }
        figures[.firstPage] = try driver.each { _ = try driver.open("/goals/completed", accounts[$0]) }
        for page in pages { try deleteReview(1, of: page) }
        figures[.firstPageGzip] = try driver.each { try getGzip(accounts[$0]) }

        let pageCount = 50
        let update = try updates(pages: 1)
        figures[.update] = update
        figures[.furtherPage] = try (updates(pages: pageCount) - update) / Double(pageCount - 1)
        figures[.tick] = try ticks()
        return figures
    }

    private func getGzip(_ account: String) throws {
        _ = try driver.client.request("GET", "/goals/completed", ["Cookie": account, "Accept-Encoding": "gzip"])
    }

    /// The page of the review at that place of a list.
    private func reviewPage(_ place: Int, of list: CostDriver.OpenPage) throws -> CostDriver.OpenPage {
        let reviewed = list.html.split(separator: " view'>").dropLast()
            .compactMap { $0.split(separator: "id=\"d").last?.prefix(while: \.isNumber) }
        guard reviewed.indices.contains(place) else {
            throw Client.Failure(description: "Too few goals of the demo have a review.")
        }
        return try driver.open("/goals/\(reviewed[place])/review", list.cookie)
    }

    /// Deletes the review at that place of a list.
    private func deleteReview(_ place: Int, of list: CostDriver.OpenPage) throws {
        try driver.send(1, "delete", to: reviewPage(place, of: list))
    }

    /// A review is deleted and taken back on its own page, and lists are told.
    private func updates(pages count: Int) throws -> CostFigures {
        let account = try driver.client.makeAccount()
        let pages = try (0..<count).map { _ in try driver.open("/goals/completed", account) }
        let lists = try pages.map { try driver.stream($0) }
        let reviewPage = try reviewPage(0, of: pages[0])
        let review = try driver.stream(reviewPage)
        return try driver.repeatedly { number in
            try driver.send(number, number.isMultiple(of: 2) ? "undo" : "delete", to: reviewPage)
            try review.take(upTo: "event: review")
            for list in lists { try list.take(upTo: "event: items") }
        }
    }

    /// A step is ticked and unticked on the goal's page, and the list is told.
    private func ticks() throws -> CostFigures {
        let account = try driver.client.makeAccount()
        let listPage = try driver.open("/goals/active", account)
        let (page, step) = try driver.goalWithSteps(of: account)
        let (list, goal) = (try driver.stream(listPage), try driver.stream(page))
        return try driver.repeatedly { number in
            try driver.send(number, number.isMultiple(of: 2) ? "untick" : "tick", step, to: page)
            try goal.take(upTo: "event: steps")
            try list.take(upTo: "event: items")
        }
    }
}

/// The market's list on the pages of a hundred browsers, a stream for each, and orders that another list is told.
struct MarketCostRun {
    let driver: CostDriver

    func run() throws -> [CostOperation: CostFigures] {
        var figures: [CostOperation: CostFigures] = [:]
        // A visitor is the cookie that the first page sets.
        let visitors = try (0..<driver.visitorCount).map { _ in try visitor() }
        var pages = try visitors.map { try driver.open("/", $0) }
        var streams = try pages.map { try driver.stream($0) }
        figures[.marketPage] = try driver.each { pages[$0] = try driver.open("/", visitors[$0]) }
        figures[.marketStream] = try driver.each { streams.append(try driver.stream(pages[$0])) }
        streams = []
        let buyer = try Buyer(try visitor(), driver)
        let list = try driver.stream(driver.open("/", try visitor()))
        figures[.marketOrder] = try driver.repeatedly { number in
            try buyer.order(number)
            try list.take(upTo: "event: productList")
        }
        return figures
    }

    private func visitor() throws -> String {
        guard let cookie = try driver.client.request("GET", "/").cookies.first else {
            throw Client.Failure(description: "The market sets no cookie.")
        }
        return cookie
    }

    /// A browser with two tabs: a product, and the basket.
    private struct Buyer {
        private let driver: CostDriver
        private let id: String
        private let product: CostDriver.OpenPage
        private let basket: CostDriver.OpenPage
        private let stream: Client

        init(_ cookie: String, _ driver: CostDriver) throws {
            self.driver = driver
            guard let id = try driver.open("/", cookie).numbers(after: "id=\"product-").first else {
                throw Client.Failure(description: "The market has no product.")
            }
            self.id = id
            product = try driver.open("/products/\(id)", cookie)
            basket = try driver.open("/basket", cookie)
            stream = try driver.stream(basket)
        }

        /// Puts a piece of the product into the basket, selects it there, and orders: its nth order.
        func order(_ number: Int) throws {
            try driver.send(number, "addToBasket", to: product)
            try stream.take(upTo: "event: basketList")
            try driver.send(2 * number - 1, "cellAction", "select.\(id)", to: basket)
            try stream.take(upTo: "aria-checked=\"true\"")
            try stream.take(upTo: "\"order.")
            let attempt = try stream.take(upTo: "\"").dropLast()
            try driver.send(2 * number, "cellAction", "order.\(attempt)", to: basket)
            try stream.take(upTo: "event: ordered")
        }
    }
}
