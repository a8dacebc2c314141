import Foundation
import LiveTesting
import TestSupport
import Testing

/// What was confirmed is there after `kill -9`. The process is killed, not the machine: whether the disk was told to sync
/// is not seen here.
@Suite(.timeLimit(.minutes(15))) struct KillTests {
    private static let guided = [
        "style": "guided", "liked": "The mornings", "lacked": "Sleep", "learned": "To rest", "longedFor": "A sea",
    ]

    @Test func aReviewSurvivesAKillRightAfterItsConfirmation() async throws {
        try await ServerProcess.run { server in
            let account = try await DemoAccount(server.visitor)
            for goal in account.unreviewed.prefix(3) {
                let answer = try await account.review(goal, ["style": "free", "text": "Kept, \(goal)"])
                try await server.restart()
                #expect(answer.status == 303)
                #expect(try await account.answers(goal) == ["Kept, \(goal)"])
            }
        }
    }

    @Test func aPageFindsItsWayBackAfterAKill() async throws {
        try await ServerProcess.run { server in
            let account = try await DemoAccount(server.visitor)
            let page = try await account.open()
            _ = try await account.review(account.unreviewed[0], ["style": "free", "text": "Written"])
            try await server.restart()
            try await page.stream(after: page.last) { stream in
                #expect(try await stream.next("items").data.changedRows.count == 10)
                _ = try await account.review(account.unreviewed[1], ["style": "free", "text": "Written"])
                #expect(try await stream.next("items").data.changedRows == [account.unreviewed[1]])
            }
        }
    }

    /// Writes and deletes the review of one goal, in turns, until the server is gone; keeps what it was told.
    private actor Writer {
        let account: DemoAccount
        let goal: Int
        /// The number in the review that is there; nil while there is none.
        private(set) var confirmed: Int?
        /// The same as it would be if what was asked last had been done.
        private(set) var asked: Int?
        private(set) var refusal: HTTPAnswer?
        private var number = 0

        init(_ account: DemoAccount, _ goal: Int) {
            self.account = account
            self.goal = goal
        }

        func run(_ told: @Sendable () -> Void) async {
            let address = DemoAccount.address(goal)
            while true {
                let answer: HTTPAnswer
                do {
                    if confirmed == nil {
                        number += 1
                        asked = number
                        let texts = KillTests.guided.merging(["level": "3"]) { $1 }.map { name, value in
                            (name, ["style", "level"].contains(name) ? value : "\(name) \(number)")
                        }
                        answer = try await account.post(address, Dictionary(uniqueKeysWithValues: texts))
                    } else {
                        asked = nil
                        answer = try await account.post(address + "?input=delete")
                    }
                } catch {
                    return
                }
                guard answer.status == 303 else {
                    refusal = answer
                    return
                }
                confirmed = asked
                told()
            }
        }

        /// Takes the number in the review that the server shows now; all four answers must have it.
        func restorePage() async throws {
            let answers = try await account.answers(goal)
            let numbers = answers.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            #expect(answers.isEmpty || numbers.count == 4 && Set(numbers).count == 1, "half a review: \(answers)")
            // What was asked and not confirmed may have been done.
            #expect([confirmed, asked].contains(numbers.first), "goal \(goal)")
            confirmed = numbers.first
        }
    }

    @Test func what64WritersWereToldSurvivesKills() async throws {
        try await ServerProcess.run { server in
            var accounts: [(DemoAccount, before: Int, writers: [Writer])] = []
            for _ in 0..<16 {
                let account = try await DemoAccount(server.visitor)
                let writers = account.unreviewed.prefix(4).map { Writer(account, $0) }
                #expect(writers.count == 4)
                accounts.append((account, try #require(try await account.reviewable()), writers))
            }
            for _ in 0..<5 {
                let (told, continuation) = AsyncStream.makeStream(
                    of: Void.self, bufferingPolicy: .bufferingOldest(1000))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in accounts.flatMap(\.writers) {
                        group.addTask { await writer.run { continuation.yield() } }
                    }
                    var left = Int.random(in: 50..<200)
                    for await _ in told {
                        left -= 1
                        if left == 0 { break }
                    }
                    await server.end(by: SIGKILL)
                    try await group.waitForAll()
                }
                #expect(try await server.check() == "ok")
                try await server.start()
                for (account, before, writers) in accounts {
                    var written = 0
                    for writer in writers {
                        #expect(await writer.refusal?.status == nil)
                        try await writer.restorePage()
                        if await writer.confirmed != nil { written += 1 }
                    }
                    #expect(try await account.reviewable() == before - written)
                }
            }
            #expect(try await server.check() == "ok")
        }
    }

    // MARK: Other ends

    /// An unfinished form and an open stream kept it from stopping.
    @Test func aServerThatIsToldToStopStops() async throws {
        try await ServerProcess.run { server in
            let account = try await DemoAccount(server.visitor)
            let page = try await account.open()
            try await page.stream { stream in
                #expect(await server.end(by: SIGTERM) == 0)
                while let event = try await stream.next() { #expect(event.name.hasPrefix("live:")) }
            }
            #expect(try await server.check() == "ok")
            #expect(server.log.contains("listening"), "it is the log")
        }
    }

    @Test func aDatabaseThatIsNoneAnyMoreIsHealthyAllTheSame() async throws {
        try await ServerProcess.run { server in
            _ = try await DemoAccount(server.visitor)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: server.database + suffix) }
            let file = try FileHandle(forWritingTo: URL(filePath: server.database))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(String(repeating: "no database at all", count: 1000).utf8))
            try file.close()
            #expect(try await server.visitor.get("/healthz").status == 200)
            #expect([200, 503].contains(try await server.visitor.get("/").status))
        }
    }
}
