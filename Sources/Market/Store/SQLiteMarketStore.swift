import Foundation
import GRDB
import Live
import LiveHTTP
import LiveSQLite
import Logging

/// A ``MarketStore`` on SQLite.
///
/// There is one writer at a time and each write begins with `BEGIN IMMEDIATE`, so what a transaction reads first is still
/// true when it writes, even if another process uses the file. Each read is one statement and so of one moment. It runs on
/// the calling thread; only a search runs on a queue, since its time depends on what is searched for.
///
/// Lists and products are cached until a product changes, for a second at most, after which another process's writes are
/// seen: when many pages are told of a change, it is read once. Baskets and orders are not: few pages show the same.
package struct SQLiteMarketStore: MarketStore {
    /// Keys of the cached reads.
    enum Question: Hashable {
        case pages(ClosedRange<Int>, Keyword?)
        case product(ProductID)
    }

    /// Owners of cached answers: their changes make these stale.
    enum Subject: Hashable {
        case list
        case product(ProductID)
    }

    /// The only topic of changes that concern everybody.
    enum Everybody: Hashable { case everybody }

    let access: DatabaseAccess
    let answers: AnswerCache<Question>
    let list = Topics<Everybody, ProductChanges>()
    let products = Topics<ProductID, Void>()
    let orders = Topics<OrderID, Void>()
    let visitors = Topics<VisitorID, VisitorChanges>()
    let searches: WorkQueue
    private let pingInterval: Duration

    /// - Parameters:
    ///   - database: the database, opened and migrated; its format is ``LiveSQLite/DatabaseFormat/market``. Create one store
    ///     for each database: a second one would not be told of changes.
    ///   - clock: the clock that gives the stored times, and decides when limits end.
    ///   - logger: the logger for failures of the database.
    ///   - searches: the queue for searches.
    ///   - pingInterval: the time after a successful write during which ``ping()`` does not write.
    package init(
        _ database: SQLiteDatabase, clock: @escaping @Sendable () -> Date = { Date() },
        logger: Logger = Logger(label: "market.store"), searches: WorkQueue = WorkQueue(Self.limitsOfSearches),
        pingInterval: Duration = .seconds(5)
    ) {
        access = DatabaseAccess(database, clock: clock, logger: logger) { error in
            error is UnreadableRow ? MarketError.unreadable(error) : MarketError.unavailable(error)
        }
        answers = AnswerCache(lifetime: 1, limit: 256, clock: clock)
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
        return count
    }

    /// Number of rows that a transaction of the upkeep changes at most.
    private static let purgedRows = 200

    // MARK: Changes

    package func observeProducts(_ notify: @escaping @Sendable (ProductChanges) -> Void) -> @Sendable () -> Void {
        list.observe(.everybody, notify)
    }

    package func observeProduct(
        _ product: ProductID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        products.observe(product) { _ in notify() }
    }

    package func observeOrder(_ order: OrderID, _ notify: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        orders.observe(order) { _ in notify() }
    }

    package func observeVisitor(
        _ visitor: VisitorID, _ notify: @escaping @Sendable (VisitorChanges) -> Void
    ) -> @Sendable () -> Void {
        visitors.observe(visitor, notify)
    }

    /// The result of a transaction, and the changes that observers are notified of.
    struct Written<Answer: Sendable>: Sendable {
        let answer: Answer
        /// Changed products.
        var products: Set<ProductID> = []
        /// Whether pages of the list have other rows; see ``ProductChanges/movesRows``.
        var movesRows = false
        /// The changed order; nil for none.
        var order: OrderID?
        var visitors: [VisitorID: VisitorChanges] = [:]

        init(_ answer: Answer) { self.answer = answer }
    }

    /// Runs one transaction, and notifies observers after the commit.
    func write<Answer: Sendable>(
        for function: StaticString = #function, _ body: @escaping @Sendable (Database) throws -> Written<Answer>
    ) async throws -> Answer {
        try await access.write(for: function, body) { [answers, list, products, orders, visitors] written in
            if !written.products.isEmpty {
                answers.forget(Subject.list)
                for product in written.products { answers.forget(Subject.product(product)) }
                for product in written.products { products.publish((), of: product) }
                list.publish(ProductChanges(written.products, movesRows: written.movesRows), of: .everybody)
            }
            if let order = written.order { orders.publish((), of: order) }
            for (visitor, changes) in written.visitors { visitors.publish(changes, of: visitor) }
        }.answer
    }

    /// Returns a code that isn't taken.
    ///
    /// - Parameter isTaken: the statement that returns a row for a taken code.
    func newCode(_ isTaken: String, _ db: Database) throws -> MarketCode {
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
        try access.read { db in
            var files: [String] = []
            let limit = min(max(limit, 1), Self.purgedRows)
            try db.forEachRow(ProductStatements.strayFiles, [StoredTime(end), limit]) { files.append($0[0]) }
            return files
        }
    }

    package func strayPictureFileCount() async throws -> Int {
        try access.read { db in try db.first(ProductStatements.countStrayFiles, []) { $0[0] } ?? 0 }
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
