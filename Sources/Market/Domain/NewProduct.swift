import Live

/// The form of a product, as it is filled in.
package struct ProductForm: Hashable, Sendable {
    package var name = ""
    /// The list price in won.
    package var price = ""
    /// The bargain price in won; empty for none.
    package var bargainPrice = ""
    /// Number of pieces.
    package var stock = ""
    package var description = ""
    package var pictures: [ProductPicture] = []

    /// An empty form.
    package init() {}

    /// The form for editing a product.
    package init(_ product: Product) {
        name = product.name.text
        price = String(product.price.list.amount)
        bargainPrice = product.price.bargain.map { String($0.amount) } ?? ""
        stock = String(product.stock)
        description = product.description.text
        pictures = product.pictures
    }
}

/// A field of a ``ProductForm``.
package enum ProductField: String, CaseIterable, Hashable, Sendable {
    case name, price, bargainPrice, stock, description, pictures
}

/// The reason why a field of a product's form is refused.
package enum ProductFault: Hashable, Sendable {
    case text(TextFault)
    case number(NumberFault)
    /// The bargain price is not below the list price.
    case notBelowPrice
    /// There is no picture.
    case pictureIsMissing
    /// There are more pictures than ``ProductPicture/counts`` allows, or one of them twice.
    case tooManyPictures
}

/// The faults of a product's form: one for each field that has any.
package struct ProductFaults: Error, Hashable, Sendable {
    package let fields: [ProductField: ProductFault]
}

/// The fields of a product as its seller has filled them in, checked: of an offer, or in place of those that it has.
package struct NewProduct: Hashable, Sendable {
    /// Numbers of pieces that can be offered.
    package static let offeredStock = 1...9_999
    /// Numbers of pieces that an edit can set. A cancelled order may bring back more.
    package static let editedStock = 0...9_999

    package let name: ProductName
    package let description: ProductDescription
    package let price: ProductPrice
    /// Number of pieces.
    package let stock: Int
    package let pictures: [ProductPicture]

    /// Checks all fields of a form.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - stocks: the numbers of pieces that are accepted: ``offeredStock``, or ``editedStock`` for a product that is
    ///     offered already.
    /// - Throws: the faults of all fields at once.
    package init(_ form: ProductForm, stock stocks: ClosedRange<Int> = offeredStock) throws(ProductFaults) {
        var faults: [ProductField: ProductFault] = [:]
        func check<Value>(_ field: ProductField, _ read: () throws -> Value) -> Value? {
            do {
                return try read()
            } catch let fault as TextFault {
                faults[field] = .text(fault)
            } catch let fault as NumberFault {
                faults[field] = .number(fault)
            } catch {
                preconditionFailure("A field has no other faults: \(error)")
            }
            return nil
        }
        func won(_ field: ProductField, _ text: String) -> Won? {
            check(field) { Won(clamping: try Int(typed: text, in: ProductPrice.range)) }
        }
        let name = check(.name) { try ProductName(form.name) }
        let description = check(.description) { try ProductDescription(form.description) }
        let list = won(.price, form.price)
        let stock = check(.stock) { try Int(typed: form.stock, in: stocks) }
        let hasBargain = form.bargainPrice.utf8.count > Int.typedByteLimit || form.bargainPrice.hasVisibleCharacter
        let bargain = hasBargain ? won(.bargainPrice, form.bargainPrice) : nil
        if let bargain, let list, bargain >= list { faults[.bargainPrice] = .notBelowPrice }
        if form.pictures.isEmpty { faults[.pictures] = .pictureIsMissing }
        if form.pictures.count > ProductPicture.counts.upperBound
            || Set(form.pictures.map(\.file)).count < form.pictures.count
        {
            faults[.pictures] = .tooManyPictures
        }
        guard faults.isEmpty, let name, let description, let list, let stock,
            let price = ProductPrice(list: list, bargain: bargain)
        else { throw ProductFaults(fields: faults) }
        (self.name, self.description, self.price) = (name, description, price)
        (self.stock, self.pictures) = (stock, form.pictures)
    }
}
