/// A graph of streams that is measured: what it takes to make one, and what it takes to send an event through it.
protocol Graph {
    /// Name in the table.
    static var name: String { get }
    /// Limit of its heap use.
    static var limit: HeapLimit { get }

    /// Makes it, with everything subscribed to.
    ///
    /// - Parameter total: is changed by the last subscriber, so that nothing can be left out by the compiler.
    init(_ total: Total)

    /// Sends this many events, each of which reaches the end.
    func send(_ events: Int)
}

/// The end of a graph, which adds up its events.
final class Total {
    var value = 0
}

/// The same done with asynchronous sequences.
protocol AsyncGraph {
    /// Makes the graph, sends this many events through it and reads them to the end.
    static func run(_ events: Int) async -> Int
}
