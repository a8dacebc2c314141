import Foundation
import Live
import LiveHTTP
import LiveTesting
import Testing

/// The screen of the README: for whoever comes, with a form, a way on, a position, and news from everybody.
@Suite(.timeLimit(.minutes(15))) struct CheersScreenTests {
    private let cheers = Cheers()

    private func open(_ use: (TestBrowser) async throws -> Void) async throws {
        let visit = Visit(path: "/cheers", owner: "a guest", isGuest: true)
        try await TestBrowser.open(visit: visit, screen: { [cheers] in CheersScreen(cheers: cheers, visit: $0) }, use)
    }

    @Test func everybodySeesACheer() async throws {
        try await open { mine in
            try await open { other in
                try await mine.click(button: "Cheer")
                await other.settled()
                #expect(await other.text("h1") == "1 cheers")
                #expect(await other.text("[data-output=mine]") == "0 of them are yours")
            }
            #expect(await mine.text("h1") == "1 cheers")
            #expect(await mine.text("[data-output=mine]") == "1 of them are yours")
            #expect(await mine.events.map(\.name).sorted() == ["live:resume", "mine", "total"])
        }
        #expect(cheers.news.observerCount == 0)
    }

    @Test func whoIsDoneIsThankedOnTheNextPage() async throws {
        try await open { browser in
            try await browser.type("<Mina>", label: "Your name")
            try await browser.click(button: "Done")
            #expect(await browser.location == "/cheers")
            #expect(await browser.flash == "Thank you, <Mina>!")
        }
    }

    @Test func itWorksWithoutAScript() async throws {
        try await open { browser in
            let cheered = try await browser.post("form", text: "Cheer")
            #expect(cheered.text("h1") == "1 cheers")
            #expect(cheered.text("[data-output=mine]") == "1 of them are yours")
            let done = try await browser.post("form", text: "Done", fields: ["name": "Mina"])
            #expect(done.location == "/cheers")
            #expect(done.flash == "Thank you, Mina!")
        }
    }

    @Test func afterARestartMyCheersAreStillMine() async throws {
        try await open { browser in
            for _ in 1...3 { try await browser.click(button: "Cheer") }
            try await browser.restart()
            #expect(await browser.text("[data-output=mine]") == "3 of them are yours")
            try await browser.click(button: "Cheer")
            #expect(await browser.text("[data-output=mine]") == "4 of them are yours")
        }
    }

    // MARK: The README

    private func text(_ path: String) throws -> String {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func theReadmeShowsExactlyThisScreenInAtMostSixtyLines() throws {
        let source = try text("Tests/HindsightTests/Example/CheersScreen.swift")
        #expect(try text("README.md").contains("```swift\n\(source)```"))
        #expect(source.count { $0 == "\n" } <= 60)
    }

    @Test func theReadmeServesItByOneLine() throws {
        var pages = LivePages(
            sessions: LiveSessions(), signingKey: Array(repeating: 7, count: 32), languages: ["en"], signIn: "/"
        ) { _ in nil }
        pages.page(Route("/cheers"), for: .anyone) { [cheers] visit in CheersScreen(cheers: cheers, visit: visit) }
        let line =
            "pages.page(Route(\"/cheers\"), for: .anyone) { visit in CheersScreen(cheers: cheers, visit: visit) }"
        #expect(try text("README.md").contains(line))
    }
}
