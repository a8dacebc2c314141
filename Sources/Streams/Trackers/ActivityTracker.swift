/// A counter that knows whether any of the requests that it tracks is running: the loading Output, made once (RxSwift's
/// examples: `ActivityIndicator`).
public final class ActivityTracker {
    private let isActive = BehaviorRelay(value: false)
    private var running = 0

    /// Creates a tracker that tracks nothing yet.
    public init() {}

    /// Whether a tracked request is running.
    public func asDriver() -> Driver<Bool> {
        isActive.asDriver()
    }

    @usableFromInline
    func begin() {
        running += 1
        if running == 1 { isActive.accept(true) }
    }

    @usableFromInline
    func end() {
        running -= 1
        if running == 0 { isActive.accept(false) }
    }
}

extension ObservableConvertibleType {
    /// Counts as activity from the subscription until the end.
    @inlinable
    public func trackActivity(_ tracker: ActivityTracker) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let activity = Activity(tracker)
            lifetime.insert(activity)
            guard !activity.isStopped else { return }
            source.run(activity) { event in
                // Before the stop event is delivered: the subscriber must not see the activity as still running.
                if event.isStopEvent { activity.finish() }
                activity.take(event, sink)
            }
        }
    }
}

/// Lifetime of the subscription to a tracked sequence.
@usableFromInline
final class Activity: CompositeDisposable {
    private let tracker: ActivityTracker
    private var isRunning = true

    @usableFromInline
    init(_ tracker: ActivityTracker) {
        self.tracker = tracker
        super.init()
        tracker.begin()
    }

    @usableFromInline
    override func dispose() {
        super.dispose()
        finish()
    }

    @usableFromInline
    func finish() {
        guard isRunning else { return }
        isRunning = false
        tracker.end()
    }
}
