import ArgumentParser

/// Measures the whole way and streams. `swift run -c release Benchmarks`
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks", abstract: "Measures the whole way and streams; without a subcommand, streams.",
        subcommands: [
            CostCommand.self, AccountSizeCommand.self, SignInCommand.self, AttackCommand.self, ProcessesCommand.self,
            ScaleCommand.self,
            StreamsCommand.self, ServeCommand.self,
        ],
        defaultSubcommand: StreamsCommand.self
    )
}
