import ArgumentParser
import HindsightStore
import LivePostgres
import LiveSQL
import LiveSQLite
import LiveSite
import Logging

@main
struct HindsightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hindsight",
        abstract: "Completed goals and their reviews, live in every tab.",
        subcommands: [
            Serve.self, Backup.self, Check.self, CopyCommand<HindsightSite>.self, AccountCommand.self,
        ],
        defaultSubcommand: Serve.self)
}

/// The name and the databases in the server's options.
enum HindsightSite: DatabaseSite {
    static let name = "Hindsight"
    static let databaseHelp = """
        The database: a file, which is made when it is missing, or postgres://USER@HOST/NAME for one on PostgreSQL, with the \
        password in PGPASSWORD or a password file
        """

    static func open(_ database: String, logger: Logger) async throws -> any SQLDatabase {
        guard PostgresAddress.isAddress(database) else { return try SQLiteDatabase(.hindsight, path: database) }
        return try await PostgresDatabase.open(.hindsight, at: PostgresAddress(database), logger: logger)
    }

    static func copy(
        from source: any SQLDatabase, to target: any SQLDatabase,
        progress: (_ table: String, _ rowCount: Int) -> Void
    ) async throws {
        try await SQLGoalStore.copy(from: source, to: target, progress: progress)
    }
}
