import Foundation
import LiveSQL

// Values that take one column each, and the rows of answers.

extension ProductID: SQLValue {}
extension OrderID: SQLValue {}
extension Fulfilment: SQLValue {}

/// A value that takes one column, as its text.
package protocol TextColumn: SQLValue, LosslessStringConvertible {}

extension TextColumn {
    /// The text.
    package var datum: SQLDatum { .text(description) }

    /// Reads a text; nil for one that is no such value.
    package init?(datum: SQLDatum) {
        guard let text = String(datum: datum) else { return nil }
        self.init(text)
    }
}

extension VisitorID: TextColumn {}
extension IdempotencyKey: TextColumn {}
extension MarketCode: TextColumn {}

extension Won: SQLValue {
    /// The amount.
    package var datum: SQLDatum { .integer(Int64(amount)) }

    /// Reads an amount; nil for one that is out of range.
    package init?(datum: SQLDatum) {
        guard let amount = Int(datum: datum) else { return nil }
        self.init(exactly: amount)
    }
}

extension SQLRow {
    /// Returns a typed text.
    ///
    /// - Throws: ``UnreadableRow``, as the functions below.
    func typed(_ index: Int, of table: String) throws -> String {
        (try value(index, of: table) as StoredText).text
    }

    /// Returns the list price in a column, with the bargain price in the next.
    func price(_ index: Int, of table: String) throws -> ProductPrice {
        let bargain: Won? = try value(index + 1, of: table)
        guard let price = ProductPrice(list: try value(index, of: table), bargain: bargain)
        else { throw UnreadableRow(table: table) }
        return price
    }

    /// Returns the picture whose file is in a column, with its size in the next two; nil when there is none.
    func picture(_ index: Int) throws -> ProductPicture? {
        guard let file: String = try value(index, of: "picture") else { return nil }
        let (width, height): (Int, Int) = try (value(index + 1, of: "picture"), value(index + 2, of: "picture"))
        guard let picture = ProductPicture(file: file, width: width, height: height) else {
            throw UnreadableRow(table: "picture")
        }
        return picture
    }

    func time(_ index: Int, of table: String) throws -> Date { (try value(index, of: table) as StoredTime).date }

    func timeIfAny(_ index: Int, of table: String) throws -> Date? {
        (try value(index, of: table) as StoredTime?)?.date
    }
}

extension ProductRow {
    /// Reads the columns of ``ProductStatements/row``.
    ///
    /// - Parameter first: the index of the first one.
    init(_ row: SQLRow, at first: Int) throws {
        self.init(
            id: try row.value(first, of: "product"),
            name: ProductName(stored: try row.typed(first + 1, of: "product")),
            price: try row.price(first + 2, of: "product"), stock: try row.value(first + 4, of: "product"),
            picture: try row.picture(first + 6), revision: try row.value(first + 5, of: "product"))
    }
}

extension Offer {
    /// Reads a row of ``ProductStatements/product``, which are as many as the product has pictures.
    static func read(_ row: SQLRow, into offer: inout Offer?) throws {
        var pictures = offer?.product.pictures ?? []
        if let picture = try row.picture(11) { pictures.append(picture) }
        if offer != nil {
            offer?.product.pictures = pictures
            return
        }
        offer = Offer(
            product: Product(
                id: try row.value(0, of: "product"),
                seller: try row.value(1, of: "product"),
                name: ProductName(stored: try row.typed(3, of: "product")),
                description: ProductDescription(stored: try row.typed(4, of: "product")),
                price: try row.price(5, of: "product"), stock: try row.value(7, of: "product"), pictures: pictures,
                revision: try row.value(8, of: "product"), offeredAt: try row.time(9, of: "product")),
            code: try row.value(2, of: "product"))
    }
}

/// An order with the items that are read of it: all, or those of a seller.
struct PurchaseRow {
    let id: OrderID
    private let code: MarketCode
    private let fulfilment: Fulfilment
    private let delivery: Won
    private let orderedAt: Date
    private let cancelledAt: Date?
    private(set) var items: [PurchaseItem] = []

    private init(_ row: SQLRow) throws {
        let table = "purchase"
        id = try row.value(0, of: table)
        code = try row.value(1, of: table)
        fulfilment = try row.value(2, of: table)
        delivery = try row.value(3, of: table)
        orderedAt = try row.time(4, of: table)
        cancelledAt = try row.timeIfAny(5, of: table)
    }

    /// Reads a row, which has one item. The rows may come in any order.
    static func read(_ row: SQLRow, into purchases: inout [PurchaseRow]) throws {
        let id: OrderID = try row.value(0, of: "purchase")
        var index = purchases.count - 1
        if purchases.last?.id != id { index = purchases.firstIndex { $0.id == id } ?? purchases.count }
        if index == purchases.count { purchases.append(try PurchaseRow(row)) }
        let table = "purchaseItem"
        purchases[index].items.append(
            PurchaseItem(
                id: try row.value(6, of: table),
                product: try row.value(7, of: table),
                name: ProductName(stored: try row.typed(8, of: table)), price: try row.price(9, of: table),
                quantity: try row.value(11, of: table), pickedUpAt: try row.timeIfAny(12, of: table)))
    }

    private var inOrder: [PurchaseItem] { items.sorted { $0.id < $1.id } }

    /// The order as its buyer sees it.
    var purchase: Purchase {
        Purchase(
            id: id, code: code, fulfilment: fulfilment, items: inOrder, delivery: delivery, orderedAt: orderedAt,
            cancelledAt: cancelledAt)
    }

    /// The order as the seller of the items sees it.
    var sale: Sale {
        Sale(id: id, fulfilment: fulfilment, items: inOrder, orderedAt: orderedAt, cancelledAt: cancelledAt)
    }
}
