import Foundation
import HindsightDomain
import Live
import Logging
import ServiceLifecycle
import Synchronization

/// Sends a message to a push service.
protocol PushClient: Sendable {
    /// - Parameters:
    ///   - body: is encrypted.
    ///   - endpoint: the address that the browser has at its push service.
    func send(_ body: Data, _ headers: [String: String], to endpoint: String) async -> PushOutcome
}

/// The result of sending a message.
enum PushOutcome: Hashable, Sendable {
    /// The push service has it.
    case sent
    /// There is no such browser any more.
    case gone
    /// It may be tried again, after that time if the service has said one.
    case failed(reason: String, retryAfter: Duration?)
    /// It makes no sense to try again.
    case refused(reason: String)
}

/// Messages on their way to push services. They wait in memory: what is not sent when the process ends is lost, since a
/// reminder that comes late is of no use.
///
/// - What comes while too many wait, of all accounts or of one, is dropped.
/// - Of one account a few are sent at once, and no more than ``Limits/atOnce`` of all: a slow push service, which anybody
///   can name, keeps nobody else's waiting for long.
/// - What failed is tried again after growing delays, or when the service says, as long as it is of use.
///
/// As in ``MailQueue``, messages are counted under the lock, and all else belongs to ``run()``.
package final class PushQueue: Service {
    /// The limits of a queue.
    struct Limits: Sendable {
        /// Maximum number of messages in the queue.
        var waiting = 4000
        /// Maximum number of messages of one account.
        var waitingOfAccount = 100
        /// Number of messages that are sent at the same time.
        var atOnce = 32
        /// Number of messages of one account that are sent at the same time.
        var atOnceOfAccount = 4
        /// Between the tries of a message, which are one more than these.
        var retryDelays: [Duration] = [.seconds(10), .seconds(60), .seconds(300)]
        /// Longest delay that a service may ask for; after a longer one nothing is tried again.
        var longestPause: Duration = .seconds(1800)
    }

    private struct QueuedMessage: Sendable {
        let message: PushMessage
        let target: PushTarget
        let account: AccountID
        let isTest: Bool
        var tries = 0
    }

    private enum Event: Sendable {
        case sent([QueuedMessage])
        case ended(QueuedMessage, PushOutcome)
        case paused(QueuedMessage)
        case stop
    }

    private struct State {
        var counts: [AccountID: Int] = [:]
        var count = 0
        var isClosed = false
    }

    /// Addresses that messages may be sent to.
    let policy: PushPolicy
    /// The time that it is.
    let clock: WallClock
    private let key: PushKey
    private let client: any PushClient
    private let store: any ReminderStore
    private let limits: Limits
    private let logger: Logger
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())
    private let events: AsyncStream<Event>
    private let inlet: AsyncStream<Event>.Continuation

    /// - Parameters:
    ///   - store: where browsers are kept; those that are gone are removed.
    ///   - key: what push services are shown.
    ///   - logger: told of failures, never of an address or a text.
    ///   - clock: the time that it is.
    package convenience init(
        store: any ReminderStore, key: PushKey, logger: Logger, clock: @escaping WallClock = { Date() }
    ) {
        self.init(
            store: store, key: key, policy: .publicOnly, client: PushHTTPClient(policy: .publicOnly), logger: logger,
            clock: clock)
    }

    /// - Parameter sleep: waits for so long; it throws when its task is cancelled.
    init(
        store: any ReminderStore, key: PushKey, policy: PushPolicy, client: any PushClient, limits: Limits = Limits(),
        logger: Logger, clock: @escaping WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.key = key
        self.policy = policy
        self.client = client
        self.limits = limits
        self.logger = logger
        self.clock = clock
        self.sleep = sleep
        (events, inlet) = AsyncStream.makeStream(of: Event.self)
    }

    /// For the page that turns notifications on.
    var publicKey: String { key.publicText }

    /// Number of messages in the queue.
    var count: Int { state.withLock { $0.count } }

    /// Sends a message to browsers of an account.
    ///
    /// - Parameter isTest: whether it is one that anybody can ask for: it is sent once, only while nothing else of the
    ///   account waits, and leaves half of the room to those that are due.
    /// - Returns: whether it was taken for all of them.
    @discardableResult
    func send(
        _ message: PushMessage, to targets: [PushTarget], of account: AccountID, isTest: Bool = false
    ) -> Bool {
        let taken = state.withLock { state in
            if state.isClosed || isTest && state.counts[account] != nil { return 0 }
            let room = min(
                (isTest ? limits.waiting / 2 : limits.waiting) - state.count,
                limits.waitingOfAccount - state.counts[account, default: 0])
            let taken = max(0, min(room, targets.count))
            state.count += taken
            state.counts[account, default: 0] += taken
            return taken
        }
        if taken < targets.count {
            logger.warning("Notifications were dropped", metadata: ["count": "\(targets.count - taken)"])
        }
        guard taken > 0 else { return false }
        inlet.yield(
            .sent(
                targets.prefix(taken).map {
                    QueuedMessage(message: message, target: $0, account: account, isTest: isTest)
                }))
        return taken == targets.count
    }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                await work(&group)
                group.cancelAll()
            }
        } onGracefulShutdown: { [inlet] in
            inlet.yield(.stop)
        }
        state.withLock { $0.isClosed = true }
    }

    /// Until it is told to stop and none is being sent any more, or the task is cancelled.
    private func work(_ group: inout DiscardingTaskGroup) async {
        var (ready, stops) = ([QueuedMessage](), false)
        var (running, total) = ([AccountID: Int](), 0)
        for await event in events {
            switch event {
            case .sent(let letters): ready += letters
            case .paused(let queued): ready.append(queued)
            case .ended(let queued, let outcome):
                total -= 1
                running[queued.account] = running[queued.account].flatMap { $0 > 1 ? $0 - 1 : nil }
                if let pause = pause(after: outcome, of: queued) {
                    group.addTask { [self] in
                        try? await sleep(pause)
                        inlet.yield(.paused(queued))
                    }
                } else {
                    end(queued)
                }
            case .stop: stops = true
            }
            if stops, total == 0 { return }
            if stops { continue }
            var waiting: [QueuedMessage] = []
            for var queued in ready {
                guard total < limits.atOnce, running[queued.account, default: 0] < limits.atOnceOfAccount else {
                    waiting.append(queued)
                    continue
                }
                total += 1
                running[queued.account, default: 0] += 1
                queued.tries += 1
                group.addTask { [self, queued] in inlet.yield(.ended(queued, await deliver(queued))) }
            }
            ready = waiting
        }
    }

    private func end(_ queued: QueuedMessage) {
        state.withLock { state in
            state.count -= 1
            state.counts[queued.account] = state.counts[queued.account].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    private func deliver(_ queued: QueuedMessage) async -> PushOutcome {
        let (message, subscription) = (queued.message, queued.target.subscription)
        let now = clock()
        let outcome: PushOutcome
        do {
            let body = try PushEncryption().encrypt(
                message.data(), publicKey: subscription.publicKey, authSecret: subscription.authSecret)
            let headers = [
                "Authorization": try key.authorization(for: subscription.endpoint, at: now),
                "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
                "TTL": "\(max(0, Int(message.expiresAt.timeIntervalSince(now))))",
                "Topic": message.content.tag, "Urgency": message.urgency.rawValue,
            ]
            outcome = await client.send(body, headers, to: subscription.endpoint)
        } catch {
            outcome = .refused(reason: "\(type(of: error))")
        }
        if outcome == .gone {
            do { try await store.forgetBrowser(queued.target.browser, of: queued.account) } catch {
                // The next message finds out again.
                logger.warning("A browser that is gone was not removed", metadata: ["error": "\(type(of: error))"])
            }
        }
        return outcome
    }

    /// Returns the delay before the next try; nil for none.
    private func pause(after outcome: PushOutcome, of queued: QueuedMessage) -> Duration? {
        switch outcome {
        case .sent, .gone: return nil
        case .refused(let reason):
            logger.warning("A notification was given up", metadata: ["reason": "\(reason)"])
            return nil
        case .failed(let reason, let retryAfter):
            if !queued.isTest, queued.tries <= limits.retryDelays.count {
                let pause = max(limits.retryDelays[queued.tries - 1], retryAfter ?? .zero)
                let next = clock() + TimeInterval(pause.components.seconds)
                if pause <= limits.longestPause, next < queued.message.expiresAt { return pause }
            }
            let metadata: Logger.Metadata = ["reason": "\(reason)", "tries": "\(queued.tries)"]
            logger.warning("A notification was given up", metadata: metadata)
            return nil
        }
    }
}
