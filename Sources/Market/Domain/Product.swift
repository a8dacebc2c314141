import Foundation
import Live

/// The name of a product: one line of 1 to 60 characters, trimmed at both ends.
package struct ProductName: Hashable, Sendable {
    /// The most characters of a name.
    package static let limit = 60

    /// The trimmed name.
    @ExactText package private(set) var text: String

    /// Puts a typed text into one line, trims and checks it.
    ///
    /// - Throws: the fault of the text.
    package init(_ typed: some StringProtocol) throws(TextFault) {
        let line = typed.inOneLine(limit: Self.limit)
        if let fault = line.fault(limit: Self.limit) { throw fault }
        text = line.trimmedAtEnds
    }

    /// A name from the database.
    init(stored text: String) { self.text = text }
}

/// The description of a product: 1 to 1,000 characters, of any number of lines, trimmed at both ends.
package struct ProductDescription: Hashable, Sendable {
    /// The most characters of a description.
    package static let limit = 1_000

    /// The trimmed description.
    @ExactText package private(set) var text: String

    /// Trims and checks a typed text.
    ///
    /// - Throws: the fault of the text.
    package init(_ typed: some StringProtocol) throws(TextFault) {
        if let fault = typed.fault(limit: Self.limit) { throw fault }
        text = typed.trimmedAtEnds
    }

    /// A description from the database.
    init(stored text: String) { self.text = text }
}

/// A picture of a product: a file that the server has made of an upload, and its size.
package struct ProductPicture: Hashable, Sendable {
    /// Numbers of pictures that a product can have.
    package static let counts = 1...5
    /// Widths and heights in pixels.
    package static let sizes = 1...20_000

    /// The name of the file, in the server's folder of pictures.
    package let file: String
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    /// - Parameters:
    ///   - file: the name of the file: 1 to 80 small letters of ASCII, digits, hyphens and underscores, with one dot
    ///     between them. It leads to no other folder.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    /// - Returns: nil for another name or size.
    package init?(file: String, width: Int, height: Int) {
        let parts = file.utf8.prefix(81).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard file.utf8.count <= 80, parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfName) }),
            Self.sizes.contains(width), Self.sizes.contains(height)
        else { return nil }
        (self.file, self.width, self.height) = (file, width, height)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A product that is offered.
package struct Product: Hashable, Sendable, Identifiable {
    package let id: ProductID
    /// The browser that offers it. It is shown to nobody.
    package let seller: VisitorID
    package var name: ProductName
    package var description: ProductDescription
    package var price: ProductPrice
    /// Number of pieces that are left; 0 when it is sold out.
    package var stock: Int
    /// The pictures, in their order; the first one is shown in lists.
    package var pictures: [ProductPicture]
    /// Number of the product's versions: each edit and each change of the stock makes a new one.
    package var revision: Int
    /// The time of the offer.
    package let offeredAt: Date

    init(
        id: ProductID, seller: VisitorID, name: ProductName, description: ProductDescription, price: ProductPrice,
        stock: Int, pictures: [ProductPicture], revision: Int, offeredAt: Date
    ) {
        (self.id, self.seller, self.name, self.description) = (id, seller, name, description)
        (self.price, self.stock, self.pictures) = (price, stock, pictures)
        (self.revision, self.offeredAt) = (revision, offeredAt)
    }
}

/// A product in a list, with one picture.
package struct ProductRow: Hashable, Sendable, Identifiable {
    package let id: ProductID
    package var name: ProductName
    package var price: ProductPrice
    /// Number of pieces that are left; 0 when it is sold out.
    package var stock: Int
    /// The first picture; nil when the product has none.
    package var picture: ProductPicture?
    /// See ``Product/revision``: of two rows of a product, the one with the higher revision is the newer one.
    package var revision: Int

    init(
        id: ProductID, name: ProductName, price: ProductPrice, stock: Int, picture: ProductPicture?, revision: Int
    ) {
        (self.id, self.name, self.price) = (id, name, price)
        (self.stock, self.picture, self.revision) = (stock, picture, revision)
    }

    /// The row of a product.
    package init(_ product: Product) {
        self.init(
            id: product.id, name: product.name, price: product.price, stock: product.stock,
            picture: product.pictures.first, revision: product.revision)
    }
}

/// A page of the list of products, the latest offers first.
package struct ProductPage: Hashable, Sendable {
    /// Number of products of a page; the last one may have fewer.
    package static let size = 20
    /// Number of products that are listed and searched at most: the latest ones.
    package static let mostProducts = 10_000

    /// At most ``size``.
    package var rows: [ProductRow]
    /// The number of this page, from 1 on.
    package var number: Int
    /// Number of pages; 1 when there is no product.
    package var count: Int
    /// Number of products on all pages.
    package var productCount: Int

    init(rows: [ProductRow] = [], number: Int = 1, productCount: Int = 0) {
        (self.rows, self.number, self.productCount) = (rows, number, productCount)
        count = max(1, (productCount + Self.size - 1) / Self.size)
    }

    /// Whether no page follows.
    package var isLast: Bool { number >= count }
}

/// An offer as its seller sees it.
package struct Offer: Hashable, Sendable {
    package var product: Product
    /// The code by which another device can edit and remove it.
    package let code: MarketCode
}

/// A part of a list that is too long to be read at once.
package struct MarketSlice<Element: Sendable & Hashable>: Hashable, Sendable {
    /// Number of elements at most, whatever is asked for.
    package static var limit: Int { 50 }

    /// The elements, in the order of the list.
    package var elements: [Element] = []
    /// Whether others follow.
    package var hasMore = false

    /// Creates an empty slice.
    package init() {}
}
