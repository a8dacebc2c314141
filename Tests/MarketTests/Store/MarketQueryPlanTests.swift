import Foundation
import GRDB
import GRDBSQLite
import Live
import LiveSQL
import LiveSQLite
import Synchronization
import TestSupport
import Testing

@testable import LivePostgres
@testable import Market

/// Asks SQLite how it carries out every statement that the store issues.
@Suite(.timeLimit(.minutes(15))) struct MarketQueryPlanTests {
    private static func statements(_ dialect: SQLDialect) -> [String] {
        ProductLists(dialect).all + ProductStatements.all + BasketStatements.all + PurchaseStatements.all
            + ServerStatements.all
    }

    private static let known = Set(statements(.sqlite))

    private static let tables = [
        "product", "picture", "strayFile", "recentOffer", "basketItem", "purchase", "purchaseItem", "secret",
    ]

    /// The plans of all statements on the app's tables that are issued while every function runs, on every path.
    private func plans() async throws -> [String: [String]] {
        let traced = Mutex<Set<String>>([])
        let recording = Mutex(false)
        var plans: [String: [String]] = [:]
        try await withMarket(
            .file,
            configure: { configuration in
                configuration.prepareDatabase { db in
                    db.trace { event in
                        guard case .statement(let statement) = event, recording.withLock({ $0 }) else { return }
                        _ = traced.withLock { $0.insert(statement.sql) }
                    }
                }
            },
            { fixture in
                recording.withLock { $0 = true }
                try await exercise(fixture)
                recording.withLock { $0 = false }
                // Read to the end before the explaining is traced too.
                let seen = traced.withLock { $0 }.filter(Self.isOnTables)
                plans = try await fixture.database.writer.read { db in
                    var plans: [String: [String]] = [:]
                    for sql in seen { plans[sql] = try Self.plan(of: sql, db) }
                    return plans
                }
            })
        return plans
    }

    private static func plan(of sql: String, _ db: Database) throws -> [String] {
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        statement.setUncheckedArguments([])
        return try Row.fetchAll(statement).map { $0["detail"] }
    }

    private static func isOnTables(_ sql: String) -> Bool {
        let first = sql.split(separator: " ").first ?? ""
        return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(first) && !sql.contains("sqlite_")
            && !sql.contains("grdb_") && !sql.contains("PRAGMA") && !sql.contains("'productSearch_")
    }

    /// A part of a page, of which there are 20 rows at most; the number of products, which is one row; and what the index
    /// of the search has, found by its terms from an ID on, or by its ID.
    private static func isFrame(_ step: String) -> Bool {
        let frames = [
            "MATERIALIZE", "CO-ROUTINE", "SCALAR SUBQUERY", "CORRELATED SCALAR SUBQUERY", "REUSE SUBQUERY",
            "REUSE LIST SUBQUERY", "LIST SUBQUERY",
            "SCAN found", "SCAN total", "SCAN CONSTANT ROW", "SCAN asked VIRTUAL TABLE",
            "SCAN productSearch VIRTUAL TABLE INDEX 0:=",
        ]
        return frames.contains { step.hasPrefix($0) }
            || step.hasPrefix("SCAN productSearch VIRTUAL TABLE INDEX") && step.hasSuffix(":M1>")
    }

    @Test func everyStatementUsesAnIndex() async throws {
        for (sql, plan) in try await plans() {
            for step in plan {
                let isSearch = step.hasPrefix("SEARCH")
                #expect(isSearch || Self.isFrame(step), "\(step)\n\(sql)")
                #expect(!step.contains("TEMP B-TREE") && !step.contains("AUTOMATIC"), "\(step)\n\(sql)")
                if isSearch { #expect(step.contains("INDEX") || step.contains("PRIMARY KEY"), "\(step)\n\(sql)") }
            }
            let ofIndex = [ProductLists(.sqlite).indexAgain, ProductStatements.removeFromIndex]
            if sql.hasPrefix("INSERT") || ofIndex.contains(sql) { continue }
            #expect(plan.contains { $0.hasPrefix("SEARCH") }, "\(sql)")
        }
    }

    @Test func everyStatementThereIsWasAskedAndNoOther() async throws {
        let asked = Set(try await plans().keys)
        #expect(asked.subtracting(Self.known) == [])
        #expect(Self.known.subtracting(asked) == [])
    }

    /// A page far behind reads entries of an index and no products but its own.
    @Test func aPageIsCutOutOfItsIndex() async throws {
        try await withMarket { fixture in
            try await fixture.database.writer.read { db in
                for sql in [ProductLists(.sqlite).pages, ProductLists(.sqlite).foundPages] {
                    let plan = try Self.plan(of: sql, db)
                    #expect(plan.filter { $0.hasPrefix("SEARCH product ") }.count == 1, "\(plan)")
                    #expect(
                        plan.contains { $0.contains("USING COVERING INDEX product_listed (id<?)") }, "\(plan)")
                }
            }
        }
    }

    /// A value at which the planner has looked makes SQLite compile its statement again whenever the value changes.
    @Test func noStatementIsCompiledAgainForOtherValues() async throws {
        try await withMarket { fixture in
            for _ in 0..<2 {
                try await exercise(fixture)
                fixture.clock.advance(by: 86_400)
            }
            let (count, compiledAgain) = try await fixture.database.writer.read { db in
                var (count, again): (Int, [String]) = (0, [])
                var next = sqlite3_next_stmt(db.sqliteConnection, nil)
                while let statement = next {
                    let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
                    if Self.known.contains(sql) {
                        count += 1
                        if sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_REPREPARE, 0) > 0 { again.append(sql) }
                    }
                    next = sqlite3_next_stmt(db.sqliteConnection, statement)
                }
                return (count, again)
            }
            #expect(count == Self.known.count)
            #expect(compiledAgain == [])
        }
    }

    /// Foreign keys look for children too; without an index on them, removing a product would read whole tables.
    @Test func everyForeignKeyHasAnIndexOnItsColumns() async throws {
        try await withMarket { fixture in
            try await fixture.database.writer.read { db in
                for table in Self.tables {
                    let primary = try db.primaryKey(table).columns
                    for key in try db.foreignKeys(on: table) {
                        let columns = key.mapping.map(\.origin)
                        let isCovered = try db.indexes(on: table)
                            .contains { Array($0.columns.prefix(columns.count)) == columns }
                        #expect(isCovered || Array(primary.prefix(columns.count)) == columns, "\(table) (\(columns))")
                    }
                }
            }
        }
    }

    /// PostgreSQL reads whole tables where it expects them to be small; here it may only where it has no other way.
    @Test(.needsPostgres)
    func everyStatementUsesAnIndexOfPostgreSQL() async throws {
        try await PostgresFixture.run { postgres in
            let database = try await PostgresDatabase.open(.market, at: postgres.address(), limits: .patient)
            let lists = ProductLists(.postgres)
            let statements = lists.all + ProductStatements.all + BasketStatements.all + PurchaseStatements.all
            for sql in statements + ServerStatements.all where sql != ProductStatements.tally {
                let plan = try await database.plan(of: SharedStatement.text(of: sql))
                #expect(!plan.isEmpty)
                let whole = plan.filter { $0.contains("Seq Scan on") && !$0.contains("Seq Scan on tally") }
                #expect(whole == [], "\(sql)\n\(plan.joined(separator: "\n"))")
            }
            database.close()
        }
    }

    /// Calls every function of the store, so that every statement is issued.
    private func exercise(_ fixture: MarketFixture) async throws {
        let (store, seller, buyer) = (fixture.store, fixture.seller, fixture.buyer)
        try await store.ping()
        _ = try await store.signingKey()
        try await store.addPictureFile(.make("a.jpg"))
        let offer = try await store.offer(
            .make(files: ["a.jpg", "b.jpg"]), by: seller, from: Client(address: "192.0.2.7"), key: .make())
        let id = offer.product.id
        for (numbers, keyword) in [(1...1, "chair"), (2...4, "table")] {
            _ = try await store.products(pages: numbers, matching: nil, for: "a")
            _ = try await store.products(pages: numbers, matching: Keyword(keyword), for: "a")
        }
        _ = try await store.products(among: [id])
        _ = try await store.product(id)
        _ = try await store.offer(offer.code)
        _ = try await store.offers(of: seller, after: nil, limit: 9)
        _ = try await store.edit(id, .make("Table", stock: 5), from: 1, by: .visitor(seller))
        try await fixture.choose(id)
        _ = try await store.setQuantity(2, of: id, of: buyer)
        let purchase = try await fixture.order()
        _ = try await store.order(purchase.id, of: buyer)
        _ = try await store.order(purchase.code)
        _ = try await store.orders(of: buyer, after: nil, limit: 9)
        _ = try await store.sale(purchase.code, of: seller)
        _ = try await store.sales(of: seller, after: nil, limit: 9)
        _ = try await store.cancel(purchase.id, by: .code(purchase.code))
        _ = try await store.pickUp(try await fixture.order(id).id, by: seller)
        try await fixture.choose(id)
        _ = try await store.deselectAll(of: buyer)
        _ = try await store.removeFromBasket(id, of: buyer)
        try await store.remove(id, by: .visitor(seller))
        let files = try await store.strayPictureFiles(until: fixture.clock.now, limit: 9)
        _ = try await store.strayPictureFileCount()
        try await store.forgetPictureFiles(files)
        _ = try await store.purgeExpired()
    }

    @Test func whatStatementsUseBeyondTheCommonGroundIsDocumented() throws {
        try CommonGround.expectDocumented(
            Self.statements(.postgres).map { SharedStatement.text(of: $0) } + MarketSchema.postgres)
    }
}
