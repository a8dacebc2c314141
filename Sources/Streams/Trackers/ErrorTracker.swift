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
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            source.run(lifetime) { event in
                if let error = event.error { tracker.errors.accept(error) }
                sink(event)
            }
        }
    }

    /// An error ends the sequence quietly: for a request whose error a tracker has noted, so that the input which
    /// caused it stays usable.
    ///
    ///     a-#  →  a-|
    @inlinable
    public func catchErrorJustComplete() -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            source.run(lifetime) { event in sink(event.error == nil ? event : .completed) }
        }
    }
}
