import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

extension LivePages {
    func get(_ request: Request, _ route: Route) async throws -> Response {
        guard let visitor = try await visitor(of: request) else { return .redirect(to: signIn, type: .normal) }
        var (visit, target) = visit(request, route, visitor)
        visit.follows = request.cookie(Self.followsCookie)
        let screen = try await route.make(visit, nil)
        let page = try await sessions.open(screen, visit, at: address(of: screen, visit, target: target))
        var response = page.response()
        if visit.follows != nil { response.setCookie(follows("", maxAge: 0)) }
        return response
    }

    /// A form post without a script. Whatever is wrong with it, what was typed comes back on the page.
    func post(_ request: Request, _ route: Route) async throws -> Response {
        try CrossSite.refuse(request)
        guard let visitor = try await visitor(of: request) else { return .redirect(to: signIn, type: .normal) }
        let fields = try await FormBody.read(request)
        let (visit, target) = visit(request, route, visitor)
        let post = PlainPost(input: visit.query["input"], fields: fields)
        let screen = try await route.make(visit, PostedForm(input: post.input))
        guard constantTimeEqual((fields["csrf"] ?? "").utf8, visitor.csrf.utf8) else {
            return try await refuse(post, .staleForm, with: screen, visit, target)
        }
        switch try await sessions.answer(post, with: screen, visit, at: address(of: screen, visit, target: target)) {
        case .redirect(let target):
            var response = Response.redirect(to: target, type: .normal)
            response.setCookie(follows(post.input ?? screen.defaultInput ?? "", maxAge: 30))
            return response
        case .page(let page): return page.response()
        // The screen of the address as it is now may be another one.
        case .notOffered: return try await refuse(post, .notOffered, with: route.make(visit, nil), visit, target)
        }
    }

    private func refuse(
        _ post: PlainPost, _ problem: Visit.Problem, with screen: any Screen, _ visit: Visit, _ target: String
    ) async throws -> Response {
        var visit = visit
        visit.problem = problem
        var page = try await sessions.refuse(
            post, with: screen, visit, at: address(of: screen, visit, target: target))
        page.status = problem == .staleForm ? 403 : 409
        return page.response()
    }

    private static let followsCookie = "follows"

    /// The page that a redirect leads to may say what was done, once. An address that said so would say it for ever.
    private func follows(_ input: String, maxAge: Int) -> Cookie {
        Cookie(name: Self.followsCookie, value: input, maxAge: maxAge, path: "/", httpOnly: true, sameSite: .lax)
    }

    private func visit(_ request: Request, _ route: Route, _ visitor: Visitor) -> (Visit, target: String) {
        let parameters = route.parameters(of: request.uri.path) ?? [:]
        var visit = visit(request.uri.description, parameters, request, visitor)
        visit.path = request.uri.path
        // A post's own input is no part of the page's address.
        let query = visit.query.filter { $0.key != "input" }
        return (visit, query.count == visit.query.count ? request.uri.description : request.uri.path)
    }
}

extension RenderedPage {
    /// The answer with this document as its body.
    public func response() -> Response {
        Response(
            status: .init(code: status),
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept-Language",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
