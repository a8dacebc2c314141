import ArgumentParser

/// Measures streams, and in the same run what is nearest to them in swift-async-algorithms.
struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams", abstract: "An event and the heap of graphs, against swift-async-algorithms.")

    @Flag(help: "Only what is the same in every run, the heap: fails when a graph uses more than its limit.")
    var check = false

    func run() async throws {
        if check { try Self.check() } else { await Self.measure() }
    }

    static func measure() async {
        print("| graph | an event | allocations | swift-async-algorithms | allocations | ratio |")
        print("|---|---|---|---|---|---|")
        await compare(Chain.self, AsyncChain.self)
        await compare(Chain.self, AsyncChannelChain.self, "the same, against `AsyncChannel`")
        await compare(Combined.self, AsyncCombined.self)
        show(Latest.self, events: 200_000)
        show(RefreshedPage.self, events: 5_000)
        show(ChangedPage.self, events: 5_000)
        print("\n| graph | to make it | bytes | allocations |")
        print("|---|---|---|---|")
        for graph in graphs { showMaking(graph) }
        print("\n| subscribers | \(FanOut.counts.map(String.init).joined(separator: " | ")) |")
        print("|---|\(FanOut.counts.map { _ in "---|" }.joined())")
        print("| of other relays, one each: an event | \(row(FanOut.others())) |")
        print("| of the relay itself: an event | \(row(FanOut.own())) |")
        print("| of the relay itself: one leaves, in any order | \(row(FanOut.leaving())) |")
    }

    /// Prints what the graphs use of the heap.
    ///
    /// - Throws: `ExitCode` 1 when one is over its limit, or nothing can be counted.
    static func check() throws {
        guard HeapUse.canBeCounted else {
            print("The heap can be counted with glibc only: nothing was checked.")
            throw ExitCode.failure
        }
        let heaps = graphs.map { GraphHeap.of($0) }
        for heap in heaps {
            let event = Figure.count(heap.allocationsPerEvent)
            print("\(heap.name): \(heap.making.bytes) B in \(heap.making.allocations) allocations, \(event) an event")
        }
        let excesses = heaps.flatMap(\.excesses)
        for excess in excesses { print("Over the limit: \(excess)") }
        if !excesses.isEmpty { throw ExitCode.failure }
    }

    private static var graphs: [any Graph.Type] {
        [Chain.self, Combined.self, Latest.self, RefreshedPage.self, ChangedPage.self]
    }

    private static func compare<Measured: Graph, Other: AsyncGraph>(
        _ graph: Measured.Type, _ other: Other.Type, _ name: String = Measured.name
    ) async {
        let (ours, others) = await GraphTime.event(graph, against: other)
        let events = 10_000
        let use = await HeapUse.during { _ = await other.run(events) }
        let allocations = allocations(Double(use.allocations) / Double(events))
        print(
            cells(graph, name, ours),
            "\(Figure.nanoseconds(others)) | \(allocations) | \(Figure.ratio(others / ours)) |")
    }

    private static func show<Measured: Graph>(_ graph: Measured.Type, events: Int) {
        print("\(cells(graph, graph.name, GraphTime.event(graph, events: events))) | | |")
    }

    private static func cells<Measured: Graph>(
        _ graph: Measured.Type, _ name: String, _ event: Duration
    ) -> String {
        let heap = GraphHeap.of(graph)
        return "| \(name) | \(Figure.nanoseconds(event)) | \(allocations(heap.allocationsPerEvent)) |"
    }

    private static func showMaking<Measured: Graph>(_ graph: Measured.Type) {
        let heap = GraphHeap.of(graph)
        let bytes = HeapUse.canBeCounted ? "\(heap.making.bytes) B | \(heap.making.allocations)" : "? | ?"
        print("| \(graph.name) | \(Figure.micros(GraphTime.making(graph))) | \(bytes) |")
    }

    private static func allocations(_ count: Double) -> String {
        HeapUse.canBeCounted ? Figure.count(count) : "?"
    }

    private static func row(_ figures: [Duration]) -> String {
        figures.map(Figure.nanoseconds).joined(separator: " | ")
    }
}
