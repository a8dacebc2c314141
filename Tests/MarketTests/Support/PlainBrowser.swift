import Live
import TestSupport
import Testing

@testable import Market

/// A browser without a script, which posts the forms of pages that it was sent.
struct PlainBrowser: Sendable {
    let visitor: HTTPVisitor
    /// The visitor that the server knows it as.
    let owner: VisitorID

    func get(_ path: String) async throws -> HTTPAnswer { try await visitor.get(path) }

    /// Posts the form of a button.
    ///
    /// - Parameters:
    ///   - id: the button's `id`.
    ///   - page: the page that it is on.
    ///   - fields: the form's other fields.
    func press(_ id: String, of page: HTTPAnswer, _ fields: [String: String] = [:]) async throws -> HTTPAnswer {
        let buttons = page.text.all(between: "<button", ">")
        let button = try #require(
            buttons.first { "\($0) ".contains(" id=\"\(id)\"") || $0.contains(" id='\(id)'") }, "There is no \(id).")
        var fields = fields
        fields["value"] = button.value(of: "value")
        return try await post(try #require(button.value(of: "formaction")), of: page, fields)
    }

    /// Posts a form of a page.
    func post(_ action: String, of page: HTTPAnswer, _ fields: [String: String]) async throws -> HTTPAnswer {
        var fields = fields
        fields["csrf"] = page.text.value(of: "data-csrf")
        return try await visitor.post(action, fields)
    }
}

/// Serves a fresh market while `body` runs, and passes a browser that the server knows.
func withPlainBrowser(
    _ body: @escaping @Sendable (MarketFixture, PlainBrowser) async throws -> Void
) async throws {
    try await withMarketServer { fixture, visitor in
        _ = try await visitor.get("/basket")
        let owner = try #require(VisitorID(try await visitor.get("/owner").text))
        try await body(fixture, PlainBrowser(visitor: visitor, owner: owner))
    }
}
