import Foundation
import HindsightDomain
import Logging
import ServiceLifecycle
import Synchronization

/// Messages on their way to the mail server's program. They wait in memory: what is not sent when the process is killed is
/// lost, and who waits for it asks for another one.
///
/// - A message that comes while ``Limits/waiting`` others wait is dropped, not one of those: a flood must not push out
///   what was there before it.
/// - A few commands run at once. What failed is tried again after a pause, while others go on.
/// - Told to stop, it sends what it has, without delays, for as long as ``Limits/draining``.
///
/// Every message is counted from ``send(_:)`` or ``send(making:)`` to its end, under the lock; all else belongs to
/// ``run()``, which hears of what happens by one stream. That holds at most one event for each message counted.
package final class MailQueue: Mailer, Service {
    /// The limits of a queue.
    package struct Limits: Sendable {
        /// Maximum number of messages in the queue.
        package var waiting = 1000
        /// Number of commands that run at the same time.
        package var commands = 2
        /// Time after which a command is ended.
        package var command: Duration = .seconds(30)
        /// Between the tries of a message, which are one more than these.
        package var retryDelays: [Duration] = [.seconds(15), .seconds(60), .seconds(300)]
        /// Time in which messages are still sent after the queue was told to stop.
        package var draining: Duration = .seconds(10)

        /// The usual ones.
        package init() {}
    }

    /// A message with what is known of its tries.
    private struct QueuedMessage: Sendable {
        let id: String
        let recipient: EmailAddress
        let text: String
        var tries = 0
    }

    private enum Event: Sendable {
        case sent(MailMessage)
        case begun(@Sendable () async throws -> MailMessage?)
        /// There is no message to be sent.
        case droppedOut
        case ended(QueuedMessage, MailCommand.Outcome)
        case paused(QueuedMessage)
        case stop
        case timeIsUp
    }

    private struct State {
        /// Messages that have not come to an end.
        var count = 0
        var isClosed = false
    }

    private let command: MailCommand
    private let sender: MailSender
    private let limits: Limits
    private let logger: Logger
    private let clock: WallClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())
    private let events: AsyncStream<Event>
    private let inlet: AsyncStream<Event>.Continuation

    /// - Parameters:
    ///   - command: what a message is handed to.
    ///   - sender: whom all messages come from.
    ///   - limits: how much, how often and how long.
    ///   - logger: is told of failures, never of an address, a subject or a text.
    ///   - clock: the time that it is.
    ///   - sleep: waits for so long; it throws when its task is cancelled.
    package init(
        command: MailCommand, sender: MailSender, limits: Limits = Limits(), logger: Logger,
        clock: @escaping WallClock = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.command = command
        self.sender = sender
        self.limits = limits
        self.logger = logger
        self.clock = clock
        self.sleep = sleep
        (events, inlet) = AsyncStream.makeStream(of: Event.self)
    }

    package func send(_ message: MailMessage) { take(.sent(message)) }

    package func send(making make: @escaping @Sendable () async throws -> MailMessage?) { take(.begun(make)) }

    private func take(_ event: Event) {
        let reason: String? = state.withLock { state in
            if state.isClosed { return "the server stops" }
            if state.count >= limits.waiting { return "too many wait" }
            state.count += 1
            return nil
        }
        if let reason {
            logger.error("A mail was dropped: \(reason)")
        } else {
            inlet.yield(event)
        }
    }

    /// Number of messages in the queue.
    var count: Int { state.withLock { $0.count } }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                await work(&group)
                group.cancelAll()
            }
        } onGracefulShutdown: { [inlet] in
            inlet.yield(.stop)
        }
        let lost = state.withLock { state in
            state.isClosed = true
            return state.count
        }
        if lost > 0 { logger.error("Mails were lost: the server stops", metadata: ["count": "\(lost)"]) }
    }

    /// Until it is told to stop and all is sent, or the time for that is up, or the task is cancelled.
    private func work(_ group: inout DiscardingTaskGroup) async {
        var (ready, running, stops) = ([QueuedMessage](), 0, false)
        for await event in events {
            switch event {
            case .sent(let message): ready.append(queued(of: message))
            case .begun(let make): group.addTask { [self] in inlet.yield(await made(by: make)) }
            case .droppedOut: state.withLock { $0.count -= 1 }
            case .paused(let queued): ready.append(queued)
            case .ended(let queued, let outcome):
                running -= 1
                if let pause = pause(after: outcome, of: queued) {
                    group.addTask { [self] in
                        // It is cut short when the server stops.
                        try? await cancelWhenGracefulShutdown { [self] in try await sleep(pause) }
                        inlet.yield(.paused(queued))
                    }
                } else {
                    state.withLock { $0.count -= 1 }
                }
            case .stop:
                stops = true
                group.addTask { [self] in
                    try? await sleep(limits.draining)
                    inlet.yield(.timeIsUp)
                }
            case .timeIsUp: return
            }
            while running < limits.commands, !ready.isEmpty {
                var queued = ready.removeFirst()
                running += 1
                queued.tries += 1
                group.addTask { [self, queued] in inlet.yield(.ended(queued, await run(queued))) }
            }
            if stops, closeIfEmpty() { return }
        }
    }

    private func made(by make: @Sendable () async throws -> MailMessage?) async -> Event {
        do { return try await make().map(Event.sent) ?? .droppedOut } catch {
            logger.error("A mail could not be made", metadata: ["error": "\(type(of: error))"])
            return .droppedOut
        }
    }

    private func queued(of message: MailMessage) -> QueuedMessage {
        let id =
            String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
        return QueuedMessage(
            id: id, recipient: message.to, text: message.rendered(from: sender, at: clock(), id: id))
    }

    private func run(_ queued: QueuedMessage) async -> MailCommand.Outcome {
        await command.run(queued.text, from: sender.address, to: queued.recipient) { [sleep, limits] in
            try await sleep(limits.command)
        }
    }

    /// Returns the delay before the next try; nil for none, since the message is sent or given up.
    private func pause(after outcome: MailCommand.Outcome, of queued: QueuedMessage) -> Duration? {
        guard case .failed(let reason) = outcome else { return nil }
        let pause = queued.tries <= limits.retryDelays.count ? limits.retryDelays[queued.tries - 1] : nil
        // The Message-ID is also in the mail server's own log.
        let metadata: Logger.Metadata = ["mail": "\(queued.id)", "reason": "\(reason)", "try": "\(queued.tries)"]
        if pause == nil {
            logger.error("A mail was given up", metadata: metadata)
        } else {
            logger.warning("A mail could not be sent and is tried again", metadata: metadata)
        }
        return pause
    }

    private func closeIfEmpty() -> Bool {
        state.withLock { state in
            if state.count == 0 { state.isClosed = true }
            return state.isClosed
        }
    }
}
