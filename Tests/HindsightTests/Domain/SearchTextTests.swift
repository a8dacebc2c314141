import HindsightDomain
import Live
import LiveSQL
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What is found in what, and what can be searched for at all.
@Suite(.timeLimit(.minutes(15))) struct SearchTextTests {
    private static func isFound(_ typed: String, in text: String) throws -> Bool {
        let normal = SearchText(text)
        return try SearchQuery(typed).terms.allSatisfy { !normal.places(of: $0).isEmpty }
    }

    /// The characters that are marked, between brackets.
    private static func marked(_ typed: String, in text: String, length: Int? = nil) throws -> String {
        let normal = SearchText(text)
        let places = try SearchQuery(typed).terms.flatMap { normal.places(of: $0) }
        let marked = MarkedText(text, marking: places, length: length)
        let pieces = marked.pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
        return (marked.isCutBefore ? "…" : "") + pieces + (marked.isCutBehind ? "…" : "")
    }

    @Test(arguments: [
        ("회고", "주간회고를 쓴다"), ("목표", "목표를"), ("표", "목표"), ("고를 쓴다", "회고를 쓴다"),
        ("회 고", "회의와 고민"), ("目標", "今年の目標達成"), ("メモ", "ﾒﾓを取る"),
        ("wal", "A long Walk"), ("WALK", "walking"), ("cafe", "Café"), ("café", "the CAFE"), ("strasse", "Straße"),
        ("Σίσυφοσ", "ΣΊΣΥΦΟΣ"), ("ｗａｌｋ", "walk"), ("10", "10km 달리기"), ("km", "10km 달리기"), ("10km", "10km"),
        ("ios앱", "iOS앱 만들기"), ("앱 ios", "iOS앱 만들기"), ("🏃", "🏃🏽‍♀️ 매일 달리기"), ("👍🏿", "👍"),
        ("don", "Don’t stop"), ("fi", "ﬁnish"), ("목\u{200B}표", "목표"), ("목표", "목\u{200B}표"),
        ("한", "\u{1112}\u{1161}\u{11AB}글"), ("2026", "2026년"), ("ㅋㅋ", "ㅋㅋㅋ 웃김"),
    ])
    func itIsFound(typed: String, text: String) throws {
        #expect(try Self.isFound(typed, in: text))
    }

    @Test(arguments: [
        ("회고", "회의 고민"), ("회고", "회 고"), ("alk", "walk"), ("walks", "walk"), ("swim walk", "walk"), ("목포", "목표"),
        ("m", "10km"),
    ])
    func itIsNotFound(typed: String, text: String) throws {
        #expect(try !Self.isFound(typed, in: text))
    }

    @Test(arguments: ["", "   ", "\u{200B}", "\u{3164}", "\"'*()-:^", "…!?", "ㅎ", "ㅏ", " ㅁ ", "\u{1112}", "\0", "\n"])
    func thereIsNothingToSearchFor(typed: String) throws {
        let error = #expect(throws: SearchQueryError.self) { try SearchQuery(typed) }
        #expect(error?.fault == .missing)
    }

    /// An input method sends what is not a syllable yet.
    @Test(arguments: [("목ㅍ", "목"), ("목표 ㅎ", "목표"), ("목ㅛ", "목"), ("ㅋㅋ", "ㅋㅋ"), ("walkㅎ", "walk")])
    func aSyllableThatIsBeingTypedIsLeftOut(typed: String, same: String) throws {
        #expect(try SearchQuery(typed).terms == SearchQuery(same).terms)
        #expect(try SearchQuery(typed).text == typed)
    }

    @Test func itMayHaveAHundredCharacters() throws {
        #expect(try SearchQuery(" " + String(repeating: "가", count: 100) + " ").terms.count == 1)
        let error = #expect(throws: SearchQueryError.self) { try SearchQuery(String(repeating: "가", count: 101)) }
        #expect(error?.fault == .tooLong(count: 101, limit: 100))
        let large = #expect(throws: SearchQueryError.self) {
            try SearchQuery("e" + String(repeating: "\u{301}", count: 2000))
        }
        #expect(large?.fault == .tooManyMarks)
    }

    @Test(arguments: [
        ("회고", "주간회고를 쓴 회고", "주간[회고]를 쓴 [회고]"), ("a", "a <b> & a", "[a] <b> & [a]"), ("가나 나다", "가나다", "[가나다]"),
        ("cafe", "Cafe\u{301} au lait", "[Cafe\u{301}] au lait"), ("👨‍👩‍👧", "👨‍👩‍👧 함께", "[👨‍👩‍👧] 함께"), ("x", "ab", "ab"),
    ])
    func whatWasFoundIsMarked(typed: String, text: String, marked: String) throws {
        #expect(try Self.marked(typed, in: text) == marked)
    }

    @Test func aPartOfALongTextBeginsWithAWordBeforeWhatWasFound() throws {
        let text = String(repeating: "가나다라 ", count: 100) + "회고\n" + String(repeating: "마바사아 ", count: 100)
        let marked = try Self.marked("회고", in: text, length: 40)
        #expect(marked == "…가나다라 [회고] 마바사아 마바사아 마바사아 마바사아 마바사아…" || marked.hasPrefix("…가나다라 "))
        #expect(marked.contains("[회고] 마바사아") && marked.hasSuffix("…") && marked.count <= 45)
        #expect(try Self.marked("회고", in: "짧은\n회고", length: 40) == "짧은 [회고]")
        #expect(try Self.marked("가", in: String(repeating: "가", count: 90), length: 40).count == 43)
    }

    /// An entry is taken out of the index by telling it the same again, whatever it was made of.
    @Test func whatTheIndexIsToldIsMadeOfTheKeptTextAlone() {
        for text in nastyTexts + ["10km 달리기 iOS앱 Café 🏃🏽‍♀️"] {
            let indexed = IndexedText(of: [text, text])
            let again = IndexedText(text: indexed.text)
            let owner = AccountID(7)
            let pieces = [again, indexed].map { Set($0.terms(of: owner).split(separator: " ")) }
            #expect(pieces[0] == pieces[1])
            let ascii = indexed.terms(of: owner).unicodeScalars.filter(\.isASCII)
            #expect(ascii.allSatisfy { $0 == " " || $0.properties.isAlphabetic || $0.properties.numericType != nil })
        }
    }

    /// Whatever may be found has the pieces by which the index finds it.
    @Test func theIndexMissesNothingThatIsThere() throws {
        var random = SeededGenerator(seed: 5)
        let letters = "가나회고abÉß12 -🏃目ㅋ\u{200B}e\u{301}".map { String($0) }
        for _ in 0..<3000 {
            let text = (0..<12).compactMap { _ in letters.randomElement(using: &random) }.joined()
            let typed = (0..<Int.random(in: 1...4, using: &random))
                .compactMap { _ in letters.randomElement(using: &random) }.joined()
            guard let query = try? SearchQuery(typed), try Self.isFound(typed, in: text) else { continue }
            let pieces = Set(IndexedText(of: [text]).terms(of: AccountID(1)).split(separator: " ").map { "\"\($0)\"" })
            let asked = IndexedText.match(query, of: AccountID(1), .sqlite).dropFirst().prefix { $0 != ")" }
                .split(separator: " ").map(String.init)
            #expect(!asked.isEmpty && pieces.isSuperset(of: asked), "\(typed) in \(text)")
        }
    }

    /// SEC15: texts that people write have pieces of their own; only those that are made to be dear have none.
    @Test(arguments: [
        "오늘은 새벽에 일어나 10km를 달렸다. 바람이 찼지만 강가의 물안개가 고와서 발걸음이 가벼웠고, 다음 주에는 더 멀리 가 보기로 했다.",
        "Ran 10 km before work; the river was all mist, my breath a small cloud. Next week I would like to go further still.",
        "今朝は川沿いを十キロ走った。霧が美しくて、足取りも軽かった。来週はもっと遠くまで行ってみたい。",
    ])
    func whatPeopleWriteHasPiecesOfItsOwn(text: String) {
        #expect(IndexedText(of: [String(repeating: text + "\n", count: 40)]).text != "x")
        #expect(IndexedText(of: [text]).text != "x")
        #expect(
            IndexedText(of: [String(repeating: "㎡", count: 3000)]).text != "x", "One word stands there over and over.")
        let random = (0..<3000).compactMap { Unicode.Scalar(0xAC00 + UInt32($0 * 7919 % 11172)) }
        #expect(IndexedText(of: [String(String.UnicodeScalarView(random))]).text == "x")
    }
}
