import Streams
import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LeavesNothingTests {
    #if DEBUG
        @Test func whatIsLeftIsAnIssue() async throws {
            try await withKnownIssue {
                try await Self.check {
                    // The relay holds its subscriber, and that holds the relay.
                    let relay = PublishRelay<Int>()
                    relay.subscribe { _ in withExtendedLifetime(relay) {} }
                }
            } matching: { issue in
                issue.comments.contains { $0.rawValue.hasPrefix("2 streams, subscriptions") }
            }
        }
    #endif

    @Test func whatIsGoneIsNone() async throws {
        try await Self.check {
            let relay = PublishRelay<Int>()
            relay.subscribe { _ in withExtendedLifetime(relay) {} }.dispose()
        }
    }

    @Test func whatTheTestThrowsIsThrown() async {
        await #expect(throws: MarbleError.self) { try await Self.check { throw MarbleError() } }
    }

    private static func check(_ test: @Sendable () async throws -> Void) async throws {
        let current = try #require(Test.current)
        try await LeavesNothing.leavesNothing.provideScope(for: current, testCase: Test.Case.current, performing: test)
    }
}
