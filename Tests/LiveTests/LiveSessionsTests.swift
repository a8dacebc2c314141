import Streams
import StreamsTesting
import Testing

@testable import Live

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct LiveSessionsTests {
    func open(_ address: String, owner: String = "ann", in sessions: LiveSessions) async throws -> LiveSession {
        try await sessions.opened(visit: Visit(path: "/", owner: owner), at: address).session
    }

    func sessions(limit: Int) -> LiveSessions {
        var limits = SessionLimits()
        limits.pagesPerOwner = limit
        return .virtual(limits)
    }

    @Test func aPageIsFoundByItsAddressUntilItEnds() async throws {
        let sessions = LiveSessions.virtual()
        let session = try await open("/live/1", in: sessions)
        #expect(sessions.find("/live/1") === session)
        #expect(sessions.find("/live/2") == nil)
        await session.end()
        #expect(sessions.find("/live/1") == nil)
        #expect(sessions.count == 0)
    }

    @Test func beyondTheLimitTheOldestOfThatOwnerIsEnded() async throws {
        let sessions = sessions(limit: 3)
        let other = try await open("/live/other", owner: "bob", in: sessions)
        var pages: [LiveSession] = []
        for number in 1...5 { pages.append(try await open("/live/\(number)", in: sessions)) }
        for (number, page) in pages.enumerated() { #expect(await page.hasEnded == (number < 2)) }
        #expect(await !other.hasEnded)
        #expect(sessions.count == 4)
        await sessions.close()
    }

    @Test func ofThoseBeyondTheLimitWhoeverNobodyIsAttachedToGoesFirst() async throws {
        let sessions = sessions(limit: 3)
        var pages: [LiveSession] = []
        for number in 1...3 {
            pages.append(try await open("/live/\(number)", in: sessions))
            if number != 2 { _ = await pages[number - 1].attach(lastEventID: nil) }
        }
        pages.append(try await open("/live/4", in: sessions))
        for (number, page) in pages.enumerated() { #expect(await page.hasEnded == (number == 1)) }
        await sessions.close()
    }

    /// The page just opened was ended, since it alone had no stream yet.
    @Test func thePageJustOpenedStaysAlsoWhenAllOthersAreAttached() async throws {
        let sessions = sessions(limit: 3)
        var pages: [LiveSession] = []
        for number in 1...3 {
            pages.append(try await open("/live/\(number)", in: sessions))
            _ = await pages[number - 1].attach(lastEventID: nil)
        }
        let waiting = await pages[0].beginNext(pages[0].current?.number ?? 0)
        let newcomer = try await open("/live/4", in: sessions)
        #expect(await !newcomer.hasEnded)
        #expect(await newcomer.attach(lastEventID: nil) != nil)
        // The oldest is told to rest: a page that came back by itself would take the place of another, for ever.
        #expect(await waiting.value == EventStream.rest)
        #expect(await pages[0].hasEnded)
        for page in pages.dropFirst() { #expect(await !page.hasEnded) }
        await sessions.close()
    }

    /// The word was lost on a stream that didn't wait for one, and its page came back at once.
    @Test func aPageThatIsStillWritingIsToldToRestToo() async throws {
        let sessions = sessions(limit: 1)
        let page = try await open("/live/1", in: sessions)
        let stream = try #require(await page.attach(lastEventID: nil))
        let newcomer = try await open("/live/2", in: sessions)
        #expect(await newcomer.attach(lastEventID: nil) != nil)
        #expect(await page.next(stream) == EventStream.rest)
        #expect(await page.next(stream) == nil)
        await sessions.close()
    }

    @Test func anEndedPageCountsNoLonger() async throws {
        let sessions = sessions(limit: 2)
        let first = try await open("/live/1", in: sessions)
        let second = try await open("/live/2", in: sessions)
        await first.end()
        _ = try await open("/live/3", in: sessions)
        #expect(await !second.hasEnded)
        await sessions.close()
    }

    @Test func ofTwoPagesWithOneAddressTheFirstStays() async throws {
        let sessions = LiveSessions.virtual()
        let first = try await open("/live/1", in: sessions)
        #expect(try await sessions.resume(CounterScreen(), Visit(path: "/"), at: "/live/1") === first)
        #expect(sessions.count == 1)
        #expect(await !first.hasEnded)
        #expect(sessions.find("/live/1") === first)
        await sessions.close()
    }

    @Test func signingOutEndsAllPagesOfThatLoginOnly() async throws {
        let sessions = LiveSessions.virtual()
        let mine = [try await open("/live/1", in: sessions), try await open("/live/2", in: sessions)]
        let other = try await open("/live/3", owner: "bob", in: sessions)
        await sessions.endAll(ofLogin: "ann")
        await sessions.endAll(ofLogin: "nobody")
        for page in mine { #expect(await page.hasEnded) }
        #expect(await !other.hasEnded)
        #expect(sessions.count == 1)
        await sessions.close()
    }

    @Test func theOpenPagesOfALoginThatEndsLaterEndWithIt() async throws {
        let sessions = LiveSessions.virtual()
        let page = try await open("/live/1", in: sessions)
        let other = try await open("/live/2", owner: "bob", in: sessions)
        let events = try #require(await page.events(after: nil))
        sessions.endAll(ofLogin: "ann", after: .zero)
        for await _ in events {}
        #expect(await page.hasEnded)
        #expect(await !other.hasEnded)
        await sessions.close()
    }

    @Test func closingEndsEverythingAndTakesNoMore() async throws {
        let sessions = LiveSessions.virtual()
        let page = try await open("/live/1", in: sessions)
        await sessions.close()
        #expect(await page.hasEnded)
        let late = try await sessions.resume(CounterScreen(), Visit(path: "/"), at: "/live/2")
        #expect(await late.hasEnded)
        #expect(sessions.count == 0)
    }

    @Test func aRefusedPostComesBackFilledAndLeavesNothing() async throws {
        let sessions = LiveSessions.virtual()
        let post = PlainPost(input: "save", fields: ["name": "Ann"])
        let page = try await sessions.refuse(post, with: FormScreen(), Visit(path: "/"), at: "/live/1")
        #expect(page.html.contains("value=\"Ann\""))
        #expect(sessions.count == 0)
    }

    @Test func whatAPageBeyondTheLimitHeldIsGivenBackAtOnce() async throws {
        let sessions = sessions(limit: 2)
        for number in 1...3 { _ = try await open("/live/\(number)", in: sessions) }
        let resources = try #require(Resources.current)
        let before = resources.total
        for number in 4...9 { _ = try await open("/live/\(number)", in: sessions) }
        #expect(resources.total == before)
        await sessions.close()
    }

    /// Newcomers at once found the same oldest page, and one of it was all that they ended together.
    @Test func manyPagesOpenedAtOnceKeepToTheLimit() async throws {
        let sessions = sessions(limit: 2)
        await withTaskExecutorPreference(InTurns()) {
            await withTaskGroup { group in
                // Some are gone before whoever opened them looks for them.
                for number in 1...50 { group.addTask { _ = try? await open("/live/\(number)", in: sessions) } }
            }
        }
        #expect(sessions.count == 2)
        await sessions.close()
    }

    @Test func ofNewcomersAtOnceTheYoungestStaysWhenAllOthersAreAttached() async throws {
        let sessions = sessions(limit: 3)
        for number in 1...3 { _ = await (try await open("/live/\(number)", in: sessions)).attach(lastEventID: nil) }
        let newcomers = await withTaskExecutorPreference(InTurns()) {
            await withTaskGroup(of: LiveSession?.self, returning: [LiveSession].self) { group in
                for number in 4...5 { group.addTask { try? await open("/live/\(number)", in: sessions) } }
                return await group.reduce(into: []) { if let page = $1 { $0.append(page) } }
            }
        }
        #expect(sessions.count == 3)
        var live = 0
        for page in newcomers where await !page.hasEnded { live += 1 }
        #expect(live > 0)
        await sessions.close()
    }

    /// A page that was open while its owner signed out was shown and stayed live.
    @Test func whoSignsOutEndsPagesThatAreBeingOpenedToo() async throws {
        let sessions = sessions(limit: 3)
        let page = sessions.makeSession(at: "/live/1", Visit(path: "/", owner: "ann"))
        let other = sessions.makeSession(at: "/live/2", Visit(path: "/", owner: "bob"))
        await sessions.endAll(ofLogin: "ann")
        #expect(await page.hasEnded)
        #expect(await !other.hasEnded)
        await sessions.close()
    }

    /// The clock slept until the first deadline that it knew, and what was due sooner waited for that.
    @Test func whatIsDueSoonerThanAllElseIsNotWaitedForInVain() async throws {
        var limits = SessionLimits()
        limits.untilAttached = .seconds(3600)
        limits.heartbeat = .milliseconds(10)
        let sessions = LiveSessions(limits: limits)
        let page = try await open("/live/1", in: sessions)
        #expect(try #require(sessions.alarmTime) > .seconds(3599))
        let stream = try #require(await page.attach(lastEventID: nil))
        #expect(try #require(sessions.alarmTime) <= sessions.now + limits.heartbeat)
        #expect(await page.next(stream) == EventStream.heartbeat)
        await sessions.close()
    }
}
