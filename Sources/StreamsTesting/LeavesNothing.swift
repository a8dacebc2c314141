import Streams
import Testing

/// A leak check as a trait of tests and suites: when a test has ended, none of the observables, subscriptions, subjects
/// and relays that it made may be left, nor the slots and pages of a live page. They are counted by `Resources` of
/// Streams.
///
///     @Suite(.leavesNothing, .timeLimit(.minutes(5))) struct CounterTests { … }
///
/// A release build doesn't count, so there the check always passes.
public struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    /// Whether the trait applies to nested suites and to each test of a suite: true.
    public let isRecursive = true

    /// Runs a test case while counting the objects that it makes, and records an issue when some are left.
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
    /// A trait that fails a test when parts of the graphs that it made are left at its end.
    public static var leavesNothing: Self { Self() }
}
