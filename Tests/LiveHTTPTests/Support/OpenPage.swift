import HTTPTypes
import Hummingbird
import HummingbirdCore
import Live
import Logging
import NIOCore
import NIOEmbedded
import Streams

@testable import LiveHTTP

/// Live pages of which one is open.
struct OpenPage {
    private struct Model: ViewModel {
        struct Input {
            let pick: Observable<Void>
        }
        struct Output {}

        func transform(input: Input) -> Output { Output() }
    }

    private struct Page: Screen {
        func makeViewModel(_ page: Live.Page) -> Model { Model() }
        func makeInput(_ page: Live.Page) -> Model.Input { .init(pick: page.input()) }
        func render(_ page: Live.Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
            "<main \(page.live)><button \(input.pick)>pick</button></main>"
        }
    }

    static let token = "page"
    private static let visitor = Visitor(owner: "7", login: "a", csrf: "secret")

    let sessions = LiveSessions(time: .virtual)
    let pages: LivePages

    init() async throws {
        pages = LivePages(
            sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/",
            visitor: { _ in Self.visitor })
        _ = try await sessions.open(
            Page(), Visit(path: "/", owner: "7", login: "a", csrf: "secret"), at: "/live/" + Self.token)
    }

    /// The answer to inputs as a script sends them.
    func send(_ body: String) async throws -> Response {
        try await pages.inputs(request(.post, body), context(EmbeddedChannel()), token: Self.token)
    }

    /// The answer to a script that asks for the page's stream.
    func stream(_ channel: any Channel) async throws -> Response {
        try await pages.stream(request(.get, ""), context(channel), token: Self.token)
    }

    private func context(_ channel: any Channel) -> LiveRequestContext {
        let context = LiveRequestContext(
            source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test")))
        context.identity.set({ _ in Self.visitor }, of: request(.get, ""), trustsProxies: false)
        return context
    }

    private func request(_ method: HTTPRequest.Method, _ body: String) -> Request {
        Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "a", path: "/live/" + Self.token,
                headerFields: [.csrfToken: FormToken.mask("secret")]),
            body: RequestBody(buffer: ByteBuffer(string: body)))
    }
}

/// Takes what an answer writes.
struct BodyReader: ResponseBodyWriter {
    let take: @Sendable (ByteBuffer) async throws -> Void

    func write(_ buffer: ByteBuffer) async throws { try await take(buffer) }
    func finish(_ trailingHeaders: HTTPFields?) {}
}
