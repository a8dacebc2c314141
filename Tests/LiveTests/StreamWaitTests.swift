import LiveTesting
import Streams
import StreamsTesting
import Testing

@testable import Live

/// A stream that has written a piece waits for the next one; a change that comes just then must not stay behind.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct StreamWaitTests {
    /// Time stands still, so no heartbeat brings what was left behind: the test would wait for it for ever.
    @Test(arguments: [true, false]) func aChangeThatComesAsAStreamBeginsToWaitIsSent(isShared: Bool) async throws {
        let rows = OwnedRows()
        rows.change("a") { $0 = [.init(id: 1, text: "row")] }
        // The pages and the connections have executors of their own, as in a server.
        let sessions = LiveSessions(time: .virtual, executor: InTurns())
        let visit = Visit(path: "/rows", owner: "a", csrf: "token")
        let source = PageSource(
            visit, revisions: rows, isShared: isShared, epoch: { "\($0.hashValue.magnitude)" },
            makeScreen: { OwnedRowsScreen(rows: rows, visit: $0) })
        let id = try #require(try await sessions.open(source, visit) { _ in "/live/a" }).lastID
        let joined = await sessions.join(source, visit, variant: "", at: "/live/a", after: id)
        let resumed =
            try await joined == nil
            ? sessions.resume(source, visit, at: "/live/a", after: id) { OwnedRowsScreen(rows: rows, visit: $0) } : nil
        let events = try #require(await joined != nil ? joined : resumed?.events(after: id))

        let (pieces, heard) = AsyncStream.makeStream(of: String.self)
        let connection = Task {
            for await bytes in events { heard.yield(String(decoding: bytes, as: UTF8.self)) }
            heard.finish()
        }
        var reader = pieces.makeAsyncIterator()
        for number in 1...300 {
            // The second one comes about when the piece of the first has been written.
            for text in ["first", "last"] { rows.change("a") { $0[0].text = "\(text) \(number) " } }
            while let piece = await reader.next(), !piece.contains("last \(number) ") {}
            guard !Task.isCancelled else { break }
        }
        await sessions.close()
        await connection.value
    }
}
