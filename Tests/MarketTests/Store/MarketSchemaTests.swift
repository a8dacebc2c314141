import GRDB
import LiveSQLite
import TestSupport
import Testing

@testable import Market

/// Rows that the database itself refuses, whatever the code above it does.
@Suite(.timeLimit(.minutes(15))) struct MarketSchemaTests {
    private func refuses(_ fixture: MarketFixture, _ sql: String) async {
        let error = await #expect(throws: DatabaseError.self) {
            try await fixture.database.writer.write { try $0.execute(sql: sql) }
        }
        #expect(error?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT, "\(sql)")
    }

    private static let rules = [
        "UPDATE product SET stock = -1", "UPDATE product SET stock = 'x'", "UPDATE product SET price = 0",
        "UPDATE product SET price = 100000001", "UPDATE product SET bargainPrice = price",
        "UPDATE product SET bargainPrice = 0", "UPDATE product SET name = ''", "UPDATE product SET name = 5",
        "UPDATE product SET description = NULL", "UPDATE product SET seller = ''", "UPDATE product SET code = '7K3M'",
        "UPDATE product SET revision = 0", "UPDATE picture SET position = 5", "UPDATE picture SET width = 0",
        "UPDATE picture SET product = 99", "UPDATE basketItem SET quantity = 0",
        "UPDATE basketItem SET quantity = 10000", "UPDATE basketItem SET selected = 2",
        "UPDATE basketItem SET product = 99", "UPDATE purchase SET fulfilment = 'post'",
        "UPDATE purchase SET delivery = -1", "UPDATE purchase SET code = NULL", "UPDATE purchaseItem SET price = 0",
        "UPDATE purchaseItem SET bargainPrice = price", "UPDATE purchaseItem SET quantity = 0",
        "UPDATE purchaseItem SET purchase = 99", "UPDATE purchaseItem SET position = 100",
        "UPDATE purchaseItem SET product = 99",
        "INSERT INTO product SELECT id + 1, seller, '00000000', key, name, description, price, NULL, 1, 1, 0 FROM product",
        "INSERT INTO product SELECT id + 1, seller, code, 'other', name, description, price, NULL, 1, 1, 0 FROM product",
        "INSERT INTO purchase SELECT id + 1, '00000000', visitor, key, fulfilment, 0, 0, NULL FROM purchase",
        "INSERT INTO purchase SELECT id + 1, code, visitor, 'other', fulfilment, 0, 0, NULL FROM purchase",
        "INSERT INTO tally (id, products) VALUES (2, 0)",
    ]

    /// The tables of PostgreSQL are written by hand a second time. Its columns have other types, and its keys are its own.
    @Test(.needsPostgres) func aRowThatBreaksARuleIsRefusedByPostgreSQL() async throws {
        try await withMarket(.postgres) { fixture in
            let id = try await fixture.offer().id
            try await fixture.order(id)
            try await fixture.choose(id)
            let ofTypes = ["UPDATE product SET stock = 'x'", "UPDATE product SET name = 5"]
            for sql in Self.rules where !ofTypes.contains(sql) && !sql.contains("SELECT id + 1") {
                #expect(try await fixture.fault(of: sql)?.hasPrefix("23") == true, "\(sql)")
            }
        }
    }

    @Test(arguments: Self.rules)
    func aRowThatBreaksARuleIsRefused(sql: String) async throws {
        try await withMarket { fixture in
            let id = try await fixture.offer().id
            try await fixture.order(id)
            try await fixture.choose(id)
            await refuses(fixture, sql)
        }
    }

    @Test(arguments: [
        ("UPDATE tally SET products = 7", "The number of products is not that of the rows by: 6."),
        ("DELETE FROM productSearch", "Products that are not searched, or that are gone and are: 1."),
        ("DELETE FROM picture", "Products without a picture: 1."),
        (
            "INSERT INTO strayFile (file, since) VALUES ('a.jpg', 0)",
            "Files that a product shows, and that would be deleted: 1."
        ),
        ("DELETE FROM purchaseItem", "Orders without an item: 1."),
        (
            "UPDATE purchase SET cancelledAt = 1; UPDATE purchaseItem SET pickedUpAt = 1",
            "Cancelled orders of which something was picked up: 1."
        ),
    ])
    func theCheckFindsWhatIsBroken(sql: String, problem: String) async throws {
        let fixture = try MarketFixture(SQLiteDatabase(.market))
        try await fixture.order(fixture.offer().id)
        #expect(try await fixture.problems() == [])
        try await fixture.database.writer.write { try $0.execute(sql: sql) }
        #expect(try await fixture.problems() == [problem])
    }

    @Test func whatIsStoredOutlivesTheProcess() async throws {
        try await withTemporaryFile { path in
            let fixture = try MarketFixture(SQLiteDatabase(.market, path: path))
            let product = try await fixture.offer(stock: 2)
            let purchase = try await fixture.order(product.id)
            let key = try await fixture.store.signingKey()
            try fixture.database.close()
            #expect(try SQLiteDatabase.problems(.market, inFileAt: path) == [])
            let again = try MarketFixture(SQLiteDatabase(.market, path: path))
            #expect(try await again.store.order(purchase.code) == purchase)
            #expect(try await again.stock(product.id) == 1)
            let kept = try await again.store.signingKey()
            #expect(kept == key && key.count == 32)
            try again.database.close()
        }
    }

    /// Once triggers kept the number of products and the strays.
    @Test func aMarketWithTriggersGoesOn() async throws {
        try await withTemporaryFile { path in
            let old = try DatabaseQueue(path: path)
            try MarketSchema.migrator.migrate(old, upTo: "secrets")
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO product (seller, code, key, name, description, price, stock, offeredAt)
                        VALUES ('guest-seller', '00000000', 'key', 'Chair', 'Wood', 1, 9, 0);
                        INSERT INTO productSearch (rowid, terms) VALUES (1, 'ch ha ai ir r');
                        INSERT INTO picture VALUES (1, 0, 'a.jpg', 1, 1);
                        """)
            }
            try old.close()
            let fixture = try MarketFixture(SQLiteDatabase(.market, path: path))
            #expect(try await fixture.problems() == [])
            #expect(try await fixture.store.products(page: 1, matching: Keyword("chair")).productCount == 1)
            try await fixture.offer("Table")
            try await fixture.store.remove(ProductID(rawValue: 1), by: .visitor(fixture.seller))
            #expect(try await fixture.store.strayPictureFiles(until: fixture.clock.now, limit: 9) == [])
            try await fixture.store.remove(ProductID(rawValue: 2), by: .visitor(fixture.seller))
            #expect(try await fixture.store.strayPictureFiles(until: fixture.clock.now, limit: 9) == ["a.jpg"])
            #expect(try await fixture.problems() == [])
            try fixture.database.close()
        }
    }
}
