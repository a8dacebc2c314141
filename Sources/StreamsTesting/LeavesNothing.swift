import Streams
import Testing

/// The leak check, a trait of tests and suites: when a test has ended, none of the observables, subscriptions, subjects
/// and relays that it made may be left, nor the slots and pages of a live page. They are counted by `Resources` of
/// Streams.
///
///     @Suite(.leavesNothing, .timeLimit(.minutes(5))) struct CounterTests { … }
///
/// A release build doesn't count, so there it finds nothing.
public struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    /// It holds for every test of a suite, and for the suites in it.
    public let isRecursive = true

    /// Runs a test while counting what it makes, and records an issue when something of that is left.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let resources = Resources()
        try await Resources.$current.withValue(resources) { try await function() }
        #expect(resources.total == 0, "\(resources.total) streams, subscriptions, slots or pages are left")
    }
}

extension Trait where Self == LeavesNothing {
    /// When a test has ended, nothing of the graphs that it made may be left.
    public static var leavesNothing: Self { Self() }
}
