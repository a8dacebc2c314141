import Foundation
import Live
import LiveHTTP
import LiveSQL
import Logging

/// A ``MarketStore`` on a database of any engine.
///
/// Each transaction is as if it ran alone, so what it reads first is still true when it writes, even if another process uses
/// the database. Each read is one statement and so of one moment. Searches have a queue of their own, since their time depends
/// on what is searched for.
///
/// Lists and products are cached until a product changes, for a second at most, after which the writes of another process on
/// the same file are seen: when many pages are told of a change, it is read once. Baskets and orders are not: few pages show
/// the same.
///
/// On PostgreSQL several processes can use the database. They tell each other of changes (``followChanges()``).
package struct SQLMarketStore: MarketStore {
    /// Keys of the cached reads.
    enum Question: Hashable {
        case pages(ClosedRange<Int>, Keyword?)
        case rows(Set<ProductID>)
        case product(ProductID)
    }

    /// Owners of cached answers: their changes make these stale.
    enum Subject: Hashable {
        case list
        case product(ProductID)
    }

    /// Open pages of this process.
    final class Observers: Sendable {
        /// The only topic of changes that concern everybody.
        enum Everybody: Hashable { case everybody }

        let list = Topics<Everybody, ProductChanges>()
        let products = Topics<ProductID, Void>()
        let orders = Topics<OrderID, Void>()
        let visitors = Topics<VisitorID, VisitorChanges>()

        func tell(_ change: Change) {
            for product in change.products { products.publish((), of: product) }
            if change.isOfList {
                list.publish(ProductChanges(change.products, movesRows: change.movesRows), of: .everybody)
            }
            if let order = change.order { orders.publish((), of: order) }
            for (visitor, changes) in change.visitors { visitors.publish(changes, of: visitor) }
        }

        /// Tells all pages that anything may have changed, a few at a time, since each reads what it shows.
        func tellAll() async {
            await list.publishToAll(ProductChanges(nil, movesRows: true))
            await products.publishToAll(())
            await orders.publishToAll(())
            await visitors.publishToAll(.all)
        }
    }

    let access: StoreAccess
    /// The same for searches.
    let searchAccess: StoreAccess
    /// The statements in which the engines differ.
    let lists: ProductLists
    let answers: AnswerCache<Question>
    let searches: WorkQueue
    let observers = Observers()
    let feed: ChangeFeed<Change>
    private let pingInterval: Duration

    /// - Parameters:
    ///   - database: the database, opened and migrated; its format is `market`. Create one store for each SQLite database: a
    ///     second one would not be told of changes.
    ///   - clock: the clock that gives the stored times, and decides when limits end.
    ///   - logger: the logger for failures of the database.
    ///   - searches: the queue for searches.
    ///   - connections: the same database with connections for searches alone, so that they don't take those of others; nil
    ///     where a search takes none.
    ///   - pingInterval: the time after a successful write during which ``ping()`` does not write.
    package init(
        _ database: any SQLDatabase, clock: @escaping @Sendable () -> Date = { Date() },
        logger: Logger = Logger(label: "market.store"), searches: WorkQueue = WorkQueue(Self.limitsOfSearches),
        searchedThrough connections: (any SQLDatabase)? = nil, pingInterval: Duration = .seconds(5)
    ) {
        let failure = { @Sendable (error: any Error) -> (any Error)? in
            switch error {
            case is MarketError: nil
            case is UnreadableRow: MarketError.unreadable(error)
            default: MarketError.unavailable(error)
            }
        }
        access = StoreAccess(database, clock: clock, logger: logger, failure: failure)
        searchAccess = StoreAccess(connections ?? database, clock: clock, logger: logger, failure: failure)
        lists = ProductLists(database.dialect)
        answers = AnswerCache(lifetime: 1, limit: 256, clock: clock)
        feed = ChangeFeed(access) { [answers, observers] change in
            if change.isOfList { answers.forget(Subject.list) }
            for product in change.products { answers.forget(Subject.product(product)) }
            observers.tell(change)
        } tellAll: { [answers, observers] in
            answers.forgetAll()
            await observers.tellAll()
        }
        self.searches = searches
        self.pingInterval = pingInterval
    }

    /// The limits of searches. Behind one address there may be a whole school, whose pages search again when the list
    /// changes.
    package static var limitsOfSearches: WorkQueue.Limits {
        var limits = WorkQueue.Limits()
        limits.jobsPerOwner = 128
        return limits
    }

    package func ping() async throws {
        try await access.ping(interval: pingInterval)
    }

    package func signingKey() async throws -> [UInt8] {
        Array(try await access.secret("signingKey", or: Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })))
    }

    package func purgeExpired() async throws -> Int {
        var count = 0
        for (sql, lifetime) in [
            (BasketStatements.purge, MarketLimits.basketLifetime),
            (ProductStatements.purgeOffers, MarketLimits.offerInterval),
        ] {
            let end = access.now.adding(.zero - lifetime)
            count += try await access.writeInSlices(of: Self.purgedRows) { db, limit in try db.run(sql, [end, limit]) }
        }
        _ = try await feed.purge()
        return count
    }

    /// Number of rows that a transaction of the upkeep changes at most.
    static let purgedRows = 200

    // MARK: Changes

    package func observeProducts(_ notify: @escaping @Sendable (ProductChanges) -> Void) -> @Sendable () -> Void {
        observers.list.observe(.everybody, notify)
    }

    package func observeProduct(
        _ product: ProductID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        observers.products.observe(product) { _ in notify() }
    }

    package func observeOrder(_ order: OrderID, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        observers.orders.observe(order) { _ in notify() }
    }

    package func observeVisitor(
        _ visitor: VisitorID, _ notify: @escaping @Sendable (VisitorChanges) -> Void
    ) -> @Sendable () -> Void {
        observers.visitors.observe(visitor, notify)
    }

    /// The changes of a transaction, for pages of any process.
    struct Change: Codable, Hashable, Sendable {
        /// Changed products.
        var products: Set<ProductID> = []
        /// Whether pages of the list have other rows; see ``ProductChanges/movesRows``.
        var movesRows = false
        /// The changed order; nil for none.
        var order: OrderID?
        var visitors: [VisitorID: VisitorChanges] = [:]

        /// Whether lists show it.
        var isOfList: Bool { movesRows || !products.isEmpty }
    }

    /// The result of a transaction, and its changes.
    struct Written<Answer: Sendable>: Sendable {
        let answer: Answer
        var change = Change()

        init(_ answer: Answer) { self.answer = answer }
    }

    /// Runs one transaction, and notifies observers after the commit.
    func write<Answer: Sendable>(
        for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Written<Answer>
    ) async throws -> Answer {
        try await feed.write(for: function) { db in
            let written = try body(db)
            return (written.answer, written.change == Change() ? nil : written.change)
        }
    }

    package func followChanges() async { await feed.follow() }

    /// Returns a code that isn't taken.
    ///
    /// - Parameter isTaken: the statement that returns a row for a taken code.
    func newCode(_ isTaken: String, _ db: any SQLConnection) throws -> MarketCode {
        var generator = SystemRandomNumberGenerator()
        while true {
            let code = MarketCode(using: &generator)
            if try db.first(isTaken, [code], { _ in true }) == nil { return code }
        }
    }

    // MARK: Files

    package func addPictureFile(_ picture: ProductPicture) async throws {
        _ = try await access.write { db in try db.run(ProductStatements.addFile, [picture.file, access.now]) }
    }

    package func strayPictureFiles(until end: Date, limit: Int) async throws -> [String] {
        try await access.read { db in
            var files: [String] = []
            let limit = min(max(limit, 1), Self.purgedRows)
            try db.forEachRow(ProductStatements.strayFiles, [StoredTime(end), limit]) { row in
                files.append(try row.value(0, of: "strayFile"))
            }
            return files
        }
    }

    package func strayPictureFileCount() async throws -> Int {
        try await access.read { db in
            try db.first(ProductStatements.countStrayFiles, []) { try $0.value(0, of: "strayFile") } ?? 0
        }
    }

    package func forgetPictureFiles(_ files: [String]) async throws {
        try await access.write { db in
            for file in files.prefix(Self.purgedRows) { try db.run(ProductStatements.forgetFile, [file]) }
        }
    }
}

extension MarketSlice {
    /// Returns a limit within what a slice can have.
    static func limit(_ asked: Int) -> Int { min(max(asked, 1), limit) }

    /// Creates the slice of elements, of which one more than the limit was read if there are others.
    init(_ elements: [Element], limit: Int) {
        self.elements = Array(elements.prefix(limit))
        hasMore = elements.count > limit
    }
}
