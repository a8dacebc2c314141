import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live

extension LivePages {
    func get(_ request: Request, _ route: Route) async throws -> Response {
        guard let visitor = try await visitor(of: request) else { return .redirect(to: signIn, type: .normal) }
        var (visit, target) = visit(request, visitor)
        visit.follows = request.cookies[Self.followsCookie]?.value
        let session = await makeSession(try await route.make(visit, nil), visit, target: target)
        await session.settled()
        var response = await document(session)
        if visit.follows != nil { response.setCookie(follows("", maxAge: 0)) }
        return response
    }

    /// A form post without a script. Whatever is wrong with it, what was typed comes back on the page.
    func post(_ request: Request, _ route: Route) async throws -> Response {
        try CrossSite.refuse(request)
        guard let visitor = try await visitor(of: request) else { return .redirect(to: signIn, type: .normal) }
        let fields = try await FormBody.read(request)
        var (visit, target) = visit(request, visitor)
        let input = visit.query["input"]
        if !constantTimeEqual((fields["csrf"] ?? "").utf8, visitor.csrf.utf8) { visit.problem = .staleForm }

        let session = await makeSession(try await route.make(visit, PostedForm(input: input)), visit, target: target)
        if visit.problem != nil { return await refused(session, fields, .forbidden) }
        switch await session.answer(PlainPost(input: input, fields: fields)) {
        case .redirect(let target):
            await session.end()
            var response = Response.redirect(to: target, type: .normal)
            response.setCookie(follows(input ?? session.defaultInput ?? "", maxAge: 30))
            return response
        case .page(let page):
            _ = await sessions.insert(session)
            return HTMLDocument(text: page.html).response(status: .init(code: page.status))
        case .notOffered:
            await session.end()
            visit.problem = .notOffered
            let again = await makeSession(try await route.make(visit, nil), visit, target: target)
            return await refused(again, fields, .conflict)
        }
    }

    private static let followsCookie = "follows"

    /// The page that a redirect leads to may say what was done, once. An address that said so would say it for ever.
    private func follows(_ input: String, maxAge: Int) -> Cookie {
        Cookie(name: Self.followsCookie, value: input, maxAge: maxAge, path: "/", httpOnly: true, sameSite: .lax)
    }

    private func refused(
        _ session: LiveSession, _ fields: [String: String], _ status: HTTPResponse.Status
    ) async -> Response {
        await session.settled()
        await session.fill(fields)
        await session.settled()
        let page = await session.render()
        // What was refused must leave nothing behind, not even the draft that typing would have kept.
        await session.end()
        return HTMLDocument(text: page.html).response(status: status)
    }

    private func document(_ session: LiveSession) async -> Response {
        let page = await session.render()
        _ = await sessions.insert(session)
        return HTMLDocument(text: page.html).response(status: .init(code: page.status))
    }

    private func visit(_ request: Request, _ visitor: Visitor) -> (Visit, target: String) {
        let parameters = route(for: request.uri.path)?.1 ?? [:]
        var visit = visit(request.uri.description, parameters, request, visitor)
        visit.path = request.uri.path
        // A post's own input is no part of the page's address.
        let query = visit.query.filter { $0.key != "input" }
        return (visit, query.count == visit.query.count ? request.uri.description : request.uri.path)
    }
}
