import ArgumentParser
import Hindsight

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copies the database, also while the server runs.",
        discussion: "The copy is one file that only its owner can read. It is checked before this ends.")

    @Option(help: "The database file (HINDSIGHT_DATABASE).")
    var database = Setting.text("HINDSIGHT_DATABASE", default: "hindsight.sqlite")

    @Argument(help: "The copy. It must not be there yet.")
    var file: String

    func run() throws { try HindsightDatabase.backUp(database, to: file) }
}

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a whole database and tells what is wrong with it.",
        discussion: "Prints \"ok\", or a line for each fault; then the exit code is 1.")

    @Argument(help: "The database file, or a copy of one.")
    var file: String

    func run() throws {
        let problems = try HindsightDatabase.problems(inFileAt: file)
        for line in problems.isEmpty ? ["ok"] : problems { print(line) }
        if !problems.isEmpty { throw ExitCode.failure }
    }
}
