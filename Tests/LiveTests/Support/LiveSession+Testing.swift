import Dispatch
import LiveTesting
import Streams

@testable import Live

/// The events of a whole stream.
func serverSentEvents(_ bytes: [UInt8]) -> [ServerSentEvents.Event] {
    var reader = ServerSentEvents()
    return reader.read(bytes)
}

extension RenderedPage {
    /// The id in the document.
    var lastID: String {
        String(html.split(separator: "data-last=\"")[1].prefix { $0 != "\"" })
    }
}

extension LiveSessions {
    /// Sessions on virtual time, all of epoch "e".
    static func virtual(_ limits: SessionLimits = SessionLimits()) -> LiveSessions {
        LiveSessions(limits: limits, time: .virtual, epoch: { "e" })
    }

    /// A page opened as the first GET does it: settled and rendered.
    func opened(
        _ screen: some Screen = CounterScreen(), visit: Visit = Visit(path: "/"), at address: String = "/live/test"
    ) async throws -> (session: LiveSession, page: RenderedPage) {
        let page = try await open(screen, visit, at: address)
        guard let session = find(address) else { throw CancellationError() }
        return (session, page)
    }
}

extension LiveSession {
    /// A session of its own on virtual time, opened, settled and rendered, as the first GET does it.
    static func opened(
        _ screen: some Screen = CounterScreen(), visit: Visit = Visit(path: "/")
    ) async throws -> LiveSession {
        try await LiveSessions.virtual().opened(screen, visit: visit).session
    }

    /// A session on virtual time that has been opened and not rendered: its first requests may be on their way.
    static func begun(_ screen: some Screen) async throws -> LiveSession {
        let session = LiveSessions.virtual().makeSession(at: "/live/test", Visit(path: "/"))
        try await session.open(screen, Visit(path: "/"))
        return session
    }

    /// Lets time pass for this session and its clock.
    func pass(_ duration: Duration) async {
        await sessions.advance(by: duration)
    }

    /// Opens a stream from a change, and reads what it is sent first.
    func read(since id: String?) -> [ServerSentEvents.Event] {
        guard let stream = attach(lastEventID: id) else { return [] }
        return read(stream)
    }

    /// What a stream is sent now.
    func read(_ stream: Int) -> [ServerSentEvents.Event] {
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
    func beginNext(_ stream: Int) async -> Task<[UInt8]?, Never> {
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
        current?.number == stream && current?.waiting != nil
    }
}

/// Each step of each task waits behind those of all others.
final class InTurns: TaskExecutor {
    private let queue = DispatchQueue(label: "in turns")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
