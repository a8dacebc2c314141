import Live
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(1))) struct RouteTests {
    private struct Unused: Error {}

    private func pages() -> LivePages {
        var pages = LivePages(
            sessions: LiveSessions(), signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/",
            visitor: { _ in nil })
        pages.page("/goals/completed") { _, _ in throw Unused() }
        pages.page("/goals/{id}/review") { _, _ in throw Unused() }
        return pages
    }

    @Test(arguments: [
        ("/goals/completed", [:]), ("/goals/12/review", ["id": "12"]), ("/goals/%ED%95%9C/review", ["id": "한"]),
        ("/goals/12/review/", ["id": "12"]),
    ])
    func aPathFindsItsScreenAndItsValues(path: String, parameters: [String: String]) throws {
        let (_, found) = try #require(pages().route(for: path))
        #expect(found == parameters)
    }

    @Test(arguments: ["/", "/goals", "/goals/12", "/goals/12/review/more", "/live/x"])
    func otherPathsFindNothing(path: String) {
        #expect(pages().route(for: path) == nil)
    }
}
