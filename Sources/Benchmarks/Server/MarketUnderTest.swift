import Foundation
import Live
import LiveHTTP
import LiveSQLite
import LiveSite
import Logging
import Market

/// The market, with a hundred products: five pages.
struct MarketUnderTest: AppUnderTest {
    static let format = DatabaseFormat.market

    private let application: MarketApplication

    init(_ database: SQLiteDatabase, folder: URL, sessions: LiveSessions, logger: Logger) async throws {
        let store = SQLMarketStore(database, logger: logger)
        for number in 1...100 { try await Self.offer(number, in: store) }
        let pictures = try MarketPictures(folder: folder.appending(path: "pictures").path, store: store)
        application = try await MarketApplication(
            market: Market(store: store, pictures: pictures), sessions: sessions,
            files: try PublicFiles(folder: "Public", site: "market"),
            uploads: try UploadFolder(at: folder.appending(path: "uploads").path))
    }

    func router() -> LiveRouter { application.router() }

    private static func offer(_ number: Int, in store: SQLMarketStore) async throws {
        var form = ProductForm()
        form.name = "Folding chair \(number)"
        form.price = "\(number * 500)"
        form.bargainPrice = number.isMultiple(of: 3) ? "\(number * 400)" : ""
        form.stock = "9999"
        form.description = "Made of beech, hardly used, with a cushion."
        // No seller reaches the limit of offers.
        guard let seller = VisitorID("seller-\(number / 10)"), let key = IdempotencyKey("key-\(number)"),
            let picture = ProductPicture(file: "chair-\(number).jpg", width: 1200, height: 900)
        else { throw Client.Failure(description: "The market takes no such product.") }
        form.pictures = [picture]
        _ = try await store.offer(try NewProduct(form), by: seller, from: .init(), key: key)
    }
}
