import Foundation

/// A limit on how often somebody does something within an interval, such as trying a code: a sliding window log. It is in
/// memory, within bounds; a restart forgets it.
///
/// ```swift
/// var tries = RateLimit<String>(count: 60, interval: .seconds(3_600))
/// if let wait = tries.wait(for: address, at: Date()) { throw TooManyTries(wait) }
/// tries.add(address, at: Date())
/// ```
///
/// It has no lock of its own: limits that are checked together are used under one.
public struct RateLimit<Key: Hashable & Sendable>: Sendable {
    /// Number of times that count for each key in ``interval``.
    public let count: Int
    /// The time for which one counts, in seconds.
    public let interval: TimeInterval
    /// Number of keys that are counted at most. When there are more, the one whose last time is the oldest is forgotten.
    public let keyLimit: Int
    /// The times that count, the oldest first.
    private var times: [Key: [Date]] = [:]

    /// - Parameters:
    ///   - count: number of times for each key in the interval.
    ///   - interval: the time for which one counts.
    ///   - keys: number of keys that are counted at most.
    public init(count: Int, interval: Duration, keys: Int = 4_096) {
        (self.count, self.interval, keyLimit) = (count, interval / .seconds(1), keys)
    }

    /// Number of keys that are counted.
    public var keyCount: Int { times.count }

    /// Returns the time until a key is below the limit; nil when it is.
    public func wait(for key: Key, at now: Date) -> Duration? {
        let counted = counted(key, now)
        guard counted.count >= count else { return nil }
        guard count > 0 else { return .seconds(interval) }
        let wait = counted[counted.count - count].timeIntervalSince(now) + interval
        return .milliseconds(Int((wait * 1_000).rounded()))
    }

    /// Counts one time of a key.
    public mutating func add(_ key: Key, at now: Date) {
        if times[key] == nil, times.count >= keyLimit { makeRoom(now) }
        times[key] = counted(key, now) + [now]
    }

    /// Takes the last time of a key back.
    public mutating func takeBack(_ key: Key) {
        _ = times[key]?.popLast()
        if times[key]?.isEmpty == true { times[key] = nil }
    }

    private func counted(_ key: Key, _ now: Date) -> [Date] { (times[key] ?? []).filter { $0 > now - interval } }

    private mutating func makeRoom(_ now: Date) {
        times = times.filter { ($0.value.last ?? .distantPast) > now - interval }
        guard times.count >= keyLimit else { return }
        let oldest = times.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
        if let oldest { times[oldest.key] = nil }
    }
}
