import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import Synchronization
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What the search index takes, whatever people write (SEC15), and what other writes wait for while it is made (SEC16).
@Suite(.timeLimit(.minutes(15))) struct IndexSizeTests {
    /// Texts of 3,000 characters that would be dear to index.
    struct DearText: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (inout SeededGenerator) -> String
    }

    private static func random(_ scalars: [ClosedRange<UInt32>], _ random: inout SeededGenerator) -> String {
        let range = scalars[Int(random.next() % UInt64(scalars.count))]
        let value = range.lowerBound + UInt32(random.next() % UInt64(range.upperBound - range.lowerBound + 1))
        return Unicode.Scalar(value).map { String($0) } ?? "x"
    }

    private static func repeated(_ text: String) -> @Sendable (inout SeededGenerator) -> String {
        { _ in String(String(repeating: text, count: 3000).prefix(3000)) }
    }

    private static func mixed(
        _ ranges: [ClosedRange<UInt32>], wordLength: Int? = nil
    ) -> @Sendable (inout SeededGenerator) -> String {
        { generator in
            (1...3000).map { number in
                if let wordLength, number.isMultiple(of: wordLength + 1) { return " " }
                return random(ranges, &generator)
            }.joined()
        }
    }

    private static let letters: ClosedRange<UInt32> = 0x61...0x7A
    private static let digits: ClosedRange<UInt32> = 0x30...0x39
    private static let hangul: ClosedRange<UInt32> = 0xAC00...0xD7A3

    static let dear = [
        DearText(testDescription: "squared metres", make: repeated("㎡")),
        DearText(testDescription: "letters and digits in turns", make: repeated("a1")),
        DearText(testDescription: "hexadecimal digits", make: mixed([digits, 0x61...0x66])),
        DearText(testDescription: "letters and digits", make: mixed([letters, digits])),
        DearText(testDescription: "the longest ligature", make: repeated("\u{FDFA}")),
        DearText(testDescription: "Arabic ligatures", make: mixed([0xFDF0...0xFDFB, 0xFC00...0xFD3D], wordLength: 5)),
        DearText(testDescription: "squared words of kana", make: mixed([0x3300...0x3357])),
        DearText(testDescription: "squared units", make: mixed([0x3371...0x337A, 0x3380...0x33DF])),
        DearText(testDescription: "syllables of Hangul", make: mixed([hangul])),
        DearText(testDescription: "words of one syllable", make: mixed([hangul], wordLength: 1)),
        DearText(testDescription: "words of two syllables", make: mixed([hangul], wordLength: 2)),
        DearText(testDescription: "ideographs", make: mixed([0x4E00...0x9FFF])),
        DearText(testDescription: "rare ideographs", make: mixed([0x20000...0x2A6D0])),
        DearText(testDescription: "emoji", make: mixed([0x1F300...0x1F5FF])),
        DearText(testDescription: "words of two letters", make: mixed([letters], wordLength: 2)),
        DearText(testDescription: "words of three letters", make: mixed([letters], wordLength: 3)),
        DearText(testDescription: "words of four letters", make: mixed([letters], wordLength: 4)),
        DearText(testDescription: "words of eight letters", make: mixed([letters], wordLength: 8)),
        DearText(testDescription: "Ethiopic", make: mixed([0x1200...0x1247], wordLength: 2)),
        DearText(testDescription: "Cyrillic and Armenian", make: mixed([0x400...0x52F, 0x531...0x556], wordLength: 1)),
        DearText(testDescription: "piled up marks", make: repeated("e\u{301}\u{302}\u{303}\u{304}")),
    ]

    /// The pages of a database in memory that are in use, in bytes.
    private func size(_ fixture: StoreFixture) async throws -> Int {
        try await fixture.database.writer.read { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }

    @Test(arguments: dear) func theIndexOfATextTakesAtMostFourTimesItsBytes(text: DearText) async throws {
        try await withStore(.memory) { fixture in
            var generator = SeededGenerator(seed: 7)
            var bytes = 0
            for goal in try await fixture.addCompleted(8) {
                let content = try ReviewContent.free(text.make(&generator))
                bytes += content.draft[.text].utf8.count
                _ = try await fixture.store.writeReview(content, of: fixture.owner, goal: goal)
            }
            let before = try await size(fixture)
            while try await fixture.store.indexSearch() > 0 {}
            let taken = try await size(fixture) - before
            // Pages that aren't full, in each of the trees.
            let share = Double(max(0, taken - 12 * 4096)) / Double(bytes)
            #expect(share <= 4, "\(taken) bytes of index for \(bytes) bytes of text: \(share) times")
        }
    }

    /// How many entries of the index each transaction has written.
    private final class Transactions: Sendable {
        private let counts = Mutex<[Int]>([0])

        var all: [Int] { counts.withLock { $0.filter { $0 > 0 } } }

        @Sendable func configure(_ configuration: inout Configuration) {
            configuration.prepareDatabase { [self] db in
                db.trace { event in
                    guard case .statement(let statement) = event else { return }
                    self.counts.withLock { counts in
                        if statement.sql.hasPrefix("BEGIN") { counts.append(0) }
                        if statement.sql.contains(/INSERT INTO \w+ \(rowid, terms\)/) {
                            counts[counts.count - 1] += 1
                        }
                    }
                }
            }
        }
    }

    /// The texts are of one word over and over, which is one entry of some bytes in the index, and yet is to be read whole.
    @Test func aTransactionOfTheIndexIsBoundedByWhatWasRead() async throws {
        let transactions = Transactions()
        try await withStore(.memory, configure: transactions.configure) { fixture in
            let text = String(repeating: "가나다라 ", count: 590)
            for goal in try await fixture.addCompleted(60) {
                _ = try await fixture.store.writeReview(.free(text), of: fixture.owner, goal: goal)
            }
            #expect(try await fixture.store.indexSearch() == 60)
            let largest = transactions.all.max() ?? 0
            #expect(transactions.all.reduce(0, +) == 60)
            #expect((largest - 1) * text.utf8.count <= 64 << 10, "\(largest) goals at once")
        }
    }
}
