/// What the stream of an open page is to be sent, as bytes (server-sent events): all that changed in one piece, the next
/// one when that has been taken. The first piece comes at once, so that the page knows that it is live.
///
/// It ends when another stream takes over or the session ends. And its own end, however that comes about, detaches the
/// page, which then is waited for: when the reading task is cancelled, when whoever reads stops, or by ``end()``.
public struct SessionEvents: AsyncSequence, Sendable {
    let session: LiveSession
    let stream: Int

    /// Begins to read. One reader at a time: the release of the iterator ends the stream.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self)
    }

    /// Ends the events: the line is lost. Whoever reads them is told at once.
    public func end() {
        Task(executorPreference: session.sessions.executor) { await session.detach(stream) }
    }

    /// Reads the events. An object, since its release is the end of the stream.
    public final class Iterator: AsyncIteratorProtocol {
        private let events: SessionEvents
        private var isFirst = true

        init(events: SessionEvents) {
            self.events = events
        }

        /// Waits until there is something to write: the next piece, or nil at the end of the stream.
        public func next() async -> [UInt8]? {
            guard isFirst else { return await events.session.next(events.stream) }
            isFirst = false
            return await events.session.greet(events.stream)
        }

        deinit { events.end() }
    }
}
