import Streams
import Testing

/// The leak counter: after each test of the suite nothing may live of the pages that it opened.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let resources = Resources()
        try await Resources.$current.withValue(resources) { try await function() }
        #expect(resources.total == 0, "\(resources.total) streams, subscriptions, slots or pages are left")
    }
}

extension Trait where Self == LeavesNothing {
    static var leavesNothing: Self { Self() }
}
