import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/orders`: the latest rows of each list, or those of one list after a row (`?orders=`, `?sales=`, `?offers=`).
    mutating func addOrders(_ market: Market, _ codes: HeldCodes, _ tries: CodeTries) {
        page(Routes.orders, for: .anyone) { visit in
            let cursors = OrdersViewModel.Cursors(
                orders: visit.query["orders"].flatMap { OrderID($0) },
                sales: visit.query["sales"].flatMap { OrderID($0) },
                offers: visit.query["offers"].flatMap { ProductID($0) })
            return OrdersScreen(
                market: market, codes: codes,
                finder: CodeFinder(store: market.store, tries: tries, visitor: try visit.visitor, client: visit.client),
                cursors: cursors, limits: (visit.position ?? "").split(separator: ".").compactMap { Int($0) },
                strings: visit.strings)
        }
    }
}

/// The page `/orders`: a visitor's orders, sales and offers, and the form for a code.
struct OrdersScreen: Screen {
    let market: Market
    let codes: HeldCodes
    let finder: CodeFinder
    let cursors: OrdersViewModel.Cursors
    /// Numbers of rows that the page showed when its session was lost.
    let limits: [Int]
    let strings: Strings

    /// The lists that the page shows.
    private var shown: VisitorChanges {
        if cursors.orders != nil { return .orders }
        if cursors.sales != nil { return .sales }
        return cursors.offers == nil ? [.orders, .sales, .offers] : .offers
    }

    func makeViewModel(_ page: Page) -> OrdersViewModel {
        OrdersViewModel(
            finder: finder, cursors: cursors, initial: OrdersState(shown, limits: limits), scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> OrdersViewModel.Input {
        .init(
            viewDidAppear: page.appeared, refresh: page.input(), moreOrders: page.input(), moreSales: page.input(),
            moreOffers: page.input(), code: page.input(limit: MarketCode.byteLimit), open: page.input(),
            visitorChanges: page.changes(of: finder.visitor, in: market.store),
            basketCount: page.basketCount(of: finder.visitor, in: market.store))
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.setCookie(on: output.found) { found in
            switch found {
            case .order(_, let code), .offer(_, let code): codes.cookie(adding: code, of: page.visit)
            case .sale: nil
            }
        }
        page.navigate(on: output.found, forgetsTyping: true) { found in
            switch found {
            case .order(let order, _), .sale(let order): Routes.order.path(order)
            case .offer(let product, _): Routes.product.path(product, query: ["edit": "1"])
            }
        }
        page.status(on: output.failAlertAction) { $0.kind.status }
        page.status(on: output.codeFault, retryAfter: \.?.wait) { $0?.status }
        page.resume(with: output.limits) { limits in
            limits.allSatisfy { $0 == OrdersState.sliceSize } ? nil : limits.map { "\($0)" }.joined(separator: ".")
        }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.orders, page: page, basketCount: output.basketCount,
            mainClass: "trade", sheets: ["/market/orders.css"]
        ).document(
            """
            \(output.failAlertAction.moment("div", "role='alert'") { alert($0, input) })
            <h1>\(strings.orders)</h1>
            \(if: shown != [.orders, .sales, .offers], "<a class='back' href='\(Routes.orders.path())'>\(strings.toLatest)</a>")
            <div class="trade-columns"><div>
            \(if: shown.contains(.orders), section("bought", strings.bought, """
                \(output.orders.list(
                    "ul", "class='trade-list' role='list'", id: { "order-\($0.id)" }, row))
                \(output.ordersFoot.slot("div", "class='trade-foot'") { part in
                    foot(
                        part, strings.nothingBought, (Routes.products, strings.browseItems), input.moreOrders,
                        strings.showMoreOrders, "orders")
                })
                """))
            \(if: shown.contains(.sales), section("sold", strings.sold, """
                \(output.sales.list(
                    "ul", "class='trade-list' role='list'", id: { "sale-\($0.id)" }, row))
                \(output.salesFoot.slot("div", "class='trade-foot'") { part in
                    foot(part, strings.nothingSold, nil, input.moreSales, strings.showMoreSales, "sales")
                })
                """))
            \(if: shown.contains(.offers), section("offered", strings.offered, """
                \(output.offers.list(
                    "ul", "class='trade-list' role='list'", id: { "offer-\($0.id)" }, row))
                \(output.offersFoot.slot("div", "class='trade-foot'") { part in
                    foot(
                        part, strings.nothingOffered, (Routes.sell, strings.offerSomething), input.moreOffers,
                        strings.showMoreOffers, "offers")
                })
                """))
            </div>
            \(form(input, output))</div>
            """)
    }

    private func section(_ id: String, _ heading: String, _ content: HTML) -> HTML {
        "<section aria-labelledby='\(id)'><h2 id='\(id)'>\(heading)</h2>\(content)</section>"
    }

    // MARK: Rows

    private func row(_ purchase: Purchase) -> HTML {
        row(
            Routes.order.path(purchase.id), purchase.items, purchase.prices.total, purchase.state, purchase.fulfilment,
            """
            \(strings.time(purchase.orderedAt)) · \(strings.pickUpCode) \
            <b class="pickup-code">\(purchase.code.grouped)</b>
            """)
    }

    private func row(_ sale: Sale) -> HTML {
        row(
            Routes.order.path(sale.id), sale.items, sale.prices.total, sale.state, sale.fulfilment,
            "\(strings.time(sale.orderedAt)) · \(strings.orderNumber(sale.id))")
    }

    private func row(
        _ address: String, _ items: [PurchaseItem], _ total: Won, _ state: PurchaseState, _ fulfilment: Fulfilment,
        _ facts: HTML
    ) -> HTML {
        """
        <div><a href="\(address)" dir="auto">\(strings.items(items.first?.name.text ?? "", others: max(items.count - 1, 0)))</a>\
        <p>\(facts)</p></div>\
        <p class="trade-end"><span class="price">\(strings.price(total))</span> \
        \(StateLabel(strings: strings, state: state, fulfilment: fulfilment).html)</p>
        """
    }

    private func row(_ product: ProductRow) -> HTML {
        let name = product.name.text
        return """
            <div><a href="\(Routes.product.path(product.id))" dir="auto">\(name)</a>\
            <p>\(PriceTag(strings: strings, price: product.price).html) \
            \(StockLabel(strings: strings, stock: product.stock).html)</p></div>\
            <a class="button" href="\(Routes.product.path(product.id, query: ["edit": "1"]))" \
            aria-label="\(strings.change(name))">\(strings.change)</a>
            """
    }

    /// The end of a list: the words for an empty one, or the way to more rows.
    private func foot<Element>(
        _ part: OrdersState.Part<Element>, _ none: String, _ way: (route: Route<>, words: String)?,
        _ more: Observable<Void>, _ label: String, _ cursor: String
    ) -> HTML where Element: Identifiable, Element.ID: RowID {
        if part.isEmpty {
            return """
                <p class="note">\(none)</p>\
                \(way.map { "<a class='button' href='\($0.route.path())'>\($0.words)</a>" as HTML })
                """
        }
        guard part.slice.hasMore, let last = part.slice.elements.last else { return "" }
        let attributes: HTML = part.isFull ? "" : "\(more)"
        return """
            <a class="button" id="more-\(cursor)" \(attributes) href="\(Routes.orders.path(query: [cursor: "\(last.id)"]))" \
            aria-label="\(label)">\(strings.showMore)</a>
            """
    }

    // MARK: The form

    private func form(_ input: Model.Input, _ output: Model.Output) -> HTML {
        let error: HTML = """
            \(output.codeFault.slot("p", FieldRow.errorAttributes("code")) { fault in
                fault.map { "\(strings.words(for: $0))" } ?? ""
            })
            """
        let row = FieldRow(
            id: "code", label: strings.code,
            attributes: """
                type="text" \(input.code, field: "code") autocomplete="off" autocapitalize="characters" \
                spellcheck="false" placeholder="ABCD-1234" aria-describedby="code-error"
                """,
            error: "<div id='code-error'>\(error)</div>")
        return """
            <aside class="code-form" aria-labelledby="enter-code"><h2 id="enter-code">\(strings.enterCode)</h2>
            <p class="note">\(strings.enterCodeText)</p>
            \(input.open.form("novalidate", "\(row.html)<button class='button primary' id='open'>\(strings.openCode)</button>"))
            </aside>
            """
    }

    private func alert(_ failure: RequestFailure, _ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><p>\(strings.words(for: failure))</p>\
        \(input.refresh.form("", "<button class='button'>\(strings.tryAgain)</button>"))</div>
        """
    }
}

/// The state of an order or of a part of it.
struct StateLabel {
    let strings: Strings
    let state: PurchaseState
    let fulfilment: Fulfilment

    var html: HTML {
        let kind: HTML =
            switch state {
            case .open, .partlyPickedUp: "open"
            case .pickedUp: "done"
            case .cancelled: "cancelled"
            }
        return "<span class='state \(kind)'>\(strings.name(of: state, fulfilment))</span>"
    }
}
