import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// Pictures to be downloaded or shared: of the jewel box, a year or a goal. They are SVG, or PNG where a browser asks for
/// it and this machine can draw it.
struct PictureRoutes: Sendable {
    let accounts: any AccountStore
    let goals: any GoalStore
    let pages: LivePages
    /// The public files, which include the cuts of the jewels.
    let files: PublicFiles
    /// Nil where there is none: then pictures are SVG.
    let converter: PNGConverter?
    let clock: WallClock

    func add(to router: LiveRouter) {
        router.get(RouterPath(Routes.jewelsPicture.path())) { request, context in
            try await answer(request, context) { owner, frame, query in
                let period = query["in"].flatMap { Period($0) } ?? .always
                let box = try await goals.jewelBox(of: owner, JewelCut(period: period), after: nil, limit: 1)
                var year: YearReview?
                if case .year(let number) = period { year = try await goals.year(of: owner, number) }
                let picture = JewelPicture(frame: frame, period: period, tallies: box.tallies, year: year)
                return (period == .always ? "hindsight" : "hindsight-\(period)", picture.svg)
            }
        }
        router.get(RouterPath(Routes.goalPicture.pattern.description)) { request, context in
            guard let id = Routes.goalPicture.match(request.uri.path) else { throw HTTPError(.notFound) }
            return try await answer(request, context) { owner, frame, _ in
                guard let goal = try await goals.goal(of: owner, id) else { throw HTTPError(.notFound) }
                return ("hindsight-goal-\(id)", GoalPicture(frame: frame, goal: goal).svg)
            }
        }
    }

    private func answer(
        _ request: Request, _ context: LiveRequestContext,
        draw: (AccountID, SharedPicture, Query) async throws -> (name: String, svg: String)
    ) async throws -> Response {
        guard let visitor = try await context.identity.visitor, !visitor.isGuest, let owner = AccountID(visitor.owner)
        else { return .redirect(to: Routes.signIn.path(), type: .normal) }
        var strings = pages.strings(for: request, visitor)
        strings.today = strings.day(of: clock())
        let frame = SharedPicture(strings: strings, cuts: files.text(of: "/jewels.svg") ?? "")
        let query = Query(request.uri.query ?? "")
        let picture = try await draw(owner, frame, query)
        guard query["as"] == "png", let converter else {
            return response(ByteBuffer(string: picture.svg), "\(picture.name).svg", "image/svg+xml; charset=utf-8")
        }
        let limits = [Self.limit(of: owner)]
        if case .tooOften(let wait) = try await accounts.attempt(limits, on: nil, from: context.client(of: request)) {
            throw HTTPError(.tooManyRequests, headers: [.retryAfter: "\(wait.components.seconds + 1)"])
        }
        do {
            let bytes = try await converter.png(of: picture.svg, for: owner.description)
            return response(ByteBuffer(bytes: bytes), "\(picture.name).png", "image/png")
        } catch is WorkQueue.Refusal {
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"])
        } catch is Command.Failure {
            throw HTTPError(.serviceUnavailable)
        }
    }

    private func response(_ bytes: ByteBuffer, _ name: String, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(name)\"",
            ],
            body: .init(byteBuffer: bytes))
    }

    /// A picture takes a tenth of a second of a core.
    static func limit(of owner: AccountID) -> AttemptLimit {
        AttemptLimit(
            key: "picture \(owner)", allowance: 30, pause: .seconds(10), longestPause: .seconds(60),
            memory: .seconds(600), isForgiven: false)
    }
}
