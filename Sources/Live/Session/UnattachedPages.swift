import DequeModule

/// The pages that nobody is attached to, and which of them has to go when they are too many. It decides purely;
/// ``LiveSessions`` acts.
///
/// They have bounds since everybody can have pages made and leave them: together, and for each address of the net. The
/// oldest goes, of those whose visitor isn't signed in first. Beyond half of a bound whoever isn't signed in is waited for no longer than ``SessionLimits/untilAnonymousAttached``. Each
/// step takes constant time, averaged over many.
struct UnattachedPages {
    /// Whose page it is, as far as room is concerned.
    struct Visitor {
        /// The address of the net that it counts for; nil for one that says nothing of where somebody is.
        var address: String?
        /// Whether nobody is signed in.
        var isAnonymous: Bool
    }

    private struct Page {
        var visitor: Visitor
        /// An estimate of its memory.
        var bytes: Int
        var since: Duration
        /// Tells this stay from an earlier one of the same page.
        var stay: Int
    }

    private struct Place {
        var page: Int
        var stay: Int

        func isTaken(in pages: [Int: Page]) -> Bool { pages[page]?.stay == stay }
    }

    /// Pages that share a bound, oldest first. The places of those that have left stay in line until they are passed, or
    /// until they are the most.
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

    /// How many there are.
    var count: Int { pages.count }
    /// The number of places in line, of those that have left too. For tests.
    var places: Int { byAddress.values.reduce(all.places) { $0 + $1.places } }

    /// Somebody left a page, or has not come to it yet.
    ///
    /// - Parameters:
    ///   - page: its number.
    ///   - visitor: whose it is.
    ///   - bytes: an estimate of its memory.
    ///   - now: the time, which only moves on.
    mutating func insert(_ page: Int, of visitor: Visitor, bytes: Int, at now: Duration) {
        remove(page)
        lastStay += 1
        let place = Place(page: page, stay: lastStay)
        let page = Page(visitor: visitor, bytes: bytes, since: now, stay: lastStay)
        pages[place.page] = page
        all.add(page, at: place)
        if let address = visitor.address { byAddress[address, default: Group()].add(page, at: place) }
    }

    /// Somebody came to a page, or it has ended.
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

    /// Takes out the page that makes room after one of this visitor came.
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
