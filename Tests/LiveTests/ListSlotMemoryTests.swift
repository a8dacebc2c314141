import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct ListSlotMemoryTests {
    typealias Row = ListHistory.Row

    /// A list of one row that is another one after each change.
    func aLongHistory(_ changes: Int) -> ListHistory {
        let history = ListHistory([Row(id: "0", text: "")])
        for number in 1...changes { history.set([Row(id: "\(number)", text: "")]) }
        return history
    }

    @Test func removalsAreRememberedOnlyForAWhile() {
        let history = aLongHistory(1000)
        for version in history.rowsAtVersion.keys where version % 16 == 0 {
            let removals = history.operations(since: version).count { $0.kind == .remove }
            #expect(removals <= 256)
        }
        let remembered = Mirror(reflecting: history.slot).descendant("removed") as? [(id: String, version: Int)]
        #expect(remembered?.count == 256)
    }

    @Test func aPageFromBeforeThatIsGivenTheListAfresh() {
        let history = aLongHistory(300)
        #expect(history.operations(since: 1).first?.kind == .reset)
        #expect(history.operations(since: history.page.version - 256).first?.kind == .remove)
        for version in history.rowsAtVersion.keys where version % 8 == 0 {
            #expect(history.page(at: version) == history.rows)
        }
    }

    @Test func manyRowsRemovedAtOnceAreForgottenTogether() {
        let history = ListHistory((0..<400).map { Row(id: "\($0)", text: "") })
        let before = history.page.version
        history.set([Row(id: "0", text: "")])
        #expect(history.operations(since: before).map(\.kind) == [.reset, .put(after: "")])
        #expect(history.page(at: before) == history.rows)
        #expect(history.operations(since: history.page.version).isEmpty)
    }

    @Test func aRowThatCameBackIsNotRemoved() {
        let history = ListHistory([Row(id: "a", text: ""), Row(id: "b", text: "")])
        let version = history.page.version
        history.set([Row(id: "b", text: "")])
        history.set([Row(id: "a", text: ""), Row(id: "b", text: "")])
        #expect(history.operations(since: version).allSatisfy { $0.kind != .remove })
        #expect(history.page(at: version) == history.rows)
    }
}
