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
    /// Number of times that a key is allowed in ``interval``.
    public let count: Int
    /// The time for which one counts.
    public let interval: Duration
    /// Number of keys that are counted at most. When there are more, the one whose last time is the oldest is forgotten.
    public let keyLimit: Int
    /// The times that count, the oldest first; at most ``count`` of a key.
    private var times: [Key: [Date]] = [:]

    /// - Parameters:
    ///   - count: number of times that a key is allowed in the interval; at least 1.
    ///   - interval: the time for which one counts.
    ///   - keys: number of keys that are counted at most.
    public init(count: Int, interval: Duration, keys: Int = 4_096) {
        precondition(count > 0 && keys > 0, "A limit allows something")
        (self.count, self.interval, keyLimit) = (count, interval, keys)
    }

    /// Number of keys that are counted.
    public var keyCount: Int { times.count }

    /// Returns the time until a key is below the limit, in whole milliseconds; nil when it is.
    public func wait(for key: Key, at now: Date) -> Duration? {
        let counted = counted(key, now)
        guard counted.count >= count, let oldest = counted.first else { return nil }
        return .milliseconds(Int(((oldest.timeIntervalSince(now) + seconds) * 1_000).rounded(.up)))
    }

    /// Counts one time of a key.
    public mutating func add(_ key: Key, at now: Date) {
        if times[key] == nil, times.count >= keyLimit { makeRoom(now) }
        times[key] = (counted(key, now) + [now]).suffix(count)
    }

    /// Takes the last time of a key back.
    public mutating func takeBack(_ key: Key) {
        _ = times[key]?.popLast()
        if times[key]?.isEmpty == true { times[key] = nil }
    }

    private var seconds: TimeInterval { interval / .seconds(1) }

    private func counted(_ key: Key, _ now: Date) -> [Date] { (times[key] ?? []).filter { $0 > now - seconds } }

    private mutating func makeRoom(_ now: Date) {
        times = times.filter { ($0.value.last ?? .distantPast) > now - seconds }
        guard times.count >= keyLimit else { return }
        let oldest = times.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
        if let oldest { times[oldest.key] = nil }
    }
}
