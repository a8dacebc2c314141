import Foundation
import Live
import Synchronization

/// Counts codes that were tried in vain, for each address: a code has 40 bits, and is found by trying sooner than a token.
///
/// Visitors without an address of their own, behind a proxy that doesn't forward it, are counted one by one. A browser can be
/// any number of visitors, so they have a limit in common too.
///
/// The counts are in memory, since they last for an hour; a restart forgets them.
package final class CodeTries: Sendable {
    /// Number of vain tries of an address in ``interval``.
    static let limit = 60
    /// Number of vain tries of all visitors without an address in ``interval``.
    static let commonLimit = 1_000
    /// The time for which a try counts, in seconds.
    static let interval: TimeInterval = 60 * 60
    /// Number of addresses and visitors that are counted at most. When there are more, the one whose last try is the oldest
    /// is forgotten.
    static let groupLimit = 4_096

    /// Whoever tries are counted for.
    private enum Maker: Hashable {
        case group(String)
        case visitor(VisitorID)

        init(_ client: Client, _ visitor: VisitorID) {
            self = client.group.map { .group($0) } ?? .visitor(visitor)
        }
    }

    private struct State {
        /// The times of the tries that count, the oldest first.
        var tries: [Maker: [Date]] = [:]
        /// The same of all visitors without an address. It is not in the table, so nobody can push it out of there.
        var common: [Date] = []
    }

    private let clock: @Sendable () -> Date
    private let state = Mutex(State())

    /// - Parameter clock: the clock that decides when tries stop to count.
    package init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// Counts a try before it is made.
    ///
    /// - Returns: nil if it can be made, else the time to wait.
    func begin(_ client: Client, _ visitor: VisitorID) -> Duration? {
        let (maker, now) = (Maker(client, visitor), clock())
        return state.withLock { state in
            let counted = Self.counted(state.tries[maker] ?? [], now)
            var wait = Self.wait(counted, limit: Self.limit, now)
            if case .visitor = maker {
                state.common = Self.counted(state.common, now)
                wait = wait ?? Self.wait(state.common, limit: Self.commonLimit, now)
                if wait == nil { state.common.append(now) }
            }
            if let wait { return wait }
            if state.tries[maker] == nil, state.tries.count >= Self.groupLimit { Self.makeRoom(in: &state.tries, now) }
            state.tries[maker] = counted + [now]
            return nil
        }
    }

    /// Takes a try back that was not in vain.
    func takeBack(_ client: Client, _ visitor: VisitorID) {
        let maker = Maker(client, visitor)
        state.withLock { state in
            _ = state.tries[maker]?.popLast()
            if state.tries[maker]?.isEmpty == true { state.tries[maker] = nil }
            if case .visitor = maker { _ = state.common.popLast() }
        }
    }

    private static func counted(_ tries: [Date], _ now: Date) -> [Date] { tries.filter { $0 > now - interval } }

    /// Returns the time to wait after tries; nil for none.
    private static func wait(_ counted: [Date], limit: Int, _ now: Date) -> Duration? {
        guard counted.count >= limit else { return nil }
        let wait = counted[counted.count - limit].timeIntervalSince(now) + interval
        return .milliseconds(Int((wait * 1_000).rounded()))
    }

    private static func makeRoom(in tries: inout [Maker: [Date]], _ now: Date) {
        tries = tries.filter { ($0.value.last ?? .distantPast) > now - interval }
        guard tries.count >= groupLimit else { return }
        let oldest = tries.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
        if let oldest { tries[oldest.key] = nil }
    }

    /// Number of addresses and visitors that are counted.
    var groupCount: Int { state.withLock { $0.tries.count } }
}

/// The meaning of a code.
enum FoundCode: Hashable, Sendable {
    /// An order with products of the visitor: the buyer has shown the code.
    case sale(OrderID)
    case order(OrderID, MarketCode)
    case offer(ProductID, MarketCode)
}

/// The reason why a typed code opens nothing.
enum CodeFault: Error, Hashable, Sendable {
    case missing
    /// It is no code.
    case malformed
    /// Nothing has this code.
    case unknown
    /// Too many were tried in vain.
    case tooMany(wait: Duration)

    /// The HTTP status of an answer with it.
    var status: Int { if case .tooMany = self { 429 } else { 422 } }

    /// Time to wait before the next try; nil where none helps.
    var wait: Duration? { if case .tooMany(let wait) = self { wait } else { nil } }
}

/// Finds what a code belongs to, for one visitor.
struct CodeFinder: Sendable {
    let store: any MarketStore
    let tries: CodeTries
    let visitor: VisitorID
    let client: Client

    /// - Throws: ``CodeFault``, ``MarketError``.
    func find(_ code: MarketCode) async throws -> FoundCode {
        if let wait = tries.begin(client, visitor) { throw CodeFault.tooMany(wait: wait) }
        let found: FoundCode?
        do { found = try await look(for: code) } catch {
            tries.takeBack(client, visitor)
            throw error
        }
        guard let found else { throw CodeFault.unknown }
        tries.takeBack(client, visitor)
        return found
    }

    private func look(for code: MarketCode) async throws -> FoundCode? {
        // Whoever sells a part of an order gets no more of it by its code than what there is to hand over.
        if let sale = try await store.sale(code, of: visitor) { return .sale(sale.id) }
        if let purchase = try await store.order(code) { return .order(purchase.id, code) }
        return try await store.offer(code).map { .offer($0.product.id, code) }
    }
}
