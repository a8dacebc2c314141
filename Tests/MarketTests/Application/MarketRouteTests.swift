import Live
import LiveHTTP
import TestSupport
import Testing

@testable import Market

/// Every route, as a visitor who has no business there. What isn't in the table fails the test.
@Suite(.timeLimit(.minutes(15))) struct MarketRouteTests {
    /// A route, the path that is asked for, and the statuses for a stranger and for a forged request: one with the token of
    /// somebody else. Product 1 and order 1 are others'.
    private static let table: [(route: String, path: String, stranger: Int, forged: Int)] = [
        ("GET /", "/", 200, 200), ("POST /", "/?input=remove", 409, 403),
        ("GET /products/{id}", "/products/1?edit=1", 404, 404),
        // No element of the page offers it to a stranger.
        ("POST /products/{id}", "/products/1?input=remove", 409, 403),
        ("GET /sell", "/sell", 200, 200), ("POST /sell", "/sell?input=save", 422, 403),
        ("GET /basket", "/basket", 200, 200), ("POST /basket", "/basket?input=nothing", 409, 403),
        ("GET /orders", "/orders", 200, 200), ("POST /orders", "/orders?input=nothing", 409, 403),
        ("GET /orders/{id}", "/orders/1", 404, 404), ("POST /orders/{id}", "/orders/1?input=cancel", 404, 404),
        ("GET /pictures/{file}", "/pictures/nothing.jpg", 404, 404),
        ("HEAD /pictures/{file}", "/pictures/nothing.jpg", 404, 404),
        ("POST /choices", "/choices", 422, 403),
        ("GET /healthz", "/healthz", 200, 200), ("GET /readyz", "/readyz", 200, 200),
        ("GET /live/{token}", "/live/x", 410, 410), ("POST /live/{token}", "/live/x", 403, 403),
    ]

    @Test func strangersAndForgersGetNowhere() async throws {
        try await withMarketServer { fixture, stranger in
            let chair = try await fixture.offer().id
            try await fixture.order(chair)
            let csrf = try await stranger.open("/").csrf
            for (route, path, expected, expectedOfForged) in Self.table {
                let method = String(route.prefix { $0 != " " })
                for (token, status) in [(csrf, expected), ("of-somebody-else", expectedOfForged)] {
                    let answer =
                        method == "POST"
                        ? try await stranger.post(path, ["csrf": token]) : try await stranger.send(method, path)
                    #expect(answer.status == status, "\(route) \(token == csrf ? "" : "forged")")
                }
            }
            let (product, order) = (
                try await fixture.store.product(chair),
                try await fixture.store.order(OrderID(rawValue: 1), of: fixture.buyer)
            )
            #expect(product?.stock == 2 && order?.state == .open)
        }
    }

    @Test func theTableIsComplete() async throws {
        try await withMarket { fixture in
            let application = try await MarketApplication(
                market: Market(fixture), sessions: LiveSessions(), files: nil, uploads: nil)
            let others = ["HEAD /pictures/{file}", "GET /pictures/{file}"]
            let endpoints = Set(application.router().endpoints.filter { !$0.hasPrefix("HEAD") })
            #expect(endpoints == Set(Self.table.map(\.route)).subtracting(others))
        }
    }
}
