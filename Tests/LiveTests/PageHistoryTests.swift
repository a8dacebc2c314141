import StreamsTesting
import Testing

@testable import Live
@testable import LiveTesting

/// Random histories of owners, tabs and languages. Each page that has a kept document, and a graph with others until it is
/// acted on, is beside one that was made for itself alone.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct PageHistoryTests {
    @Test(arguments: 0..<20) func aPageShowsWhatItWouldShowAlone(block: Int) async throws {
        for seed in (block * 50)..<((block + 1) * 50) {
            let history = PageHistory(seed: UInt64(seed))
            try await history.run()
            #expect(history.rows.observerCount == 0)
        }
    }
}

private struct PageHistory {
    /// The same page twice.
    private struct Tab {
        var shared: TestBrowser
        var alone: TestBrowser
        var isConnected = true
    }

    let rows = OwnedRows()
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    func run() async throws {
        var random = SeededGenerator(seed: seed)
        for owner in ["a", "b"] { change(owner, &random) }
        let visit = Visit(path: "/rows", language: "en", owner: "a", csrf: "token", pageName: "name")
        let makeScreen = { @Sendable [rows] visit in OwnedRowsScreen(rows: rows, visit: visit) }
        try await TestBrowser.open(
            visit: visit, keptBy: rows, shared: seed.isMultiple(of: 2), screen: makeScreen
        ) { first in
            var tabs: [Tab] = []
            try await openTab(0, first, &tabs, &random)
            for step in 1...16 {
                try await take(step, first, &tabs, &random)
                try await compare(tabs, step)
            }
        }
    }

    private func openTab(
        _ step: Int, _ browser: TestBrowser, _ tabs: inout [Tab], _ random: inout SeededGenerator
    ) async throws {
        let language = ["en", "ko"].randomElement(using: &random) ?? ""
        let owner = ["a", "b"].randomElement(using: &random) ?? ""
        let change = { @Sendable (visit: inout Visit) in
            (visit.pageName, visit.language, visit.owner) = ("name\(step)", language, owner)
            visit.csrf = "token of \(step)"
        }
        let new = Tab(
            shared: try await browser.openTab(change), alone: try await browser.openTab(keptBy: nil, change))
        #expect(try await new.shared.response.html == fresh(new.shared), "seed \(seed), step \(step)")
        tabs.append(new)
    }

    private func change(_ owner: String, _ random: inout SeededGenerator) {
        rows.change(owner) { rows in
            let id = (rows.map(\.id).max() ?? 0) + 1
            switch Int.random(in: 0...3, using: &random) {
            case 0 where !rows.isEmpty: rows.remove(at: Int.random(in: rows.indices, using: &random))
            case 1 where !rows.isEmpty:
                let place = Int.random(in: rows.indices, using: &random)
                rows[place].text = "text \(Int.random(in: 0...99, using: &random))"
            case 2 where rows.count > 1: rows.shuffle(using: &random)
            default: rows.insert(.init(id: id, text: "row \(id) of \(owner)"), at: 0)
            }
        }
    }

    private func take(
        _ step: Int, _ browser: TestBrowser, _ tabs: inout [Tab], _ random: inout SeededGenerator
    ) async throws {
        let place = Int.random(in: tabs.indices, using: &random)
        let tab = tabs[place]
        switch Int.random(in: 0...12, using: &random) {
        case 0...4: change(["a", "b"].randomElement(using: &random) ?? "", &random)
        case 5...7 where tabs.count < 8:
            try await openTab(step, browser, &tabs, &random)
        case 8 where tab.isConnected:
            try await tab.shared.click(button: "more")
            try await tab.alone.click(button: "more")
        case 9 where tab.isConnected:
            try await tab.shared.type("note \(step)", into: "[name=note]")
            try await tab.alone.type("note \(step)", into: "[name=note]")
        case 10 where tab.isConnected:
            tabs[place].isConnected = false
            await tab.shared.dropLine()
            await tab.alone.dropLine()
        case 11:
            let time = Duration.seconds([20, 90, 400, 2000].randomElement(using: &random) ?? 0)
            await browser.advance(by: time)
        case 12 where step.isMultiple(of: 3):
            try await browser.restart()
            for tab in tabs where tab.isConnected {
                try await tab.shared.reconnect()
                try await tab.alone.reconnect()
            }
        default:
            for place in tabs.indices where !tabs[place].isConnected {
                tabs[place].isConnected = true
                try await tabs[place].shared.reconnect()
                try await tabs[place].alone.reconnect()
            }
        }
    }

    /// The document that a server without kept documents makes.
    private func fresh(_ tab: TestBrowser) async throws -> String? {
        let source = try #require(await TestBrowser.source(tab.visit, rows, true, tab.makeScreen))
        let (visit, address) = (await tab.visit, await tab.address)
        return try await LiveSessions.virtual().open(source, visit) { _ in address }?.html
    }

    private func compare(_ tabs: [Tab], _ step: Int) async throws {
        for tab in tabs where tab.isConnected {
            await tab.shared.settled()
            await tab.alone.settled()
            let (shared, alone) = (await tab.shared.html("main"), await tab.alone.html("main"))
            try #require(shared == alone, "seed \(seed), step \(step)")
            // A page that has said nothing is at the beginning.
            let (place, placeAlone) = (await tab.shared.position ?? "3", await tab.alone.position ?? "3")
            #expect(place == placeAlone, "seed \(seed), step \(step)")
        }
    }
}
