import Crypto
import Foundation
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP
import LiveSQLite
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// A push service in this process: keeps what it is sent, and answers what a test wants.
private final class PushServiceStub: Sendable {
    struct Sent: Sendable {
        let path: String
        let headers: [String: String]
        let body: Data
    }

    private let state = Mutex<(sent: [Sent], answers: [(Int, retryAfter: String?)])>(([], []))

    var sent: [Sent] { state.withLock { $0.sent } }

    /// What is answered next; then 201.
    func answer(_ status: Int, retryAfter: String? = nil) { state.withLock { $0.answers.append((status, retryAfter)) } }

    /// Waits for so many messages.
    func messages(_ count: Int) async -> [Sent] {
        while sent.count < count { await Task.yield() }
        return sent
    }

    /// - Parameter use: gets where it is.
    func run(_ use: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
        let router = Router()
        router.post("/{place}") { [self] request, _ in
            let body = try await request.body.collect(upTo: 10_000)
            var headers: [String: String] = [:]
            for field in request.headers { headers[field.name.canonicalName] = field.value }
            let sent = Sent(path: request.uri.path, headers: headers, body: Data(body.readableBytesView))
            let answer = state.withLock { state in
                state.sent.append(sent)
                return state.answers.isEmpty ? (201, nil) : state.answers.removeFirst()
            }
            var response = Response(
                status: .init(code: answer.0), body: .init(byteBuffer: ByteBuffer(repeating: 0x20, count: 200_000)))
            if answer.0 == 307 { response.headers[.location] = "/elsewhere" }
            if let retryAfter = answer.1 { response.headers[.retryAfter] = retryAfter }
            return response
        }
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { running.yield($0.localAddress?.port ?? 0) }, logger: LogRecorder().logger)
        let services = ServiceGroup(configuration: .init(services: [application], logger: application.logger))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            for await port in ports {
                try await use("http://127.0.0.1:\(port)")
                break
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}

/// A store with a browser of its owner, whose push service is one of the test's, and a queue that runs.
private struct PushScene: Sendable {
    let fixture: StoreFixture
    let service: PushServiceStub
    let receiver: PushReceiver
    let queue: PushQueue
    let key: PushKey
    let origin: String
    let pauses: Pauses

    /// What was waited for between tries; it takes no time.
    final class Pauses: Sendable {
        private let state = Mutex<[Duration]>([])
        var all: [Duration] { state.withLock { $0 } }
        func add(_ duration: Duration) { state.withLock { $0.append(duration) } }
    }

    static func run(
        client: (any PushClient)? = nil, limits: PushQueue.Limits = .init(),
        _ use: @escaping @Sendable (PushScene) async throws -> Void
    ) async throws {
        try await inFront {
            let service = PushServiceStub()
            try await service.run { origin in
                let fixture = try await StoreFixture(SQLiteDatabase(.hindsight))
                let key = try await PushKey(of: fixture.reminders, contact: SiteAddress("https://hindsight.example"))
                let pauses = Pauses()
                let policy = PushPolicy(allowsLocal: true)
                let queue = PushQueue(
                    store: fixture.reminders, key: key, policy: policy,
                    client: client ?? PushHTTPClient(policy: policy),
                    limits: limits, logger: fixture.log.logger, clock: fixture.clock.wallClock,
                    sleep: { pauses.add($0) })
                let scene = PushScene(
                    fixture: fixture, service: service, receiver: PushReceiver(), queue: queue, key: key,
                    origin: origin, pauses: pauses)
                let services = ServiceGroup(
                    configuration: .init(services: [queue], logger: LogRecorder().logger))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await services.run() }
                    try await use(scene)
                    await services.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
        }
    }

    func subscribe(_ path: String = "/one") async throws {
        let isAdded = try await fixture.reminders.addBrowser(
            receiver.subscription(origin + path), in: .english, of: fixture.owner, from: Client())
        #expect(isAdded)
    }

    func send(_ message: PushMessage? = nil) async throws {
        let message = message ?? .test(in: Strings(language: .english), at: fixture.clock.now)
        queue.send(message, to: try await fixture.reminders.targets(of: fixture.owner), of: fixture.owner)
    }

    /// Waits until nothing is on its way any more.
    func settle() async { while queue.count > 0 { await Task.yield() } }

    func browserCount() async throws -> Int { try await fixture.reminders.reminders(of: fixture.owner).browsers.count }
}

/// Messages to browsers, as their push services and they themselves see them.
@Suite(.timeLimit(.minutes(15))) struct PushTests {
    // MARK: Encryption

    /// RFC 8291, section 5 and appendix A.
    @Test func theExampleOfTheStandardComesOut() throws {
        func data(_ text: String) throws -> Data { Data(try #require(Base64URL.decode(text))) }
        let sender = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let encryption = PushEncryption(key: sender, salt: try data("DGv6ra1nlYgDCS1FRnbzlw"))
        let secret = try data("BTBZMqHH6r4Tts7J_aSIgg")
        let body = try encryption.encrypt(
            Data("When I grow up, I want to be a watermelon".utf8),
            publicKey: data(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            authSecret: secret)
        #expect(
            Base64URL.encode(Array(body)) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
                7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
        let receiver = PushReceiver(
            key: try .init(rawRepresentation: data("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), authSecret: secret)
        #expect(try receiver.read(body) == Data("When I grow up, I want to be a watermelon".utf8))
    }

    @Test func noTwoMessagesLookAlike() throws {
        let receiver = PushReceiver()
        let bodies = try (0..<2).map { _ in
            try PushEncryption().encrypt(
                Data("same".utf8), publicKey: receiver.publicKey, authSecret: receiver.authSecret)
        }
        #expect(bodies[0] != bodies[1])
        for body in bodies { #expect(try receiver.read(body) == Data("same".utf8)) }
    }

    // MARK: On the way

    @Test func aBrowserIsToldWhatOnlyItCanRead() async throws {
        try await PushScene.run { scene in
            try await scene.subscribe()
            try scene.fixture.clock.turn(to: "2026-11-23T00:00:00Z")
            var choices = ReminderChoices()
            choices.steps = true
            try await scene.fixture.accounts.set([.timeZone(TimeZoneID("Asia/Seoul"))], of: scene.fixture.owner)
            try await scene.fixture.reminders.choose(choices, in: .korean, of: scene.fixture.owner)
            let goal = try await scene.fixture.addAlarm(9 * 60 + 30)
            let reminders = Reminders(store: scene.fixture.reminders, push: scene.queue)
            try await reminders.sendDue()
            try scene.fixture.clock.turn(to: "2026-11-23T00:30:20Z")
            for _ in 0..<3 { try await reminders.sendDue() }
            let sent = await scene.service.messages(1)[0]
            await scene.settle()
            #expect(scene.service.sent.count == 1)
            let headers = sent.headers
            #expect(headers["content-encoding"] == "aes128gcm" && headers["ttl"] == "7180")
            #expect(headers["urgency"] == "high" && headers["topic"] == "step-\(goal.steps[0].id)")
            let pass = try PushPass(headers["authorization"] ?? "")
            #expect(pass.audience == scene.origin && pass.key == scene.key.publicText)
            #expect(pass.contact == "https://hindsight.example")
            #expect((0..<86_400).contains(pass.expiresAt.timeIntervalSince(scene.fixture.clock.now)))
            let said = try JSONDecoder().decode([String: String].self, from: scene.receiver.read(sent.body))
            #expect(
                said == [
                    "title": "Shoes", "body": "Walk", "url": "/goals/\(goal.id)", "tag": "step-\(goal.steps[0].id)",
                    "language": "ko",
                ])
        }
    }

    @Test(arguments: [404, 410]) func aBrowserThatIsGoneIsRemoved(status: Int) async throws {
        try await PushScene.run { scene in
            try await scene.subscribe()
            scene.service.answer(status)
            try await scene.send()
            await scene.settle()
            #expect(try await scene.browserCount() == 0)
            #expect(try await scene.fixture.rowCount("reminderDue") == 0)
        }
    }

    @Test func aServiceThatIsBusyIsAskedAgainAfterPauses() async throws {
        try await PushScene.run { scene in
            try await scene.subscribe()
            scene.service.answer(503)
            scene.service.answer(429, retryAfter: "120")
            scene.service.answer(500)
            try await scene.send(PushMessage(.week(.min), at: scene.fixture.clock.now, in: Strings(language: .english)))
            await scene.settle()
            #expect(scene.service.sent.count == 4)
            #expect(scene.pauses.all == [.seconds(10), .seconds(120), .seconds(300)])
            #expect(try await scene.browserCount() == 1)
        }
    }

    @Test func itIsGivenUpInTheEnd() async throws {
        try await PushScene.run { scene in
            try await scene.subscribe()
            for _ in 0..<9 { scene.service.answer(503) }
            try await scene.send(PushMessage(.week(.min), at: scene.fixture.clock.now, in: Strings(language: .english)))
            await scene.settle()
            #expect(scene.service.sent.count == 4)
            #expect(scene.fixture.log.lines.contains { $0.contains("given up") })
            // A day is too long to wait for, and so is a pause beyond the time in which it is of use.
            scene.service.answer(503, retryAfter: "86400")
            try await scene.send(PushMessage(.week(.min), at: scene.fixture.clock.now, in: Strings(language: .english)))
            await scene.settle()
        }
    }

    @Test(arguments: [307, 400, 413]) func whatIsRefusedIsNotTriedAgain(status: Int) async throws {
        try await PushScene.run { scene in
            try await scene.subscribe()
            scene.service.answer(status)
            try await scene.send()
            await scene.settle()
            #expect(scene.service.sent.count == 1 && scene.pauses.all == [])
            #expect(try await scene.browserCount() == 1)
        }
    }

    /// One after the other, and never more than four of an account.
    @Test func ofOneAccountFourAreSentAtOnce() async throws {
        let slow = SlowClient()
        try await PushScene.run(client: slow) { scene in
            for number in 0..<10 { try await scene.subscribe("/\(number)") }
            try await scene.send()
            while slow.started < 4 { await Task.yield() }
            while scene.queue.count > 0 {
                #expect(slow.waiting <= 4)
                slow.letOneGo()
                await Task.yield()
            }
            #expect(slow.started == 10 && slow.most == 4)
        }
    }

    @Test func whatIsTooMuchIsDropped() async throws {
        let slow = SlowClient()
        var limits = PushQueue.Limits()
        limits.waitingOfAccount = 3
        try await PushScene.run(client: slow, limits: limits) { scene in
            for number in 0..<5 { try await scene.subscribe("/\(number)") }
            try await scene.send()
            #expect(scene.queue.count == 3)
            #expect(scene.fixture.log.lines.contains { $0.contains("dropped") })
            while scene.queue.count > 0 {
                slow.letOneGo()
                await Task.yield()
            }
        }
    }

    // MARK: Where to

    @Test(arguments: [
        "http://push.example.com/x", "https://127.0.0.1/x", "https://10.1.2.3/x", "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest", "https://metadata.google.internal/x", "https://2130706433/x",
        "https://0x7f.1/x", "https://127.1/x", "https://push.example.com:8443/x", "https://user@push.example.com/x",
        "https://push/x", "ftp://push.example.com/x", "https:///x", "", "https://push.example.com/é",
        "https://push.example.com./x", "https://push..com/x",
    ])
    func anAddressThatIsNoPushServicesIsRefused(endpoint: String) {
        #expect(!PushPolicy.publicOnly.allows(endpoint: endpoint))
    }

    @Test func anAddressThatIsTooLongIsRefused() {
        let address = "https://fcm.googleapis.com/fcm/send/"
        #expect(PushPolicy.publicOnly.allows(endpoint: address + String(repeating: "a", count: 900)))
        #expect(!PushPolicy.publicOnly.allows(endpoint: address + String(repeating: "a", count: 1024)))
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
        "192.168.1.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1", "2001::1", "nothing",
    ])
    func aNetOfSomebodysOwnIsRefused(address: String) {
        #expect(!PushPolicy.isPublic(address: address))
    }

    @Test(arguments: [
        "142.250.1.1", "172.32.0.1", "100.128.0.1", "2a00:1450:4001::1", "2001:4860::1", "::ffff:8.8.8.8",
    ])
    func thePublicNetIsNot(address: String) {
        #expect(PushPolicy.isPublic(address: address))
    }

    /// The service accepts connections and never answers: only the cancellation ends the request before its time limit.
    @Test func aRequestThatIsCancelledEnds() async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        let service = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(service.localAddress?.port)
        let request = Task {
            await PushHTTPClient(policy: PushPolicy(allowsLocal: true))
                .send(Data("x".utf8), [:], to: "http://127.0.0.1:\(port)/one")
        }
        request.cancel()
        let outcome = await request.value
        let reasons = ["cancelled", "Operation was aborted by an application callback"]
        #expect(reasons.map { .failed(reason: $0, retryAfter: nil) }.contains(outcome))
        try await service.close()
    }

    /// A name of the public net may lead to this machine.
    @Test func aNameThatLeadsHereIsNotFollowed() async {
        let outcome = await PushHTTPClient(policy: .publicOnly).send(Data(), [:], to: "https://127.0.0.1/x")
        #expect(outcome == .refused(reason: "address"))
    }
}

/// Each message waits until it is let go.
private final class SlowClient: PushClient {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var started = 0
        var most = 0
    }

    private let state = Mutex(State())

    var started: Int { state.withLock { $0.started } }
    var waiting: Int { state.withLock { $0.waiting.count } }
    var most: Int { state.withLock { $0.most } }

    func letOneGo() { state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.resume() }

    func send(_ body: Data, _ headers: [String: String], to endpoint: String) async -> PushOutcome {
        await withCheckedContinuation { caller in
            state.withLock { state in
                state.waiting.append(caller)
                state.started += 1
                state.most = max(state.most, state.waiting.count)
            }
        }
        return .sent
    }
}
