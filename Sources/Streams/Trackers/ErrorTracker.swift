/// A collector of the errors of the requests that it tracks: the alert Output, made once.
public final class ErrorTracker {
    @usableFromInline let errors = PublishRelay<any Error>()

    /// Creates a tracker that tracks nothing yet.
    public init() {}

    /// Each error as it happens.
    public func asSignal() -> Signal<any Error> {
        errors.asSignal()
    }
}

extension ObservableConvertibleType {
    /// Sends errors to the tracker too, on their way to the subscriber.
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

    /// Replaces an error with the completion: for a request whose error a tracker has received, so that the input which
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
