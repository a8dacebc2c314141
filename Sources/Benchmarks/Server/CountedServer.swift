import ArgumentParser
import Foundation
import Hummingbird
import InstructionCounter
import Logging
import NIOCore
import NIOPosix

/// A server as a process of its own whose instructions are counted.
final class CountedServer {
    typealias Unavailable = InstructionCounter.Unavailable

    let port: Int
    private let counter: InstructionCounter
    private let folder: URL
    private let process = Process()
    private let input = Pipe()

    /// Returns the instructions of all operations, as multiples of those of a bare page.
    ///
    /// - Throws: ``Unavailable`` where instructions can't be counted.
    static func figures() throws -> [CostOperation: CostFigures] {
        let counter = try InstructionCounter()
        let bare = try CountedServer(.bare, counter)
        let client = try Client(port: bare.port)
        func getPages() throws { for _ in 0..<200 { _ = try client.request("GET", "/") } }
        try getPages()
        let page = Double(try bare.instructions(of: getPages)) / 200
        func figures(
            _ server: ServeCommand.Server, _ run: (CostDriver) throws -> [CostOperation: CostFigures]
        ) throws -> [CostOperation: CostFigures] {
            let app = try CountedServer(server, counter)
            return try run(
                CostDriver(port: app.port) { work in
                    CostFigures(instructions: Double(try app.instructions(of: work)) / page)
                })
        }
        return try figures(.goals) { try GoalsCostRun(driver: $0).run() }
            .merging(try figures(.market) { try MarketCostRun(driver: $0).run() }) { $0 + $1 }
    }

    /// Starts this program's command for a server.
    private init(_ server: ServeCommand.Server, _ counter: InstructionCounter) throws {
        self.counter = counter
        folder = FileManager.default.temporaryDirectory.appending(path: "counted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            counter.launcher(folder) + [
                Bundle.main.executablePath ?? CommandLine.arguments[0], "serve", server.rawValue,
            ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var said = ""
        while !said.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Client.Failure(description: "The counted server does not start.") }
            said += String(decoding: data, as: UTF8.self)
        }
        port = Int(said.prefix(while: \.isNumber)) ?? 0
    }

    deinit {
        // It ends with its input.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the number of instructions of a piece of work.
    private func instructions(of work: () throws -> Void) throws -> UInt64 {
        let start = try countAtRest()
        try work()
        return try countAtRest() - start
    }

    private func countAtRest() throws -> UInt64 {
        var rest = InstructionCounter.Rest(counter, folder, process: process.processIdentifier)
        while try !rest.look() { Thread.sleep(forTimeInterval: 0.01) }
        return rest.count
    }
}

/// A server for the process that counts it.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves until its input ends.", shouldDisplay: false)

    enum Server: String, ExpressibleByArgument { case goals, market, bare }

    @Argument var server: Server

    func run() async throws {
        switch server {
        case .goals: try await Self.serve(GoalsUnderTest.self)
        case .market: try await Self.serve(MarketUnderTest.self)
        case .bare:
            let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let (ports, found) = AsyncStream.makeStream(of: Int.self)
            let application = Application(
                router: BarePage.router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { found.yield($0.localAddress?.port ?? 0) },
                eventLoopGroupProvider: .shared(loops), logger: Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() })
            let run = Task { try await application.run() }
            if let port = await ports.first(where: { _ in true }) { await Self.serve(on: port) }
            run.cancel()
            _ = await run.result
        }
    }

    private static func serve<App: AppUnderTest>(_ app: App.Type) async throws {
        let server = try await ServerUnderTest<App>.start()
        await serve(on: server.port)
        await server.stop()
    }

    /// Prints the port, and waits for the end of the input.
    private static func serve(on port: Int) async {
        print(port)
        fflush(nil)
        await withCheckedContinuation { ended in
            Thread.detachNewThread {
                while readLine() != nil {}
                ended.resume()
            }
        }
    }
}

/// The least that a list of ten goals can be: strings that are put together, on Hummingbird as it is.
enum BarePage {
    private static let titles = ["Run every morning", "Solve a hundred problems", "Read two books a month"]

    static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: page())))
        }
        return router
    }

    private static func page() -> String {
        var page = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Completed goals</title>\
            <script defer src="/app.js"></script></head><body><main><p>You can write 8 goal reviews!</p><ul>
            """
        for number in 1...10 {
            page += "<li id=\"goal-\(number)\" class=\"card\"><h3>"
            page += "\(titles[number % titles.count]) #\(number)"
            page += "</h3><p class=\"dates\">2026-01-0\(number % 9) – 2026-02-0\(number % 9)</p>"
            page += "<button type=\"button\" data-id=\"\(number)\">Write a review</button></li>"
        }
        return page + "</ul></main></body></html>"
    }
}
