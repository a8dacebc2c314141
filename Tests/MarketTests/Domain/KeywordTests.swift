import Live
import LiveSQL
import Testing

@testable import Market

@Suite(.timeLimit(.minutes(15))) struct KeywordTests {
    private func words(_ text: String) throws -> [String] {
        try Keyword(text).words.map { String(String.UnicodeScalarView($0)) }
    }

    @Test(arguments: [
        ("Chair", ["chair"]), (" old  CHAIR ", ["old", "chair"]), ("자전거", ["자전거"]), ("중고 자전거!", ["중고", "자전거"]),
        ("\u{110C}\u{1161}\u{110C}\u{1165}\u{11AB}", ["자전"]), ("Ｃｈａｉｒ１２", ["chair12"]), ("cafe\u{301}", ["caf\u{E9}"]),
        ("10km", ["10km"]), ("\"a\" OR b*", ["a", "or", "b"]), ("a-b_c", ["a", "b", "c"]), ("의\u{200B}자", ["의자"]),
        ("☂️", ["☂"]), ("שלום", ["שלום"]), ("ﬁn", ["fin"]),
    ])
    func aKeywordIsCompared(text: String, expected: [String]) throws {
        #expect(try words(text) == expected)
    }

    @Test(arguments: [("자전ㄱ", ["자전"]), ("자전 ㄱ", ["자전"]), ("ㄱ", ["\u{1100}"]), ("ㅋㅋ", ["\u{110F}\u{110F}"])])
    func aSyllableThatIsBeingTypedIsLeftOut(text: String, expected: [String]) throws {
        #expect(try words(text) == expected)
    }

    @Test(arguments: ["", " ", "!!!", "\u{200B}", "*", "\"", "\0", "…"])
    func nothingIsFoundByWhatIsNoWord(text: String) {
        #expect(throws: TextFault.missing) { try Keyword(text) }
    }

    @Test func aKeywordHas60CharactersAnd8WordsAtMost() throws {
        #expect(try Keyword(String(repeating: "가", count: 60)).words == [Array(repeating: "가", count: 60)])
        #expect(throws: TextFault.tooLong(count: 61, limit: 60)) { try Keyword(String(repeating: "가", count: 61)) }
        #expect(try words("a b c d e f g h i j").count == 8)
        // A character that is normalised to 18.
        #expect(try Keyword(String(repeating: "\u{FDFA}", count: 60)).words.joined().count <= 60)
        // One of many marks.
        let marks = "a" + String(repeating: "\u{316}\u{301}", count: 200)
        #expect(try Keyword(marks).words.joined().count <= 16)
        #expect(try Keyword(" Old chair ").text == "Old chair")
    }

    @Test func theTermsOfAWordAreItsPairsAndItsLastLetter() throws {
        let product = try NewProduct.make("자전거 a", description: "B-52")
        #expect(ProductTerms.terms(of: product) == ["자전", "전거", "거", "a", "b", "52", "2"])
        let (sqlite, postgres) = (ProductLists(.sqlite), ProductLists(.postgres))
        #expect(sqlite.terms(["ab", "b", "ab"]) == "ab b ab")
        #expect(postgres.terms(["ab", "b", "ab"]) == "'ab':1 'b':2 'ab':3")
        let (one, two) = (try ProductTerms.phrases(of: Keyword("자전거")), try ProductTerms.phrases(of: Keyword("거 ab")))
        #expect(sqlite.query(one) == #""자전 전거""#)
        #expect(sqlite.query(two) == #""거"* "ab""#)
        #expect(postgres.query(one) == "('자전' <-> '전거')")
        #expect(postgres.query(two) == "('거':*) & ('ab')")
    }

    @Test func theTermsOfAProductAreBounded() throws {
        let long = String(repeating: "\u{FDFA}", count: 1_000)
        let product = try NewProduct.make("x", description: long)
        let terms = ProductTerms.terms(of: product)
        #expect(terms.count <= 2_000 && terms.first == "x")
    }
}
