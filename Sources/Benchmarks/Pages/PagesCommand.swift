import ArgumentParser
import Foundation
import Live
import Streams

/// Measures pages against raw limits in the same run.
struct PagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages", abstract: "Open, render and patch a page, against raw limits.")

    func run() async {
        await Self.measure()
    }

    static func measure() async {
        print("| what | median | against |")
        print("|---|---|---|")
        let plain = time(2_000) { _ = CardsScreen.plain(CardsScreen.cards) }
        let session = await openSession()
        let rendered = await time(2_000) { _ = try? await session.render() }
        report("render the open page of 20 cards again", rendered, "appending the same to one string", plain)
        let opened = await time(500) {
            let session = await openSession()
            await session.end()
        }
        report("open, render and end a page of 20 cards", opened, "the same", plain)
        await measurePatches(session)
        await session.end()
        await measureMemory()
    }

    private static let sessions = LiveSessions(time: .virtual)

    /// A page as the first GET leaves it.
    private static func openSession() async -> LiveSession {
        let address = "/live/\(UInt64.random(in: .min ... .max))"
        do {
            _ = try await sessions.open(CardsScreen(), Visit(path: "/", owner: address), at: address)
        } catch { fatalError("\(error)") }
        guard let session = sessions.find(address) else { fatalError("The page is not there.") }
        return session
    }

    private static func measurePatches(_ session: LiveSession) async {
        guard let stream = await session.attach(lastEventID: nil) else { return }
        _ = await session.takeEvents(for: stream)
        var number = 0
        var size = 0
        let patch = await time(2_000) {
            number += 1
            _ = await session.apply([InputMessage(number: number, name: "review", value: "7")])
            size = await session.takeEvents(for: stream)?.count ?? 0
        }
        report("an input that changes the count and one of 20 rows, to bytes", patch, nil, nil)
        print("| bytes of that patch | \(size) B | 1,200 B allowed |")
    }

    private static func measureMemory() async {
        let before = residentBytes()
        var sessions: [LiveSession] = []
        for _ in 0..<2_000 {
            sessions.append(await openSession())
        }
        let each = (residentBytes() - before) / sessions.count
        print(
            "| memory of an open page of 20 cards | \(each / 1024) kB | \(CardsScreen.plain(CardsScreen.cards).utf8.count / 1024) kB of HTML |"
        )
        for session in sessions { await session.end() }
    }

    private static func report(_ what: String, _ figure: Duration, _ against: String?, _ limit: Duration?) {
        let ratio = limit.map { String(format: "%.1f × %@ (%@)", figure / $0, against ?? "", Figure.micros($0)) } ?? ""
        print("| \(what) | \(Figure.micros(figure)) | \(ratio) |")
    }

    /// The median of 9 rounds, for one call.
    private static func time(_ count: Int, _ body: () -> Void) -> Duration {
        (0..<9).map { _ in ContinuousClock().measure { for _ in 0..<count { body() } } / count }.median
    }

    private static func time(_ count: Int, _ body: () async -> Void) async -> Duration {
        var rounds: [Duration] = []
        for _ in 0..<9 {
            let start = ContinuousClock.now
            for _ in 0..<count { await body() }
            rounds.append(start.duration(to: .now) / count)
        }
        return rounds.median
    }

    /// The resident set, from /proc (Linux); 0 elsewhere.
    private static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
