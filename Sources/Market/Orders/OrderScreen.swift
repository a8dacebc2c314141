import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/orders/{id}` to its buyer, to its sellers, and to browsers that were given its code. To all others it is
    /// not there.
    mutating func addOrder(_ market: Market, _ codes: HeldCodes) {
        page(Routes.order, for: .anyone) { visit, id in
            let visitor = try visit.visitor
            let own = try await market.store.order(id, of: visitor)
            let held = own == nil ? try await codes.order(id, of: visit, in: market.store) : nil
            let access = OrderAccess(store: market.store, order: id, visitor: visitor, code: held?.code)
            do {
                return OrderScreen(
                    market: market, access: access, initial: try await access.read(), strings: visit.strings)
            } catch MarketError.notFound {
                throw HTTPError(.notFound)
            }
        }
    }
}

/// The page `/orders/{id}`: what was ordered, at which prices, with the code; and what a seller has to hand over.
struct OrderScreen: Screen {
    let market: Market
    let access: OrderAccess
    let initial: OrderContent
    let strings: Strings

    func makeViewModel(_ page: Page) -> OrderViewModel {
        OrderViewModel(access: access, initial: OrderState(initial), scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> OrderViewModel.Input {
        .init(
            viewDidAppear: page.appeared, cancel: page.input(), pickUp: page.input(),
            orderChanges: page.changes(of: access.order, in: market.store),
            basketCount: page.basketCount(of: access.visitor, in: market.store))
    }

    func effects(_ page: Page, _ output: Model.Output) {
        // Redirects for plain form posts only; with a script, the page stays.
        page.redirect(on: output.done, flash: words) { _ in Routes.order.path(access.order) }
        page.flash(on: output.done, words)
        page.focus(on: output.done) { _ in "order" }
        page.status(on: output.failAlertAction) { $0.kind.status }
    }

    /// Accepts a press that comes a second time, or when the order can't be changed any more: the store has words for it.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        page.accept(input.cancel)
        page.accept(input.pickUp)
    }

    private func words(_ deed: OrderState.Deed) -> String {
        switch deed {
        case .cancelled: strings.orderCancelled
        case .pickedUp: strings.markedReceived
        }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.orderNumber(access.order), page: page, basketCount: output.basketCount,
            mainClass: "an-order", sheets: ["/market/orders.css"]
        ).document(
            """
            \(output.failAlertAction.moment("div", "role='alert'", alert))
            <a class="back" href="\(Routes.orders.path())">\(strings.toOrders)</a>
            <h1 id="order" tabindex="-1">\(strings.orderNumber(access.order))</h1>
            \(output.sale.slot("div", "class='sale'") { sale in "\(sale.map { part($0, input) })" })
            \(output.purchase.slot("div", "class='purchase'") { purchase in "\(purchase.map { whole($0, input) })" })
            """)
    }

    // MARK: The buyer's

    private func whole(_ purchase: Purchase, _ input: Model.Input) -> HTML {
        """
        <div class="facts"><p>\(StateLabel(strings: strings, state: purchase.state, fulfilment: purchase.fulfilment).html) \
        <span class="note">\(strings.time(purchase.orderedAt))</span></p></div>
        \(if: purchase.state == .open || purchase.state == .partlyPickedUp, """
            <section class="ticket" aria-labelledby="code"><h2 id="code">\(strings.pickUpCode)</h2>
            <p class="pickup-code">\(purchase.code.grouped)</p>
            <p>\(strings.pickUpCodeText)</p><p class="note">\(strings.keepCodeSecret)</p></section>
            """)
        <section aria-labelledby="ordered"><h2 id="ordered">\(strings.yourOrder)</h2>
        \(items(purchase.items, purchase.prices))</section>
        \(if: purchase.state == .open, """
            <details class="cancel-order"><summary class="button danger">\(strings.cancelOrder)</summary>
            <div><p>\(strings.cancelOrderText)</p>
            \(input.cancel.form("", "<button class='button danger' id='cancel'>\(strings.confirmCancelOrder)</button>"))</div>
            </details>
            """)
        """
    }

    private func items(_ items: [PurchaseItem], _ prices: Prices) -> HTML {
        """
        <div class="order-sheet">
        <ul class="order-items" role="list">\(items.map(line))</ul>
        <dl class="sums">
        <div><dt>\(strings.productPrice)</dt><dd>\(strings.price(prices.product))</dd></div>
        \(if: prices.discount != .zero, """
            <div><dt>\(strings.discount)</dt><dd>\(strings.reduction(prices.discount))</dd></div>
            """)
        \(if: prices.delivery != .zero, """
            <div><dt>\(strings.deliveryCharge)</dt><dd>\(strings.price(prices.delivery))</dd></div>
            """)
        <div class="total"><dt>\(strings.totalPrice)</dt><dd>\(strings.price(prices.total))</dd></div>
        </dl></div>
        """
    }

    private func line(_ item: PurchaseItem) -> HTML {
        let name: HTML =
            item.product.map { "<a href='\(Routes.product.path($0))' dir='auto'>\(item.name.text)</a>" }
            ?? "<span dir='auto'>\(item.name.text)</span>"
        return """
            <li><div>\(name) <span class="note">\(strings.quantity(item.quantity))</span>\
            \(if: item.pickedUpAt != nil, " <span class='state done'>\(strings.received)</span>")</div>\
            <span class="price">\(strings.price(item.price.asked * item.quantity))</span></li>
            """
    }

    // MARK: The seller's

    private func part(_ sale: Sale, _ input: Model.Input) -> HTML {
        """
        <section aria-labelledby="your-part"><h2 id="your-part">\(strings.yourPart)</h2>
        <p>\(StateLabel(strings: strings, state: sale.state, fulfilment: sale.fulfilment).html) \
        <span class="note">\(strings.time(sale.orderedAt))</span></p>
        \(items(sale.items, sale.prices))
        \(if: sale.state == .open || sale.state == .partlyPickedUp, """
            <p class="note">\(strings.markReceivedText)</p>
            \(input.pickUp.form(
                "", "<button class='button primary' id='pick-up'>\(strings.markReceived(sale.fulfilment))</button>"))
            """)</section>
        """
    }

    private func alert(_ failure: RequestFailure) -> HTML {
        """
        <div class="notice alert"><p>\(strings.words(for: failure))</p>\
        <a class="button quiet" href="\(Routes.order.path(access.order))" data-dismiss>\(strings.close)</a></div>
        """
    }
}

extension Page {
    /// Emits when an order was cancelled or something of it was picked up, while the page is open.
    func changes(of order: OrderID, in store: any MarketChangeSource) -> Observable<Void> {
        changes(merging: { _, _ in }, subscribe: { notify in store.observeOrder(order) { notify(()) } })
    }
}
