import ArgumentParser
import Foundation
import Synchronization

/// Measures what sign-ins, each of which keeps a core busy for a while, leave of the server to other requests.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "How long a page takes, as usual and while fifty sign in at once: the median of each.")

    @Flag(help: "Fails when a page takes twice its usual time, or longer.")
    var check = false

    @Option(help: "How often fifty sign in at once. Before each, pages are measured as usual.")
    var waves = 4

    func validate() throws {
        guard (1...20).contains(waves) else { throw ValidationError("There must be 1 to 20 waves.") }
    }

    func run() async throws {
        let server = try await ServerUnderTest<GoalsUnderTest>.start(
            loops: ProcessInfo.processInfo.activeProcessorCount)
        let result = await onThread { [waves] in try SignInRun(port: server.port).run(waves) }
        await server.stop()
        let times = try result.get()
        print(
            """
            | a page | median | pages |
            |---|---|---|
            | as usual | \(Figure.micros(times.usual.median)) | \(times.usual.count) |
            | while 50 sign in | \(Figure.micros(times.busy.median)) | \(times.busy.count) |

            \(String(format: "%.2f times as long; a wave of 50 took %.1f s", times.ratio, times.wave / .seconds(1)))
            """)
        guard check, times.ratio >= 2 else { return }
        print("Over the limit: fifty sign-ins must leave a page under twice its usual time")
        throw ExitCode.failure
    }
}

/// Response times of pages.
struct SignInTimes {
    var usual: [Duration] = []
    var busy: [Duration] = []
    /// The median of how long it took until all were signed in.
    var wave = Duration.zero

    var ratio: Double { busy.median / usual.median }
}

/// Opens the list of a demo account again and again from one thread, while fifty others sign in to an account each.
struct SignInRun {
    private static let password = "Ten green bottles"
    private static let count = 50
    private static let usualCount = 300
    /// Between two pages: the measuring is not to be what keeps the server busy.
    private static let pause = 0.005

    let port: Int

    func run(_ waves: Int) throws -> SignInTimes {
        let client = try Client(port: port)
        let guest = try Guest(client)
        for number in 0..<Self.count { try guest.register(Self.email(number), Self.password, client) }
        let account = try client.makeAccount()
        func page() throws -> Duration {
            Thread.sleep(forTimeInterval: Self.pause)
            let start = ContinuousClock.now
            _ = try client.request("GET", "/goals/completed", ["Cookie": account])
            return .now - start
        }
        // Once without measuring: what is made once a process is made then.
        for _ in 0..<Self.usualCount { _ = try page() }
        var times = SignInTimes()
        var lengths: [Duration] = []
        for _ in 0..<waves {
            for _ in 0..<Self.usualCount { times.usual.append(try page()) }
            let start = ContinuousClock.now
            let wave = Wave(count: Self.count)
            for number in 0..<Self.count { signIn(number, guest, in: wave) }
            while wave.isRunning { times.busy.append(try page()) }
            try wave.check()
            lengths.append(.now - start)
        }
        times.wave = lengths.median
        return times
    }

    private static func email(_ number: Int) -> String { "person-\(number)@example.org" }

    private func signIn(_ number: Int, _ guest: Guest, in wave: Wave) {
        Thread.detachNewThread { [port] in
            wave.end(Result { try guest.signIn(Self.email(number), Self.password, Client(port: port)) })
        }
    }
}

/// A browser that nobody is signed in with: the cookie by which it is known again, and what its forms send back.
private struct Guest {
    private let headers: [String: String]
    private let csrf: String

    init(_ client: Client) throws {
        let answer = try client.request("GET", "/login", ["Accept-Language": "en"])
        guard let cookie = answer.cookies.first,
            let csrf = answer.body.split(separator: "name=\"csrf\" value=\"").dropFirst().first?.prefix(while: {
                $0 != "\""
            })
        else { throw Client.Failure(description: "Nobody can sign in: \(answer.head)") }
        headers = ["Cookie": cookie, "Origin": "http://127.0.0.1", "Content-Type": "application/x-www-form-urlencoded"]
        self.csrf = String(csrf)
    }

    func register(_ email: String, _ password: String, _ client: Client) throws {
        try post("/register", ["email": email, "password": password, "consent": "yes"], client)
    }

    func signIn(_ email: String, _ password: String, _ client: Client) throws {
        try post("/login", ["email": email, "password": password], client)
    }

    private func post(_ path: String, _ fields: [String: String], _ client: Client) throws {
        var form = URLComponents()
        form.queryItems = (fields.merging(["csrf": csrf]) { $1 }).map { URLQueryItem(name: $0, value: $1) }
        let answer = try client.request("POST", path, headers, body: form.percentEncodedQuery ?? "")
        guard answer.cookies.contains(where: { $0.hasPrefix("hindsight=") }) else {
            throw Client.Failure(description: "Nobody was signed in: \(answer.head)")
        }
    }
}

/// Those who sign in at once.
private final class Wave: Sendable {
    private let running: Atomic<Int>
    private let failure = Mutex<(any Error)?>(nil)

    init(count: Int) { running = Atomic(count) }

    var isRunning: Bool { running.load(ordering: .acquiring) > 0 }

    func end(_ result: Result<Void, any Error>) {
        if case .failure(let error) = result { failure.withLock { $0 = error } }
        running.subtract(1, ordering: .releasing)
    }

    /// - Throws: what kept one of them from signing in.
    func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
