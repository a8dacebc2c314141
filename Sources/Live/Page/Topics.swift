import Synchronization

/// A publisher that notifies open pages by topic: of changes of an account's data, of a room, of something that
/// everybody sees.
///
/// ```swift
/// let topics = Topics<String, Int>()
/// page.changes(of: "cheers", in: topics)   // an Observable<Int> of one page
/// topics.publish(12, of: "cheers")          // from any thread
/// ```
///
/// A message is delivered on the thread that published it, before `publish` returns. The lock protects only the list of
/// observers and is never held while one is called.
public final class Topics<Topic: Hashable & Sendable, Message: Sendable>: Sendable {
    private struct Observers {
        var lastKey = 0
        var byTopic: [Topic: [Int: @Sendable (Message) -> Void]] = [:]
    }

    private let observers = Mutex(Observers())

    /// Creates topics without observers.
    public init() {}

    /// Calls `notify` with every message of the topic from now on.
    ///
    /// - Parameters:
    ///   - topic: the topic.
    ///   - notify: called on the publishing thread; it must not block.
    /// - Returns: a closure that ends the observation. A message that is being delivered may still come.
    public func observe(
        _ topic: Topic, _ notify: @escaping @Sendable (Message) -> Void
    ) -> @Sendable () -> Void {
        let key = observers.withLock { state in
            state.lastKey += 1
            state.byTopic[topic, default: [:]][state.lastKey] = notify
            return state.lastKey
        }
        return { [weak self] in self?.remove(key, of: topic) }
    }

    /// Calls every observer of this topic.
    public func publish(_ message: Message, of topic: Topic) {
        guard let told = observers.withLock({ $0.byTopic[topic] }) else { return }
        for notify in told.values { notify(message) }
    }

    /// Calls every observer of every topic, 64 at a time with pauses of 20 ms: each may read what its page shows, and a
    /// database that has just come back should not be asked for all at once. It ends early when the task is cancelled.
    public func publishToAll(_ message: Message) async {
        var told = observers.withLock { state in state.byTopic.values.flatMap(\.values) }[...]
        while true {
            for notify in told.prefix(64) { notify(message) }
            told = told.dropFirst(64)
            guard !told.isEmpty, (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
        }
    }

    /// Whether any topic has an observer.
    public var hasObservers: Bool { observers.withLock { !$0.byTopic.isEmpty } }

    /// Number of observers of all topics.
    public var observerCount: Int {
        observers.withLock { $0.byTopic.values.reduce(0) { $0 + $1.count } }
    }

    private func remove(_ key: Int, of topic: Topic) {
        observers.withLock { state in
            state.byTopic[topic]?[key] = nil
            if state.byTopic[topic]?.isEmpty == true { state.byTopic[topic] = nil }
        }
    }
}
