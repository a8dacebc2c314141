/// The events of an open page's stream as bytes (server-sent events). All changes so far come in one piece, and the
/// next piece when that has been taken. The first piece comes at once, so that the page knows that it is live.
///
/// The sequence ends when another stream takes over or the session ends. When it ends for any reason (the reading task
/// is cancelled, the reader stops, or ``end()`` is called), the page is detached. A session with its own graph waits for it
/// to return.
public struct SessionEvents: AsyncSequence, Sendable {
    package let session: LiveSession
    let stream: Int

    /// Begins to read. Only one reader at a time: the release of its iterator ends the stream.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self)
    }

    /// Ends the events, since the connection is lost. A waiting reader is resumed at once.
    public func end() {
        Task(executorPreference: session.sessions.executor) { await session.detach(stream) }
    }

    /// An iterator over the events. It is a class, since its release ends the stream.
    public final class Iterator: AsyncIteratorProtocol {
        private let events: SessionEvents
        private var isFirst = true
        /// The graph that the page has with others; nil from when it has its own.
        private var shared: SharedGraph?

        init(events: SessionEvents) {
            self.events = events
        }

        /// Waits for the next piece to write; nil at the end of the stream.
        public func next() async -> [UInt8]? {
            if isFirst { shared = await session.sharedGraph(of: events.stream) }
            defer { isFirst = false }
            if let shared {
                if isFirst { return await shared.greet(session.number) }
                switch await shared.next(session.number) {
                case .bytes(let bytes): return bytes
                case .left: self.shared = nil
                case .ended: return nil
                }
            }
            return isFirst ? await session.greet(events.stream) : await session.next(events.stream)
        }

        private var session: LiveSession { events.session }

        deinit { events.end() }
    }
}
