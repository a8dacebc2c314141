import Live
import LiveSQLite
import LiveTesting
import Testing

@testable import Guestbook

@Suite(.timeLimit(.minutes(15))) struct GuestbookTests {
    private let book: Book

    init() throws {
        book = Book(database: try SQLiteDatabase(.guestbook))
    }

    private func open(_ use: (TestBrowser) async throws -> Void) async throws {
        let visit = Visit(path: "/", owner: "a guest", isGuest: true)
        try await TestBrowser.open(BookScreen(book: book, strings: Strings(assets: [:])), visit: visit, use)
    }

    @Test func anEntryShowsInEveryOpenTab() async throws {
        try await open { browser in
            let other = try await browser.openTab()
            try await browser.type("Mina", label: "Your name")
            try await browser.type("What a <lovely> place!", label: "Your message")
            try await browser.click(button: "Sign")
            #expect(await browser.flash == "Thank you, Mina!")
            await other.settled()
            #expect(await other.exists(".entries li", text: "What a <lovely> place!"))
            #expect(await other.text(".entries .name") == "Mina")
        }
    }

    @Test func aRefusedEntryKeepsWhatWasTyped() async throws {
        try await open { browser in
            let answer = try await browser.post("form", fields: ["name": " ", "message": "Hello!"])
            #expect(answer.status == 422)
            #expect(answer.text("#name-error") == "Please fill this in.")
            #expect(try answer.find("#message").value == "Hello!")
            #expect(try await book.newest().isEmpty)
        }
    }

    @Test func itWorksWithoutAScript() async throws {
        try await open { browser in
            let answer = try await browser.post("form", fields: ["name": "Mina", "message": "Hello!"])
            #expect(answer.location == "/")
            #expect(answer.flash == "Thank you, Mina!")
            #expect(try await book.newest().map(\.message) == ["Hello!"])
        }
    }
}
