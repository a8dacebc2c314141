import DequeModule

/// The pages without an attached stream, and the choice of the page to end when they take too much memory. It is pure;
/// ``LiveSessions`` carries out what it decides.
///
/// Their memory is limited since anyone can open pages and leave them: for all together, and for each client address.
/// The oldest is chosen, first among those whose visitor isn't signed in. When more than half of a limit is used, such
/// visitors are waited for no longer than ``SessionLimits/untilAnonymousAttached``. Each step takes amortised constant
/// time.
struct UnattachedPages {
    /// The visitor that a page's memory counts for.
    struct Visitor {
        /// The client's address group; nil when the address says nothing about the visitor.
        var address: String?
        /// Whether nobody is signed in.
        var isAnonymous: Bool
    }

    private struct Page {
        var visitor: Visitor
        /// An estimate of its memory in bytes.
        var bytes: Int
        var since: Duration
        /// Number that distinguishes this period without a stream from an earlier one of the same page.
        var stay: Int
    }

    private struct Place {
        var page: Int
        var stay: Int

        func isTaken(in pages: [Int: Page]) -> Bool { pages[page]?.stay == stay }
    }

    /// Pages that share a limit, oldest first. The entries of pages that have left stay in the queues until they are
    /// passed, or until they are the majority.
    private struct Group {
        var count = 0
        var bytes = 0
        var line: Deque<Place> = []
        var anonymousLine: Deque<Place> = []
        var places: Int { line.count + anonymousLine.count }

        mutating func add(_ page: Page, at place: Place) {
            count += 1
            bytes += page.bytes
            line.append(place)
            if page.visitor.isAnonymous { anonymousLine.append(place) }
        }

        mutating func take(_ page: Page, _ pages: [Int: Page]) {
            count -= 1
            bytes -= page.bytes
            let most = 2 * count + 16
            if line.count > most { line.removeAll { !$0.isTaken(in: pages) } }
            if anonymousLine.count > most { anonymousLine.removeAll { !$0.isTaken(in: pages) } }
        }

        mutating func oneTooMany(most: Int, leftSince: Duration, _ pages: [Int: Page]) -> Int? {
            if bytes > most { return Self.first(&anonymousLine, pages) ?? Self.first(&line, pages) }
            guard bytes > most / 2, let first = Self.first(&anonymousLine, pages), let page = pages[first],
                page.since <= leftSince
            else { return nil }
            return first
        }

        private static func first(_ line: inout Deque<Place>, _ pages: [Int: Page]) -> Int? {
            while let first = line.first {
                if first.isTaken(in: pages) { return first.page }
                line.removeFirst()
            }
            return nil
        }
    }

    private let limits: SessionLimits
    private var pages: [Int: Page] = [:]
    private var lastStay = 0
    private var all = Group()
    private var byAddress: [String: Group] = [:]

    init(limits: SessionLimits) {
        self.limits = limits
    }

    /// Number of unattached pages.
    var count: Int { pages.count }
    /// Number of queue entries, including those of pages that have left. For tests.
    var places: Int { byAddress.values.reduce(all.places) { $0 + $1.places } }

    /// Adds a page that was left, or whose stream has not come yet.
    ///
    /// - Parameters:
    ///   - page: the page's number.
    ///   - visitor: the visitor that it counts for.
    ///   - bytes: an estimate of its memory.
    ///   - now: the time, which never decreases.
    mutating func insert(_ page: Int, of visitor: Visitor, bytes: Int, at now: Duration) {
        remove(page)
        lastStay += 1
        let place = Place(page: page, stay: lastStay)
        let page = Page(visitor: visitor, bytes: bytes, since: now, stay: lastStay)
        pages[place.page] = page
        all.add(page, at: place)
        if let address = visitor.address { byAddress[address, default: Group()].add(page, at: place) }
    }

    /// Removes a page, since a stream was attached to it or it has ended.
    mutating func remove(_ page: Int) {
        guard let left = pages.removeValue(forKey: page) else { return }
        all.take(left, pages)
        guard let address = left.visitor.address else { return }
        if byAddress[address]?.count == 1 {
            byAddress[address] = nil
        } else {
            byAddress[address]?.take(left, pages)
        }
    }

    /// Removes the page that has to be ended after a page of this visitor was added.
    ///
    /// - Returns: its number; nil when there is room.
    mutating func takeOneTooMany(after visitor: Visitor, at now: Duration) -> Int? {
        let leftSince = now - limits.untilAnonymousAttached
        let found =
            visitor.address.flatMap {
                byAddress[$0]?.oneTooMany(most: limits.unattachedBytesPerAddress, leftSince: leftSince, pages)
            } ?? all.oneTooMany(most: limits.unattachedBytes, leftSince: leftSince, pages)
        if let found { remove(found) }
        return found
    }
}
