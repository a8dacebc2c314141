import ArgumentParser
import Live
import LiveHTTP
import LiveSQLite
import LiveSite

@main struct Guestbook: AsyncParsableCommand {
    @OptionGroup var server: ServerOptions<GuestbookSite>

    func run() async throws {
        let database = try SQLiteDatabase(.guestbook, path: server.database)
        defer { try? database.close() }
        let book = Book(database: database)
        var pages = LivePages(
            sessions: LiveSessions(executor: LoopExecutor()), signingKey: try await book.signingKey(),
            languages: ["en"], files: try server.publicFiles(), trustsProxies: server.behindProxy)
        pages.page(Route("/"), for: .anyone) { visit in
            BookScreen(book: book, strings: Strings(assets: visit.assets))
        }
        let router = pages.router { [pages] status, _, _ in
            let strings = Strings(assets: pages.assets)
            let content = strings.faultPage(status.code, buttons: "<a href='/'>\(strings.toStart)</a>")
            return RenderedPage(strings.document(strings.fault(status.code).heading, nil, content))
        }
        try await server.serve(router)
    }
}
