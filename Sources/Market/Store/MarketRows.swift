import Foundation
import GRDB
import LiveSQLite

// Values that take one column each, and the rows of answers.

extension ProductID: DatabaseValueConvertible {}
extension OrderID: DatabaseValueConvertible {}
extension Fulfilment: DatabaseValueConvertible {}

/// A value that takes one column, as its text.
package protocol TextColumn: LosslessStringConvertible, DatabaseValueConvertible {}

extension TextColumn {
    /// The text.
    package var databaseValue: DatabaseValue { description.databaseValue }

    /// Reads a text; nil for one that is no such value.
    package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).flatMap { Self($0) }
    }
}

extension VisitorID: TextColumn {}
extension IdempotencyKey: TextColumn {}
extension MarketCode: TextColumn {}

extension Won: DatabaseValueConvertible {
    /// The amount.
    package var databaseValue: DatabaseValue { amount.databaseValue }

    /// Reads an amount; nil for one that is out of range.
    package static func fromDatabaseValue(_ value: DatabaseValue) -> Won? {
        Int.fromDatabaseValue(value).flatMap { Won(exactly: $0) }
    }
}

extension ResultRow {
    /// Returns a value that a text stands for.
    ///
    /// - Throws: ``UnreadableRow``, as the functions below.
    func parsed<Value>(_ index: Int, of table: String, _ parse: (String) -> Value?) throws -> Value {
        guard let value = parse(try value(index, of: table)) else { throw UnreadableRow(table: table) }
        return value
    }

    /// Returns a typed text.
    func typed(_ index: Int, of table: String) throws -> String {
        guard let text = text(index) else { throw UnreadableRow(table: table) }
        return text
    }

    /// Returns the list price in a column, with the bargain price in the next.
    func price(_ index: Int, of table: String) throws -> ProductPrice {
        let bargain: Int? = self[index + 1]
        guard let list = Won(exactly: try value(index, of: table)),
            let price = ProductPrice(list: list, bargain: bargain.map { Won(clamping: $0) })
        else { throw UnreadableRow(table: table) }
        return price
    }

    /// Returns the picture whose file is in a column, with its size in the next two; nil when there is none.
    func picture(_ index: Int) throws -> ProductPicture? {
        guard let file = self[index] as String? else { return nil }
        let (width, height): (Int, Int) = try (value(index + 1, of: "picture"), value(index + 2, of: "picture"))
        guard let picture = ProductPicture(file: file, width: width, height: height) else {
            throw UnreadableRow(table: "picture")
        }
        return picture
    }

    func time(_ index: Int, of table: String) throws -> Date {
        StoredTime(milliseconds: try value(index, of: table)).date
    }

    func timeIfAny(_ index: Int) -> Date? { (self[index] as Int64?).map { StoredTime(milliseconds: $0).date } }
}

extension ProductRow {
    /// Reads the columns of ``ProductStatements/row``.
    ///
    /// - Parameter first: the index of the first one.
    init(_ row: ResultRow, at first: Int) throws {
        self.init(
            id: ProductID(rawValue: try row.value(first, of: "product")),
            name: ProductName(stored: try row.typed(first + 1, of: "product")),
            price: try row.price(first + 2, of: "product"), stock: try row.value(first + 4, of: "product"),
            picture: try row.picture(first + 6), revision: try row.value(first + 5, of: "product"))
    }
}

extension Offer {
    /// Reads a row of ``ProductStatements/product``, which are as many as the product has pictures.
    static func read(_ row: ResultRow, into offer: inout Offer?) throws {
        var pictures = offer?.product.pictures ?? []
        if let picture = try row.picture(11) { pictures.append(picture) }
        if offer != nil {
            offer?.product.pictures = pictures
            return
        }
        offer = Offer(
            product: Product(
                id: ProductID(rawValue: try row.value(0, of: "product")),
                seller: try row.parsed(1, of: "product") { VisitorID($0) },
                name: ProductName(stored: try row.typed(3, of: "product")),
                description: ProductDescription(stored: try row.typed(4, of: "product")),
                price: try row.price(5, of: "product"), stock: try row.value(7, of: "product"), pictures: pictures,
                revision: try row.value(8, of: "product"), offeredAt: try row.time(9, of: "product")),
            code: try row.parsed(2, of: "product") { MarketCode($0) })
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

    private init(_ row: ResultRow) throws {
        let table = "purchase"
        id = OrderID(rawValue: try row.value(0, of: table))
        code = try row.parsed(1, of: table) { MarketCode($0) }
        fulfilment = try row.parsed(2, of: table) { Fulfilment(rawValue: $0) }
        delivery = Won(clamping: try row.value(3, of: table))
        orderedAt = try row.time(4, of: table)
        cancelledAt = row.timeIfAny(5)
    }

    /// Reads a row, which has one item. The rows of an order come one after the other, in any order.
    static func read(_ row: ResultRow, into purchases: inout [PurchaseRow]) throws {
        let id = OrderID(rawValue: try row.value(0, of: "purchase"))
        if purchases.last?.id != id { purchases.append(try PurchaseRow(row)) }
        let table = "purchaseItem"
        purchases[purchases.count - 1].items.append(
            PurchaseItem(
                id: try row.value(6, of: table),
                product: (row[7] as Int64?).map { ProductID(rawValue: $0) },
                name: ProductName(stored: try row.typed(8, of: table)), price: try row.price(9, of: table),
                quantity: try row.value(11, of: table), pickedUpAt: row.timeIfAny(12)))
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
