import StreamsTesting
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct ListSlotTests {
    typealias Row = ListHistory.Row

    func rows(_ ids: String, _ text: String = "1") -> [Row] { ids.map { Row(id: "\($0)", text: text) } }

    @Test(arguments: 1...20)
    func aPageComesBackFromAnyEarlierChange(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let history = ListHistory(rows("abcde"))
        for step in 0..<80 {
            let ids = edited(history.rows.map(\.id), newID: { "n\(Int.random(in: 0..<30, using: &$0))" }, by: &random)
            let texts = Dictionary(history.rows.map { ($0.id, $0.text) }) { first, _ in first }
            var seen: Set<String> = []
            history.set(
                ids.filter { seen.insert($0).inserted }.map { id in
                    let changes = Int.random(in: 0..<6, using: &random) == 0
                    return Row(id: id, text: changes ? "\(step)" : texts[id] ?? "\(step)")
                })
            // From everywhere now and then, from the near past always.
            for version in history.rowsAtVersion.keys where step % 10 == 9 || version > history.page.version - 4 {
                #expect(history.page(at: version) == history.rows, "from change \(version) at step \(step)")
            }
        }
    }

    @Test(arguments: 21...25)
    func nothingIsSentForRowsThatDidNotChange(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let history = ListHistory(rows("abcdefgh"))
        for step in 0..<60 {
            let before = history.rows
            let version = history.page.version
            var last = 0
            let ids = edited(
                before.map(\.id),
                newID: { _ in
                    last += 1
                    return "n\(step)-\(last)"
                }, by: &random)
            history.set(
                ids.map { id in
                    let known = before.first { $0.id == id }
                    return known.flatMap { Int.random(in: 0..<8, using: &random) == 0 ? nil : $0 }
                        ?? Row(id: id, text: "\(step)")
                })
            let moved = Set(ids).intersection(before.map(\.id)).subtracting(
                ListDiff.unmoved(from: before.map(\.id), to: ids))
            let gone = Set(before.map(\.id)).subtracting(ids)
            let other = history.rows.filter { !before.contains($0) }.map(\.id)
            #expect(Set(history.operations(since: version).map(\.id)) == moved.union(gone).union(other))
            // From further back nothing travels that no change in between has touched.
            for earlier in history.rowsAtVersion.keys where step % 10 == 9 {
                let later = history.sentAtVersion.filter { $0.key > earlier }
                let touched = later.values.reduce(into: Set()) { $0.formUnion($1) }
                #expect(Set(history.operations(since: earlier).map(\.id)).isSubset(of: touched))
            }
        }
    }

    @Test func anEqualListIsNoChange() {
        let history = ListHistory(rows("abc"))
        let version = history.page.version
        history.set(rows("abc"))
        #expect(history.page.version == version)
        #expect(history.operations(since: version).isEmpty)
    }

    @Test func aRowWhoseMarkupStaysTheSameIsNoChange() {
        let history = ListHistory([Row(id: "a", text: "\r")])
        let version = history.page.version
        history.set([Row(id: "a", text: "\r")])
        #expect(history.page.version == version)
    }

    @Test func aChangedRowIsReplacedAMovedOneIsPut() {
        let history = ListHistory(rows("abc"))
        let version = history.page.version
        history.set([Row(id: "a", text: "1"), Row(id: "b", text: "2"), Row(id: "c", text: "1")])
        #expect(history.operations(since: version) == [.init(kind: .replace, id: "b", text: "2")])
        let next = history.page.version
        history.set([Row(id: "c", text: "1"), Row(id: "a", text: "1"), Row(id: "b", text: "2")])
        #expect(history.operations(since: next) == [.init(kind: .put(after: ""), id: "c", text: "1")])
    }

    @Test func aRowThatIsNotSeenToChangeIsPutInItsPlace() {
        let history = ListHistory(rows("abc"), isNews: { $1.text != "quiet" })
        let version = history.page.version
        history.set([Row(id: "a", text: "quiet"), Row(id: "b", text: "quiet"), Row(id: "c", text: "2")])
        #expect(
            history.operations(since: version) == [
                .init(kind: .put(after: ""), id: "a", text: "quiet"),
                .init(kind: .put(after: "a"), id: "b", text: "quiet"),
                .init(kind: .replace, id: "c", text: "2"),
            ])
        #expect(history.page(at: version) == history.rows)
        history.set(history.rows.reversed())
        #expect(history.page(at: version) == history.rows)
    }

    @Test func ofRowsWithOneIDOnlyTheFirstIsShown() {
        let history = ListHistory(rows("ab"))
        let version = history.page.version
        history.set([Row(id: "a", text: "first"), Row(id: "a", text: "second"), Row(id: "b", text: "1")])
        #expect(history.page(at: version) == [Row(id: "a", text: "first"), Row(id: "b", text: "1")])
    }

    @Test func aPageOfWhichNothingIsKnownGetsEverythingAfresh() {
        let history = ListHistory(rows("abc"))
        history.set(rows("ca"))
        #expect(history.operations(since: nil).first?.kind == .reset)
        #expect(RowOperation.apply(history.operations(since: nil), to: rows("xyz")) == rows("ca"))
        history.set([])
        #expect(history.operations(since: nil).map(\.kind) == [.reset])
    }

    @Test func idsAndContentAreEscaped() throws {
        let history = ListHistory([])
        let version = history.page.version
        history.set([Row(id: "\"><b>", text: "<i>\r"), Row(id: "x", text: "")])
        let data = String(decoding: history.slot.events(since: version).flatMap(\.data), as: UTF8.self)
        let expected = """
            <li id="&quot;&gt;&lt;b&gt;" data-after="">&lt;i&gt;&#13;</li>
            <li id="x" data-after="&quot;&gt;&lt;b&gt;"></li>
            """
        #expect(data == expected)
        history.set([])
        let removal = String(decoding: try #require(history.slot.events(since: version + 1).first).data, as: UTF8.self)
        #expect(removal.contains("<li id=\"&quot;&gt;&lt;b&gt;\" data-removed></li>"))
    }
}
