import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// The private calendar, for programs that have no session: they show the address that its owner has given them.
struct ReminderRoutes: Sendable {
    let store: any ReminderStore
    /// Nil takes the address at which the request came: its answer is for nobody else.
    let site: SiteAddress?
    let work: WorkQueue
    let clock: WallClock

    /// Number of goals that are read and written at once.
    private static let slice = 50

    func add(to router: LiveRouter) {
        router.get(RouterPath(Routes.calendar.pattern.description)) { request, _ in try await calendar(request) }
    }

    private func calendar(_ request: Request) async throws -> Response {
        guard let file = Routes.calendar.match(request.uri.path) else { throw HTTPError(.notFound) }
        let name = file.hasSuffix(".ics") ? String(file.dropLast(4)) : file
        guard let token = SecretToken(name), let content = try await store.calendar(token) else {
            throw HTTPError(.notFound)
        }
        let origin = site?.text ?? request.origin
        let strings = Strings(language: content.language, timeZone: content.zone)
        let feed = CalendarFeed(content: content, strings: strings) { origin + $0 }
        let text: ICalendarText
        do {
            text = try await work.run(for: content.account.description, within: .seconds(30)) { job in
                try await feed.text(at: clock()) { last in
                    try await job.checkpoint()
                    return try await store.plannedGoals(of: content.account, after: last, limit: Self.slice)
                }
            }
        } catch is WorkQueue.Refusal { throw HTTPError(.serviceUnavailable) }
        // Weak: the stamps differ from one time to the next.
        let tag = "W/\"\(Base64URL.encode(text.fingerprint))\""
        var headers: HTTPFields = [.cacheControl: "private, no-cache", .eTag: tag, .robots: "noindex"]
        let known = request.headers[.ifNoneMatch]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if known.contains(tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "text/calendar; charset=utf-8"
        headers[.contentDisposition] = "inline; filename=\"hindsight.ics\""
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: text.bytes)))
    }
}

extension HTTPField.Name {
    fileprivate static let robots = Self("X-Robots-Tag")!
}
