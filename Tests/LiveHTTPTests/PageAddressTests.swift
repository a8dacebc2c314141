import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(1))) struct PageAddressTests {
    private let key = PageAddress.Key(Array(1...32))
    private let address = PageAddress(nonce: "n1", screen: "ListScreen", target: "/goals/12/review?a=b&c=한글")

    @Test func anAddressComesBackAsItWasSigned() throws {
        let token = address.token(owner: "7", key: key)
        let read = try #require(PageAddress(token: token, owner: "7", key: key))
        #expect(read.nonce == "n1")
        #expect(read.screen == "ListScreen")
        #expect(read.target == address.target)
        #expect(token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    }

    @Test func anAddressWorksForItsOwnerAndItsKeyOnly() {
        let token = address.token(owner: "7", key: key)
        #expect(PageAddress(token: token, owner: "8", key: key) == nil)
        #expect(PageAddress(token: token, owner: "7", key: PageAddress.Key(Array(2...33))) == nil)
    }

    @Test func everyChangedCharacterIsNoticed() {
        let token = address.token(owner: "7", key: key)
        for index in token.indices where token[index] != "." {
            var changed = token
            changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
            #expect(PageAddress(token: changed, owner: "7", key: key) == nil)
        }
    }

    @Test(arguments: ["", ".", "a.b", "a", "a.b.c", "%00.%00", String(repeating: "x", count: 10_000)])
    func whatIsNoAddressIsNone(token: String) {
        #expect(PageAddress(token: token, owner: "7", key: key) == nil)
    }
}
