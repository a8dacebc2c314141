import HindsightDomain
import Testing

@Suite(.timeLimit(.minutes(15))) struct HandleTests {
    @Test(arguments: [
        ("mina", "mina"), (" Mina_7 ", "mina_7"), ("@mina", "mina"), ("abc", "abc"),
        (String(repeating: "a", count: 20), String(repeating: "a", count: 20)),
    ])
    func aTypedHandleIsReadAsItIsMeant(typed: String, handle: String) throws {
        #expect(try Handle(typed: typed).description == handle)
        #expect(Handle(typed)?.description == handle)
    }

    @Test(arguments: [
        ("", HandleFault.length), ("ab", .length), (String(repeating: "a", count: 21), .length), ("@ab", .length),
        (String(repeating: "a", count: 1_000_000), .length), ("min a", .characters), ("mína", .characters),
        ("미나미나", .characters), ("@@mina", .characters), ("mina.kim", .characters), ("İstanbul", .characters),
        ("K\u{212A}K", .characters), ("admin", .reserved), ("People", .reserved), ("settings", .reserved),
    ])
    func anotherTextIsNone(text: String, fault: HandleFault) {
        #expect(throws: fault) { try Handle(typed: text) }
        #expect(Handle(text) == nil)
    }
}
