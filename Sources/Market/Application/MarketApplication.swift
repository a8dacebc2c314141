import Hummingbird
import Live
import LiveHTTP
import LiveSite

/// The whole app as a router: tests build the same one with other parts.
package struct MarketApplication: Sendable {
    private let market: Market
    private let pages: LivePages

    /// - Parameters:
    ///   - market: the parts that screens are made with.
    ///   - sessions: the open pages.
    ///   - files: the scripts, style sheets and pictures; nil for none.
    ///   - uploads: the folder for files that visitors send; nil when they can't.
    ///   - trustsProxies: whether all requests pass through a proxy, whose `X-Forwarded-For` is trusted.
    /// - Throws: ``MarketError`` when the signing key can't be read.
    package init(
        market: Market, sessions: LiveSessions, files: PublicFiles?, uploads: UploadFolder?,
        trustsProxies: Bool = false
    ) async throws {
        self.market = market
        // Nobody signs in: a visitor is a browser.
        let key = try await market.store.signingKey()
        var pages = LivePages(
            sessions: sessions, signingKey: key, languages: ["en", "ko"],
            signIn: Routes.products.path(), files: files, uploads: uploads,
            guestLifetime: MarketLimits.basketLifetime, guestCookie: "market-visitor", trustsProxies: trustsProxies,
            visitor: { _ in nil })
        let codes = HeldCodes(signingKey: key)
        pages.addProducts(market, codes) { visit, product, holder in
            try RegisterProductScreen(product, holder: holder, for: visit, market)
        }
        pages.addSell(market)
        pages.addBasket(market)
        pages.addOrders(market, codes, CodeTries(clock: market.clock))
        pages.addOrder(market, codes)
        self.pages = pages
    }

    /// The router with all routes and middleware.
    package func router() -> LiveRouter {
        let router = pages.router(
            statusOf: { ($0 as? MarketError).map { .init(code: ServiceFailure($0).status) } },
            errorPage: { [pages] status, request, visitor in
                let strings = Strings(language: pages.language(of: request, visitor), assets: pages.assets)
                let frame = Frame(request, visitor, pages)
                return RenderedPage(ErrorPage(strings: strings, status: status.code, frame: frame).html)
            })
        router.post(RouterPath(Routes.choices.path())) { request, context in
            let fields = try await context.form(request)
            var response = Response.redirect(to: request.ownReferrer ?? Routes.products.path(), type: .normal)
            try SiteChoice { fields[$0] }.remember(on: &response, for: request)
            return response
        }
        (market.pictures as? MarketPictures)?.add(to: router)
        router.get("/healthz") { _, _ in "ok\n" }
        router.get("/readyz") { [store = market.store] _, _ in
            try await store.ping()
            return "ready\n"
        }
        return router
    }
}
