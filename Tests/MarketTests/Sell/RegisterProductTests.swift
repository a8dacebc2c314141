import Foundation
import Live
import LiveHTTP
import LiveTesting
import Synchronization
import TestSupport
import Testing

@testable import Market

/// The form of a product, as its seller uses it.
@Suite(.timeLimit(.minutes(15))) struct RegisterProductTests {
    private let photo = TestBrowser.File("chair.jpg", Array("a photo".utf8))

    private func open(
        _ fixture: MarketFixture, _ product: Product? = nil, pictures: StubPictures = StubPictures(),
        files: TestFiles = TestFiles(), client: Client = Client(), _ use: (TestBrowser) async throws -> Void
    ) async throws {
        let market = Market(fixture, pictures: pictures)
        var visit = Visit(
            path: product.map { "/products/\($0.id)" } ?? "/sell", query: product == nil ? Query() : ["edit": "1"],
            owner: fixture.seller.description, isGuest: true, client: client)
        visit.files = files
        try await TestBrowser.open(
            visit: visit,
            screen: { visit in
                try RegisterProductScreen(product, holder: .visitor(fixture.seller), for: visit, market)
            }, use)
    }

    private func fill(_ browser: TestBrowser) async throws {
        try await browser.type("Chair", into: "#name")
        try await browser.type("12,000", into: "#price")
        try await browser.type("2", into: "#stock")
        try await browser.type("Made of wood.", into: "#description")
    }

    @Test func aProductIsOfferedWithItsPictures() async throws {
        try await withMarket { fixture in
            let files = TestFiles()
            try await open(fixture, files: files) { browser in
                try await fill(browser)
                try await browser.send(photo, into: "#pictures")
                try await browser.submit("form.sell")
                #expect(await browser.location == "/products/1")
                let product = try #require(try await fixture.store.product(ProductID(rawValue: 1)))
                #expect(product.price.list.amount == 12_000 && product.stock == 2)
                #expect(product.pictures.map(\.file) == ["made-1.jpg"])
                #expect(files.all.isEmpty)
            }
        }
    }

    @Test func allErrorsAreToldAtOnceAndGoAsTheyAreCorrected() async throws {
        try await withMarket { fixture in
            try await open(fixture) { browser in
                try await browser.type("100", into: "#price")
                try await browser.type("100", into: "#bargainPrice")
                try await browser.submit("form.sell")
                #expect(await browser.text("#name-error") == "Enter a name.")
                #expect(await browser.text("#bargainPrice-error") == "Use an amount below the price.")
                #expect(await browser.text("#stock-error") == "Enter a quantity.")
                #expect(await browser.text("#description-error") == "Enter a description.")
                #expect(await browser.text("#pictures-error") == "Add at least one photo.")
                try await browser.type("90", into: "#bargainPrice")
                #expect(await browser.text("#bargainPrice-error") == "")
                #expect(await browser.text("#name-error") == "Enter a name.")
            }
        }
    }

    /// The pictures that were made stay, and nothing is saved.
    @Test func aFileThatIsNoPictureIsToldBeforeAnythingIsSaved() async throws {
        try await withMarket { fixture in
            let (pictures, files) = (StubPictures(), TestFiles())
            try await open(fixture, pictures: pictures, files: files) { browser in
                try await fill(browser)
                try await browser.send(photo, into: "#pictures")
                try await browser.send(.init("cat.png", Array("broken".utf8)), into: "#pictures")
                try await browser.submit("form.sell")
                #expect(await browser.text("#pictures-error") == "“cat.png” is damaged and can’t be opened.")
                let count = try await fixture.rowCount("product")
                #expect(count == 0 && pictures.count == 1)
                let broken = try #require(files.all.first { $0.name == "cat.png" })
                try await browser.remove(broken.id, from: "#pictures")
                #expect(await browser.text("#pictures-error") == "")
                try await browser.submit("form.sell")
                #expect(await browser.location == "/products/1")
                #expect(pictures.count == 1)
            }
        }
    }

    @Test func theHourlyLimitIsToldInMinutes() async throws {
        try await withMarket { fixture in
            for _ in 0..<MarketLimits.offers { try await fixture.offer() }
            fixture.clock.advance(by: 30 * 60)
            let pictures = StubPictures()
            try await open(fixture, pictures: pictures) { browser in
                try await fill(browser)
                try await browser.send(photo, into: "#pictures")
                try await browser.submit("form.sell")
                #expect(
                    await browser.text("#alert") == "You can offer 20 items an hour. Save again in 30 minutes.")
                #expect(pictures.count == 0)
                fixture.clock.advance(by: 31 * 60)
                try await browser.submit("form.sell")
                #expect(await browser.location == "/products/21")
            }
        }
    }

    @Test func aSaleMeanwhileIsFollowedAndAnotherEditIsShown() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer(stock: 3)
            try await open(fixture, chair) { browser in
                try await browser.type("Armchair", into: "#name")
                // Nobody has typed in the field of the stock.
                try await fixture.order(chair.id)
                await browser.settled()
                #expect(await browser.value("#stock") == "2")
                let now = try #require(try await fixture.store.product(chair.id))
                _ = try await fixture.store.edit(
                    chair.id, .make("Stool", stock: 2), from: now.revision, by: .visitor(fixture.seller))
                await browser.settled()
                try await browser.submit("form.sell")
                #expect(await browser.text("#other").contains("Stool"))
                let kept = try await fixture.store.product(chair.id)
                #expect(kept?.name.text == "Stool")
                try await browser.submit("form.sell")
                let saved = try await fixture.store.product(chair.id)
                #expect(saved?.name.text == "Armchair" && saved?.stock == 2)
            }
        }
    }

    @Test func picturesThatWereChangedElsewhereAreShownBeforeTheyAreReplaced() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer()
            try await open(fixture, chair) { browser in
                _ = try await fixture.store.edit(
                    chair.id, .make(files: ["b.jpg"]), from: chair.revision, by: .visitor(fixture.seller))
                await browser.settled()
                try await browser.submit("form.sell")
                #expect(await browser.html("#other").contains("/pictures/b-small.jpg"))
                let kept = try await fixture.store.product(chair.id)
                #expect(kept?.pictures.map(\.file) == ["b.jpg"])
                try await browser.submit("form.sell")
                let saved = try await fixture.store.product(chair.id)
                #expect(saved?.pictures.map(\.file) == ["b.jpg"])
            }
        }
    }

    @Test func pictureChoicesFollowThePicturesThatWereChangedElsewhere() async throws {
        try await withMarket { fixture in
            let product = try await fixture.store.offer(
                .make(files: ["a.jpg", "b.jpg"]), by: fixture.seller, from: Client(), key: .make()
            ).product
            try await open(fixture, product) { browser in
                try await browser.click("input[name=keep2]")
                try await browser.send(photo, into: "#pictures")
                _ = try await fixture.store.edit(
                    product.id, .make(files: ["b.jpg", "c.jpg", "d.jpg"]), from: product.revision,
                    by: .visitor(fixture.seller))
                await browser.settled()
                try await browser.submit("form.sell")
                // The one that was left out has another position now.
                try await browser.click("input[name=keep3]")
                try await browser.submit("form.sell")
                let saved = try await fixture.store.product(product.id)
                #expect(saved?.pictures.map(\.file) == ["c.jpg", "made-1.jpg"])
            }
        }
    }

    @Test func withoutAScriptChoicesOfOtherPicturesAreNotTakenForThese() async throws {
        try await withMarket { fixture in
            let product = try await fixture.store.offer(
                .make(files: ["a.jpg", "b.jpg"]), by: fixture.seller, from: Client(), key: .make()
            ).product
            let files = TestFiles()
            try await open(fixture, product, files: files) { browser in
                let basis = try await browser.find("[name='name.basis']").value
                let edited = try await fixture.store.edit(
                    product.id, .make(files: ["b.jpg", "c.jpg"]), from: product.revision, by: .visitor(fixture.seller))
                try await open(fixture, edited, files: files) { other in
                    // As the first page would send it, on which a was left out.
                    let shown = try await other.post(
                        "form.sell", fields: ["name.basis": basis, "keep1": ""], files: ["pictures": [photo]])
                    #expect(shown.status == 409)
                    #expect(try shown.find("#other").html.contains("/pictures/c-small.jpg"))
                    #expect(try shown.find("input[name=keep1]").isChecked)
                    let kept = try await fixture.store.product(product.id)
                    #expect(kept?.pictures.map(\.file) == ["b.jpg", "c.jpg"])
                    let file = try #require(files.all.first).id.description
                    let saved = try await other.post(
                        "form.sell",
                        fields: ["name.basis": try shown.find("[name='name.basis']").value, "pictures": file])
                    #expect(saved.location == "/products/1")
                    let now = try await fixture.store.product(product.id)
                    #expect(now?.pictures.map(\.file) == ["b.jpg", "c.jpg", "made-1.jpg"])
                }
            }
        }
    }

    @Test func aKeptPictureThatIsGoneShowsTheProductAsItIs() async throws {
        try await withMarket { fixture in
            let (chair, pictures) = (try await fixture.offer(), StubPictures())
            try await open(fixture, chair, pictures: pictures) { browser in
                try await browser.send(photo, into: "#pictures")
                // The page isn't told: another process has written.
                let other = SQLMarketStore(fixture.database, clock: { [clock = fixture.clock] in clock.now })
                _ = try await other.edit(
                    chair.id, .make(files: ["b.jpg"]), from: chair.revision, by: .visitor(fixture.seller))
                pictures.gone.withLock { _ = $0.insert("a.jpg") }
                try await browser.submit("form.sell")
                #expect(await browser.html("#other").contains("/pictures/b-small.jpg"))
                #expect(await browser.text("#pictures-error") == "")
                try await browser.submit("form.sell")
                let saved = try await fixture.store.product(chair.id)
                #expect(saved?.pictures.map(\.file) == ["b.jpg", "made-2.jpg"])
            }
        }
    }

    @Test func aPictureThatIsGoneBeforeItIsOfferedIsMadeAgain() async throws {
        try await withMarket { fixture in
            let pictures = StubPictures()
            pictures.gone.withLock { _ = $0.insert("made-1.jpg") }
            try await open(fixture, pictures: pictures) { browser in
                try await fill(browser)
                try await browser.send(photo, into: "#pictures")
                try await browser.submit("form.sell")
                #expect(await browser.location == "/products/1")
                let product = try await fixture.store.product(ProductID(rawValue: 1))
                #expect(product?.pictures.map(\.file) == ["made-2.jpg"])
            }
        }
    }

    @Test func picturesAreKeptOrLeftOut() async throws {
        try await withMarket { fixture in
            let product = try await fixture.store.offer(
                .make(files: ["a.jpg", "b.jpg"]), by: fixture.seller, from: Client(), key: .make()
            ).product
            try await open(fixture, product) { browser in
                try await browser.click("input[name=keep1]")
                try await browser.send(photo, into: "#pictures")
                try await browser.submit("form.sell")
                let saved = try await fixture.store.product(product.id)
                #expect(saved?.pictures.map(\.file) == ["b.jpg", "made-1.jpg"])
            }
        }
    }

    @Test func withoutAScriptTheFormComesBackAsItWasAndTwiceIsOnce() async throws {
        try await withMarket { fixture in
            let files = TestFiles()
            try await open(fixture, files: files) { browser in
                let refused = try await browser.post(
                    "form.sell", fields: ["name": "Chair", "price": "1.5"], files: ["pictures": [photo]])
                #expect(refused.status == 422)
                #expect(files.all.count == 1)
                #expect(try refused.find("#name")["value"] == "Chair")
                #expect(try refused.find("#price-error").text == "Use whole numbers only, such as 12,000.")
                #expect(try refused.find("li[data-file] .file-name").text == "chair.jpg")
                // The same form twice: the second time its file is gone already.
                let file = try #require(files.all.first).id.description
                let fields = [
                    "name": "Chair", "price": "1000", "stock": "1", "description": "Wood.", "pictures": file,
                ]
                for _ in 0..<2 {
                    let answer = try await browser.post("form.sell", fields: fields)
                    #expect(answer.location == "/products/1")
                }
                #expect(files.all.isEmpty)
                let count = try await fixture.rowCount("product")
                #expect(count == 1)
            }
        }
    }

    @Test func aFormThatCarriesItsFilesAndIsSentTwiceOffersOnce() async throws {
        try await withMarket { fixture in
            let (pictures, files) = (StubPictures(), TestFiles())
            try await open(fixture, pictures: pictures, files: files) { browser in
                let fields = ["name": "Chair", "price": "1000", "stock": "1", "description": "Wood."]
                for _ in 0..<2 {
                    let answer = try await browser.post("form.sell", fields: fields, files: ["pictures": [photo]])
                    #expect(answer.location == "/products/1")
                }
                let count = try await fixture.rowCount("product")
                #expect(count == 1 && pictures.count == 1)
                #expect(files.all.isEmpty)
            }
        }
    }
}
