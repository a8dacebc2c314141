import Synchronization

/// The sending end of a channel into a graph, usable from any thread. See ``Scheduler/makeInlet(_:merging:)``.
public final class Inlet<Value: Sendable>: Sendable {
    private let waiting = Mutex<Value?>(nil)
    private let merge: @Sendable (Value, Value) -> Value
    private let wake: @Sendable () -> Void

    init(merge: @escaping @Sendable (Value, Value) -> Value, wake: @escaping @Sendable () -> Void) {
        self.merge = merge
        self.wake = wake
    }

    /// Sends a value; a value that has not been read yet is merged with it. From the moment this returns the graph is
    /// not settled until it has received the value.
    public func send(_ value: Value) {
        let wasEmpty = waiting.withLock { waiting in
            guard let former = waiting else {
                waiting = .some(value)
                return true
            }
            waiting = .some(merge(former, value))
            return false
        }
        if wasEmpty { wake() }
    }

    func drain(to receive: @escaping (Value) -> Void) -> any InletDrain {
        Drain(inlet: self, receive: receive)
    }

    private func take() -> Value? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }

    private final class Drain: InletDrain {
        private let inlet: Inlet<Value>
        private let receive: (Value) -> Void

        init(inlet: Inlet<Value>, receive: @escaping (Value) -> Void) {
            self.inlet = inlet
            self.receive = receive
        }

        var hasMail: Bool { inlet.waiting.withLock { $0 != nil } }

        func deliver() {
            if let value = inlet.take() { receive(value) }
        }
    }
}

/// The receiving end of an inlet, used on the graph's actor.
protocol InletDrain: AnyObject {
    var hasMail: Bool { get }
    func deliver()
}
