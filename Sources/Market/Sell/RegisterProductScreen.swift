import Foundation
import Live
import LiveHTTP
import LiveSite
import Streams

extension LivePages {
    /// Serves `/sell`.
    mutating func addSell(_ market: Market) {
        page(Routes.sell, for: .anyone) { visit in
            try RegisterProductScreen(nil, holder: .visitor(visit.visitor), for: visit, market)
        }
    }
}

/// The form that offers a product, and the one that edits it: `/sell`, `/products/{id}?edit=1`.
struct RegisterProductScreen: Screen {
    let place: RegisterProductRequest.Place
    let strings: Strings
    let initial: RegisterProductState
    let now: @Sendable () -> Date

    /// The files that a product can be offered with.
    static let files = FileField(
        types: ["image/jpeg", "image/png", "image/webp"], count: ProductPicture.counts.upperBound,
        bytesPerFile: 10 << 20)

    /// - Parameters:
    ///   - product: the product that is edited; nil for a new one.
    ///   - holder: the one who may edit it.
    init(_ product: Product?, holder: Holder, for visit: Visit, _ market: Market) throws {
        let position = visit.position.flatMap { FieldBasis(text: $0) }
        place = RegisterProductRequest.Place(
            store: market.store, pictures: market.pictures, waiting: visit.files, visitor: try visit.visitor,
            holder: holder, client: visit.client)
        strings = visit.strings
        initial = RegisterProductState(
            product, page: position?.page ?? visit.pageName, beginning: visit.beginning, position: position)
        now = market.clock
    }

    /// Others are shown at the address of a product.
    var variant: String { "form" }

    /// A form post to the page's own address saves.
    var defaultInput: String? { "save" }

    private var product: Product? { initial.product }

    func makeViewModel(_ page: Page) -> RegisterProductViewModel {
        RegisterProductViewModel(
            place: place, initial: initial, strings: strings, now: now, scheduler: page.scheduler)
    }

    func makeInput(_ page: Page) -> RegisterProductViewModel.Input {
        // The product can get more pictures while the page is open.
        func keep() -> Observable<Bool> { product == nil ? .never() : page.input() }
        let number = Int.typedByteLimit
        return .init(
            name: page.input(limit: TextLimit.bytes(of: ProductName.limit)), price: page.input(limit: number),
            bargainPrice: page.input(limit: number), stock: page.input(limit: number),
            description: page.input(limit: TextLimit.bytes(of: ProductDescription.limit)),
            pictures: page.files(Self.files), keepFirst: keep(), keepSecond: keep(), keepThird: keep(),
            keepFourth: keep(), keepFifth: keep(), save: page.input(), productChanges: changes(page),
            basketCount: page.basketCount(of: place.visitor, in: place.store))
    }

    /// A form that was posted knows what it was made from, and nothing that has happened since.
    private func changes(_ page: Page) -> Observable<Void> {
        guard let product, page.visit.posted == nil, page.visit.problem == nil else { return .never() }
        return page.changes(of: product.id, in: place.store)
    }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let heading = product == nil ? strings.sellHeading : strings.editHeading
        return Layout(
            strings: strings, title: heading, page: page, basketCount: output.basketCount,
            sheets: ["/market/sell.css"], takesText: true
        ).document(
            """
            \(product.map { "<nav><a class='back' href='\(Routes.product.path($0.id))'>\(strings.backToProduct)</a></nav>" as HTML })
            \(FormPage(
                heading: heading, lead: "\(product == nil ? strings.sellLead : strings.editLead)",
                notices: """
                    \(output.fieldErrors.slot(part: "errors", "div", "", summary))
                    \(output.failAlertAction.moment("div", "role='alert' id='alert' tabindex='-1'") { words in
                        "<div class='notice alert'><p>\(words)</p></div>"
                    })
                    \(output.other.slot(part: "other", "div", "", other))
                    """,
                content: input.save.form("class='sell' novalidate", form(page, input, output))
            ).html)
            """)
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.status(on: output.fieldErrors) { $0.isEmpty ? nil : 422 }
        page.status(on: output.failed, retryAfter: wait, { $0.status })
        page.focus(on: output.refused) { ErrorSummary.id }
        page.focus(on: output.ownFailed) { "alert" }
        page.navigate(
            on: output.saved, forgetsTyping: true,
            flash: { _ in product == nil ? strings.isForSale : strings.changesSaved },
            to: { Routes.product.path($0.id) })
        for field in RegisterProductState.textFields {
            page.fill(field.rawValue, with: output.state.asDriver().map { $0.fill(of: field) }.distinctUntilChanged())
        }
        if product != nil {
            for (position, name) in Model.Input.keepNames.enumerated() {
                page.fill(
                    name,
                    with: output.state.asDriver().map { $0.fillOfKept(at: position) }.distinctUntilChanged())
            }
        }
        page.resume(with: output.state) { $0.basis(of: .name) }
        // Nothing of it is kept on the server before it is saved.
        page.holdTyping(while: Driver.just(true))
    }

    /// The time until the next offer can be made.
    private func wait(_ failure: RegisterProductFailure) -> Duration? {
        guard case .tooMany(let end) = failure else { return nil }
        return .seconds(max(1, end.timeIntervalSince(now())))
    }

    // MARK: The form

    private func form(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        let state = output.state.value
        // A form that comes back leads to what is wrong.
        let isFresh = page.visit.posted == nil && page.visit.problem == nil && product == nil
        return """
            \(pictures(input, output))
            \(FieldRow(
                id: "name", label: strings.productName,
                attributes: """
                    type="text" \(input.name, field: "name", text: state[.name], basis: state.basis(of: .name)) \
                    autocomplete="off" enterkeyhint="next" required\(if: isFresh, " autofocus")
                    """,
                error: "\(error(.name, output))", isInvalid: state.errors.fields[.name] != nil,
                foot: "\(output.nameCount.slot(part: "name-foot", "p", "class='counter'") { counter("name", $0, ProductName.limit) })"
            ).html)
            \(input.name, basisOf: "name", state.basis(of: .name))
            <div class="numbers">
            \(number(.price, strings.askedPrice, strings.priceHint, input.price, output))
            \(number(.bargainPrice, strings.productBargain, strings.bargainHint, input.bargainPrice, output))
            \(number(.stock, strings.productStock, strings.stockHint, input.stock, output))
            </div>
            <div class="field">
            <label for="description">\(strings.productDescription)</label>
            <p class="hint" id="description-hint">\(strings.descriptionHint)</p>
            <textarea id="description" \
            \(input.description, area: "description", text: state[.description], basis: state.basis(of: .description)) \
            aria-describedby="description-hint description-error description-foot" required\
            \(if: state.errors.fields[.description] != nil, " aria-invalid='true'")>\
            \(input.description, content: state[.description])</textarea>
            \(input.description, basisOf: "description", state.basis(of: .description))
            <div class="field-foot">\(error(.description, output))\
            \(output.descriptionCount.slot(part: "description-foot", "p", "class='counter'") {
                counter("description", $0, ProductDescription.limit)
            })</div>
            </div>
            \(output.isSaving.slot("div", "class='buttons'") { isSaving in
                SubmitButton(
                    words: product == nil ? strings.offer : strings.saveChanges, busyWords: strings.saving,
                    isBusy: isSaving
                ).html
            })
            """
    }

    private func pictures(_ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        \(if: product != nil, "\(output.present.slot { present($0, input) })")
        \(FileRow(
            strings: strings, id: "pictures",
            label: initial.present.isEmpty ? strings.productPictures : strings.morePictures,
            hint: "\(strings.picturesHint)", input: input.pictures, field: Self.files,
            error: "\(error(.pictures, output))",
            isInvalid: output.state.value.errors.fields[.pictures] != nil
        ).html)
        """
    }

    /// The pictures that the product has, each of which can be left out.
    private func present(_ pictures: [ProductPicture], _ input: Model.Input) -> HTML {
        """
        <fieldset class="present"><legend>\(strings.presentPictures)</legend>\
        \(zip(pictures, input.keeps).enumerated().map { index, pair in
            """
            <label>\(pair.0.image("", isLazy: false))<span>\
            <input type="checkbox" \(pair.1, check: "keep\(index + 1)", ticked: true)> \
            \(strings.keepPicture(index + 1))</span></label>
            """ as HTML
        })</fieldset>
        """
    }

    private func number(
        _ field: ProductField, _ label: String, _ hint: String, _ input: Observable<FieldText>, _ output: Model.Output
    ) -> HTML {
        let (id, state) = (field.rawValue, output.state.value)
        return """
            \(FieldRow(
                id: id, label: label, hint: "\(hint)",
                attributes: """
                    type="text" inputmode="numeric" \
                    \(input, field: id, text: state[field], basis: state.basis(of: field)) autocomplete="off"\
                    \(if: field != .bargainPrice, " required")
                    """,
                error: "\(error(field, output))", isInvalid: state.errors.fields[field] != nil
            ).html)
            \(input, basisOf: id, state.basis(of: field))
            """
    }

    private func error(_ field: ProductField, _ output: Model.Output) -> Slot {
        let id = field.rawValue
        return output.fieldErrors.slot(part: "\(id)-error", "p", FieldRow.errorAttributes(id)) { errors in
            "\(words(of: errors, field).joined(separator: " "))"
        }
    }

    private func words(of errors: RegisterProductErrors, _ field: ProductField) -> [String] {
        var words = [errors.fields[field].map { strings.words(for: $0, field) }].compactMap(\.self)
        if field == .pictures {
            words += errors.refusals.map { strings.message($0, Self.files) }
            words += errors.troubles.map { strings.words(for: $0) }
        }
        return words
    }

    /// The script counts as well, at each key and without a line: it finds the number by its attribute.
    private func counter(_ field: String, _ count: Int, _ limit: Int) -> HTML {
        """
        <span data-count="\(field)" data-limit="\(limit)"\(if: count > limit, " class='over'")>\(count.grouped)</span> \
        / \(limit.grouped)
        """
    }

    private func summary(_ errors: RegisterProductErrors) -> HTML {
        let found = [ProductField.pictures, .name, .price, .bargainPrice, .stock, .description].compactMap { field in
            let words = words(of: errors, field)
            return words.isEmpty
                ? nil
                : (
                    id: field.rawValue,
                    words: strings.summary(words.joined(separator: " "), of: strings.label(of: field))
                )
        }
        return ErrorSummary(strings: strings, errors: found).html
    }

    /// The product as it is now, beside what is typed.
    private func other(_ product: Product?) -> HTML {
        guard let product else { return "" }
        return """
            <section class="other" aria-labelledby="other-title"><h2 id="other-title">\(strings.asItIsNow)</h2>
            <dl><div><dt>\(strings.productName)</dt><dd dir="auto">\(product.name.text)</dd></div>\
            <div><dt>\(strings.askedPrice)</dt><dd>\(PriceTag(strings: strings, price: product.price).html)</dd></div>\
            <div><dt>\(strings.productStock)</dt><dd>\(product.stock.grouped)</dd></div>\
            <div><dt>\(strings.productDescription)</dt><dd dir="auto" class="other-text">\(product.description.text)</dd></div>\
            <div><dt>\(strings.productPictures)</dt><dd class="other-pictures">\(product.pictures.map { picture in
                picture.image("", isSmall: true)
            })</dd></div></dl>
            </section>
            """
    }
}
