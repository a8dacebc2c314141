/// Collects the errors of the requests that it tracks: the alert Output, made once.
public final class ErrorTracker {
    @usableFromInline let errors = PublishRelay<any Error>()

    /// A tracker that tracks nothing yet.
    public init() {}

    /// Each error as it happens.
    public func asSignal() -> Signal<any Error> {
        errors.asSignal()
    }
}

extension ObservableConvertibleType {
    /// Errors are noted by the tracker on their way.
    @inlinable
    public func trackError(_ tracker: ErrorTracker) -> Observable<Element> {
        asObservable().do(onError: { tracker.errors.accept($0) })
    }

    /// An error ends the sequence quietly: for a request whose error a tracker has noted, so that the input which
    /// caused it stays usable.
    ///
    ///     a-#  →  a-|
    @inlinable
    public func catchErrorJustComplete() -> Observable<Element> {
        asObservable().catch { _ in .empty() }
    }
}
