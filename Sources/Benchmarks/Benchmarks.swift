import ArgumentParser

/// Measures pages and streams. `swift run -c release Benchmarks`
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks", abstract: "Measures pages and streams; without a subcommand, both.",
        subcommands: [PagesCommand.self, StreamsCommand.self, CostCommand.self])

    func run() async {
        await PagesCommand.measure()
        print()
        await StreamsCommand.measure()
    }
}
