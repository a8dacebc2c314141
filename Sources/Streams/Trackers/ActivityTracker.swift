/// Says whether any of the requests that it tracks is running: the loading Output, made once.
public final class ActivityTracker {
    private let running = BehaviorRelay(value: 0)

    public init() {}

    /// Whether something tracked is running.
    public func asDriver() -> Driver<Bool> {
        running.asDriver().map { $0 > 0 }.distinctUntilChanged()
    }

    fileprivate func track<Element>(_ source: Observable<Element>) -> Observable<Element> {
        Observable { lifetime, sink in
            self.running.accept(self.running.value + 1)
            // Runs once, at the end or at disposal, whichever is first.
            let end = ActionDisposable { self.running.accept(self.running.value - 1) }
            lifetime.insert(end)
            guard !lifetime.isDisposed else { return }
            source.run(lifetime) { event in
                if event.isStopEvent { end.dispose() }
                sink(event)
            }
        }
    }
}

/// Collects the errors of the requests that it tracks: the alert Output, made once.
public final class ErrorTracker {
    private let errors = PublishRelay<any Error>()

    public init() {}

    /// Each error as it happens.
    public func asSignal() -> Signal<any Error> {
        errors.asSignal()
    }

    fileprivate func track<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.do(onError: { self.errors.accept($0) })
    }
}

extension Observable {
    /// Counts as activity from subscription to end.
    public func trackActivity(_ tracker: ActivityTracker) -> Observable<Element> {
        tracker.track(self)
    }

    /// Errors are noted by the tracker on their way.
    public func trackError(_ tracker: ErrorTracker) -> Observable<Element> {
        tracker.track(self)
    }

    /// An error ends the sequence quietly: for a request whose error a tracker has noted, so that the input which
    /// caused it stays usable.
    public func catchErrorJustComplete() -> Observable<Element> {
        self.catch { _ in .empty() }
    }
}
