import ArgumentParser
import Foundation
import Live
import LiveHTTP
import LivePostgres
import LiveSQL
import LiveSQLite
import LiveSite
import Logging
import Market
import NIOPosix

@main
struct MarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "A flea market for a school or a club, with stock that is live in every tab.",
        subcommands: [Serve.self, Backup.self, Check.self, CopyCommand<MarketSite>.self], defaultSubcommand: Serve.self)
}

/// The name and the databases in the server's options.
enum MarketSite: DatabaseSite {
    static let name = "Market"
    static let databaseHelp = """
        The database: a file, which is made when it is missing, or postgres://USER@HOST/NAME for one on PostgreSQL, with the \
        password in PGPASSWORD or a password file
        """
    static let copyHelp = """
        Pictures are files, and stay where they are. A server looks for them in the folder beside its file, as \
        spring-pictures beside spring.sqlite, and on PostgreSQL in market-pictures in its working directory.
        """

    static func open(_ database: String, logger: Logger) async throws -> any SQLDatabase {
        try await open(database, PostgresDatabase.Limits(), logger: logger)
    }

    static func open(
        _ database: String, _ limits: PostgresDatabase.Limits, logger: Logger
    ) async throws -> any SQLDatabase {
        guard PostgresAddress.isAddress(database) else { return try SQLiteDatabase(.market, path: database) }
        return try await PostgresDatabase.open(
            .market, at: PostgresAddress(database), limits: limits, logger: logger)
    }

    static func copy(
        from source: any SQLDatabase, to target: any SQLDatabase,
        progress: (_ table: String, _ rowCount: Int) -> Void
    ) async throws {
        try await SQLMarketStore.copy(from: source, to: target, progress: progress)
    }
}

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Starts the server (the default).")

    @OptionGroup var server: ServerOptions<MarketSite>

    func run() async throws {
        let logger = MarketSite.makeLogger()
        try await MarketSite.withDatabase(server.database, logger: logger) { database in
            guard database.dialect == .postgres else {
                return try await serve(database, filesBeside: server.database, uploads: "uploads", logger)
            }
            // Searches have connections of their own. They are the ones that may take long.
            var limits = PostgresDatabase.Limits()
            limits.connections = 2
            let searched = try await MarketSite.open(server.database, limits, logger: logger)
            defer { try? searched.close() }
            // Pictures are in the working directory, as those of a market in market.sqlite. Uploads belong to one process.
            try await serve(
                database, searchedThrough: searched, filesBeside: "market.sqlite", uploads: "uploads-\(server.port)",
                logger)
        }
    }

    /// Serves until the process is told to stop.
    private func serve(
        _ database: any SQLDatabase, searchedThrough searched: (any SQLDatabase)? = nil, filesBeside path: String,
        uploads kind: String, _ logger: Logger
    ) async throws {
        let loops = MultiThreadedEventLoopGroup.singleton
        let sessions = LiveSessions(executor: LoopExecutor(loops))
        let store = SQLMarketStore(database, logger: logger, searchedThrough: searched)
        let pictures = try MarketPictures(folder: MarketFiles.folder("pictures", beside: path), store: store)
        let uploads = try UploadFolder(at: MarketFiles.folder(kind, beside: path))
        let market = Market(store: store, pictures: pictures)
        let application = try await MarketApplication(
            market: market, sessions: sessions, files: try server.publicFiles(), uploads: uploads,
            trustsProxies: server.behindProxy)
        let service = MarketService(
            market: market, sessions: sessions, pictures: pictures, uploads: uploads, logger: logger)
        try await server.serve(application.router(), on: loops, within: [service], logger: logger)
    }
}

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies the database and the pictures, also while the server runs.",
        discussion: """
            The copy is a file, which is checked before this ends, and a folder of pictures beside it: spring-pictures for \
            spring.sqlite. Only their owner can read them. To use them while no server runs, put the file in the place of \
            the database, remove that database's -wal and -shm files, and put the folder in the place of the pictures.
            """)

    @Option(help: "The database file (MARKET_DATABASE).")
    var database = MarketSite.database

    @Argument(help: "The copy. It must not be there yet.")
    var file: String

    func validate() throws {
        if PostgresAddress.isAddress(database) {
            throw ValidationError("A database on PostgreSQL is copied by pg_dump, and the pictures by cp.")
        }
    }

    func run() throws {
        for name in try MarketFiles.backUp(database, to: file) {
            print("The picture \(name) was removed before it was copied.")
        }
    }
}

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a whole database and tells what is wrong with it.",
        discussion: "Prints \"ok\", or a line for each fault; then the exit code is 1.")

    @Argument(help: "The database file, or a copy of one.")
    var file: String

    func validate() throws {
        if PostgresAddress.isAddress(file) { throw ValidationError("Only a database file can be checked.") }
    }

    func run() throws {
        let problems = try SQLiteDatabase.problems(.market, inFileAt: file)
        for line in problems.isEmpty ? ["ok"] : problems { print(line) }
        if !problems.isEmpty { throw ExitCode.failure }
    }
}
