import Live
import LiveSite

/// A product over the list that it was chosen from. The page is one of its own, with its own address, and the list behind it is
/// a picture of that list: it stands still, and nothing in it can be reached.
struct ProductDialog {
    let strings: Strings
    let list: ListAddress
    /// The page of the list; nil when it can't be read, which leaves the dialog as it is.
    let page: ProductPage?

    /// Returns the address of a product over a list.
    static func address(of product: ProductID, over list: ListAddress) -> String {
        // The fragment brings the product's row behind the dialog, where it was before.
        Routes.product.path(product, query: Query(list: list).adding("over", "1")) + "#product-\(product)"
    }

    /// The address that closes the dialog.
    var closing: String { Routes.products.path(query: Query(list: list)) }

    /// Returns the main content of the page with this content of the dialog.
    func html(_ content: HTML) -> HTML {
        """
        <dialog class="sheet" aria-labelledby="product-name" data-modal data-close="\(closing)">
        <a class="close" href="\(closing)" aria-label="\(strings.close)"><svg viewBox="0 0 24 24" aria-hidden="true">\
        <path d="M6 6l12 12M18 6L6 18"/></svg></a>
        \(content)
        </dialog>
        <div class="behind" inert aria-hidden="true">
        <div class="list-head"><p class="heading">\(strings.forSale)</p></div>
        <ul class="products">\((page?.rows ?? []).map { row in
            "<li class='product' id='product-\(row.id.description)'>\(ProductCard(strings: strings, row: row).html())</li>" as HTML
        })</ul>
        </div>
        """
    }
}

extension ListAddress {
    /// The list that a dialog lies over, by the address of the dialog; nil for a page.
    init?(behind query: Query) {
        guard query["over"] != nil else { return nil }
        let typed = query["q"].flatMap { try? Keyword($0) }
        self.init(keyword: typed?.text ?? "", page: max(1, query["page"].flatMap { Int($0) } ?? 1))
    }
}
