import Foundation
import Synchronization

/// A short-lived cache of database reads: when fifty pages ask for the same after one change, it is read once.
///
/// A question asked after ``forget(_:)`` has returned gets an answer that was read after that call. For that, each
/// answer has the version that its owner had before it was read; `forget` increments the version. Owners share a fixed
/// number of versions (1,024) by their hash, so that former owners take no memory; an owner that shares a version with
/// another is now and then read again without need.
///
/// An answer lives no longer than `lifetime`, so that the writes of another process are seen after that. Answers are
/// kept in two generations: when the younger one is full, or older than an answer may be, the older one is dropped, and
/// its answers are read again when they are asked for.
///
/// The lock is not held while the database is read. Of several that miss an answer at once, one reads it for all; with
/// ``answerNow(to:of:read:)`` each reads.
///
/// Inlinable, so that the look-up is compiled for the type of the question: each request makes several.
public final class AnswerCache<Question: Hashable & Sendable>: Sendable {
    /// An answer of any type as an object; the question determines the type.
    @usableFromInline final class Box<Answer: Sendable>: Sendable {
        @usableFromInline let answer: Answer

        @inlinable
        init(_ answer: Answer) { self.answer = answer }
    }

    @usableFromInline struct Entry: Sendable {
        @usableFromInline let box: any Sendable & AnyObject
        @usableFromInline let version: UInt64
        @usableFromInline let readAt: Date

        @inlinable
        init(box: any Sendable & AnyObject, version: UInt64, readAt: Date) {
            (self.box, self.version, self.readAt) = (box, version, readAt)
        }
    }

    @usableFromInline struct State {
        @usableFromInline var young: [Question: Entry] = [:]
        @usableFromInline var old: [Question: Entry] = [:]
        @usableFromInline var youngSince = Date.distantPast
        @usableFromInline var versions = [UInt64](repeating: 0, count: 1024)

        @inlinable
        init() {}
    }

    @usableFromInline let lifetime: TimeInterval
    @usableFromInline let limit: Int
    @usableFromInline let clock: @Sendable () -> Date
    @usableFromInline let state = Mutex(State())
    /// Those that wait for what another one reads.
    @usableFromInline let waiting = Mutex<[Reading: [CheckedContinuation<ReadResult?, Never>]]>([:])

    /// - Parameters:
    ///   - lifetime: the longest age of an answer, in seconds.
    ///   - limit: the number of answers in each of the two generations at most.
    ///   - clock: returns the current time.
    @inlinable
    public init(lifetime: TimeInterval, limit: Int, clock: @escaping @Sendable () -> Date) {
        self.lifetime = lifetime
        self.limit = limit
        self.clock = clock
    }

    /// Returns the cached answer, or else the result of `read`, where nothing can be awaited.
    ///
    /// - Parameters:
    ///   - question: the key of the answer.
    ///   - owner: the owner whose changes make the answer stale; see ``forget(_:)``.
    ///   - read: reads the answer from the database.
    @inlinable
    public func answerNow<Answer: Sendable>(
        to question: Question, of owner: some Hashable, read: () throws -> Answer
    ) rethrows -> Answer {
        let place = place(of: owner)
        let (cached, version, now) = cached(question, place, as: Answer.self)
        if let cached { return cached.answer }
        let answer = try read()
        keep(Entry(box: Box(answer), version: version, readAt: now), for: question, place)
        return answer
    }

    /// Returns the cached answer; nil when there is none.
    ///
    /// - Parameters:
    ///   - question: the key of the answer.
    ///   - owner: the owner whose changes make the answer stale; see ``forget(_:)``.
    ///   - type: the type of the answer.
    @inlinable
    public func known<Answer: Sendable>(
        _ question: Question, of owner: some Hashable, as type: Answer.Type
    ) -> Answer? {
        cached(question, place(of: owner), as: Answer.self).box?.answer
    }

    /// Returns the result of `read`, which is cached in place of an earlier answer.
    ///
    /// - Parameters:
    ///   - question: the key of the answer.
    ///   - owner: the owner whose changes make the answer stale; see ``forget(_:)``.
    ///   - read: reads the answer from the database. It gets the cached one, nil for none.
    @inlinable
    public func answerAnew<Answer: Sendable>(
        to question: Question, of owner: some Hashable, read: (_ known: Answer?) async throws -> Answer
    ) async rethrows -> Answer {
        let place = place(of: owner)
        let (known, version, now) = cached(question, place, as: Answer.self)
        let answer = try await read(known?.answer)
        keep(Entry(box: Box(answer), version: version, readAt: now), for: question, place)
        return answer
    }

    /// Returns the cached answer, or else the result of `read`, which may wait for the database. Of several that miss an
    /// answer at once, one reads it for all. If it fails, all fail; if it is cancelled, another one reads.
    ///
    /// - Parameters:
    ///   - question: the key of the answer.
    ///   - owner: the owner whose changes make the answer stale; see ``forget(_:)``.
    ///   - isKept: whether an answer is cached, and also given to those that wait for it.
    ///   - read: reads the answer from the database.
    /// - Throws: the error of `read`; `CancellationError`.
    @inlinable
    public func answer<Answer: Sendable>(
        to question: Question, of owner: some Hashable, keeping isKept: (Answer) -> Bool = { _ in true },
        read: () async throws -> Answer
    ) async throws -> Answer {
        let place = place(of: owner)
        if let cached = cached(question, place, as: Answer.self).box { return cached.answer }
        return try await readOnce(question, place, keeping: isKept, read: read)
    }

    @inlinable
    func readOnce<Answer: Sendable>(
        _ question: Question, _ place: Int, keeping isKept: (Answer) -> Bool, read: () async throws -> Answer
    ) async throws -> Answer {
        while true {
            let (cached, version, now) = cached(question, place, as: Answer.self)
            if let cached { return cached.answer }
            let reading = Reading(question: question, version: version)
            let isFirst = waiting.withLock { waiting in
                if waiting[reading] != nil { return false }
                waiting[reading] = []
                return true
            }
            guard isFirst else {
                // Nil when the one that reads has ended meanwhile, or was cancelled.
                guard let result = await result(of: reading) else {
                    try Task.checkCancellation()
                    continue
                }
                // An answer that isn't kept is for its own caller only.
                if let box = try result.get() as? Box<Answer>, isKept(box.answer) { return box.answer }
                let answer = try await read()
                if isKept(answer) { keep(Entry(box: Box(answer), version: version, readAt: now), for: question, place) }
                return answer
            }
            do {
                let box = Box(try await read())
                if isKept(box.answer) { keep(Entry(box: box, version: version, readAt: now), for: question, place) }
                finish(reading, .success(box))
                return box.answer
            } catch {
                finish(reading, error is CancellationError ? nil : .failure(error))
                throw error
            }
        }
    }

    /// Returns the cached answer unless it is stale, and the version and the time for one that is read now.
    @inlinable
    func cached<Answer: Sendable>(
        _ question: Question, _ place: Int, as type: Answer.Type
    ) -> (box: Box<Answer>?, version: UInt64, now: Date) {
        let now = clock()
        let (entry, version) = kept(question, place)
        guard let entry, entry.version == version, isFresh(entry.readAt, at: now) else { return (nil, version, now) }
        return (entry.box as? Box<Answer>, version, now)
    }

    /// A question that is being read. What has changed since has another version, and is read by itself.
    @usableFromInline struct Reading: Hashable, Sendable {
        @usableFromInline let question: Question
        @usableFromInline let version: UInt64

        @inlinable
        init(question: Question, version: UInt64) { (self.question, self.version) = (question, version) }
    }

    @usableFromInline typealias ReadResult = Result<any Sendable & AnyObject, any Error>

    /// Number of those that wait for what another one reads.
    var waitingCount: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    @inlinable
    func result(of reading: Reading) async -> ReadResult? {
        await withCheckedContinuation { caller in
            let hasEnded = waiting.withLock { waiting in
                guard waiting[reading] != nil else { return true }
                waiting[reading]?.append(caller)
                return false
            }
            if hasEnded { caller.resume(returning: nil) }
        }
    }

    @inlinable
    func finish(_ reading: Reading, _ result: ReadResult?) {
        let callers = waiting.withLock { $0.removeValue(forKey: reading) } ?? []
        for caller in callers { caller.resume(returning: result) }
    }

    @inlinable
    func kept(_ question: Question, _ place: Int) -> (entry: Entry?, version: UInt64) {
        state.withLock { state in (state.young[question] ?? state.old[question], state.versions[place]) }
    }

    /// Makes all answers of this owner stale, including those that are being read.
    @inlinable
    public func forget(_ owner: some Hashable) {
        let place = place(of: owner)
        state.withLock { $0.versions[place] += 1 }
    }

    /// Makes all answers of this owner stale but one, which a transaction has read after its changes: the pages that are
    /// notified of them need not read it again.
    ///
    /// - Parameters:
    ///   - question: the key of the answer.
    ///   - answer: the answer, of the type that is asked for with the question.
    ///   - owner: the owner whose data were changed.
    @inlinable
    public func forget<Answer: Sendable>(_ owner: some Hashable, butFor question: Question, _ answer: Answer) {
        let place = place(of: owner)
        let version = state.withLock { state in
            state.versions[place] += 1
            return state.versions[place]
        }
        keep(Entry(box: Box(answer), version: version, readAt: clock()), for: question, place)
    }

    /// Makes all answers stale.
    @inlinable
    public func forgetAll() {
        state.withLock { state in
            for place in state.versions.indices { state.versions[place] += 1 }
        }
    }

    @inlinable
    func keep(_ entry: Entry, for question: Question, _ place: Int) {
        // The dropped entries are freed after the lock is released.
        let dropped = state.withLock { state -> [Question: Entry] in
            guard state.versions[place] == entry.version else { return [:] }
            // One that was asked for later is the newer one, unless the clock was set back.
            if let other = state.young[question], other.version == entry.version, other.readAt > entry.readAt,
                other.readAt <= clock()
            {
                return [:]
            }
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

    /// Whether an answer of that time may still be used. A time in the future, after the clock was set back, is not
    /// fresh.
    @inlinable
    func isFresh(_ date: Date, at now: Date) -> Bool {
        (0..<lifetime).contains(now.timeIntervalSince(date))
    }

    @inlinable
    func place(of owner: some Hashable) -> Int {
        Int(truncatingIfNeeded: UInt(bitPattern: owner.hashValue) % 1024)
    }
}
