import Synchronization

/// Counts what lives of graphs, for tests (RxSwift: `Resources`): observables, subscriptions, subjects and relays that
/// were made while this was ``current``. When a test has ended and disposed of what it subscribed, none may be left.
///
/// It counts in debug builds only; a release build has no trace of it in its graphs.
public final class Resources: Sendable {
    /// Where what is made now is counted; nil when nobody counts.
    @TaskLocal public static var current: Resources?

    private let living = Atomic(0)

    /// Starts at none.
    public init() {}

    /// How many live now.
    public var total: Int { living.load(ordering: .relaxed) }

    fileprivate func add(_ count: Int) {
        living.add(count, ordering: .relaxed)
    }
}

#if DEBUG
    /// A member of each object that is counted: it is made and released with that.
    @usableFromInline
    package final class Resource {
        private let resources = Resources.current

        @usableFromInline
        package init() { resources?.add(1) }

        deinit { resources?.add(-1) }
    }
#endif
