import GRDB
import Live
import LiveSQLite
import Testing

@testable import Market

/// However much there is, no answer is longer than its limit.
@Suite(.timeLimit(.minutes(15))) struct MarketBoundTests {
    /// Adds as many products of the seller without regard to limits.
    private func add(_ count: Int, to fixture: MarketFixture) async throws {
        try await fixture.database.writer.write { [seller = fixture.seller] db in
            try db.execute(sql: "UPDATE tally SET products = products + ?", arguments: [count])
            for number in 0..<count {
                try db.execute(
                    sql: """
                        INSERT INTO product (seller, code, key, name, description, price, stock, offeredAt)
                        VALUES (?, printf('%08d', ?), ?, 'Chair', 'x', 1, 9, 0)
                        """, arguments: [seller.description, number, "k\(number)"])
                let id = db.lastInsertedRowID
                try db.execute(
                    sql: "INSERT INTO productSearch (rowid, terms) VALUES (?, 'ch ha ai ir r x')", arguments: [id])
                try db.execute(sql: "INSERT INTO picture VALUES (?, 0, 'a.jpg', 1, 1)", arguments: [id])
            }
        }
    }

    @Test func theLatest10000ProductsAreListedAndSearched() async throws {
        try await withMarket { fixture in
            try await add(10_030, to: fixture)
            for keyword in [nil, try Keyword("chair"), try Keyword("r"), try Keyword("x")] {
                let last = try await fixture.store.products(page: .max, matching: keyword)
                #expect(last.number == 500 && last.count == 500 && last.productCount == 10_000)
                #expect(last.rows.map(\.id.rawValue) == Array((31...50).reversed()))
                let first = try await fixture.store.products(page: 1, matching: keyword)
                #expect(first.rows.map(\.id.rawValue) == Array((10_011...10_030).reversed()))
            }
        }
    }

    @Test func slicesAreCut() async throws {
        try await withMarket { fixture in
            let (store, limits) = (fixture.store, [Int.min, -1, 0, 1, 50, 51, .max])
            try await add(60, to: fixture)
            let ids = (1...60).map { ProductID(rawValue: $0) }
            for number in 0..<60 { try await fixture.order(ids[number]) }
            let expected = [1, 1, 1, 1, 50, 50, 50]
            var counts: [[Int]] = [[], [], []]
            for limit in limits {
                counts[0].append(
                    try await store.offers(of: fixture.seller, after: nil, limit: limit).elements.count)
                counts[1].append(try await store.orders(of: fixture.buyer, after: nil, limit: limit).elements.count)
                counts[2].append(try await store.sales(of: fixture.seller, after: nil, limit: limit).elements.count)
            }
            #expect(counts == [expected, expected, expected])
            #expect(try await store.products(among: Set(ids)).count == 60)
        }
    }

    @Test func rowsThatAreAskedForByTheirIDsAreCut() async throws {
        try await withMarket { fixture in
            try await add(230, to: fixture)
            let rows = try await fixture.store.products(among: Set((1...230).map { ProductID(rawValue: $0) }))
            #expect(rows.map(\.id.rawValue) == Array((31...230).reversed()))
        }
    }

    @Test func filesAreCut() async throws {
        try await withMarket { fixture in
            for number in 0..<210 { try await fixture.store.addPictureFile(.make("\(number).jpg")) }
            for (limit, count) in [(Int.min, 1), (2, 2), (.max, 200)] {
                let files = try await fixture.store.strayPictureFiles(until: fixture.clock.now, limit: limit)
                #expect(files.count == count)
            }
        }
    }
}
