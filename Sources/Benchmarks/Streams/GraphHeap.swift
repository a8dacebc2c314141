/// The heap use of a graph: the same in every run, on every machine of a kind.
struct GraphHeap {
    let name: String
    let limit: HeapLimit
    /// Allocations of one event, after the first ones.
    let allocationsPerEvent: Double
    /// Heap use of creating the graph.
    let making: HeapUse

    static func of<Measured: Graph>(_ graph: Measured.Type) -> GraphHeap {
        let total = Total()
        // The first one of a kind also makes what the runtime keeps about its types.
        let first = graph.init(total)
        // The allocator gives 16 bytes more where a smaller rest would be of no use, so the smallest of several counts.
        var made: [Measured] = []
        made.reserveCapacity(16)
        let makings = (0..<16).map { _ in HeapUse.of { made.append(graph.init(total)) } }
        let making = makings.min { $0.bytes < $1.bytes } ?? makings[0]
        let events = 1_000
        first.send(events)
        let sending = HeapUse.of { first.send(events) }
        return GraphHeap(
            name: graph.name, limit: graph.limit,
            allocationsPerEvent: Double(sending.allocations) / Double(events), making: making)
    }

    /// Exceeded limits, a line each.
    var excesses: [String] {
        [
            ("allocations an event", allocationsPerEvent, limit.allocationsPerEvent),
            ("bytes a graph", Double(making.bytes), Double(limit.bytes)),
            ("allocations a graph", Double(making.allocations), Double(limit.allocations)),
        ].compactMap { what, figure, limit in
            guard figure > HeapLimit.withSlack(limit) else { return nil }
            return "\(name): \(Figure.count(figure)) \(what), \(Figure.count(limit)) allowed"
        }
    }
}
