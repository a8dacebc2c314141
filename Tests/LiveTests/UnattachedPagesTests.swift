import StreamsTesting
import Testing

@testable import Live

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct UnattachedPagesTests {
    let ann = UnattachedPages.Visitor(address: "192.0.2.1", isAnonymous: false)
    let bob = UnattachedPages.Visitor(address: "192.0.2.2", isAnonymous: false)
    let guest = UnattachedPages.Visitor(address: "192.0.2.1", isAnonymous: true)
    let local = UnattachedPages.Visitor(address: nil, isAnonymous: false)

    func pages(most: Int, perAddress: Int) -> UnattachedPages {
        var limits = SessionLimits()
        (limits.unattachedBytes, limits.unattachedBytesPerAddress) = (most, perAddress)
        return UnattachedPages(limits: limits)
    }

    @Test func beyondTheBoundOfAnAddressItsOldestGoes() {
        var pages = pages(most: 100, perAddress: 30)
        pages.insert(1, of: bob, bytes: 10, at: .zero)
        for page in 2...4 { pages.insert(page, of: ann, bytes: 10, at: .zero) }
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == nil)
        pages.insert(5, of: ann, bytes: 10, at: .zero)
        #expect(pages.takeOneTooMany(after: bob, at: .zero) == nil)
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == 2)
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == nil)
    }

    @Test func beyondTheBoundOfAllTheOldestOfAllGoes() {
        var pages = pages(most: 30, perAddress: 30)
        for (page, visitor) in [(1, local), (2, bob), (3, ann), (4, ann)] {
            pages.insert(page, of: visitor, bytes: 10, at: .zero)
        }
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == 1)
        pages.insert(5, of: local, bytes: 15, at: .zero)
        #expect(pages.takeOneTooMany(after: local, at: .zero) == 2)
        #expect(pages.takeOneTooMany(after: local, at: .zero) == 3)
        #expect(pages.takeOneTooMany(after: local, at: .zero) == nil)
    }

    @Test func strangersGoBeforeThoseWhoAreSignedIn() {
        var pages = pages(most: 100, perAddress: 30)
        for (page, visitor) in [(1, ann), (2, ann), (3, guest), (4, guest)] {
            pages.insert(page, of: visitor, bytes: 10, at: .zero)
        }
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == 3)
        pages.insert(5, of: ann, bytes: 15, at: .zero)
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == 4)
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == 1)
    }

    @Test func theMachineItselfHasNoBoundOfItsOwn() {
        var pages = pages(most: 100, perAddress: 30)
        for page in 1...10 { pages.insert(page, of: local, bytes: 10, at: .zero) }
        #expect(pages.takeOneTooMany(after: local, at: .zero) == nil)
    }

    @Test func beyondHalfOfABoundWhoeverIsNotSignedInIsWaitedForFiveSecondsOnly() {
        var pages = pages(most: 100, perAddress: 40)
        pages.insert(1, of: ann, bytes: 10, at: .zero)
        pages.insert(2, of: guest, bytes: 10, at: .zero)
        #expect(pages.takeOneTooMany(after: guest, at: .seconds(60)) == nil)
        pages.insert(3, of: guest, bytes: 10, at: .seconds(1))
        #expect(pages.takeOneTooMany(after: guest, at: .seconds(4.9)) == nil)
        #expect(pages.takeOneTooMany(after: guest, at: .seconds(5)) == 2)
        #expect(pages.takeOneTooMany(after: guest, at: .seconds(60)) == nil)
    }

    @Test func aPageThatSomebodyComesToIsCountedNoLonger() {
        var pages = pages(most: 20, perAddress: 20)
        for page in 1...3 { pages.insert(page, of: ann, bytes: 10, at: .zero) }
        pages.remove(1)
        pages.remove(1)
        #expect(pages.takeOneTooMany(after: ann, at: .zero) == nil)
        // It was left again, and is the youngest now.
        pages.insert(1, of: ann, bytes: 10, at: .seconds(1))
        #expect(pages.takeOneTooMany(after: ann, at: .seconds(1)) == 2)
    }

    /// The same as a plain list of pages, which is looked through each time.
    @Test(arguments: 1...8) func itDecidesAsAListWouldAndKeepsFewPlaces(seed: UInt64) {
        struct Listed {
            var page: Int
            var visitor: UnattachedPages.Visitor
            var bytes: Int
            var since: Duration
        }
        var random = SeededGenerator(seed: seed)
        var pages = pages(most: 400, perAddress: 150)
        var list: [Listed] = []
        var now = Duration.zero
        for _ in 0..<4_000 {
            now += .milliseconds(Int.random(in: 0...400, using: &random))
            let visitor = UnattachedPages.Visitor(
                address: [nil, "192.0.2.1", "192.0.2.2", "192.0.2.3"].randomElement(using: &random) ?? nil,
                isAnonymous: Bool.random(using: &random))
            let page = Int.random(in: 0..<60, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                list.removeAll { $0.page == page }
                let bytes = Int.random(in: 1...40, using: &random)
                list.append(Listed(page: page, visitor: visitor, bytes: bytes, since: now))
                pages.insert(page, of: visitor, bytes: bytes, at: now)
            case 2:
                list.removeAll { $0.page == page }
                pages.remove(page)
            default:
                func oneTooMany(_ group: [Listed], most: Int) -> Int? {
                    let bytes = group.reduce(0) { $0 + $1.bytes }
                    let first = group.first { $0.visitor.isAnonymous }
                    if bytes > most { return (first ?? group.first)?.page }
                    guard bytes > most / 2, let first, now - first.since >= .seconds(5) else { return nil }
                    return first.page
                }
                let own = list.filter { $0.visitor.address != nil && $0.visitor.address == visitor.address }
                let expected = oneTooMany(own, most: 150) ?? oneTooMany(list, most: 400)
                #expect(pages.takeOneTooMany(after: visitor, at: now) == expected)
                list.removeAll { $0.page == expected }
            }
            #expect(pages.count == list.count)
            #expect(pages.places <= 4 * (2 * pages.count + 16))
        }
    }
}

/// Pages that many strangers asked for and left.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct PagesLeftAloneTests {
    /// Room for a few pages of an address. A page counts for four times its document.
    func sessions(pages: Int) async throws -> LiveSessions {
        let page = try await LiveSessions.virtual().opened()
        await page.session.end()
        var limits = SessionLimits()
        limits.unattachedBytesPerAddress = (2 * pages + 1) * 2 * page.page.bytes.count
        return .virtual(limits)
    }

    func open(
        _ number: Int, from address: String = "192.0.2.1", isGuest: Bool = false, in sessions: LiveSessions
    ) async throws -> LiveSession {
        var visit = Visit(path: "/", owner: "owner \(number)", isGuest: isGuest)
        visit.client = Client(address: address)
        return try await sessions.opened(visit: visit, at: "/live/\(number)").session
    }

    @Test func fromOneAddressOnlySoManyAreKeptAndThoseOfOthersStay() async throws {
        let sessions = try await sessions(pages: 3)
        let other = try await open(0, from: "192.0.2.2", in: sessions)
        let attached = try await open(1, in: sessions)
        _ = await attached.attach(lastEventID: nil)
        for number in 2...40 { _ = try await open(number, in: sessions) }
        #expect(sessions.count == 5)
        #expect(sessions.find("/live/37") == nil)
        #expect(sessions.find("/live/38") != nil)
        #expect(await !other.hasEnded)
        #expect(await !attached.hasEnded)
        await sessions.close()
    }

    @Test func anIPv6NetworkIsOneAddress() async throws {
        let sessions = try await sessions(pages: 3)
        for number in 1...9 { _ = try await open(number, from: "2001:db8:1:2::\(number)", in: sessions) }
        #expect(sessions.count == 3)
        await sessions.close()
    }

    @Test func whoeverCameToAPageAndLeftItIsCountedAgain() async throws {
        let sessions = try await sessions(pages: 3)
        for number in 1...9 {
            let page = try await open(number, in: sessions)
            let stream = try #require(await page.attach(lastEventID: nil))
            await page.detach(stream)
        }
        #expect(sessions.count == 3)
        await sessions.close()
    }

    @Test func underPressureTheAnonymousPagesThatNobodyJoinedGoAfterFiveSeconds() async throws {
        let sessions = try await sessions(pages: 8)
        for number in 1...5 { _ = try await open(number, isGuest: true, in: sessions) }
        await sessions.advance(by: .seconds(6))
        #expect(sessions.count == 5)
        _ = try await open(6, in: sessions)
        // Two are over half of the room.
        #expect(sessions.count == 4)
        #expect(sessions.find("/live/3") != nil)
        await sessions.close()
    }

    @Test func aPageThatGaveWayIsTakenUpWhenItsBrowserComesBack() async throws {
        let sessions = try await sessions(pages: 1)
        let first = try await open(1, in: sessions)
        _ = try await open(2, in: sessions)
        #expect(await first.hasEnded)
        #expect(sessions.find("/live/1") == nil)
        let again = try await sessions.resume(CounterScreen(), Visit(path: "/"), at: "/live/1")
        #expect(await again.attach(lastEventID: "other.1") != nil)
        await sessions.close()
    }

    @Test func whatWasTypedCountsToo() async throws {
        let sessions = try await sessions(pages: 3)
        let typed = try await open(1, in: sessions)
        let stream = try #require(await typed.attach(lastEventID: nil))
        await typed.send(("name", String(repeating: "a", count: 8_000)))
        await typed.detach(stream)
        _ = try await open(2, in: sessions)
        #expect(await typed.hasEnded)
        #expect(sessions.find("/live/2") != nil)
        await sessions.close()
    }
}
