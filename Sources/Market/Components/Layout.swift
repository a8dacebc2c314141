import Hummingbird
import Live
import LiveHTTP
import LiveSite
import Streams

/// The parts that every page has around its main content.
struct Layout {
    let strings: Strings
    /// The name of the page, as in the title of the document.
    let title: String
    /// The page's connection to its visit and session; nil for a page that is not live.
    var page: Page?
    /// The number of items in the basket, an Output of the page; nil for a page that is not live.
    var basketCount: Driver<Int>?
    /// Class of the `<main>` element; empty for none.
    var mainClass = ""
    /// Paths of style sheets besides that of all pages.
    var sheets: [String] = []
    /// Whether the page has text fields, whose text may be too long to send.
    var takesText = false
    /// The frame of a page that is not live; a live page takes it from its visit.
    var frame = Frame()
    /// Whether search engines may find the page.
    var isPublic = false

    func document(_ main: HTML) -> HTML {
        let frame = page.map { Frame($0.visit) } ?? frame
        var document = Document(strings: strings, title: strings.title(title))
        document.page = page
        document.takesText = takesText
        document.theme = frame.theme
        document.paper = (light: "#faf7f1", dark: "#171613")
        document.metadata = isPublic ? "<meta name='description' content='\(strings.tagline)'>" : nil
        document.links = """
            <link rel="stylesheet" href="\(strings.asset("/market/market.css"))">\
            \(sheets.map { "<link rel='stylesheet' href='\(strings.asset($0))' data-own>" })
            <link rel="icon" href="\(strings.asset("/market/icon.svg"))">
            """
        document.header = header
        document.mainClass = mainClass
        document.footer = """
            <footer class="site-footer">
            <p>\(strings.tagline)</p>
            \(ChoiceForm(
                strings: strings, action: Routes.choices.path(), theme: frame.theme, csrf: frame.csrf
            ).html)
            </footer>
            """
        return document.html(main)
    }

    private var header: HTML {
        """
        <header class="site-header">
        <a class="wordmark" href="\(Routes.products.path())">\
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 3h16l2 6a3 3 0 0 1-5 2.2A3.5 3.5 0 0 1 12 12a3.5 3.5 0 0 1-5-.8A3 \
        3 0 0 1 2 9zM4 13.6V21h16v-7.4M9 21v-5h6v5"/></svg>\(strings.appName)</a>
        <nav class="places" aria-label="\(strings.places)">\
        \(link(Routes.products, strings.browse, .browse))\
        \(link(Routes.sell, strings.sell, .sell))\
        \(link(Routes.basket, strings.basket, .basket, count))\
        \(link(Routes.orders, strings.orders, .orders))</nav>
        </header>
        """
    }

    private func link(_ route: Route<>, _ name: String, _ sign: Sign, _ count: HTML? = nil) -> HTML {
        let here = page?.visit.path ?? ""
        let isHere =
            page != nil && route.match(here) != nil || sign == .browse && here.hasPrefix("/products/")
            || sign == .orders && here.hasPrefix("/orders/")
        return """
            <a href="\(route.path())"\(if: isHere, " aria-current='true'")\(if: sign == .basket, " data-unfetched")>\
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="\(sign.rawValue)"/></svg><span>\(name)</span>\(count)</a>
            """
    }

    private var count: HTML? {
        basketCount.map { count in
            "\(count.slot("b", "class='basket-count'") { count in words(of: count) })"
        }
    }

    private func words(of count: Int) -> HTML {
        count == 0
            ? ""
            : "<span aria-hidden='true'>\(count)</span><span class='visually-hidden'> \(strings.inBasket(count))</span>"
    }

    /// The pictures of the navigation, as paths of 24 × 24.
    private enum Sign: String {
        case browse = "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"
        case sell = "M12 5v14M5 12h14"
        case basket = "M3 9h18l-2 11H5zM8 9l4-6 4 6"
        case orders = "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6"
    }
}

/// The visitor's choices, and the token of the footer's form.
struct Frame {
    /// CSRF token; nil for a browser without an identity, which needs none.
    var csrf: String?
    /// The chosen theme; nil follows the browser's setting.
    var theme: Theme?

    init() {}

    /// The frame of a live page.
    init(_ visit: Visit) {
        (csrf, theme) = (visit.csrf, visit.theme.flatMap { Theme(rawValue: $0) })
    }

    /// The frame of the answer to any other request.
    init(_ request: Request, _ visitor: Visitor?, _ pages: LivePages) {
        csrf = visitor?.makeFormToken()
        theme = pages.theme(of: request, visitor).flatMap { Theme(rawValue: $0) }
    }
}
