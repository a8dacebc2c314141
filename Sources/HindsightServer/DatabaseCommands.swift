import ArgumentParser
import Foundation
import Hindsight
import HindsightStore
import LivePostgres
import LiveSQLite
import LiveSite

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies the database, also while the server runs.",
        discussion: "The copy is one file that only its owner can read. It is checked before this ends.")

    @Option(help: "The database file (HINDSIGHT_DATABASE).")
    var database = HindsightSite.database

    @Argument(help: "The copy. It must not be there yet.")
    var file: String

    func validate() throws {
        if PostgresAddress.isAddress(database) {
            throw ValidationError("A database on PostgreSQL is copied by pg_dump.")
        }
    }

    func run() throws { try SQLiteDatabase.backUp(.hindsight, database, to: file) }
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
        let problems = try SQLiteDatabase.problems(.hindsight, inFileAt: file)
        for line in problems.isEmpty ? ["ok"] : problems { print(line) }
        if !problems.isEmpty { throw ExitCode.failure }
    }
}

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Helps people with their accounts.", subcommands: [ResetLink.self])
}

struct ResetLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a link by which somebody sets another password.",
        discussion: """
            It is good for an hour, and for one time. Give it to nobody but the owner of the account: it lets in whoever \
            has it. It works while the server runs.
            """)

    @Option(help: "The database: a file, or an address as the server has it (HINDSIGHT_DATABASE).")
    var database = HindsightSite.database

    @Option(help: "The public address of the site, as in https://hindsight.example.org (HINDSIGHT_SITE).")
    var site = HindsightSite.setting("SITE", default: "http://127.0.0.1:8080")

    @Argument(help: "The email address of the account.")
    var email: String

    func run() async throws {
        if !PostgresAddress.isAddress(database), !FileManager.default.fileExists(atPath: database) {
            throw ValidationError("There is no database \(database).")
        }
        let site = try MailOptions.siteAddress(site)
        try await HindsightSite.withDatabase(database, logger: HindsightSite.makeLogger()) { database in
            let accounts = SQLAccountStore(database, clock: { Date() })
            guard let link = try await accounts.resetLink(for: email, site: site) else {
                throw ValidationError("No account has the address \(email).")
            }
            print(link)
        }
    }
}
