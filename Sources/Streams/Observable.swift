/// A sequence of events over time that does nothing until it is subscribed to (RxSwift: `Observable`).
///
/// A graph of observables belongs to the one actor that made it: none of these types is `Sendable`, nothing in it
/// locks, and every event is delivered synchronously, in order, before the call that caused it returns. There is one
/// exception: an event that a subscriber sends to a subject that is just delivering another one is delivered right
/// after that one. Whatever comes from outside the actor (a request's answer, another session's change, the time)
/// enters through the actor's ``Scheduler``.
///
/// ### Contract
/// - `next*(error|completed)?`, then silence: nothing is delivered after a stop event or after disposal.
/// - Subscribing runs the chain from the subscriber up to the source; disposal releases the whole chain at once.
///
/// ### Invariants behind it
/// A subscription has one *lifetime*, made by the subscriber and handed up the chain. So a source that emits while it
/// is being subscribed to can already be stopped (`take(1)` over an endless loop ends). Operators obey these rules:
/// 1. A source looks at its lifetime before each event that it sends, and sends none once that is stopped.
/// 2. An operator that ends a sequence before its source has ended, or continues after its source has ended, subscribes
///    to the source in a lifetime of its own (`subscribe(within:_:)`), which ends with the stop event.
/// 3. All others pass a stop event on at once. So a closure that throws is not called again for the source's next
///    element: its error ends the subscription, and that stops the source. (A subscriber that sends something while
///    that error is delivered to it can still cause a call of the closure; the result is dropped.)
///
/// So an event is checked twice, at its source and where it is delivered, and operators such as `map` have no state.
///
/// ### Ownership
/// A source holds its subscribers: their lifetimes and their sinks, the closures that take the events. A lifetime holds
/// the disposables that end with it, other lifetimes included, but never a sink. So when a source is released, its
/// subscribers are too.
public class Observable<Element>: ObservableType {
    #if DEBUG
        @usableFromInline final let resource = Resource()
    #endif

    @inlinable
    init() {}

    /// Start of the sequence; each kind of observable overrides it. This one never sends anything.
    @usableFromInline var start: Start<Element> { Start { _, _ in } }

    /// This sequence.
    @inlinable
    public final func asObservable() -> Observable<Element> { self }
}

/// The observable that operators return: a sequence that consists of its start alone.
@usableFromInline
final class AnonymousObservable<Element>: Observable<Element> {
    @usableFromInline let own: Start<Element>

    @inlinable
    init(_ run: @escaping Start<Element>.Run) {
        own = Start(run)
    }

    @inlinable override var start: Start<Element> { own }
}

extension ObservableType {
    /// Subscribes to all events.
    ///
    /// - Returns: the subscription; disposing it ends it. Dropping it without disposal leaves the subscription alive.
    @inlinable
    @discardableResult
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        let lifetime = CompositeDisposable()
        asObservable().start.subscribe(in: lifetime, on)
        return lifetime
    }

    /// Subscribes an observer, such as a subject.
    ///
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
        subscribe { observer.on($0) }
    }

    /// Subscribes with a closure for each kind of event (RxSwift: `subscribe(onNext:onError:onCompleted:onDisposed:)`).
    ///
    /// - Parameters:
    ///   - onNext: takes each element.
    ///   - onError: takes the error with which the sequence ends. Without it the error is dropped.
    ///   - onCompleted: runs when the sequence completes.
    ///   - onDisposed: runs once, after the end or at disposal.
    /// - Returns: the subscription; disposing it ends it.
    @inlinable
    @discardableResult
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        guard let onDisposed else { return subscribed(onNext: onNext, onError: onError, onCompleted: onCompleted) }
        // Runs after the stop event and before the source is released; at disposal it runs after the release.
        let disposed = ActionDisposable(onDisposed)
        let lifetime = subscribed(
            onNext: onNext,
            onError: {
                onError?($0)
                disposed.dispose()
            },
            onCompleted: {
                onCompleted?()
                disposed.dispose()
            })
        lifetime.insert(disposed)
        return lifetime
    }

    /// Subscribes as `Start.subscribe(in:)` does. It is written out once more because that would cost each event one
    /// more call.
    @inlinable
    func subscribed(
        onNext: ((Element) -> Void)?, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?
    ) -> CompositeDisposable {
        let lifetime = CompositeDisposable()
        let start = asObservable().start
        if let onNext, onError == nil, onCompleted == nil {
            // Most subscribers have only this closure. The general case below would hold two empty ones as well.
            start.run(lifetime) { event in
                guard !lifetime.isStopped else { return }
                if case .next(let element) = event { return onNext(element) }
                lifetime.isStopped = true
                lifetime.end()
            }
        } else {
            start.run(lifetime) { event in
                guard !lifetime.isStopped else { return }
                if case .next(let element) = event {
                    onNext?(element)
                    return
                }
                lifetime.isStopped = true
                if let error = event.error { onError?(error) } else { onCompleted?() }
                lifetime.end()
            }
        }
        return lifetime
    }
}
