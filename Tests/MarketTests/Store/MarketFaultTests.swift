import Foundation
import GRDB
import Live
import LivePostgres
import LiveSQLite
import Testing

@testable import Market

/// Errors that a page is told of when the database fails, and that it works again afterwards.
@Suite(.timeLimit(.minutes(15))) struct MarketFaultTests {
    @Test(arguments: StorePlace.allCases) func theHealthCheckFailsAndRecovers(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            try await fixture.store.ping()
            try await fixture.whileItRefusesWrites {
                await expectRefusal("unavailable") { try await fixture.store.ping() }
            }
            try await fixture.store.ping()
        }
    }

    @Test(arguments: StorePlace.allCases) func aFailedOrderChangesNothing(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let chair = try await fixture.offer().id
            try await fixture.choose(chair)
            let key = try IdempotencyKey.make()
            try await fixture.whileItRefusesWrites {
                let error = await expectRefusal("unavailable") { try await fixture.order(key: key) }
                guard case .unavailable(let cause)? = error else { return }
                #expect(cause is DatabaseError || cause is PostgresError)
            }
            #expect(try await fixture.store.basket(of: fixture.buyer).summary == ["Chair 1*"])
            #expect(try await fixture.stock(chair) == 3)
            #expect(try await fixture.order(key: key).summary == ["Chair 1"])
        }
    }

    /// Rows that another program has written.
    @Test(arguments: [
        "UPDATE product SET name = x'FF'", "UPDATE product SET description = x'FF'",
        "UPDATE product SET seller = 'a b'", "UPDATE product SET code = 'UUUUUUUU'",
        "UPDATE picture SET file = '../a.jpg'",
    ])
    func whatCannotBeReadIsToldSo(sql: String) async throws {
        let fixture = try MarketFixture(SQLiteDatabase(.market))
        let id = try await fixture.offer().id
        try await fixture.database.writer.write { try $0.execute(sql: sql) }
        await expectRefusal("unreadable") { try await fixture.store.product(id) }
        await expectRefusal("unreadable") {
            try await fixture.store.edit(id, .make(), from: 1, by: .visitor(fixture.seller))
        }
    }

    @Test(arguments: ["UPDATE purchaseItem SET name = x'FF'", "UPDATE purchase SET code = 'UUUUUUUU'"])
    func anOrderThatCannotBeReadIsToldSo(sql: String) async throws {
        let fixture = try MarketFixture(SQLiteDatabase(.market))
        let id = try await fixture.order(fixture.offer().id).id
        try await fixture.database.writer.write { try $0.execute(sql: sql) }
        await expectRefusal("unreadable") { try await fixture.store.order(id, of: fixture.buyer) }
        await expectRefusal("unreadable") { try await fixture.store.sales(of: fixture.seller, after: nil, limit: 9) }
    }

    @Test func aCancelledTaskReadsNothing() async throws {
        try await withMarket { fixture in
            let id = try await fixture.offer().id
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await fixture.store.product(id)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            let write = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await fixture.offer()
            }
            await #expect(throws: CancellationError.self) { try await write.value }
            #expect(try await fixture.rowCount("product") == 1)
        }
    }

    /// Descriptions go into logs: nothing that a visitor has typed is in them.
    @Test func noDescriptionHasATypedText() async throws {
        try await withMarket { fixture in
            let product = try await fixture.offer("Secret")
            let shortage = Shortage(product: product.id, name: product.name, left: 0)
            let errors: [MarketError] = [
                .notFound, .changedSince(product), .tooManyOffers(until: fixture.clock.now), .soldOut([shortage]),
                .basketIsFull, .nothingSelected, .unreadable(UnreadableRow(table: "product")),
            ]
            #expect(errors.allSatisfy { !"\($0)".contains("Secret") })
            #expect("\(errors[6])" == "unreadable (A row of table 'product' can't be read.)")
        }
    }
}
