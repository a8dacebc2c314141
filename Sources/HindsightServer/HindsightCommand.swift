import ArgumentParser
import Foundation

@main
struct HindsightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hindsight",
        abstract: "Completed goals and their reviews, live in every tab.",
        subcommands: [Serve.self, Backup.self, Check.self, AccountCommand.self], defaultSubcommand: Serve.self)
}

/// Options that may also be given in the environment.
enum Setting {
    static func text(_ name: String, default fallback: String) -> String {
        ProcessInfo.processInfo.environment[name] ?? fallback
    }
}
