import Foundation
import Synchronization

/// Answers of the database, kept for a moment: what fifty pages ask when one change is told to all of them is read once.
///
/// Who asks after ``forget(_:)`` has returned gets an answer that was read after it was called. For that, each answer
/// bears the version that its owner had before it was read; to forget is to count the version up. Owners share a fixed
/// number of versions by their hash, so that those who are gone leave nothing behind; who shares one with another is
/// now and then read anew.
///
/// An answer lives no longer than ``lifetime``, so that what another process wrote is seen after that. Answers are kept
/// in two generations: when the younger one is full, or as old as an answer may be, the older one is dropped, and what
/// is asked for again is read again.
///
/// The lock is not held while the database is read. Of several threads that miss an answer at once, each reads it.
public final class AnswerCache<Question: Hashable & Sendable>: Sendable {
    /// Any answer, as an object: the question says of what type it is.
    private final class Box<Answer: Sendable>: Sendable {
        let answer: Answer

        init(_ answer: Answer) { self.answer = answer }
    }

    private struct Entry: Sendable {
        let box: any Sendable & AnyObject
        let version: UInt64
        let readAt: Date
    }

    private struct State {
        var young: [Question: Entry] = [:]
        var old: [Question: Entry] = [:]
        var youngSince = Date.distantPast
        var versions = [UInt64](repeating: 0, count: 1024)
    }

    private let lifetime: TimeInterval
    private let limit: Int
    private let clock: @Sendable () -> Date
    private let state = Mutex(State())

    /// - Parameters:
    ///   - lifetime: In seconds.
    ///   - limit: How many answers each of the two generations has at most.
    public init(lifetime: TimeInterval, limit: Int, clock: @escaping @Sendable () -> Date) {
        self.lifetime = lifetime
        self.limit = limit
        self.clock = clock
    }

    /// The answer that is kept, or else what `read` returns.
    ///
    /// - Parameters:
    ///   - owner: Whose changes make it stale; see ``forget(_:)``.
    ///   - isKept: Whether an answer is worth keeping.
    public func answer<Answer: Sendable>(
        _ question: Question, of owner: some Hashable, keeping isKept: (Answer) -> Bool = { _ in true },
        read: () throws -> Answer
    ) rethrows -> Answer {
        let (now, place) = (clock(), place(of: owner))
        let (kept, version) = state.withLock { state in
            (state.young[question] ?? state.old[question], state.versions[place])
        }
        if let kept, kept.version == version, isFresh(kept.readAt, at: now), let box = kept.box as? Box<Answer> {
            return box.answer
        }
        let answer = try read()
        if isKept(answer) {
            keep(Entry(box: Box(answer), version: version, readAt: now), for: question, place)
        }
        return answer
    }

    /// Makes all answers of this owner stale, also those that are being read.
    public func forget(_ owner: some Hashable) {
        let place = place(of: owner)
        state.withLock { $0.versions[place] += 1 }
    }

    /// Makes all answers stale.
    public func forgetAll() {
        state.withLock { state in
            for place in state.versions.indices { state.versions[place] += 1 }
        }
    }

    private func keep(_ entry: Entry, for question: Question, _ place: Int) {
        // What is dropped is freed after the lock is.
        let dropped = state.withLock { state -> [Question: Entry] in
            guard state.versions[place] == entry.version else { return [:] }
            var dropped: [Question: Entry] = [:]
            if state.young.count >= limit || !isFresh(state.youngSince, at: entry.readAt) {
                (dropped, state.old, state.young) = (state.old, state.young, [:])
                state.youngSince = entry.readAt
            }
            state.young[question] = entry
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    /// A clock that was put back makes everything old.
    private func isFresh(_ date: Date, at now: Date) -> Bool {
        (0..<lifetime).contains(now.timeIntervalSince(date))
    }

    private func place(of owner: some Hashable) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: owner.hashValue) % 1024)
    }
}
