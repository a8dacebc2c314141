import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves the list of products and the products: `/?page=&q=` and `/products/{id}`.
    ///
    /// - Parameters:
    ///   - codes: the codes that browsers hold.
    ///   - edit: makes the form of a product, for one who may edit it.
    mutating func addProducts(
        _ market: Market, _ codes: HeldCodes,
        edit: @escaping @Sendable (Visit, Product, Holder) throws -> any Screen
    ) {
        page(Routes.products, for: .anyone) { visit in
            ProductListScreen(
                store: market.store, visitor: try visit.visitor, searcher: visit.searcher, strings: visit.strings,
                typed: visit.query["q"] ?? "", page: visit.query["page"].flatMap { Int($0) } ?? 1,
                count: visit.position.flatMap { Int($0) } ?? 1)
        }
        page(Routes.product, for: .anyone) { visit, id in
            let (store, visitor) = (market.store, try visit.visitor)
            guard let product = try await store.product(id) else { throw HTTPError(.notFound) }
            let strings = visit.strings
            var offer: (holder: Holder, code: MarketCode)?
            if let own = product.seller == visitor ? try await store.offer(id, of: visitor) : nil {
                offer = (.visitor(visitor), own.code)
            } else if let held = try await codes.offer(id, of: visit, in: store) {
                offer = (.code(held.code), held.code)
            }
            if visit.query["edit"] != nil {
                guard let offer else { throw HTTPError(.notFound) }
                return try edit(visit, product, offer.holder)
            }
            var dialog: ProductDialog?
            if let list = ListAddress(behind: visit.query) {
                let keyword = try? Keyword(list.keyword)
                dialog = ProductDialog(
                    strings: strings, list: list,
                    page: try? await store.products(
                        pages: list.page...list.page, matching: keyword, for: visit.searcher
                    ).last)
            }
            return ProductDetailScreen(
                store: store, visitor: visitor, strings: strings, product: product,
                offer: offer, dialog: dialog)
        }
    }
}

/// The page `/`.
struct ProductListScreen: Screen {
    let store: any MarketStore
    let visitor: VisitorID
    /// The name by which the visitor's searches take turns.
    let searcher: String
    let strings: Strings
    /// The text that the search field holds first.
    let typed: String
    /// The page that is shown first.
    let page: Int
    /// Number of pages that the document had loaded when its session was lost.
    let count: Int

    func makeViewModel(_ page: Page) -> ProductListViewModel {
        ProductListViewModel(
            store: store, searcher: searcher, strings: strings,
            initial: ProductListProvider(keyword: typed, page: self.page, count: count), scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> ProductListViewModel.Input {
        .init(
            viewDidLoadTrigger: page.appeared, fetchMoreDatas: page.input(), refresh: page.input(),
            keyword: page.input(limit: TextLimit.bytes(of: Keyword.limit)), selection: page.input(),
            productChanges: page.productChanges(in: store), basketCount: page.basketCount(of: visitor, in: store))
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.browse, page: page, basketCount: output.basketCount,
            sheets: ["/market/products.css"], takesText: true, isPublic: true
        ).document(
            """
            \(output.failAlertAction.moment("div", "role='alert'") { alert($0, input) })
            <div class="list-head">
            <h1>\(strings.forSale)</h1>
            \(search(input, output))
            </div>
            \(output.summary.slot(part: "found", "div", "class='found' role='status'", found))
            \(output.foot.slot(part: "list-start", "div", "class='list-start'") { foot in
                "\(foot.previous.map { "<a class='button' href='\(address(foot.keyword, page: $0))'>\(strings.earlierPage)</a>" as HTML })"
            })
            \(output.productList.list(
                "ul", "class='products' role='list'", "class='product'", wording: strings.language.rawValue,
                id: { "product-\($0.id.description)" }, { card($0, input) }))
            <div class="list-foot">
            \(output.isLoading.slot("div", "role='status'") { isLoading in "\(if: isLoading, loading)" })
            \(output.foot.slot(part: "list-end", "div", "") { end($0, input) })
            </div>
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.failed) { $0.status }
        page.status(on: output.summary) { $0.fault == nil ? nil : 422 }
        page.address(with: output.address) { address($0.keyword, page: $0.page) }
        page.navigate(on: output.productSelected) { id in
            ProductDialog.address(of: id, over: output.state.value.address)
        }
        page.resume(with: output.state) { $0.loadedPages > 1 ? "\($0.loadedPages)" : nil }
    }

    // MARK: Search

    private func search(_ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <form class="search" method="get" action="\(Routes.products.path())" role="search">
        <div class="field">
        <label class="visually-hidden" for="q">\(strings.searchLabel)</label>
        <div class="entry"><input id="q" type="search" \(input.keyword, field: "q", text: typed) \
        placeholder="\(strings.searchLabel)" autocomplete="off" enterkeyhint="search" spellcheck="false" \
        aria-describedby="q-error"\(if: isRefused, " aria-invalid='true'")>\
        <button class="button" aria-label="\(strings.search)"><svg viewBox="0 0 24 24" aria-hidden="true">\
        <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L21 21"/></svg></button></div>
        \(output.summary.slot(part: "q-error", "p", FieldRow.errorAttributes("q")) { summary in
            "\(summary.fault.map { strings.keywordFault($0) } ?? "")"
        })
        </div>
        </form>
        """
    }

    private var isRefused: Bool { ProductListProvider(keyword: typed).fault != nil }

    private func found(_ summary: ListSummary) -> HTML {
        guard !summary.keyword.isEmpty, let count = summary.productCount else { return "" }
        // Screen readers hear this; the empty state below shows the same.
        if count == 0 { return "<p class='visually-hidden'>\(strings.nothingFound)</p>" }
        return """
            <p>\(strings.found(count, summary.keyword))</p>\
            <a class="button quiet" href="\(Routes.products.path())">\(strings.showAll)</a>
            """
    }

    private func alert(_ words: String, _ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(words)</p>\
        \(input.refresh.form("", "<button class='button'>\(strings.tryAgain)</button>"))</div>
        """
    }

    // MARK: Rows

    private func card(_ cell: ProductCell, _ input: Model.Input) -> HTML {
        ProductCard(strings: strings, row: cell.row).html(
            link: """
                href="\(ProductDialog.address(of: cell.id, over: cell.list))" \
                \(input.selection, value: cell.id.description) data-follow
                """)
    }

    private func end(_ foot: ListFoot, _ input: Model.Input) -> HTML {
        if foot.isEmpty, foot.previous == nil, foot.next == nil { return empty(foot.keyword) }
        guard let next = foot.next else { return "" }
        return """
            <a class="button" \(if: !foot.isFull, "\(input.fetchMoreDatas) data-visible") \
            href="\(address(foot.keyword, page: next))">\(strings.showMore)</a>
            """
    }

    private func empty(_ keyword: String) -> HTML {
        guard keyword.isEmpty else {
            return EmptyState(
                title: strings.nothingFound, text: strings.nothingFound(keyword),
                way: (Routes.products.path(), strings.showAll)
            ).html
        }
        return EmptyState(
            title: strings.nothingForSale, text: "\(strings.nothingForSaleText)",
            way: (Routes.sell.path(), strings.offerFirst)
        ).html
    }

    private var loading: HTML {
        """
        <p class="loading"><span class="busy" aria-hidden="true"><i></i><i></i><i></i></span>\(strings.loading)</p>
        """
    }

    private func address(_ keyword: String, page: Int) -> String {
        Routes.products.path(query: Query(list: ListAddress(keyword: keyword, page: page)))
    }
}

extension Query {
    /// The query of a list's address.
    init(list: ListAddress) {
        self.init()
        if list.page > 1 { self = adding("page", "\(list.page)") }
        if !list.keyword.isEmpty { self = adding("q", list.keyword) }
    }
}
