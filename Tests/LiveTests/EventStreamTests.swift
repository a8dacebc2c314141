import LiveTesting
import StreamsTesting
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct EventStreamTests {
    func framed(_ data: String, name: String = "items", id: String = "e.7") -> [UInt8] {
        var bytes: [UInt8] = []
        EventStream.append(name: name, id: id, data: Array(data.utf8), to: &bytes)
        return bytes
    }

    @Test func anEventIsItsNameItsIDAndItsData() {
        #expect(framed("<li>1</li>") == Array("event: items\nid: e.7\ndata: <li>1</li>\n\n".utf8))
    }

    @Test(arguments: [
        ("a\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("a\n\rb", "a\n\nb"), ("a\r\r\nb", "a\n\nb"),
        ("\n", "\n"), ("\r\n\r\n", "\n\n"), ("", ""), (" a", " a"), (":", ":"), ("a\n", "a\n"), ("\na", "\na"),
        ("\u{301}x", "\u{301}x"), ("\u{feff}x", "\u{feff}x"), ("\u{0}", "\u{0}"), ("\u{2028}\u{85}", "\u{2028}\u{85}"),
    ])
    func everyEndOfLineIsOne(data: String, expected: String) {
        let events = serverSentEvents(framed(data))
        #expect(events.map { Array($0.data.utf8) } == [Array(expected.utf8)])
    }

    @Test(arguments: ["\r", "\n", "\r\n", "\n\n", "\r\r", "\r\n\r\n", "\n\r"])
    func noTextForgesAnEventOrAField(end: String) {
        let forged = "x\(end)event: count\(end)id: e.99\(end)data: 0\(end)retry: 1\(end)\(end)event: other\(end)data: y"
        let events = serverSentEvents(framed(forged))
        #expect(events.count == 1)
        #expect(events.first?.name == "items")
        #expect(events.first?.id == "e.7")
    }

    @Test func whateverIsWrittenIsReadAsWritten() {
        var random = SeededGenerator(seed: 2)
        let pieces = ["\r", "\n", "\r\n", "event: x", "id: 1", "data:", ":", " ", "a", "é", "\u{301}", "\u{0}", "👍"]
        for round in 0..<3000 {
            let texts = (0..<3).map { _ in
                (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            }
            var bytes = EventStream.heartbeat
            for (number, text) in texts.enumerated() {
                EventStream.append(name: "n\(number)", id: "e.\(round)", data: Array(text.utf8), to: &bytes)
                bytes += EventStream.heartbeat
            }
            let events = serverSentEvents(bytes)
            #expect(events.map(\.name) == ["n0", "n1", "n2"])
            #expect(events.allSatisfy { $0.id == "e.\(round)" })
            #expect(events.map(\.data) == texts.map(normalized))
        }
    }

    private func normalized(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes.replace([0x0D, 0x0A], with: [0x0A])
        bytes.replace([0x0D], with: [0x0A])
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func aHeartbeatIsNoEvent() {
        #expect(serverSentEvents(EventStream.heartbeat + EventStream.heartbeat).isEmpty)
    }
}
