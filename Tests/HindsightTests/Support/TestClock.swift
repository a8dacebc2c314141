import Foundation
import Hindsight
import Synchronization

/// A clock that stands still until a test turns it.
final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSince1970: 1_795_000_000.123)) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    /// For whatever takes a ``WallClock``.
    var wallClock: WallClock { { self.now } }

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
