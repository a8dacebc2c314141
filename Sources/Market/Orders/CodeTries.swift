import Foundation
import Live
import Synchronization

/// Counts codes that were tried in vain, for each address: a code has 40 bits, and is found by trying sooner than a token.
///
/// The counts are in memory, since they last for an hour; a restart forgets them.
package final class CodeTries: Sendable {
    /// Number of vain tries of an address in ``interval``.
    static let limit = 60
    /// The time for which a try counts, in seconds.
    static let interval: TimeInterval = 60 * 60
    /// Number of addresses that are counted at most. When there are more, the one whose last try is the oldest is forgotten.
    static let groupLimit = 4_096

    private let clock: @Sendable () -> Date
    /// The times of the tries that count, the oldest first.
    private let tries = Mutex<[AddressGroup: [Date]]>([:])

    /// - Parameter clock: the clock that decides when tries stop to count.
    package init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// Counts a try before it is made.
    ///
    /// - Returns: nil if it can be made, else the time to wait.
    func begin(_ client: Client) -> Duration? {
        let (group, now) = (AddressGroup(address: client.address), clock())
        return tries.withLock { tries in
            let counted = (tries[group] ?? []).filter { $0 > now - Self.interval }
            if counted.count >= Self.limit {
                let wait = counted[counted.count - Self.limit].timeIntervalSince(now) + Self.interval
                return .milliseconds(Int((wait * 1_000).rounded()))
            }
            if tries[group] == nil, tries.count >= Self.groupLimit { Self.makeRoom(in: &tries, now) }
            tries[group] = counted + [now]
            return nil
        }
    }

    /// Takes a try back that was not in vain.
    func takeBack(_ client: Client) {
        let group = AddressGroup(address: client.address)
        tries.withLock { tries in
            _ = tries[group]?.popLast()
            if tries[group]?.isEmpty == true { tries[group] = nil }
        }
    }

    private static func makeRoom(in tries: inout [AddressGroup: [Date]], _ now: Date) {
        tries = tries.filter { ($0.value.last ?? .distantPast) > now - interval }
        guard tries.count >= groupLimit else { return }
        let oldest = tries.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
        if let oldest { tries[oldest.key] = nil }
    }

    /// Number of addresses that are counted.
    var groupCount: Int { tries.withLock { $0.count } }
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
        if let wait = tries.begin(client) { throw CodeFault.tooMany(wait: wait) }
        let found: FoundCode?
        do { found = try await look(for: code) } catch {
            tries.takeBack(client)
            throw error
        }
        guard let found else { throw CodeFault.unknown }
        tries.takeBack(client)
        return found
    }

    private func look(for code: MarketCode) async throws -> FoundCode? {
        // Whoever sells a part of an order gets no more of it by its code than what there is to hand over.
        if let sale = try await store.sale(code, of: visitor) { return .sale(sale.id) }
        if let purchase = try await store.order(code) { return .order(purchase.id, code) }
        return try await store.offer(code).map { .offer($0.product.id, code) }
    }
}
