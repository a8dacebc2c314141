import Streams

// The session's streams: one at a time, each with the number of the change that its page has.
extension LiveSession {
    /// Opens a stream and returns its events; one that was open before is finished. Nil when the session has ended.
    ///
    /// - Parameter lastEventID: the id of the last change that the page has. Without one, the page is as the first GET
    ///   rendered it. With an id of another session the page's state is unknown, and it gets everything.
    public func events(after lastEventID: String?) -> SessionEvents? {
        attach(lastEventID: lastEventID).map { SessionEvents(session: self, stream: $0) }
    }

    /// Opens a stream; see ``events(after:)``.
    package func attach(lastEventID: String?) -> Int? {
        guard graph != nil || shared != nil, let (stream, actions) = lifecycle.attach() else { return nil }
        perform(actions)
        sessions.joined(self)
        current = Stream(number: stream, since: knownVersion(lastEventID), lastWrite: sessions.now)
        scheduleHeartbeat(stream)
        return stream
    }

    /// Whether the page has gone on with another session since its last stream of this one, as in another process. Then what
    /// is here is not what the page shows.
    ///
    /// - Parameter epoch: the epoch that the page has for its inputs; nil when that isn't known.
    public func isStale(for epoch: String?) -> Bool {
        guard let epoch, !epoch.isEmpty else { return false }
        return epoch != self.epoch && lifecycle.hadStream
    }

    /// Whether the page has gone on with another session, and has no stream of this one.
    public func isStaleAndDetached(for epoch: String?) -> Bool { isStale(for: epoch) && current == nil }

    private func knownVersion(_ lastEventID: String?) -> Int? {
        guard let lastEventID, !lastEventID.isEmpty else { return earlierID == nil ? renderedVersion : nil }
        // The first change of its own graph follows.
        if lastEventID == earlierID { return 0 }
        guard let id = EventID(lastEventID), id.epoch == epoch else { return nil }
        return id.version <= graph?.bindings.version ?? 0 ? id.version : nil
    }

    /// The graph that writes a stream together with others; nil when the page has its own.
    func sharedGraph(of stream: Int) -> SharedGraph? { current?.number == stream ? shared : nil }

    /// Returns the first piece of a stream: a heartbeat, and the events that its page has missed.
    func greet(_ stream: Int) -> [UInt8] {
        EventStream.heartbeat + (takeEvents(for: stream) ?? [])
    }

    /// Waits for the next piece of a stream: events, or a heartbeat when nothing happens for a while. Nil when the
    /// stream is over.
    func next(_ stream: Int) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Here, since the calls around may suspend, and a change that comes meanwhile is not told to anybody.
                if let bytes = takeFarewell(of: stream) { return continuation.resume(returning: bytes) }
                // If it was cancelled before, or two tasks read at once, neither must wait for a piece that may never
                // come.
                guard current?.number == stream, !Task.isCancelled else { return continuation.resume(returning: nil) }
                if let bytes = takeEvents(for: stream) { return continuation.resume(returning: bytes) }
                current?.waiting?.resume(returning: nil)
                current?.waiting = continuation
            }
        } onCancel: {
            Task { await self.cancelWait(stream) }
        }
    }

    /// Returns the last piece of a stream that has ended; nil when it has none.
    private func takeFarewell(of stream: Int) -> [UInt8]? {
        guard let farewell, farewell.stream == stream else { return nil }
        self.farewell = nil
        return farewell.bytes
    }

    /// Returns the piece that a stream would write now, whichever graph writes it; nil when there is none. For tests.
    package func poll(_ stream: Int) async -> [UInt8]? {
        if let shared = sharedGraph(of: stream) { return await shared.take(for: number) }
        return takeEvents(for: stream)
    }

    /// Returns the piece that a stream would write now, without waiting; nil when there is none.
    package func takeEvents(for stream: Int) -> [UInt8]? {
        guard let graph, shared == nil, let current, current.number == stream else { return nil }
        let events = graph.events(since: current.since)
        let bytes = unsent.map { $0 + (events?.bytes ?? []) } ?? events?.bytes
        unsent = nil
        if let events { self.current?.since = .some(events.version) }
        if bytes != nil { self.current?.lastWrite = sessions.now }
        return bytes
    }

    /// Handles the loss of a stream's connection. The session waits for the page to return; one without a graph of its
    /// own has nothing to wait with.
    package func detach(_ stream: Int) {
        if shared != nil, current?.number == stream { return end() }
        perform(lifecycle.detach(stream: stream))
        finish(stream)
    }

    /// Ends the open stream, since its page was left for another one. The session waits for the page to return.
    public func leave() {
        if let current { detach(current.number) }
    }

    private func cancelWait(_ stream: Int) {
        if current?.number == stream { resumeStream(nil) }
    }

    /// Ends a stream that is over, and resumes the task that waits for its next piece.
    func finish(_ stream: Int) {
        guard current?.number == stream else { return }
        resumeStream(nil)
        current = nil
    }

    /// Resumes the task that waits for the stream's next piece.
    private func resumeStream(_ bytes: [UInt8]?) {
        let waiting = current?.waiting
        current?.waiting = nil
        waiting?.resume(returning: bytes)
    }

    /// Sends all changes of one turn together, if the stream is waiting for its next piece.
    func endTurn() {
        guard let graph, graph.bindings.hasNews else { return }
        graph.bindings.hasNews = false
        guard let current, current.waiting != nil, let bytes = takeEvents(for: current.number) else { return }
        resumeStream(bytes)
    }

    /// Sends a heartbeat if one is due, that is unless something was written meanwhile.
    func beat(_ stream: Int) async {
        guard let current, current.number == stream else { return }
        let now = sessions.now
        // The page reconnects at once, and is told to sign in.
        if let loginEnd, now >= loginEnd { return end() }
        if let shared { return await beatShared(stream, shared) }
        if now >= current.lastWrite + sessions.limits.heartbeat {
            // A stream that is still writing needs no heartbeat.
            self.current?.lastWrite = now
            if current.waiting != nil { resumeStream(EventStream.heartbeat) }
        }
        scheduleHeartbeat(stream)
    }

    private func beatShared(_ stream: Int, _ shared: SharedGraph) async {
        // The page may have left meanwhile; its stream goes on.
        let lastWrite = await shared.beat(number) ?? sessions.now
        guard current?.number == stream else { return }
        current?.lastWrite = lastWrite
        scheduleHeartbeat(stream)
    }

    private func scheduleHeartbeat(_ stream: Int) {
        guard let current else { return }
        let due = min(current.lastWrite + sessions.limits.heartbeat, loginEnd ?? .seconds(Int64.max))
        sessions.schedule(.heartbeat(stream: stream), after: due - sessions.now, of: self)
    }

    /// Ends the session since its owner has too many pages open. Its page is told not to reconnect by itself but when a
    /// person returns to it; otherwise the pages would replace each other for ever.
    func giveWay() async {
        let isTold = await shared?.end(number, with: EventStream.rest) ?? false
        if let current, current.waiting == nil, !isTold { farewell = (current.number, EventStream.rest) }
        resumeStream(EventStream.rest)
        end()
    }
}
