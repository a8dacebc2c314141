import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct PageAddressTests {
    private let key = PageAddress.Key(Array(1...32))
    private let address = PageAddress(
        nonce: "n1", pattern: "/goals/{id}/review", values: ["12"], variant: "editor", query: "f%5B%5D=1&c=한글")

    @Test func anAddressComesBackAsItWasSigned() throws {
        let token = address.token(login: "7", key: key)
        let read = try #require(PageAddress(token: token, login: "7", key: key))
        #expect(read == address)
        #expect(token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    }

    @Test func anAddressWorksForItsLoginAndItsKeyOnly() {
        let token = address.token(login: "7", key: key)
        #expect(PageAddress(token: token, login: "8", key: key) == nil)
        #expect(PageAddress(token: token, login: "7", key: PageAddress.Key(Array(2...33))) == nil)
    }

    @Test func everyChangedCharacterIsNoticed() {
        let token = address.token(login: "7", key: key)
        for index in token.indices where token[index] != "." {
            var changed = token
            changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
            #expect(PageAddress(token: changed, login: "7", key: key) == nil)
        }
    }

    @Test(arguments: ["", ".", "a.b", "a", "a.b.c", "%00.%00", String(repeating: "x", count: 10_000)])
    func whatIsNoAddressIsNone(token: String) {
        #expect(PageAddress(token: token, login: "7", key: key) == nil)
    }
}
