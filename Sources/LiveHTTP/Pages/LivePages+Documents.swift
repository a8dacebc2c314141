import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

extension LivePages {
    /// The visitor of a page, and for a new guest the cookie that identifies it.
    private struct Guest {
        let visitor: Visitor
        var cookie: String?
    }

    /// Returns the visitor of a page; nil for a visitor who has to sign in first.
    private func guest(_ context: LiveRequestContext, _ entry: Entry) async throws -> Guest? {
        let visitor = try await context.identity.visitor
        switch entry.audience {
        case .signedIn: return visitor.flatMap { $0.isGuest ? nil : Guest(visitor: $0) }
        case .anyone:
            if let visitor { return Guest(visitor: visitor) }
            let (visitor, cookie) = guests.makeVisitor()
            return Guest(visitor: visitor, cookie: cookie)
        }
    }

    func get(_ request: Request, _ context: LiveRequestContext, _ entry: Entry) async throws -> Response {
        guard let guest = try await guest(context, entry) else {
            return .redirect(to: signIn(for: request.uri.string), type: .normal)
        }
        var visit = visit(request.uri.path, Query(request.uri.query ?? ""), request, guest.visitor)
        // A HEAD request must not consume the flash of the page.
        if request.method != .head { visit.flash = Flash.text(of: request) }
        let page = try await page(entry, &visit, request, context)
        var response = response(page, request, guest)
        if visit.flash != nil, page.redirect == nil { Flash.clear(on: &response, for: request) }
        return response
    }

    private func page(
        _ entry: Entry, _ visit: inout Visit, _ request: Request, _ context: LiveRequestContext
    ) async throws -> RenderedPage {
        if let source = source(entry, visit) {
            let kept = try await sessions.open(source, visit) { [visit] in address(of: $0, entry, visit) }
            if let kept { return kept }
        }
        complete(&visit, request, context)
        let screen = try await entry.makeScreen(visit)
        return try await sessions.open(screen, visit, at: address(of: screen.variant, entry, visit))
    }

    /// Answers a form post without a script. Whatever is wrong with it, the typed text comes back on the page.
    func post(_ request: Request, _ context: LiveRequestContext, _ entry: Entry) async throws -> Response {
        let fields = try await context.form(request)
        guard let guest = try await guest(context, entry) else { return try await keep(fields, request, context) }
        var visit = visit(request, context, guest.visitor)
        let post = PlainPost(input: visit.query["input"], fields: fields)
        visit.posted = post.form
        let screen = try await entry.makeScreen(visit)
        if let page = try await sessions.answer(
            post, with: screen, visit, at: address(of: screen.variant, entry, visit))
        {
            let response = response(page, request, guest)
            for login in page.endedLogins { await endPages(ofLogin: login) }
            return response
        }
        // The screen at the address may be a different one without the post.
        visit.posted = nil
        return try await refuse(post, .notOffered, visit, request, guest, entry)
    }

    /// Answers a form post whose token is not the visitor's with its page and the typed text.
    func refuse(_ request: Request, _ context: LiveRequestContext, _ entry: Entry) async throws -> Response {
        let fields = try await context.form(request)
        guard let guest = try await guest(context, entry) else { return try await keep(fields, request, context) }
        var visit = visit(request, context, guest.visitor)
        let post = PlainPost(input: visit.query["input"], fields: fields)
        visit.posted = post.form
        return try await refuse(post, .staleForm, visit, request, guest, entry)
    }

    /// Answers a form of a page whose visitor isn't signed in any more with the sign-in page, which keeps the typed
    /// text if it is a page for everybody.
    private func keep(
        _ fields: [String: String], _ request: Request, _ context: LiveRequestContext
    ) async throws -> Response {
        let query = Query(request.uri.query ?? "").removing("input")
        let next = query.following(request.uri.path)
        guard let entry = entry(at: signIn), let guest = try await guest(context, entry) else {
            return .redirect(to: signIn(for: next), type: .normal)
        }
        var visit = visit(signIn, ["next": next], request, guest.visitor)
        complete(&visit, request, context)
        visit.keptForm = Visit.KeptForm(address: request.uri.string, fields: fields)
        let screen = try await entry.makeScreen(visit)
        var page = try await sessions.open(screen, visit, at: address(of: screen.variant, entry, visit))
        page.status = 401
        return response(page, request, guest)
    }

    private func refuse(
        _ post: PlainPost, _ problem: Visit.Problem, _ visit: Visit, _ request: Request, _ guest: Guest, _ entry: Entry
    ) async throws -> Response {
        var visit = visit
        visit.problem = problem
        let screen = try await entry.makeScreen(visit)
        var page = try await sessions.refuse(post, with: screen, visit, at: address(of: screen.variant, entry, visit))
        page.status = problem == .staleForm ? 403 : 409
        return response(page, request, guest)
    }

    private func response(_ page: RenderedPage, _ request: Request, _ guest: Guest) -> Response {
        var response = page.redirect.map { Response.redirect(to: $0, type: .normal) } ?? page.response(to: request)
        if let text = page.redirectFlash { Flash.set(text, on: &response, for: request) }
        response.setCookies(page.cookies, for: request)
        if let cookie = guest.cookie {
            response.setSiteCookie(guests.name, cookie, maxAge: guests.lifetime, for: request)
        }
        return response
    }

    private func visit(_ request: Request, _ context: LiveRequestContext, _ visitor: Visitor) -> Visit {
        var visit = visit(request.uri.path, Query(request.uri.query ?? ""), request, visitor)
        complete(&visit, request, context)
        return visit
    }
}

/// The cookie that carries a page's one-time message to the next page. A page with a script sets it itself, so it can't
/// be `HttpOnly`; it contains only text to be shown, which is escaped like all text.
private enum Flash {
    private static let name = "flash"

    static func text(of request: Request) -> String? {
        request.cookie(name)?.removingPercentEncoding.flatMap { $0.isEmpty ? nil : $0 }
    }

    static func set(_ text: String, on response: inout Response, for request: Request) {
        set(text.cookieValue, maxAge: 10, on: &response, request)
    }

    static func clear(on response: inout Response, for request: Request) {
        set("", maxAge: 0, on: &response, request)
    }

    private static func set(_ value: String, maxAge: Int, on response: inout Response, _ request: Request) {
        response.setCookie(
            Cookie(
                name: name, value: value, maxAge: maxAge, path: "/", secure: request.isSecure, httpOnly: false,
                sameSite: .lax))
    }
}
