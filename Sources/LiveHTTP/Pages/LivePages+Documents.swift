import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

extension LivePages {
    /// The visitor of a page, and what makes a new one known again.
    private struct Guest {
        let visitor: Visitor
        var cookie: String?
    }

    /// Nil for somebody who has to sign in first.
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
        var visit = visit(request, context, guest.visitor)
        // Who asks for the headers only leaves it to the page.
        if request.method != .head { visit.flash = Flash.text(of: request) }
        let screen = try await entry.makeScreen(visit)
        let page = try await sessions.open(screen, visit, at: address(of: screen, entry, visit))
        var response = response(page, request, guest)
        if visit.flash != nil, page.redirect == nil { Flash.clear(on: &response, for: request) }
        return response
    }

    /// A form post without a script. Whatever is wrong with it, what was typed comes back on the page.
    func post(_ request: Request, _ context: LiveRequestContext, _ entry: Entry) async throws -> Response {
        let fields = try await context.form(request)
        guard let guest = try await guest(context, entry) else { return try await keep(fields, request, context) }
        var visit = visit(request, context, guest.visitor)
        let post = PlainPost(input: visit.query["input"], fields: fields)
        visit.posted = post.form
        let screen = try await entry.makeScreen(visit)
        if let page = try await sessions.answer(post, with: screen, visit, at: address(of: screen, entry, visit)) {
            let response = response(page, request, guest)
            for login in page.endedLogins { await endPages(ofLogin: login) }
            return response
        }
        // The screen of the address as it is now may be another one.
        visit.posted = nil
        return try await refuse(post, .notOffered, visit, request, guest, entry)
    }

    /// The answer to a form post whose token is not the visitor's: its page, with what was typed.
    func refuse(_ request: Request, _ context: LiveRequestContext, _ entry: Entry) async throws -> Response {
        let fields = try await context.form(request)
        guard let guest = try await guest(context, entry) else { return try await keep(fields, request, context) }
        var visit = visit(request, context, guest.visitor)
        let post = PlainPost(input: visit.query["input"], fields: fields)
        visit.posted = post.form
        return try await refuse(post, .staleForm, visit, request, guest, entry)
    }

    /// The answer to a form of a page that is no longer anybody's: what was typed must not be lost with it.
    private func keep(
        _ fields: [String: String], _ request: Request, _ context: LiveRequestContext
    ) async throws -> Response {
        let query = Query(request.uri.query ?? "").removing("input")
        let next = query.following(request.uri.path)
        guard let entry = entry(at: signIn), let guest = try await guest(context, entry) else {
            return .redirect(to: signIn(for: next), type: .normal)
        }
        var visit = visit(signIn, ["next": next], request, context, guest.visitor)
        visit.keptForm = Visit.KeptForm(address: request.uri.string, fields: fields)
        let screen = try await entry.makeScreen(visit)
        var page = try await sessions.open(screen, visit, at: address(of: screen, entry, visit))
        page.status = 401
        return response(page, request, guest)
    }

    private func refuse(
        _ post: PlainPost, _ problem: Visit.Problem, _ visit: Visit, _ request: Request, _ guest: Guest, _ entry: Entry
    ) async throws -> Response {
        var visit = visit
        visit.problem = problem
        let screen = try await entry.makeScreen(visit)
        var page = try await sessions.refuse(post, with: screen, visit, at: address(of: screen, entry, visit))
        page.status = problem == .staleForm ? 403 : 409
        return response(page, request, guest)
    }

    private func response(_ page: RenderedPage, _ request: Request, _ guest: Guest) -> Response {
        var response = page.redirect.map { Response.redirect(to: $0, type: .normal) } ?? page.response(to: request)
        if let text = page.redirectFlash { Flash.set(text, on: &response, for: request) }
        response.setCookies(page.cookies, for: request)
        if let cookie = guest.cookie { response.setSiteCookie(GuestCookie.name, cookie, maxAge: nil, for: request) }
        return response
    }

    private func visit(_ request: Request, _ context: LiveRequestContext, _ visitor: Visitor) -> Visit {
        visit(request.uri.path, Query(request.uri.query ?? ""), request, context, visitor)
    }
}

/// The cookie that carries what a page says to the one after it. A page with a script sets it itself, so it can't be
/// `HttpOnly`; it holds nothing but words to be shown, which are escaped like all text.
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
