import Foundation
import Live
import LiveHTTP
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
    /// The time for which a try counts.
    static let interval = Duration.seconds(60 * 60)

    /// Whoever tries are counted for.
    private enum Maker: Hashable {
        case group(String)
        case visitor(VisitorID)

        init(_ client: Client, _ visitor: VisitorID) {
            self = client.group.map { .group($0) } ?? .visitor(visitor)
        }

        var hasAddress: Bool { if case .group = self { true } else { false } }
    }

    private enum Common { case everybody }

    private struct State {
        var tries = RateLimit<Maker>(count: limit, interval: interval)
        /// Those of all visitors without an address. They are not in the table, so nobody can push them out of there.
        var common = RateLimit<Common>(count: commonLimit, interval: interval)
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
            if let wait = state.tries.wait(for: maker, at: now) { return wait }
            if !maker.hasAddress, let wait = state.common.wait(for: .everybody, at: now) { return wait }
            state.tries.add(maker, at: now)
            if !maker.hasAddress { state.common.add(.everybody, at: now) }
            return nil
        }
    }

    /// Takes a try back that was not in vain.
    func takeBack(_ client: Client, _ visitor: VisitorID) {
        let maker = Maker(client, visitor)
        state.withLock { state in
            state.tries.takeBack(maker)
            if !maker.hasAddress { state.common.takeBack(.everybody) }
        }
    }

    /// Number of addresses and visitors that are counted.
    var groupCount: Int { state.withLock { $0.tries.keyCount } }
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
