import Synchronization

/// Tells open pages what has happened, by topic: an account's data, a room, something that everybody sees.
///
/// ```swift
/// let topics = Topics<String, Int>()
/// page.changes(of: "cheers", in: topics)   // an Observable<Int> of one page
/// topics.publish(12, of: "cheers")          // from any thread
/// ```
///
/// A message is told on the thread that published it, before the call that did so returns. The lock guards the list of
/// observers only and is never held while one is told.
public final class Topics<Topic: Hashable & Sendable, Message: Sendable>: Sendable {
    private struct Observers {
        var lastKey = 0
        var byTopic: [Topic: [Int: @Sendable (Message) -> Void]] = [:]
    }

    private let observers = Mutex(Observers())

    /// Topics that nobody observes yet.
    public init() {}

    /// Calls `notify` with every message of the topic from now on.
    ///
    /// - Parameters:
    ///   - topic: what is observed.
    ///   - notify: quick; it must not wait.
    /// - Returns: ends it. A message under way may still come.
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

    /// Tells every observer of this topic.
    public func publish(_ message: Message, of topic: Topic) {
        let told = observers.withLock { $0.byTopic[topic].map { Array($0.values) } ?? [] }
        for notify in told { notify(message) }
    }

    /// How many observers there are, of all topics.
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
