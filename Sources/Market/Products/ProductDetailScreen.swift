import Live
import LiveSite
import Streams

/// The page `/products/{id}`; with `?over=1` a dialog over the list.
struct ProductDetailScreen: Screen {
    let store: any MarketStore
    let visitor: VisitorID
    let strings: Strings
    /// The product as the page was opened.
    let product: Product
    /// The seller, when the visitor is that, with the offer's code; nil for everybody else.
    let offer: (holder: Holder, code: MarketCode)?
    /// The dialog that the product is in; nil for a page.
    let dialog: ProductDialog?

    /// Others are shown at the address of a product.
    var variant: String { "product" }

    func makeViewModel(_ page: Page) -> ProductDetailViewModel {
        ProductDetailViewModel(
            store: store, visitor: visitor, strings: strings, initial: product, holder: offer?.holder,
            scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> ProductDetailViewModel.Input {
        .init(
            addToBasket: page.input(), remove: page.input(), productChanges: page.changes(of: product.id, in: store),
            basketCount: page.basketCount(of: visitor, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let content: HTML = """
            \(output.failAlertAction.moment("div", "role='alert'") { words in
                "<div class='notice alert'><p>\(words)</p></div>"
            })
            <article class="detail">
            \(output.product.slot(part: "pictures", "div", "class='pictures'", pictures))
            <div class="detail-text">
            \(output.product.slot(part: "detail-head", "div", "", head))
            \(output.stock.slot(part: "left", "p", "class='stock-line' aria-live='polite'") { stock in
                StockLabel(strings: strings, stock: stock).html
            })
            \(offer == nil ? "\(output.stock.slot(part: "buy", "div", "class='buy'") { buy($0, input) })" : own(input))
            \(output.added.moment("div", "role='status'") { added })
            \(output.product.slot(part: "description", "div", "class='description'", description))
            </div>
            </article>
            """
        return Layout(
            strings: strings, title: product.name.text, page: page, basketCount: output.basketCount,
            sheets: ["/market/products.css"]
        ).document(
            dialog?.html(content)
                ?? "<nav><a class='back' href='\(Routes.products.path())'>\(strings.allProducts)</a></nav>\(content)")
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.failed) { $0.status }
        page.redirect(on: output.added, flash: { _ in strings.added }, to: { here })
        page.navigate(
            on: output.removed, forgetsTyping: true, flash: { _ in strings.removed },
            to: { _ in Routes.products.path() })
        page.title(with: output.product) { strings.title(($0 ?? product).name.text) }
    }

    /// The page's own address.
    private var here: String {
        dialog.map { ProductDialog.address(of: product.id, over: $0.list) } ?? Routes.product.path(product.id)
    }

    // MARK: The product

    private func pictures(_ product: Product?) -> HTML {
        guard let product else { return EmptyState.picture }
        let count = product.pictures.count
        return """
            \(product.pictures.enumerated().map { index, picture in
                picture.image(
                    count == 1
                        ? strings.picture(of: product.name.text)
                        : strings.picture(index + 1, of: count, of: product.name.text), isLazy: index > 0)
            })
            """
    }

    private func head(_ product: Product?) -> HTML {
        guard let product else { return "<h1 id='product-name'>\(strings.isGone)</h1><p>\(strings.isGoneText)</p>" }
        return """
            <h1 id="product-name" dir="auto">\(product.name.text)</h1>
            <p class="prices">\(PriceTag(strings: strings, price: product.price).html)</p>
            """
    }

    private func description(_ product: Product?) -> HTML {
        "\(product.map { "<p dir='auto'>\($0.description.text)</p>" })"
    }

    private func buy(_ stock: Int, _ input: Model.Input) -> HTML {
        guard stock > 0 else {
            return "<p><button class='button' type='button' disabled>\(strings.soldOut)</button></p>"
        }
        return """
            \(input.addToBasket.form("", "<button class='button primary' id='add'>\(strings.addToBasket)</button>"))\
            <a class="button" href="\(Routes.basket.path())" data-unfetched>\(strings.toBasket)</a>
            """
    }

    /// The notice stands in the dialog, which lies over the page's own.
    private var added: HTML { "<p class='notice added' data-timeout='5000'>\(strings.added)</p>" }

    /// The seller's own tools. Removing asks once more, also without a script.
    private func own(_ input: Model.Input) -> HTML {
        """
        <section class="own" aria-labelledby="own-title">
        <h2 id="own-title">\(strings.yourOffer)</h2>
        <div class="buttons">
        <a class="button primary" href="\(Routes.product.path(product.id, query: ["edit": "1"]))">\(strings.edit)</a>
        <details class="confirm"><summary class="button danger">\(strings.remove)</summary>
        <div class="confirm-body"><p>\(strings.removeQuestion)</p>\
        \(input.remove.form("", "<button class='button danger'>\(strings.removeNow)</button>"))</div></details>
        </div>
        \(offer.map { "<p class='code-line'>\(strings.offerCode) <b class='code-text'>\($0.code.grouped)</b></p><p class='hint'>\(strings.offerCodeHint)</p>" })
        </section>
        """
    }
}
