import Streams

// The session's streams: one at a time, each knowing up to which change its page is.
extension LiveSession {
    /// Opens a stream; one that was open before is finished. Nil when the session has ended.
    ///
    /// - Parameter lastEventID: the id of the last change that the page has. Without one, the page is as the first GET
    ///   rendered it. An id of another session means that nothing is known of the page, and it gets everything.
    public func attach(lastEventID: String?) -> Int? {
        guard page != nil, let (stream, actions) = lifecycle.attach() else { return nil }
        perform(actions)
        sent[stream] = .some(knownVersion(lastEventID))
        return stream
    }

    private func knownVersion(_ lastEventID: String?) -> Int? {
        guard let lastEventID, !lastEventID.isEmpty else { return renderedVersion }
        let parts = lastEventID.split(separator: ".")
        guard parts.count == 2, let version = Int(parts[1]), lastEventID == "\(epoch).\(version)",
            version <= page?.version ?? 0
        else { return nil }
        return version
    }

    /// What a stream writes next. Waits until there is something, at most as long as a line may stay silent.
    public func next(_ stream: Int) async -> StreamChunk {
        let heartbeat = (scheduler?.now ?? .zero) + limits.heartbeat
        while lifecycle.state == .attached(stream: stream), !Task.isCancelled {
            if let bytes = takeEvents(for: stream) { return .bytes(bytes) }
            switch await wait(stream, until: heartbeat) {
            case .changed: continue
            case .heartbeat: return .heartbeat(EventStream.heartbeat)
            case .finished: return .finished
            }
        }
        return .finished
    }

    /// What a stream would write now, without waiting; nil when there is nothing.
    public func takeEvents(for stream: Int) -> [UInt8]? {
        guard let page, let since = sent[stream] else { return nil }
        page.refreshSlots()
        let events = page.slots.flatMap { $0.events(since: since) }.sorted { $0.version < $1.version }
        guard let last = events.last else { return nil }
        var bytes: [UInt8] = []
        for event in events {
            EventStream.append(name: event.name, id: "\(epoch).\(event.version)", data: event.data, to: &bytes)
        }
        sent[stream] = .some(last.version)
        return bytes
    }

    /// The line of a stream was lost. The session waits for the page to return.
    public func detach(_ stream: Int) {
        sent[stream] = nil
        cancelWait(stream)
        perform(lifecycle.detach(stream: stream))
    }

    enum Wake { case changed, heartbeat, finished }

    private func wait(_ stream: Int, until heartbeat: Duration) async -> Wake {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard let scheduler, !Task.isCancelled else { return continuation.resume(returning: .finished) }
                wakeStream(.finished)
                let heartbeat = scheduler.schedule(after: heartbeat - scheduler.now) { [unowned self] in
                    self.wakeStream(.heartbeat)
                }
                streamWaiter = (stream, continuation, heartbeat)
            }
        } onCancel: {
            Task { await self.cancelWait(stream) }
        }
    }

    private func cancelWait(_ stream: Int) {
        if streamWaiter?.stream == stream { wakeStream(.finished) }
    }

    func wakeStream(_ wake: Wake) {
        guard let waiter = streamWaiter else { return }
        streamWaiter = nil
        waiter.heartbeat.dispose()
        waiter.resume.resume(returning: wake)
    }
}
