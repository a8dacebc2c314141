/// Actions ordered by the time when they fall due; those due at the same time keep the order in which they were
/// inserted.
struct TimerQueue {
    private var entries: [(due: Duration, key: Int, action: () -> Void)] = []
    private var lastKey = 0

    var nextDue: Duration? { entries.first?.due }

    mutating func insert(due: Duration, _ action: @escaping () -> Void) -> Int {
        lastKey += 1
        let index = entries.firstIndex { $0.due > due } ?? entries.endIndex
        entries.insert((due, lastKey, action), at: index)
        return lastKey
    }

    /// Removes an action and returns it, for the caller to release: its release can end other timers, which must not
    /// happen in the middle of a change.
    @discardableResult
    mutating func remove(_ key: Int) -> (() -> Void)? {
        entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).action }
    }

    mutating func removeFirst(dueBy time: Duration) -> (() -> Void)? {
        guard let first = entries.first, first.due <= time else { return nil }
        return entries.removeFirst().action
    }
}
