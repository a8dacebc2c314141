import Synchronization

/// Counts the living parts of graphs, for tests (RxSwift: `Resources`): observables, subscriptions, subjects and relays
/// that were made while this was ``current``. When a test has ended and disposed of its subscriptions, none may be
/// left.
///
/// It counts in debug builds only; in a release build the graphs contain nothing of it.
public final class Resources: Sendable {
    /// The counter for objects that are made in this task; nil when nothing is counted.
    @TaskLocal public static var current: Resources?

    private let living = Atomic(0)

    /// Creates a counter at zero.
    public init() {}

    /// Number of objects that are alive.
    public var total: Int { living.load(ordering: .relaxed) }

    fileprivate func add(_ count: Int) {
        living.add(count, ordering: .relaxed)
    }
}

#if DEBUG
    /// A member of each counted object, made and released with it.
    @usableFromInline
    package final class Resource {
        private let resources = Resources.current

        @usableFromInline
        package init() { resources?.add(1) }

        deinit { resources?.add(-1) }
    }
#endif
