import Hummingbird
public import Live
public import LiveHTTP
public import Logging
import NIOCore
import ServiceLifecycle

/// Serves an app on a free port of this machine while a test runs, put together as the real server is, and stops it as a
/// signal would.
///
/// - Parameters:
///   - router: the app.
///   - sessions: its open pages, which end with the test.
///   - use: gets a browser without cookies and without a script.
public func withServer<Value: Sendable>(
    _ router: LiveRouter, _ sessions: LiveSessions, limits: ConnectionLimits = .patient,
    logger: Logger, _ use: @escaping @Sendable (HTTPVisitor) async throws -> Value
) async throws -> Value {
    let responder = router.buildResponder()
    return try await inFront { try await serve(responder, sessions, limits, logger, use) }
}

/// Runs a test that talks to a server in front of those that only compute: a server waits for its peers by the clock,
/// while hundreds of tests take turns on a few cores.
public func inFront<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task(priority: .high, operation: operation)
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}

private func serve<Value: Sendable>(
    _ responder: some HTTPResponder<LiveRequestContext>, _ sessions: LiveSessions, _ limits: ConnectionLimits,
    _ logger: Logger, _ use: @escaping @Sendable (HTTPVisitor) async throws -> Value
) async throws -> Value {
    let (ports, running) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let application = Application(
        responder: responder, server: .live(limits),
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
            running.yield(channel.localAddress?.port ?? 0)
            running.finish()
        }, logger: logger)
    let services = ServiceGroup(configuration: .init(services: [application], logger: application.logger))
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { running.finish() }
            try await services.run()
        }
        let result: Result<Value, any Error>
        do {
            guard let port = await ports.first(where: { _ in true }) else { throw TestFailure("It does not run") }
            result = .success(try await use(HTTPVisitor(port: port)))
        } catch {
            result = .failure(error)
        }
        await sessions.close()
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
        return try result.get()
    }
}

/// What went wrong for a test itself.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String

    /// - Parameter description: what went wrong.
    public init(_ description: String) { self.description = description }
}
