/// Says whether any of the requests that it tracks is running: the loading Output, made once (RxSwift's examples:
/// `ActivityIndicator`).
public final class ActivityTracker {
    private let running = BehaviorRelay(value: 0)

    /// A tracker that tracks nothing yet.
    public init() {}

    /// Whether something tracked is running.
    public func asDriver() -> Driver<Bool> {
        running.asDriver().map { $0 > 0 }.distinctUntilChanged()
    }

    @usableFromInline
    func begin() -> any Disposable {
        running.accept(running.value + 1)
        return ActionDisposable { [running] in running.accept(running.value - 1) }
    }
}

extension ObservableConvertibleType {
    /// Counts as activity from subscription to end.
    @inlinable
    public func trackActivity(_ tracker: ActivityTracker) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            // Ends once: at the end, before that is sent on, or at disposal.
            let activity = tracker.begin()
            lifetime.insert(activity)
            guard !lifetime.isStopped else { return }
            source.run(lifetime) { event in
                if event.isStopEvent { activity.dispose() }
                sink(event)
            }
        }
    }
}
