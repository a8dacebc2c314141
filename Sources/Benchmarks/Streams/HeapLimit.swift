/// What a graph may use of the heap: the gate of `Benchmarks streams --check`. These figures are the same in every run, so
/// the limits are what was measured; a change that needs more has to say so here. Another toolchain or C library may need
/// others.
struct HeapLimit {
    /// One in a hundred more is let pass, and one in a hundred events: the runtime itself allocates now and then, and that
    /// is no reason for a gate to fail.
    static func withSlack(_ limit: Double) -> Double { limit * 1.01 + 0.01 }

    /// Of one event, once the graph has had some.
    var allocationsPerEvent: Double
    /// Of making the graph.
    var bytes: Int
    var allocations: Int

    static let chain = HeapLimit(allocationsPerEvent: 0, bytes: 704, allocations: 15)
    static let combined = HeapLimit(allocationsPerEvent: 0, bytes: 1296, allocations: 27)
    static let latest = HeapLimit(allocationsPerEvent: 5, bytes: 512, allocations: 10)
    static let refreshedPage = HeapLimit(allocationsPerEvent: 90, bytes: 9976, allocations: 221)
    static let changedPage = HeapLimit(allocationsPerEvent: 23, bytes: 13_008, allocations: 314)
}
