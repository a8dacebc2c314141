/// An account of the demo and the browser that it is signed in with.
public struct DemoAccount: Sendable {
    /// The browser.
    public let visitor: HTTPVisitor
    /// The token that its forms carry.
    public let csrf: String
    /// The goals on the first page, newest first.
    public let goals: [Int]
    /// Those of them that have no review.
    public let unreviewed: [Int]
    /// Those of them that have one.
    public let reviewed: [Int]

    /// Makes a new account as a person does, with sample goals, whose browser tells where it is.
    public init(_ visitor: HTTPVisitor) async throws {
        let made = try await visitor.post("/demo", ["timeZone": "UTC"])
        guard made.status == 303 else { throw TestFailure("There is no new account: \(made.status) \(made.text)") }
        let list = try await visitor.get("/goals/completed").text
        guard let csrf = list.between("name=\"csrf\" value=\"", "\"") else { throw TestFailure("There is no token") }
        self.visitor = visitor
        self.csrf = csrf
        goals = list.rows
        unreviewed = list.goals(labelled: "write")
        reviewed = list.goals(labelled: "view")
    }

    /// The address of a goal's review.
    public static func address(_ goal: Int) -> String { "/goals/\(goal)/review" }

    /// The address of the first goal without a review.
    public var editor: String { Self.address(unreviewed[0]) }

    /// The answer to a GET.
    public func get(_ path: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await visitor.get(path, headers)
    }

    /// The answer to a form post that carries a token, the account's own unless another is given.
    public func post(
        _ path: String, _ fields: [String: String] = [:], csrf: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await visitor.post(path, fields.merging(["csrf": csrf ?? self.csrf]) { $1 }, headers)
    }

    /// Posts the review form.
    public func review(_ goal: Int, _ fields: [String: String], level: Int = 4) async throws -> HTTPAnswer {
        try await post(Self.address(goal), fields.merging(["level": "\(level)"]) { $1 })
    }

    /// The answers of the review that a goal has.
    public func answers(_ goal: Int) async throws -> [String] { try await get(Self.address(goal)).text.answers }

    /// Opens a live page, the list unless told.
    public func open(_ path: String = "/goals/completed") async throws -> HTTPPage { try await visitor.open(path) }

    /// What the header of a goal's page says.
    public func title(_ goal: Int) async throws -> String? {
        try await get(Self.address(goal)).text.between("<h1 dir=\"auto\">", "</h1>")?.between(">", "</a>")?.unescaped
    }

    /// How many goals can be reviewed, as the list says.
    public func reviewable() async throws -> Int? { try await get("/goals/completed").text.reviewable }
}

/// What the app's pages say, read from their markup.
extension String {
    /// The goals of a list, in order.
    public var rows: [Int] { all(between: "<li id=\"goal-", "\"").compactMap { Int($0) } }

    /// The goals whose card says that: `write` a review, or `view` the one that there is.
    public func goals(labelled label: String) -> [Int] {
        all(between: "<span id=\"d", ">").compactMap { tag in
            tag.contains("class='card-label \(label)'") ? Int(tag.prefix { $0.isNumber }) : nil
        }
    }

    /// The goals whose row an event has, or of whose row only the label.
    public var changedRows: [Int] {
        split(separator: "\n").compactMap { line in
            for start in ["<li id=\"goal-", "<span id=\"d"] where line.hasPrefix(start) {
                return Int(line.dropFirst(start.count).prefix { $0.isNumber })
            }
            return nil
        }
    }

    /// How many goals can be reviewed.
    public var reviewable: Int? { between("You can write <em>", " goal review").flatMap { Int($0) } }

    /// The answers of a review.
    public var answers: [String] { all(between: "<p class='answer' dir='auto'>", "</p>").map(\.unescaped) }

    /// A text area's value as a browser takes it: the first line feed of its content is no part of it.
    public func textarea(_ name: String) -> String? {
        guard let area = between("<textarea id=\"\(name)\"", "</textarea>"),
            let end = area.utf8.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let content = area.utf8[area.utf8.index(after: end)...]
        return String(decoding: content.first == 0x0A ? content.dropFirst() : content, as: UTF8.self).unescaped
    }

    /// What is said to be wrong at a field.
    public func fieldError(_ field: String) -> String? {
        between("id=\"\(field)-error\"", "</p>")?.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            .last.map { String($0).unescaped }
    }

    /// Whether a radio button is the one that is chosen.
    public func isChecked(_ name: String, _ value: String) -> Bool {
        all(between: "<input type=\"radio\"", ">").contains {
            $0.contains("name=\"\(name)\"") && $0.contains("value=\"\(value)\"") && $0.contains(" checked")
        }
    }

    /// Whether it is a page of the app for an error.
    public var isDesignedFault: Bool {
        contains("class='fault'")
            && firstMatch(of: /<link rel="stylesheet" href="\/assets\/[^"\/]+\/hindsight\.css">/) != nil
    }
}
