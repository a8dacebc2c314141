import HTTPTypes
import Hummingbird
import Live
import NIOCore
import NIOEmbedded
import Streams
import Synchronization
import TestSupport
import Testing

@testable import LiveHTTP

/// A page that says where it was asked from.
private struct MirrorScreen: Screen {
    struct Model: ViewModel {
        struct Input {}
        struct Output {}
        func transform(input: Input) -> Output { Output() }
    }

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input { .init() }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        "<main \(page.live)>\(page.visit.client.address) \(page.visit.client.agent)</main>"
    }
}

private func withMirror(_ use: @escaping @Sendable (HTTPVisitor) async throws -> Void) async throws {
    let sessions = LiveSessions(limits: .patient)
    var pages = LivePages(
        sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/in",
        visitor: { _ in nil })
    pages.page(Route("/mirror"), for: .anyone) { _ in MirrorScreen() }
    let router = pages.router { status, _, _ in RenderedPage("<h1>\(status.code)</h1>") }
    router.get("/plain") { request, context in
        let client = context.client(of: request)
        return "\(client.address) \(client.agent)"
    }
    try await withServer(router, sessions, logger: LogRecorder().logger, use)
}

@Suite(.timeLimit(.minutes(15))) struct ClientTests {
    private func client(
        _ peer: String?, forwarded: [String] = [], agent: String? = nil, trustsProxies: Bool = false
    ) throws -> Client {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "example.org", path: "/")
        for entry in forwarded { head.headerFields.append(HTTPField(name: .forwardedFor, value: entry)) }
        head.headerFields[.userAgent] = agent
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let address = try peer.map { try SocketAddress(ipAddress: $0, port: 4000) }
        return Client(of: request, on: address, trustsProxies: trustsProxies)
    }

    @Test(arguments: [("a\u{301}", 300), ("가", 300), ("🏃", 300), ("x가", 300)])
    func aLongAgentIsCutBetweenScalars(piece: String, limit: Int) throws {
        let agent = String(repeating: piece, count: 500)
        let kept = try client("127.0.0.1", agent: agent).agent
        #expect(kept.utf8.count <= limit && kept.utf8.count > limit - 4)
        #expect(agent.unicodeScalars.starts(with: kept.unicodeScalars))
    }

    @Test func aPageAndAnEndpointKnowWhereTheyAreAskedFrom() async throws {
        try await withMirror { visitor in
            for path in ["/mirror", "/plain"] {
                let answer = try await visitor.get(path, ["User-Agent": "Eyes/1.0"])
                #expect(answer.text.contains("127.0.0.1 Eyes/1.0"), "\(path)")
                // The tests are on this machine, as a proxy would be.
                let headers = ["User-Agent": "Eyes/1.0", "X-Forwarded-For": "203.0.113.9, 192.0.2.7"]
                let behind = try await visitor.get(path, headers)
                #expect(behind.text.contains("192.0.2.7 Eyes/1.0"), "\(path)")
            }
        }
    }

    @Test(arguments: [(true, "192.0.2.7"), (false, "")])
    func whoIsBelievedIsSaidWhenTheRouterIsMade(trustsProxies: Bool, address: String) async throws {
        let seen = Mutex<String?>(nil)
        let pages = LivePages(
            sessions: LiveSessions(), signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/in",
            trustsProxies: trustsProxies, visitor: { _ in nil })
        let router = pages.router { status, _, _ in RenderedPage("<h1>\(status.code)</h1>") }
        router.get("/plain") { request, context in
            seen.withLock { $0 = context.client(of: request).address }
            return "seen"
        }
        var head = HTTPRequest(method: .get, scheme: "http", authority: "example.org", path: "/plain")
        head.headerFields[.forwardedFor] = "192.0.2.7"
        // It has no address: nobody would be believed who is not said to be.
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: LogRecorder().logger)
        _ = try await router.buildResponder().respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: LiveRequestContext(source: source))
        #expect(seen.withLock { $0 } == address)
    }

    @Test func aStrangersWordForItsAddressIsNotTaken() throws {
        #expect(try client("198.51.100.1", forwarded: ["192.0.2.7"]).address == "198.51.100.1")
        #expect(try client("2001:db8::1", forwarded: ["192.0.2.7"]).address == "2001:db8::1")
        #expect(try client(nil, forwarded: ["192.0.2.7"]).address == "")
        // It only begins like the own machine's.
        #expect(try client("::127.0.0.1", forwarded: ["192.0.2.7"]).address == "::127.0.0.1")
        #expect(try client("198.51.100.1", forwarded: ["192.0.2.7"], trustsProxies: true).address == "192.0.2.7")
    }

    @Test(arguments: ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
    func aProxyOnThisMachineIsBelieved(peer: String) throws {
        #expect(try client(peer, forwarded: ["192.0.2.7"]).address == "192.0.2.7")
    }

    @Test func aProxyBehindASocketFileIsBelieved() throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "example.org", path: "/")
        head.headerFields[.forwardedFor] = "192.0.2.7"
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let peer = try SocketAddress(unixDomainSocketPath: "/run/hindsight")
        #expect(Client(of: request, on: peer, trustsProxies: false).address == "192.0.2.7")
        head.headerFields[.forwardedFor] = nil
        let bare = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        #expect(Client(of: bare, on: peer, trustsProxies: false).address == "")
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), (" 192.0.2.7\t", "192.0.2.7"), ("192.0.2.7:8080", "192.0.2.7"),
        ("2001:DB8:0::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("[::ffff:192.0.2.7]:1", "192.0.2.7"),
        ("203.0.113.9,192.0.2.7", "192.0.2.7"), ("<script>, 192.0.2.7", "192.0.2.7"),
    ])
    func theLastEntryCounts(entry: String, address: String) throws {
        #expect(try client("::1", forwarded: [entry]).address == address)
    }

    @Test func ofSeveralHeadersTheLastCounts() throws {
        #expect(try client("::1", forwarded: ["192.0.2.7", "192.0.2.8"]).address == "192.0.2.8")
    }

    @Test(arguments: [
        "", " ", ",", "192.0.2.7,", "192.0.2.7, unknown", "unknown", "_hidden", "localhost", "example.org", "192.0.2",
        "192.0.2.256", "192.0.2.7:", "192.0.2.7:http", "192.0.2.7:123456", "[2001:db8::1", "[2001:db8::1]x",
        "[192.0.2.7]",
        "[]", "2001:db8::1::2", "fe80::1%eth0", "192.0.2.7 192.0.2.8", "\"192.0.2.7\"",
        String(repeating: "1", count: 8000),
    ])
    func whatIsNoAddressIsNotUsed(entry: String) throws {
        #expect(try client("127.0.0.1", forwarded: [entry]).address == "127.0.0.1")
    }

    @Test func anAgentIsCutAtACharacter() throws {
        #expect(try client("::1").agent == "")
        #expect(try client("::1", agent: "curl/8.5.0").agent == "curl/8.5.0")
        let exact = String(repeating: "a", count: 300)
        #expect(try client("::1", agent: exact).agent == exact)
        #expect(try client("::1", agent: exact + "b").agent == exact)
        // 299 bytes, and three more for one character.
        let long = String(repeating: "a", count: 299) + "가"
        #expect(try client("::1", agent: long).agent == String(repeating: "a", count: 299))
    }
}
