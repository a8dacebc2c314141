import LiveTesting
import Testing

/// The reader of streams, which the tests of what is sent rely on.
@Suite(.timeLimit(.minutes(15))) struct ServerSentEventsTests {
    /// The events of a stream that comes in pieces of this size, as `name/id/data`.
    private func events(_ text: String, pieces size: Int = .max) -> [String] {
        var reader = ServerSentEvents()
        var rest = Array(text.utf8)[...]
        var events: [ServerSentEvents.Event] = []
        while !rest.isEmpty {
            events += reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return events.map { "\($0.name)/\($0.id)/\($0.data)" }
    }

    @Test(arguments: [
        ("event: a\nid: 1\ndata: x\n\n", ["a/1/x"]), ("data: x\n\n", ["message//x"]), ("data\n\n", ["message//"]),
        ("data: x\ndata: y\n\n", ["message//x\ny"]), ("data:x\n\n", ["message//x"]), ("data:  x\n\n", ["message// x"]),
        ("data: a: b\n\n", ["message//a: b"]), ("data: x\n", []), ("event: a\nid: 1\n\n", []), ("\n\n", []), ("", []),
        (": sign of life\n\ndata: x\n\n", ["message//x"]), ("retry: 1\nother: 2\ndata: x\n\n", ["message//x"]),
        // An id is for what follows, too, and a name is not.
        ("event: a\nid: 1\ndata: x\n\ndata: y\n\n", ["a/1/x", "message/1/y"]),
        ("id: 1\n\ndata: x\n\n", ["message/1/x"]),
        ("id: 1\ndata: x\n\nid\ndata: y\n\n", ["message/1/x", "message//y"]),
        ("id: 1\ndata: x\n\nid: 2\0\ndata: y\n\n", ["message/1/x", "message/1/y"]),
        ("data: 한글 👍\n\n", ["message//한글 👍"]),
    ])
    func aStreamIsReadAsTheStandardSays(text: String, expected: [String]) {
        for end in ["\n", "\r", "\r\n"] {
            let text = text.replacing("\n", with: end)
            #expect(events(text) == expected)
            for size in 1...4 { #expect(events(text, pieces: size) == expected, "in pieces of \(size)") }
        }
    }

    @Test func signsOfLifeAreCounted() {
        var reader = ServerSentEvents()
        #expect(reader.read(Array(":\n\n".utf8)).isEmpty)
        #expect(reader.commentCount == 1)
        _ = reader.read(Array("data: :\n\n: more\n".utf8))
        #expect(reader.commentCount == 2)
    }

    @Test func anEventKnowsItsSizeOnTheWire() {
        var reader = ServerSentEvents()
        let events = reader.read(Array(":\n\nevent: a\ndata: é\n\ndata: x\n\n".utf8))
        #expect(events.map(\.byteCount) == ["event: a\ndata: é\n\n".utf8.count, "data: x\n\n".utf8.count])
    }
}
