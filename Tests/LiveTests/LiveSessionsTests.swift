import Testing

@testable import Live

@Suite struct LiveSessionsTests {
    func open(_ address: String, owner: String = "ann", in sessions: LiveSessions) async -> LiveSession {
        let session = await LiveSession.opened(
            visit: Visit(path: "/", owner: owner), address: address, onEnd: { sessions.remove($0) })
        return await sessions.insert(session)
    }

    @Test func aPageIsFoundByItsAddressUntilItEnds() async {
        let sessions = LiveSessions()
        let session = await open("/live/1", in: sessions)
        #expect(sessions.find("/live/1") === session)
        #expect(sessions.find("/live/2") == nil)
        await session.end()
        #expect(sessions.find("/live/1") == nil)
        #expect(sessions.count == 0)
    }

    @Test func beyondTheLimitTheOldestOfThatOwnerIsEnded() async {
        let sessions = LiveSessions(limitPerOwner: 3)
        let other = await open("/live/other", owner: "bob", in: sessions)
        var pages: [LiveSession] = []
        for number in 1...5 { pages.append(await open("/live/\(number)", in: sessions)) }
        for (number, page) in pages.enumerated() { #expect(await page.hasEnded == (number < 2)) }
        #expect(await !other.hasEnded)
        #expect(sessions.count == 4)
        await sessions.close()
    }

    @Test func anEndedPageCountsNoLonger() async {
        let sessions = LiveSessions(limitPerOwner: 2)
        let first = await open("/live/1", in: sessions)
        let second = await open("/live/2", in: sessions)
        await first.end()
        _ = await open("/live/3", in: sessions)
        #expect(await !second.hasEnded)
        await sessions.close()
    }

    @Test func ofTwoPagesWithOneAddressTheFirstStays() async {
        let sessions = LiveSessions()
        let first = await open("/live/1", in: sessions)
        let second = await LiveSession.opened(address: "/live/1", onEnd: { sessions.remove($0) })
        #expect(await sessions.insert(second) === first)
        #expect(await second.hasEnded)
        #expect(await !first.hasEnded)
        #expect(sessions.find("/live/1") === first)
        await sessions.close()
    }

    @Test func signingOutEndsAllPagesOfThatOwnerOnly() async {
        let sessions = LiveSessions()
        let mine = [await open("/live/1", in: sessions), await open("/live/2", in: sessions)]
        let other = await open("/live/3", owner: "bob", in: sessions)
        await sessions.endAll(of: "ann")
        await sessions.endAll(of: "nobody")
        for page in mine { #expect(await page.hasEnded) }
        #expect(await !other.hasEnded)
        #expect(sessions.count == 1)
        await sessions.close()
    }

    @Test func closingEndsEverythingAndTakesNoMore() async {
        let sessions = LiveSessions()
        let page = await open("/live/1", in: sessions)
        await sessions.close()
        #expect(await page.hasEnded)
        let late = await open("/live/2", in: sessions)
        #expect(await late.hasEnded)
        #expect(sessions.count == 0)
    }

    @Test func insertingOnePageTwiceKeepsIt() async {
        let sessions = LiveSessions()
        let page = await open("/live/1", in: sessions)
        #expect(await sessions.insert(page) === page)
        #expect(await !page.hasEnded)
        await sessions.close()
    }
}
