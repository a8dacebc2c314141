import Foundation
import HeapCounter

/// The heap use of an operation.
struct HeapUse {
    var allocations: Int
    /// Growth of the live heap.
    var bytes: Int

    static var canBeCounted: Bool { heap_counter_is_available() }

    /// Measures the heap use of `body`.
    static func of(_ body: () -> Void) -> HeapUse {
        heap_counter_start()
        body()
        return stopped()
    }

    /// Measures the heap use of `body`, on all threads.
    static func during(_ body: () async -> Void) async -> HeapUse {
        heap_counter_start()
        await body()
        return stopped()
    }

    private static func stopped() -> HeapUse {
        let use = heap_counter_stop()
        return HeapUse(allocations: Int(use.allocations), bytes: Int(use.bytes))
    }
}

extension [Duration] {
    /// The one in the middle. Of what is done on a busy machine it says more than a mean, which one pause moves.
    var median: Duration { sorted()[count / 2] }
}

extension Duration {
    var nanoseconds: Double { self / .nanoseconds(1) }
}

/// Figures as they are printed.
enum Figure {
    static func nanoseconds(_ duration: Duration) -> String {
        String(format: "%.0f ns", duration.nanoseconds)
    }

    static func micros(_ duration: Duration) -> String {
        String(format: "%.1f µs", duration / .microseconds(1))
    }

    static func ratio(_ ratio: Double) -> String {
        String(format: "%.1f ×", ratio)
    }

    /// A count for one event: whole numbers as such.
    static func count(_ count: Double) -> String {
        count == count.rounded() ? String(Int(count)) : String(format: "%.2f", count)
    }
}

/// Does work that waits on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async -> Result<Value, any Error> {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: Result { try work() }) }
    }
}
