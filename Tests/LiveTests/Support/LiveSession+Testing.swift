import Streams

@testable import Live

extension LiveSession {
    /// A session on virtual time, opened, settled and rendered, as the first GET does it.
    static func opened(
        _ screen: some Screen = CounterScreen(), visit: Visit = Visit(path: "/"), address: String = "/live/test",
        onEnd: @escaping @Sendable (LiveSession) -> Void = { _ in }
    ) async -> LiveSession {
        let session = LiveSession(
            screen: screen, visit: visit, address: address, epoch: "e", time: .virtual, onEnd: onEnd)
        await session.open()
        await session.settled()
        _ = await session.render()
        return session
    }

    /// Opens a stream from a change, and reads what it is sent first.
    func read(since id: String?) -> [ServerSentEvent] {
        guard let stream = attach(lastEventID: id) else { return [] }
        return read(stream)
    }

    /// What a stream is sent now.
    func read(_ stream: Int) -> [ServerSentEvent] {
        serverSentEvents(takeEvents(for: stream) ?? [])
    }

    /// Sends inputs without a break after those sent before.
    @discardableResult
    func send(_ inputs: (name: String, value: String)...) -> InputReply {
        let first = appliedInputs + 1
        return apply(
            inputs.enumerated().map {
                InputMessage(number: first + $0.offset, name: $0.element.name, value: $0.element.value)
            })
    }

    /// Begins to wait for what a stream writes next. The wait stands in the actor's queue before whatever the test
    /// does next.
    func beginNext(_ stream: Int) async -> Task<StreamChunk, Never> {
        let task = Task { await next(stream) }
        await Task.yield()
        return task
    }

    /// Begins to wait for the page to settle, likewise.
    func beginSettling() async -> Task<Void, Never> {
        let task = Task { () -> Void in await settled() }
        await Task.yield()
        return task
    }

    /// Whether a stream waits for something to write.
    func isWaiting(_ stream: Int) -> Bool {
        streamWaiter?.stream == stream
    }
}

extension LiveSession.StreamChunk {
    /// The events of a piece of bytes; nil for anything else.
    var events: [ServerSentEvent]? {
        if case .bytes(let bytes) = self { serverSentEvents(bytes) } else { nil }
    }
}
