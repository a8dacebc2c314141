import Foundation
import Live
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct PictureFileTests {
    private func strays(_ fixture: MarketFixture, limit: Int = 200) async throws -> [String] {
        try await fixture.store.strayPictureFiles(until: fixture.clock.now, limit: limit).sorted()
    }

    @Test(arguments: StorePlace.allCases) func aFileThatNoProductShowsCanBeDeleted(place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            let (store, seller) = (fixture.store, Holder.visitor(fixture.seller))
            for file in ["a.jpg", "b.jpg", "c.jpg", "c.jpg"] { try await store.addPictureFile(.make(file)) }
            #expect(try await store.strayPictureFileCount() == 3)
            // An upload is not one at once.
            let uploadedAt = fixture.clock.now
            fixture.clock.advance(by: 60)
            #expect(try await store.strayPictureFiles(until: uploadedAt.addingTimeInterval(-1), limit: 9) == [])
            #expect(try await strays(fixture) == ["a.jpg", "b.jpg", "c.jpg"])
            let offer = try await store.offer(
                .make(files: ["a.jpg", "b.jpg"]), by: fixture.seller, from: Client(), key: .make())
            #expect(try await strays(fixture) == ["c.jpg"])
            // A page that was open notes it again.
            try await store.addPictureFile(.make("a.jpg"))
            #expect(try await strays(fixture) == ["c.jpg"])
            // Two products may show a file.
            let other = try await store.offer(
                .make(files: ["a.jpg"]), by: fixture.seller, from: Client(), key: .make())
            _ = try await store.edit(offer.product.id, .make(files: ["b.jpg", "d.jpg"]), from: 1, by: seller)
            #expect(try await strays(fixture) == ["c.jpg"])
            // Pictures in another order are the same files.
            _ = try await store.edit(offer.product.id, .make(files: ["d.jpg", "b.jpg"]), from: 2, by: seller)
            #expect(try await strays(fixture) == ["c.jpg"])
            try await store.remove(other.product.id, by: seller)
            try await store.remove(offer.product.id, by: seller)
            #expect(try await strays(fixture) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
            #expect(try await strays(fixture, limit: 2).count == 2)
            // Pictures that a product had are no uploads.
            #expect(try await store.strayPictureFileCount() == 1)
            try await store.forgetPictureFiles(["a.jpg", "b.jpg", "c.jpg", "none.jpg"])
            #expect(try await strays(fixture) == ["d.jpg"])
        }
    }
}
