import Foundation
import GRDB
import Live
import LivePostgres
import LiveSQLite
import Synchronization
import TestSupport
import Testing

@testable import Market

/// The places that a database can be: each test of the store's rules runs on all.
enum StorePlace: CaseIterable, CustomTestStringConvertible {
    case memory, file, postgres

    /// Without a server (`Tests/postgres COMMAND…`) PostgreSQL is left out.
    static let allCases: [Self] = [.memory, .file] + (PostgresFixture.server == nil ? [] : [.postgres])

    var testDescription: String {
        switch self {
        case .memory: "in memory"
        case .file: "on a file"
        case .postgres: "on PostgreSQL"
        }
    }
}

/// A clock that stands still until a test turns it.
final class MarketClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_795_000_000.123))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// A fresh market with a seller, a buyer and a stranger.
struct MarketFixture {
    private let anyDatabase: any SQLDatabase
    let clock = MarketClock()
    let store: SQLMarketStore
    let seller: VisitorID
    let buyer: VisitorID
    let stranger: VisitorID

    init(_ database: any SQLDatabase) throws {
        anyDatabase = database
        store = SQLMarketStore(database, clock: { [clock] in clock.now }, pingInterval: .zero)
        seller = try #require(VisitorID("guest-seller"))
        buyer = try #require(VisitorID("guest-buyer"))
        stranger = try #require(VisitorID("guest-stranger"))
    }

    /// Offers a product, by the seller unless another one is given.
    @discardableResult
    func offer(
        _ name: String = "Chair", price: Int = 1_000, bargain: Int? = nil, stock: Int = 3, by seller: VisitorID? = nil
    ) async throws -> Product {
        try await store.offer(
            .make(name, price: price, bargain: bargain, stock: stock), by: seller ?? self.seller, from: Client(),
            key: .make()
        ).product
    }

    /// Offers as many products, and returns their IDs in the order of the offers. No seller reaches the limit.
    @discardableResult
    func offer(_ count: Int, _ name: (Int) -> String = { "Product \($0)" }) async throws -> [ProductID] {
        var ids: [ProductID] = []
        for number in 0..<count {
            ids.append(try await offer(name(number), by: .make("seller-\(number / 20)")).id)
        }
        return ids
    }

    /// Puts a product into a basket, and selects it.
    func choose(_ product: ProductID, _ quantity: Int = 1, of visitor: VisitorID? = nil) async throws {
        _ = try await store.addToBasket(product, quantity, of: visitor ?? buyer)
        _ = try await store.select(true, product, of: visitor ?? buyer)
    }

    /// Orders the selected items, by the buyer unless another one is given.
    @discardableResult
    func order(
        by visitor: VisitorID? = nil, _ fulfilment: Fulfilment = .pickUp, key: IdempotencyKey? = nil
    ) async throws -> Purchase {
        try await store.order(by: visitor ?? buyer, fulfilment, as: nil, key: key ?? .make())
    }

    /// Orders one product.
    @discardableResult
    func order(_ product: ProductID, _ quantity: Int = 1, by visitor: VisitorID? = nil) async throws -> Purchase {
        try await choose(product, quantity, of: visitor)
        return try await order(by: visitor)
    }

    /// Number of pieces that are left of a product.
    func stock(_ product: ProductID) async throws -> Int? { try await store.product(product)?.stock }

    /// The database of a test that is about SQLite.
    var database: SQLiteDatabase {
        guard let database = anyDatabase as? SQLiteDatabase else { preconditionFailure("It is on PostgreSQL.") }
        return database
    }

    func rowCount(_ table: String) async throws -> Int {
        try await number("SELECT COUNT(*) FROM \(table.quotedDatabaseIdentifier.lowercased())")
    }

    private func number(_ sql: String) async throws -> Int {
        try await anyDatabase.query { db in try db.first(sql, []) { try $0.value(0, of: "any") } ?? 0 }
    }

    /// Problems that the check of the rules finds.
    func problems() async throws -> [String] {
        try await anyDatabase.query { db in
            try MarketSchema.problems { sql in try db.first(sql, []) { try $0.value(0, of: "any") } }
        }
    }

    /// Lets PostgreSQL plan by what is in the tables.
    func analyse() async throws {
        _ = try await (anyDatabase as? PostgresDatabase)?.write { try $0.run("ANALYZE") }
    }

    /// Runs a statement of a test that is about PostgreSQL, and returns the state of the fault; nil for none.
    func fault(of sql: String) async throws -> String? {
        do { _ = try await (anyDatabase as? PostgresDatabase)?.write { try $0.run(sql) } } catch PostgresError.refused(
            let fault)
        { return fault.state }
        return nil
    }

    /// Makes the database refuse an order and the check of its health while `body` runs.
    func whileItRefusesWrites(_ body: () async throws -> Void) async throws {
        guard let postgres = anyDatabase as? PostgresDatabase else {
            try await database.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
            try await body()
            return try await database.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        }
        for table in ["purchase", "probe"] {
            _ = try await postgres.write { try $0.run("ALTER TABLE \(table) RENAME TO \(table)2") }
        }
        try await body()
        for table in ["purchase", "probe"] {
            _ = try await postgres.write { try $0.run("ALTER TABLE \(table)2 RENAME TO \(table)") }
        }
    }
}

extension ProductStore {
    /// Returns one page.
    func products(page number: Int, matching keyword: Keyword?) async throws -> ProductPage {
        let pages = try await products(pages: number...number, matching: keyword, for: "192.0.2.1")
        #expect(pages.count == 1)
        return try #require(pages.first)
    }
}

/// Runs `body` with a fresh market at `place`, checks the database, and removes it.
func withMarket(
    _ place: StorePlace = .memory, configure: @Sendable (inout Configuration) -> Void = { _ in },
    _ body: (MarketFixture) async throws -> Void
) async throws {
    switch place {
    case .memory:
        let database = try SQLiteDatabase(.market, path: nil, marks: Checkpoints.Marks(), configure: configure)
        let fixture = try MarketFixture(database)
        try await body(fixture)
        #expect(try await fixture.problems() == [])
    case .file:
        try await withTemporaryFile { path in
            let database = try SQLiteDatabase(.market, path: path, marks: Checkpoints.Marks(), configure: configure)
            let fixture = try MarketFixture(database)
            try await body(fixture)
            #expect(try await fixture.problems() == [])
            try database.close()
        }
    case .postgres:
        try await PostgresFixture.run { postgres in
            let database = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            let fixture = try MarketFixture(database)
            try await body(fixture)
            #expect(try await fixture.problems() == [])
            database.close()
        }
    }
}

/// Runs `body` with the path of a database's file in a folder of its own, and removes that.
func withTemporaryFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "market-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "market.sqlite").path)
}

extension VisitorID {
    static func make(_ text: String) throws -> VisitorID { try #require(VisitorID(text)) }
}

extension IdempotencyKey {
    /// A key that no other form has.
    static func make() throws -> IdempotencyKey { try #require(IdempotencyKey(UUID().uuidString)) }
}

extension ProductPicture {
    static func make(_ file: String = "a.jpg") throws -> ProductPicture {
        try #require(ProductPicture(file: file, width: 640, height: 480))
    }
}

extension ProductForm {
    /// A form without faults.
    static func make(
        _ name: String = "Chair", price: String = "1000", bargain: String = "", stock: String = "3",
        description: String = "Made of wood.", files: [String] = ["a.jpg"]
    ) throws -> ProductForm {
        var form = ProductForm()
        (form.name, form.price, form.bargainPrice) = (name, price, bargain)
        (form.stock, form.description) = (stock, description)
        form.pictures = try files.map { try ProductPicture.make($0) }
        return form
    }
}

extension NewProduct {
    static func make(
        _ name: String = "Chair", price: Int = 1_000, bargain: Int? = nil, stock: Int = 3,
        description: String = "Made of wood.", files: [String] = ["a.jpg"]
    ) throws -> NewProduct {
        try NewProduct(
            ProductForm.make(
                name, price: "\(price)", bargain: bargain.map(String.init) ?? "", stock: "\(stock)",
                description: description, files: files),
            stock: editedStock)
    }
}

extension Purchase {
    /// The names and quantities of its items.
    var summary: [String] { items.map { "\($0.name.text) \($0.quantity)" } }
}

extension Basket {
    /// The names and quantities of its items, with a star at those that are selected.
    var summary: [String] { items.map { "\($0.product.name.text) \($0.quantity)\($0.isSelected ? "*" : "")" } }
}

extension MarketError {
    /// The name of the case.
    var name: String { String(description.prefix { $0 != " " }) }
}

/// Expects a ``MarketError`` of this name, and returns it.
@discardableResult
func expectRefusal<T>(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> T
) async -> MarketError? {
    let error = await #expect(throws: MarketError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.name == name, sourceLocation: sourceLocation)
    return error
}

/// Keeps the messages that an observer is sent.
final class Recorder<Message: Sendable>: Sendable {
    private let kept = Mutex<[Message]>([])

    var messages: [Message] { kept.withLock { $0 } }

    func add(_ message: Message) { kept.withLock { $0.append(message) } }

    /// Returns the messages since the last call.
    func take() -> [Message] {
        kept.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
