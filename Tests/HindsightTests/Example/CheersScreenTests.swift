import Foundation
import LiveTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CheersScreenTests {
    @Test func theScreenOfTheReadmeIsLive() async throws {
        try await LivePage.open(CheersScreen()) { page in
            try await page.click("cheer")
            try await page.type("name", "<Mina>")
            #expect(await page.text("cheers") == "1 cheers")
            #expect(await page.text("greeting") == "Hello, <Mina>!")
            #expect(await page.events.map(\.name) == ["cheers", "greeting"])
        }
    }

    @Test func theReadmeShowsExactlyThisScreenInAtMostSixtyLines() throws {
        let here = URL(filePath: #filePath)
        let source = try String(
            contentsOf: here.deletingLastPathComponent().appending(path: "CheersScreen.swift"), encoding: .utf8)
        var root = here
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```"))
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    }
}
