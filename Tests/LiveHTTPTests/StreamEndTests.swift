import HummingbirdCore
import Live
import NIOCore
import NIOEmbedded
import Testing

@testable import LiveHTTP

/// A connection can outlive its streams: a proxy sends one request after the other on it.
@Suite(.timeLimit(.minutes(15))) struct StreamEndTests {
    /// Lets others work until something is so, or for so long that it never will be.
    private func wait(until isSo: () -> Bool) async {
        for _ in 0..<100_000 where !isSo() { await Task.yield() }
    }

    @Test func aSessionThatHasEndedIsNotHeldByTheConnectionOfItsStream() async throws {
        let channel = NIOAsyncTestingChannel()
        weak var session: LiveSession?
        do {
            let page = try await OpenPage()
            session = page.sessions.find("/live/" + OpenPage.token)
            #expect(session != nil)
            let response = try await page.stream(channel)
            // With the first piece the stream is open; the session's end is its end.
            try await response.body.write(BodyReader { _ in await page.sessions.close() })
        }
        await wait { session == nil }
        #expect(session == nil)
        try await channel.close()
    }

    @Test func aSessionThatHasEndedIsNotHeldByAConnectionThatTookNothing() async throws {
        struct LineLost: Error {}
        let channel = NIOAsyncTestingChannel()
        weak var session: LiveSession?
        do {
            let page = try await OpenPage()
            session = page.sessions.find("/live/" + OpenPage.token)
            let response = try await page.stream(channel)
            await #expect(throws: LineLost.self) {
                try await response.body.write(BodyReader { _ in throw LineLost() })
            }
            await page.sessions.close()
        }
        await wait { session == nil }
        #expect(session == nil)
        try await channel.close()
    }

    @Test func aPageThatWasLeftIsNotHeldByTheConnectionOfItsStream() async throws {
        let channel = NIOAsyncTestingChannel()
        weak var session: LiveSession?
        do {
            let page = try await OpenPage()
            let left = try #require(page.sessions.find("/live/" + OpenPage.token))
            session = left
            let response = try await page.stream(channel)
            // Returns only since the stream ends: the page itself stays open for a return.
            try await response.body.write(BodyReader { _ in await left.leave() })
            #expect(await !left.hasEnded)
            #expect(await !left.isAttached)
            await page.sessions.close()
        }
        await wait { session == nil }
        #expect(session == nil)
        try await channel.close()
    }

    @Test func aConnectionThatClosesEndsItsStream() async throws {
        let channel = NIOAsyncTestingChannel()
        let page = try await OpenPage()
        let response = try await page.stream(channel)
        // Returns only since the stream ends: nothing else happens on the page.
        try await response.body.write(BodyReader { _ in try await channel.close() })
        let session = try #require(page.sessions.find("/live/" + OpenPage.token))
        #expect(await !session.isAttached)
        await page.sessions.close()
    }
}
