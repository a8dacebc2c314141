import Foundation
import HindsightDomain
import LiveHTTP
import NIOPosix
import Synchronization

/// Hashes passwords on threads of their own, a few at once. A request that comes while all are busy waits in a
/// queue, and is refused at once if that is full: otherwise fifty sign-ins would hold up every page, or a flood of them
/// use up the memory.
final class PasswordHasher: Sendable {
    /// The line is full.
    struct Busy: Error {}

    private let threads: NIOThreadPool
    private let cost: PasswordHash.Cost
    private let limit: Int
    private let count = Atomic(0)
    /// Hash of a random password: it is compared for an address that has no account, so that this takes as long.
    private let dummyHash: PasswordHash

    /// - Parameters:
    ///   - atOnce: how many are hashed at the same time. Each keeps a core busy, and takes 16 MiB; half of the cores are
    ///     left to the pages.
    ///   - limit: how many may be hashed and wait, together.
    init(
        atOnce: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2), limit: Int = 64,
        cost: PasswordHash.Cost = .standard
    ) throws {
        threads = NIOThreadPool(numberOfThreads: atOnce)
        threads.start()
        self.cost = cost
        self.limit = limit
        dummyHash = try PasswordHash(Password(random: ()), cost: cost)
    }

    /// Whether one more would be told that the line is full.
    var isFull: Bool { count.load(ordering: .relaxed) >= limit }

    /// - Throws: ``Busy``.
    func hash(_ password: Password) async throws -> PasswordHash {
        let cost = cost
        return try await run { try PasswordHash(password, cost: cost) }
    }

    /// Whether a password is the one that was hashed.
    ///
    /// - Parameter hash: what is kept; nil for an address without an account, which takes as long and never matches.
    /// - Throws: ``Busy``.
    func check(_ password: Password?, _ hash: PasswordHash?) async throws -> PasswordCheck {
        let (known, cost) = (hash ?? dummyHash, cost)
        let password = password ?? Password(random: ())
        let isSame = try await run { try known.matches(password) }
        guard isSame, hash != nil else { return .wrong }
        return known.cost.work < cost.work ? .rightButOfOldCost : .right
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            count.subtract(1, ordering: .relaxed)
            throw Busy()
        }
        defer { count.subtract(1, ordering: .relaxed) }
        return try await threads.runIfActive {
            lowerThreadPriority()
            return try work()
        }
    }

    deinit { threads.shutdownGracefully { _ in } }
}

/// The result of comparing a password with a hash.
enum PasswordCheck: Sendable {
    case wrong
    case right
    /// It is right, and is to be hashed anew: hashes take more work today.
    case rightButOfOldCost
}
