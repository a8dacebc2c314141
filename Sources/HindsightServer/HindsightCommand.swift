import ArgumentParser
import LiveSite

@main
struct HindsightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hindsight",
        abstract: "Completed goals and their reviews, live in every tab.",
        subcommands: [Serve.self, Backup.self, Check.self, AccountCommand.self], defaultSubcommand: Serve.self)
}

/// The name in the server's options.
enum HindsightSite: ServedSite {
    static let name = "Hindsight"
}
