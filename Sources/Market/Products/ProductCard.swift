import Live

/// A product in a list, as a card.
struct ProductCard {
    let strings: Strings
    let row: ProductRow

    /// Returns the card.
    ///
    /// - Parameter link: the attributes of the link that the card is; nil for a card that leads nowhere.
    func html(link: HTML? = nil) -> HTML {
        """
        <div class="frame">\(picture)</div>
        <h2 class="product-name">\(name(link))</h2>
        <p class="prices">\(PriceTag(strings: strings, price: row.price).html)</p>
        \(.part("p", id: "stock-\(row.id.description)", "class='stock-line'", StockLabel(strings: strings, stock: row.stock).html))
        """
    }

    private func name(_ link: HTML?) -> HTML {
        link.map { "<a class='product-link' id='a\(row.id.description)' \($0) dir='auto'>\(row.name.text)</a>" }
            ?? "<span dir='auto'>\(row.name.text)</span>"
    }

    /// The picture says nothing that the name doesn't.
    private var picture: HTML {
        row.picture?.image("", isSmall: true)
            ?? "<svg class='no-picture' viewBox='0 0 24 24' aria-hidden='true'><path d='M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4'/></svg>"
    }
}
