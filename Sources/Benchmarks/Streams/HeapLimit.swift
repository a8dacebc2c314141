/// The limits of a graph's heap use: the gate of `Benchmarks streams --check`. These figures are the same in every
/// run, so the limits are the measured ones; a change that needs more has to say so here. Another toolchain or C library may need
/// others.
struct HeapLimit {
    /// One in a hundred more is let pass, and one in a hundred events: the runtime itself allocates now and then, and that
    /// is no reason for a gate to fail.
    static func withSlack(_ limit: Double) -> Double { limit * 1.01 + 0.01 }

    /// Allocations of one event, after the first ones.
    var allocationsPerEvent: Double
    /// Bytes of the graph itself.
    var bytes: Int
    var allocations: Int

    static let chain = HeapLimit(allocationsPerEvent: 0, bytes: 456, allocations: 9)
    static let combined = HeapLimit(allocationsPerEvent: 0, bytes: 952, allocations: 20)
    static let latest = HeapLimit(allocationsPerEvent: 4, bytes: 320, allocations: 6)
    static let refreshedPage = HeapLimit(allocationsPerEvent: 19, bytes: 5616, allocations: 148)
    static let changedPage = HeapLimit(allocationsPerEvent: 25, bytes: 6456, allocations: 170)
}
