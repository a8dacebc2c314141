import Live
import NIOCore
import StreamsTesting
import Testing

@testable import Live
@testable import LiveHTTP

/// A kept document is compressed once, with holes that every answer fills.
@Suite(.timeLimit(.minutes(15))) struct CompressedDocumentTests {
    private func document(_ markup: [UInt8]) -> KeptDocument {
        KeptDocument(
            markup, revision: "1", epoch: "e", variant: "", shape: DocumentShape([]), position: "")
    }

    private func texts(_ number: Int) -> PageTexts {
        let number = 1_000_000 + number
        return PageTexts(
            address: "/live/\(number)", Visit(path: "/", csrf: "token \(number)", pageName: "name \(number)"))
    }

    private func plain(_ document: KeptDocument, _ texts: PageTexts) -> [UInt8] { RenderedPage(document, texts).bytes }

    @Test(arguments: 1...200) func everyAnswerIsTheDocumentWithItsTexts(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var markup: [UInt8] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            switch Int.random(in: 0...5, using: &random) {
            case 0: markup += Placeholder.text(.address).utf8
            case 1: markup += Placeholder.text(.token).utf8
            case 2: markup += Placeholder.text(.name).utf8
            case 3:
                markup += (0..<Int.random(in: 0...3000, using: &random)).map { _ in .random(in: 1...255, using: &random)
                }
            default:
                // Text that was there before, across holes.
                let start = Int.random(in: 0...markup.count, using: &random)
                markup += markup[start..<min(markup.count, start + 2000)].filter { $0 != 0x7F }
            }
        }
        let document = document(markup)
        let compressed = try #require(CompressedDocument.make(document, with: texts(0)))
        for number in 0..<3 {
            let body = compressed.body(of: document, with: texts(number))
            #expect(try decompressed(Array(body.readableBytesView)) == plain(document, texts(number)))
        }
    }

    @Test func aDocumentThatIsLongerThanTheWindowIsWhole() throws {
        var markup: [UInt8] = []
        for number in 0..<4000 {
            markup += "<li>row \(number) of the list</li>".utf8
            if number.isMultiple(of: 500) { markup += Placeholder.text(.token).utf8 }
        }
        let document = document(markup)
        let compressed = try #require(CompressedDocument.make(document, with: texts(0)))
        let body = Array(compressed.body(of: document, with: texts(7)).readableBytesView)
        #expect(try decompressed(body) == plain(document, texts(7)))
        #expect(body.count < markup.count / 5)
    }

    @Test func aTextThatComesAgainTakesHardlyAnyRoom() throws {
        func size(_ count: Int) throws -> Int {
            let form = "<form><input name=\"csrf\" value=\"\(Placeholder.text(.token))\"></form>"
            let document = document(Array(String(repeating: form, count: count).utf8))
            let compressed = try #require(CompressedDocument.make(document, with: texts(0)))
            let body = Array(compressed.body(of: document, with: texts(5)).readableBytesView)
            #expect(try decompressed(body) == plain(document, texts(5)))
            return body.count
        }
        #expect(try size(40) < size(1) + 50)
    }

    @Test func theFirstUseIsCompressedAsAWholeAndTheNextOnesInPieces() throws {
        let document = document(Array("<p>\(String(repeating: "word ", count: 500))</p>".utf8))
        #expect(CompressedDocument.of(document, with: texts(0)) == nil)
        let second = try #require(CompressedDocument.of(document, with: texts(1)))
        #expect(CompressedDocument.of(document, with: texts(2)) === second)
    }

    @Test func textsOfAnotherLengthAreNotPutIntoTheHoles() throws {
        let document = document(Array("<p>".utf8) + Array(Placeholder.text(.token).utf8))
        _ = CompressedDocument.of(document, with: texts(0))
        #expect(CompressedDocument.of(document, with: texts(0)) != nil)
        let longer = PageTexts(address: "/", Visit(path: "/", csrf: "longer than it was"))
        #expect(CompressedDocument.of(document, with: longer) == nil)
    }
}
