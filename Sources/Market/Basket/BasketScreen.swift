import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/basket`.
    mutating func addBasket(_ market: Market) {
        page(Routes.basket, for: .anyone) { visit in
            BasketScreen(
                market: market, visitor: try visit.visitor, isReturn: visit.beginning != .opened,
                fulfilment: visit.position.flatMap { Fulfilment(rawValue: $0) } ?? .pickUp, strings: visit.strings)
        }
    }
}

/// The page `/basket`: what a visitor has chosen, its price, and the order.
///
/// The whole page is one form: without a script each button posts the chosen delivery along with what it does itself. The
/// first button is the one that Return presses in a field; it only reads the basket again.
struct BasketScreen: Screen {
    let market: Market
    let visitor: VisitorID
    /// Whether the page was there before: it answers a form, or its session was lost. Then the selection stays.
    let isReturn: Bool
    let fulfilment: Fulfilment
    let strings: Strings

    func makeViewModel(_ page: Page) -> ShoppingBasketViewModel {
        ShoppingBasketViewModel(
            store: market.store, visitor: visitor,
            initial: BasketState(fulfilment, makeKey: IdempotencyKey.random), scheduler: page.scheduler,
            isReturn: isReturn)
    }

    func makeInput(_ page: Page) -> ShoppingBasketViewModel.Input {
        .init(
            viewDidAppear: page.appeared, getBasketList: page.input(), refresh: page.input(),
            cellAction: page.input(), removeItem: page.input(), quantity: page.input(), fulfilment: page.input(),
            basketChanges: page.basketChanges(of: visitor, in: market.store))
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.navigate(on: output.ordered, flash: { _ in strings.orderPlaced }, to: { Routes.order.path($0) })
        page.status(on: output.failAlertAction) { $0.kind.status }
        page.flash(on: output.removed) { _ in strings.removedFromBasket }
        // It may be far from the button.
        page.focus(on: output.failAlertAction) { _ in "alert" }
        // The row that had the focus is gone.
        page.focus(on: output.removed) { _ in "basket" }
        page.resume(with: output.fulfilment) { $0 == .pickUp ? nil : $0.rawValue }
    }

    /// Accepts what the page offered a moment ago. The store refuses what doesn't hold any more, with words.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {
        page.accept(input.cellAction) { _ in true }
        page.accept(input.quantity) { _ in true }
        page.accept(input.removeItem) { _ in true }
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.basket, page: page, basketCount: output.basketCount,
            sheets: ["/market/orders.css"]
        ).document(
            """
            <h1 id="basket" tabindex="-1">\(strings.basket)</h1>
            \(input.refresh.form(
                "class='basket'",
                """
                <button hidden></button>
                \(output.failAlertAction.moment("div", "role='alert' class='alerts' id='alert' tabindex='-1'") { alert($0, input) })
                <div class="basket-items">
                \(output.isLoading.slot("div", "class='loading' role='status'") { "\(if: $0, "\(strings.loading)")" })
                \(output.checkout.slot(part: "selection", "div", "class='selection'") { selection($0, input) })
                \(output.basketList.list(
                    "ul", "class='basket-list' role='list'", "class='basket-row'", id: { "item-\($0.id)" },
                    { row($0, input) }))
                \(output.isEmpty.slot("div", "", empty))
                </div>
                \(checkout(input, output))
                """))
            """)
    }

    private func empty(_ isEmpty: Bool) -> HTML {
        guard isEmpty else { return "" }
        return EmptyState(
            title: strings.emptyBasket, text: "\(strings.emptyBasketText)",
            way: (Routes.products.path(), strings.browseItems)
        ).html
    }

    /// Returns a button of the form.
    ///
    /// - Parameters:
    ///   - input: the input that it sends, and its name.
    ///   - value: the value that it sends with a script.
    ///   - plain: the value without one; nil for the same.
    private func button(
        _ input: (Observable<some Any>, name: String), _ value: String, plain: String? = nil, _ attributes: HTML,
        _ content: HTML
    ) -> HTML {
        """
        <button \(input.0, value: value) name="value" value="\(plain ?? value)" \
        formaction="\(Routes.basket.path(query: ["input": input.name]))" \(attributes)>\(content)</button>
        """
    }

    // MARK: Rows

    private func row(_ item: BasketItem, _ input: Model.Input) -> HTML {
        let (product, id) = (item.product, item.id.description)
        let select = CellAction.selectItem(item.id, isSelected: !item.isSelected).inputText
        return """
            \(button(
                (input.cellAction, "cellAction"), select,
                """
                class="tick" id="select-\(id)" role="checkbox" aria-checked="\(item.isSelected ? "true" : "false")" \
                aria-labelledby="name-\(id)"
                """,
                "<span aria-hidden='true'></span>"))
            <a class="thumb" href="\(Routes.product.path(item.id))" tabindex="-1" aria-hidden="true">\
            \(picture(of: product))</a>
            <div class="what"><a id="name-\(id)" href="\(Routes.product.path(item.id))" dir="auto">\(product.name.text)</a>\
            <p>\(PriceTag(strings: strings, price: product.price).html) \
            \(StockLabel(strings: strings, stock: product.stock).html)</p>\
            \(if: !item.isAvailable && product.stock > 0, button(
                (input.quantity, "quantity"), QuantityChange(product: item.id, amount: .to(product.stock)).inputText,
                "class='button' id='fit-\(id)'", "\(strings.changeQuantity(to: product.stock))"))</div>
            \(steps(item, input))
            <p class="sum"><span class="visually-hidden">\(strings.itemTotal) </span>\
            \(strings.price(product.price.asked * item.quantity))</p>
            \(button(
                (input.cellAction, "cellAction"), CellAction.removeItem(item.id).inputText,
                "class='button quiet remove' id='remove-\(id)' aria-label='\(strings.takeOut(product.name.text))'",
                "<svg viewBox='0 0 24 24' aria-hidden='true'><path d='M6 6l12 12M18 6 6 18'/></svg>"))
            """
    }

    /// The picture says nothing that the name doesn't.
    private func picture(of product: ProductRow) -> HTML {
        product.picture?.image("") ?? """
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4"/></svg>
            """
    }

    /// The buttons that change the number of pieces; by ten where there are many.
    private func steps(_ item: BasketItem, _ input: Model.Input) -> HTML {
        let name = item.product.name.text
        let most = max(item.product.stock, 1)
        func step(_ difference: Int, _ sign: HTML) -> HTML {
            let quantity = min(max(item.quantity + difference, 1), max(most, item.quantity))
            let isOff = quantity == item.quantity
            let change = QuantityChange(product: item.id, amount: isOff ? .to(quantity) : .by(difference))
            let label = difference < 0 ? strings.fewer(-difference, of: name) : strings.more(difference, of: name)
            return button(
                (input.quantity, "quantity"), change.inputText,
                plain: QuantityChange(product: item.id, amount: .to(quantity)).inputText,
                """
                class="step" id="step-\(item.id.description)-\(difference)" aria-label="\(label)"\(if: isOff, " aria-disabled='true'")
                """, sign)
        }
        let hasMany = item.quantity > 10 || most >= 20
        return """
            <div class="steps" role="group" aria-label="\(strings.quantity(of: name))">\
            \(if: hasMany, step(-10, "−10"))\(step(-1, "−"))\
            <output>\(strings.number(item.quantity))</output>\
            \(step(1, "+"))\(if: hasMany, step(10, "+10"))</div>
            """
    }

    // MARK: Order

    private func checkout(_ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <div class="checkout-column"><section class="checkout" aria-labelledby="summary"><h2 id="summary">\(strings.orderSummary)</h2>
        <fieldset class="ways"><legend>\(strings.fulfilmentChoice)</legend>
        \(Fulfilment.allCases.map { way($0, input) })
        <button class="button without-script">\(strings.updateTotal)</button></fieldset>
        <dl class="sums">
        <div><dt>\(strings.productPrice)</dt>\(output.productPrice.slot("dd", "") { "\(strings.price(Won(clamping: $0)))" })</div>
        <div><dt>\(strings.discount)</dt>\(output.discountPrice.slot("dd", "") { "\(strings.reduction(Won(clamping: $0)))" })</div>
        <div><dt>\(strings.deliveryCharge)</dt>\
        \(output.deliveryCharge.slot("dd", "") { "\(strings.price(Won(clamping: $0)))" })</div>
        </dl>
        <p class="note">\(strings.paidLater)</p>
        </section>
        <div class="pay"><dl class="sums"><div class="total"><dt>\(strings.totalPrice)</dt>\
        \(output.totalPrice.slot("dd", "aria-live='polite'") { "\(strings.price(Won(clamping: $0)))" })</div></dl>
        \(output.checkout.slot(part: "order-button", "div", "") { orderButton($0, input) })</div></div>
        """
    }

    private func way(_ choice: Fulfilment, _ input: Model.Input) -> HTML {
        let isChosen = choice == fulfilment
        let field: HTML = "\(input.fulfilment, field: "fulfilment", value: choice.rawValue, checked: isChosen)"
        return """
            <label><input type="radio" id="\(choice.rawValue)" \(field)><span>\(strings.name(of: choice)) \
            <small>\(strings.charge(of: choice))</small></span></label>
            """
    }

    private func orderButton(_ checkout: Checkout, _ input: Model.Input) -> HTML {
        button(
            (input.cellAction, "cellAction"), CellAction.orderBtnPressed(checkout.attempt).inputText,
            """
            class="button primary" id="order"\(if: checkout.isOrdering, " aria-busy='true'")\
            \(if: checkout.selectedCount == 0 || checkout.isOrdering, " aria-disabled='true'")
            """,
            "\(checkout.isOrdering ? strings.ordering : strings.order(checkout.selectedCount))")
    }

    /// The number of selected items, above the list.
    private func selection(_ checkout: Checkout, _ input: Model.Input) -> HTML {
        guard checkout.selectedCount > 0 else { return "<p class='note'>\(strings.selectFirst)</p>" }
        return """
            <p class="note">\(strings.selected(checkout.selectedCount))</p>\
            \(button(
                (input.cellAction, "cellAction"), CellAction.cancelBtnPressed.inputText,
                "class='button quiet' id='cancel'", "\(strings.deselectAll)"))
            """
    }

    // MARK: Alert

    private func alert(_ failure: RequestFailure, _ input: Model.Input) -> HTML {
        """
        <div class="notice alert"><div><p>\(strings.words(for: failure))</p>\(items(failure, input))</div>\
        \(if: !failure.isAnswer, button(
            (input.getBasketList, "getBasketList"), "", "class='button' id='again'", "\(strings.tryAgain)"))\
        <button type="button" class="button quiet" data-dismiss>\(strings.close)</button></div>
        """
    }

    /// The items that a refusal names, with what can be done about them.
    private func items(_ failure: RequestFailure, _ input: Model.Input) -> HTML? {
        switch failure {
        case .soldOut(let shortages):
            return "<ul role='list'>\(shortages.map { line($0, input) })</ul>"
        case .pricesChanged(let items):
            return items.isEmpty ? nil : "<ul role='list'>\(items.map(line))</ul>"
        case .nothingSelected, .isPickedUp, .isCancelled, .service: return nil
        }
    }

    private func line(_ shortage: Shortage, _ input: Model.Input) -> HTML {
        let (id, name, left) = (shortage.product, shortage.name.text, shortage.left)
        let remedy =
            left > 0
            ? button(
                (input.quantity, "quantity"), QuantityChange(product: id, amount: .to(left)).inputText,
                "class='button' id='fit-now-\(id.description)'", "\(strings.changeQuantity(to: left))")
            : button(
                (input.removeItem, "removeItem"), id.description,
                "class='button' id='remove-now-\(id.description)' aria-label='\(strings.takeOut(name))'",
                "\(strings.takeOut)")
        return """
            <li><span><bdi>\(name)</bdi> \(StockLabel(strings: strings, stock: left).html)</span>\(remedy)</li>
            """
    }

    private func line(_ item: BasketItem) -> HTML {
        """
        <li><span><bdi>\(item.product.name.text)</bdi> × \(strings.number(item.quantity)) \
        \(PriceTag(strings: strings, price: item.product.price).html)</span></li>
        """
    }
}

extension IdempotencyKey {
    /// Returns a key that no other order has.
    static func random() -> IdempotencyKey {
        // A page's name is 13 digits and small letters.
        IdempotencyKey(Visit.newPageName()) ?? random()
    }
}

extension Page {
    /// Emits changes that may concern a visitor's basket, while the page is open. Changes that wait are merged.
    func basketChanges(of visitor: VisitorID, in store: any MarketChangeSource) -> Observable<BasketChanges> {
        changes(
            merging: { $0.merging($1) },
            subscribe: { notify in
                let ends = [
                    store.observeProducts { notify(BasketChanges(products: $0)) },
                    store.observeVisitor(visitor) { changes in
                        if changes.contains(.basket) { notify(BasketChanges(ofItems: true)) }
                    },
                ]
                return { for end in ends { end() } }
            })
    }
}
