import StreamsTesting
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct IdentifierTests {
    @Test(arguments: ["1", "42", "9223372036854775807"])
    func plainDigitsAreAnID(text: String) {
        #expect(ProductID(text)?.description == text)
        #expect(OrderID(text)?.description == text)
    }

    @Test(arguments: ["", "0", "01", "+1", "-1", " 1", "1 ", "１", "1\0", "9223372036854775808", "chair"])
    func anythingElseIsNone(text: String) {
        #expect(ProductID(text) == nil && OrderID(text) == nil)
    }

    @Test func laterIDsAreGreater() {
        #expect(ProductID(rawValue: 2) < ProductID(rawValue: 10))
    }

    @Test func aVisitorAndAKeyAreTokens() {
        let longest = String(repeating: "a", count: 64)
        for text in ["guest-QUJD_x", "0", longest] {
            #expect(VisitorID(text)?.description == text)
            #expect(IdempotencyKey(text)?.description == text)
        }
        for text in ["", longest + "a", "a b", "a\0", "가", "a\u{301}", "a/b", String(repeating: "a", count: 1 << 20)] {
            #expect(VisitorID(text) == nil)
            #expect(IdempotencyKey(text) == nil)
        }
    }

    @Test(arguments: [
        ("7K3M9QXD", "7K3M9QXD"), ("7k3m-9qxd", "7K3M9QXD"), (" 7K3M 9QXD ", "7K3M9QXD"), ("oOiIlL01", "00111101"),
        ("ZZZZ-ZZZZ", "ZZZZZZZZ"),
    ])
    func aCodeIsTypedInManyWays(text: String, code: String) {
        #expect(MarketCode(text)?.description == code)
    }

    @Test(arguments: [
        "", "7K3M9QX", "7K3M9QXDA", "UUUUUUUU", "7K3M9QX!", "7K3M\09QXD", "가나다라마바사아", "７Ｋ３Ｍ９ＱＸＤ",
        String(repeating: "-", count: 1 << 20),
    ])
    func anythingElseIsNoCode(text: String) {
        #expect(MarketCode(text) == nil)
    }

    @Test func aNewCodeHasEightUnambiguousCharacters() {
        var generator = SeededGenerator(seed: 7)
        let codes = (0..<500).map { _ in MarketCode(using: &generator) }
        #expect(Set(codes).count == 500)
        #expect(codes.allSatisfy { MarketCode($0.description) == $0 && MarketCode($0.grouped) == $0 })
        let characters = Set(codes.flatMap(\.description))
        #expect(characters.count == 32 && characters.isDisjoint(with: "ILOU"))
        #expect(codes.allSatisfy { $0.grouped.count == 9 })
    }

    @Test func theFileOfAPictureIsInNoOtherFolder() {
        for file in ["a.jpg", "0f-3_b.webp", String(repeating: "a", count: 76) + ".png"] {
            #expect(ProductPicture(file: file, width: 1, height: 20_000)?.file == file)
        }
        for file in [
            "", ".", "..", "a", ".jpg", "a.", "../a.jpg", "a/b.jpg", "a\\b.jpg", "a.jpg.png", "A.jpg", "a b.jpg",
            "a\0.jpg",
            "가.jpg", String(repeating: "a", count: 77) + ".png", String(repeating: ".", count: 1 << 20),
        ] {
            #expect(ProductPicture(file: file, width: 1, height: 1) == nil)
        }
        for (width, height) in [(0, 1), (1, 0), (-1, 1), (20_001, 1), (1, 20_001)] {
            #expect(ProductPicture(file: "a.jpg", width: width, height: height) == nil)
        }
    }
}
