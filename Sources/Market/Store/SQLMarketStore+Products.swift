import Foundation
import Live
import LiveHTTP
import LiveSQL

extension SQLMarketStore {
    package func products(
        pages numbers: ClosedRange<Int>, matching keyword: Keyword?, for searcher: String
    ) async throws -> [ProductPage] {
        // All numbers beyond the last page have one answer.
        let last = ProductPage.mostProducts / ProductPage.size
        let first = min(max(numbers.lowerBound, 1), last)
        let numbers = first...min(max(numbers.upperBound, first), first + MarketLimits.pages - 1, last)
        try Task.checkCancellation()
        guard let keyword else { return try await pages(numbers, matching: nil) }
        do {
            return try await searches.run(for: searcher, within: Self.searchTime) { _ in
                try await pages(numbers, matching: keyword)
            }
        } catch is WorkQueue.Refusal { throw MarketError.busy }
    }

    /// Longest time that a search may wait for its turn and work.
    private static let searchTime = Duration.seconds(20)

    private func pages(_ numbers: ClosedRange<Int>, matching keyword: Keyword?) async throws -> [ProductPage] {
        try await answers.answer(to: .pages(numbers, keyword), of: Subject.list) {
            let function: StaticString = "products(pages:matching:for:)"
            let read = { @Sendable (db: any SQLConnection) -> [ProductPage] in
                var (rows, number, count): ([ProductRow], Int, Int) = ([], 1, 0)
                let (sql, arguments): (String, [any SQLValue]) =
                    if let keyword {
                        (
                            lists.foundPages,
                            [numbers.lowerBound, lists.query(ProductTerms.phrases(of: keyword)), numbers.count]
                        )
                    } else {
                        (lists.pages, [numbers.lowerBound, numbers.count])
                    }
                try db.forEachRow(sql, arguments) { row in
                    (count, number) = (try row.value(0, of: "tally"), try row.value(1, of: "tally"))
                    if !row.isNull(2) { rows.append(try ProductRow(row, at: 2)) }
                }
                rows.sort { $0.id > $1.id }
                if rows.isEmpty { return [ProductPage(number: number, productCount: count)] }
                return stride(from: 0, to: rows.count, by: ProductPage.size).map { start in
                    ProductPage(
                        rows: Array(rows[start..<min(start + ProductPage.size, rows.count)]),
                        number: number + start / ProductPage.size, productCount: count)
                }
            }
            if keyword != nil { return try await searchAccess.read(for: function, read) }
            return try await feed.read(again: Change(movesRows: true), for: function, read)
        }
    }

    package func products(among ids: Set<ProductID>) async throws -> [ProductRow] {
        let asked = ids.sorted(by: >).prefix(MarketLimits.products)
        let array = "[" + asked.map(\.description).joined(separator: ",") + "]"
        return try await answers.answer(to: .rows(Set(asked)), of: Subject.list) {
            try await feed.read(again: Change(products: Set(asked)), for: "products(among:)") { db in
                var rows: [ProductRow] = []
                try db.forEachRow(lists.among, [array]) { rows.append(try ProductRow($0, at: 0)) }
                return rows.sorted { $0.id > $1.id }
            }
        }
    }

    package func product(_ id: ProductID) async throws -> Product? {
        try Task.checkCancellation()
        return try await answers.answer(
            to: .product(id), of: Subject.product(id), keeping: { $0 != nil },
            read: {
                try await feed.read(again: Change(products: [id]), for: "product(_:)") { db in
                    try stored(id, db)?.product
                }
            })
    }

    package func offer(madeWith key: IdempotencyKey, by seller: VisitorID) async throws -> Offer? {
        try await access.read { db in
            try productID(ProductStatements.offered, [seller, key], db).flatMap { try stored($0, db) }
        }
    }

    package func offer(_ id: ProductID, of seller: VisitorID) async throws -> Offer? {
        try await access.read { db in try stored(id, db).flatMap { $0.product.seller == seller ? $0 : nil } }
    }

    package func offer(_ code: MarketCode) async throws -> Offer? {
        try await access.read { db in
            var offer: Offer?
            try db.forEachRow(ProductStatements.productOfCode, [code]) { try Offer.read($0, into: &offer) }
            return offer
        }
    }

    package func offers(
        of seller: VisitorID, after last: ProductID?, limit: Int
    ) async throws -> MarketSlice<ProductRow> {
        let limit = MarketSlice<ProductRow>.limit(limit)
        return try await feed.read(again: Change(visitors: [seller: .offers])) { db in
            var rows: [ProductRow] = []
            let arguments: [any SQLValue] = [seller, last?.rawValue ?? .max, limit + 1]
            try db.forEachRow(ProductStatements.ofSeller, arguments) { rows.append(try ProductRow($0, at: 0)) }
            return MarketSlice(rows, limit: limit)
        }
    }

    package func offer(
        _ product: NewProduct, by seller: VisitorID, from client: Client, key: IdempotencyKey
    ) async throws -> Offer {
        // Outside the transaction, so that other writes wait less.
        let terms = ProductTerms.terms(of: product)
        return try await write { db in
            if let id = try productID(ProductStatements.offered, [seller, key], db) {
                return Written(try existing(id, db))
            }
            let now = access.now
            try count(client, seller, at: now, db)
            let values: [any SQLValue] = [
                seller, try newCode(ProductStatements.isCodeTaken, db), key, StoredText(product.name.text),
                StoredText(product.description.text), product.price.list, product.price.bargain, product.stock, now,
            ]
            let id = ProductID(rawValue: try db.insert(ProductStatements.insert, values))
            try db.run(ProductStatements.tally, [1])
            try insert(product.pictures, of: id, db)
            try db.run(lists.index, [id, lists.terms(terms)])
            var written = Written(try existing(id, db))
            (written.change.products, written.change.movesRows) = ([id], true)
            written.change.visitors = [seller: .offers]
            return written
        }
    }

    /// Counts an offer of a seller and of an address.
    ///
    /// - Throws: ``MarketError/tooManyOffers(until:)``.
    private func count(_ client: Client, _ seller: VisitorID, at now: StoredTime, _ db: any SQLConnection) throws {
        let makers = makers(client, seller)
        if let end = try wait(of: makers, at: now, db) { throw MarketError.tooManyOffers(until: end.date) }
        for maker in makers { try db.run(ProductStatements.countOffer, [maker, now]) }
    }

    package func offerWait(of seller: VisitorID, from client: Client) async throws -> Date? {
        try await access.read { db in try wait(of: makers(client, seller), at: access.now, db)?.date }
    }

    private func makers(_ client: Client, _ seller: VisitorID) -> [String] {
        var makers = ["visitor \(seller)"]
        // An address of this machine is that of a proxy which doesn't forward the visitor's.
        if !client.address.isEmpty, !client.isLocal {
            makers.append("address \(AddressGroup(address: client.address).text)")
        }
        return makers
    }

    /// The end of the longest wait of makers who have made as many offers as are allowed; nil for none.
    private func wait(of makers: [String], at now: StoredTime, _ db: any SQLConnection) throws -> StoredTime? {
        let start = now.adding(.zero - MarketLimits.offerInterval)
        var ends: [StoredTime] = []
        for maker in makers {
            var times: [StoredTime] = []
            try db.forEachRow(ProductStatements.recentOffers, [maker, start]) {
                times.append(try $0.value(0, of: "recentOffer"))
            }
            if times.count >= MarketLimits.offers {
                ends.append(times[times.count - MarketLimits.offers].adding(MarketLimits.offerInterval))
            }
        }
        return ends.max()
    }

    package func edit(
        _ id: ProductID, _ fields: NewProduct, from revision: Int, by holder: Holder
    ) async throws -> Product {
        let terms = ProductTerms.terms(of: fields)
        return try await write { db in
            let offer = try existing(id, of: holder, db)
            if offer.product.has(fields) { return Written(offer.product) }
            let isEdited = try db.run(
                ProductStatements.edit,
                [
                    id, revision, StoredText(fields.name.text), StoredText(fields.description.text), fields.price.list,
                    fields.price.bargain, fields.stock,
                ])
            guard isEdited > 0 else { throw MarketError.changedSince(offer.product) }
            if offer.product.pictures != fields.pictures {
                try removePictures(of: id, db)
                try insert(fields.pictures, of: id, db)
            }
            let movesRows = offer.product.name != fields.name || offer.product.description != fields.description
            if movesRows { try db.run(lists.indexAgain, [id, lists.terms(terms)]) }
            var written = Written(try existing(id, db).product)
            (written.change.products, written.change.movesRows) = ([id], movesRows)
            written.change.visitors = [offer.product.seller: .offers]
            return written
        }
    }

    /// Number of visitors at most whose pages are told that a product left their baskets. Others see it when they look.
    private static let toldOfRemoval = 1_000

    package func remove(_ id: ProductID, by holder: Holder) async throws {
        try await write { db in
            let seller = try existing(id, of: holder, db).product.seller
            var written = Written(())
            (written.change.products, written.change.movesRows) = ([id], true)
            try db.forEachRow(BasketStatements.holders, [id, Self.toldOfRemoval]) { row in
                written.change.visitors[try row.value(0, of: "basketItem")] = .basket
            }
            written.change.visitors[seller, default: []].insert(.offers)
            try removePictures(of: id, db)
            try db.run(ProductStatements.removeFromIndex, [id])
            try db.run(ProductStatements.remove, [id])
            try db.run(ProductStatements.tally, [-1])
            return written
        }
    }

    private func insert(_ pictures: [ProductPicture], of id: ProductID, _ db: any SQLConnection) throws {
        for (position, picture) in pictures.enumerated() {
            try db.run(
                ProductStatements.insertPicture, [id, position, picture.file, picture.width, picture.height])
            try db.run(ProductStatements.forgetFile, [picture.file])
        }
    }

    /// Removes the pictures of a product. Their files are strays then, unless another product shows them.
    private func removePictures(of id: ProductID, _ db: any SQLConnection) throws {
        try db.run(ProductStatements.strayPictures, [id])
        try db.run(ProductStatements.removePictures, [id])
    }

    private func productID(_ sql: String, _ values: [any SQLValue], _ db: any SQLConnection) throws -> ProductID? {
        try db.first(sql, values) { try $0.value(0, of: "product") }
    }

    private func stored(_ id: ProductID, _ db: any SQLConnection) throws -> Offer? {
        var offer: Offer?
        try db.forEachRow(ProductStatements.product, [id]) { try Offer.read($0, into: &offer) }
        return offer
    }

    private func existing(_ id: ProductID, _ db: any SQLConnection) throws -> Offer {
        guard let offer = try stored(id, db) else { throw MarketError.notFound }
        return offer
    }

    private func existing(_ id: ProductID, of holder: Holder, _ db: any SQLConnection) throws -> Offer {
        let offer = try existing(id, db)
        let isHolders =
            switch holder {
            case .visitor(let visitor): offer.product.seller == visitor
            case .code(let code): offer.code == code
            }
        guard isHolders else { throw MarketError.notFound }
        return offer
    }
}

extension Product {
    /// Whether its fields are those of a form.
    fileprivate func has(_ fields: NewProduct) -> Bool {
        name == fields.name && description == fields.description && price == fields.price && stock == fields.stock
            && pictures == fields.pictures
    }
}
