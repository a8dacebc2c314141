/// A sequence of events over time that does nothing until it is subscribed to (RxSwift: `Observable`).
///
/// A graph of observables belongs to the one actor that made it: none of these types is `Sendable`, nothing locks, and
/// every event is delivered synchronously, in order, before the call that caused it returns. What comes from elsewhere
/// (a request's answer, another session's change, the time) enters through the actor's ``Scheduler``.
///
/// ### Contract
/// - `next*(error|completed)?`, then silence: nothing is delivered after a stop event or after disposal.
/// - Subscribing runs the chain from the subscriber up to the source; disposal releases the whole chain at once.
///
/// ### Invariants behind it
/// A subscription has one *lifetime*, made by the subscriber and handed up the chain, so that a source which emits
/// while it is being subscribed to can already be stopped (`take(1)` over an endless loop ends).
public final class Observable<Element> {
    /// Starts the sequence: events go to the sink for as long as the lifetime is not disposed.
    let run: (_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) -> Void

    /// For operators: `run` may send anything to the sink; the subscriber's end enforces the contract.
    init(run: @escaping (_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) -> Void) {
        self.run = run
    }

    /// Subscribes to all events.
    ///
    /// - Returns: disposing it ends the subscription. Dropping it without disposal leaves the subscription alive.
    @discardableResult
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        let lifetime = CompositeDisposable()
        subscribe(in: lifetime, on)
        return lifetime
    }

    /// Subscribes with a closure for each kind of event (RxSwift: `subscribe(onNext:onError:onCompleted:)`).
    @discardableResult
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil
    ) -> any Disposable {
        subscribe { event in
            switch event {
            case .next(let element): onNext?(element)
            case .error(let error): onError?(error)
            case .completed: onCompleted?()
            }
        }
    }

    /// Subscribes within a lifetime that the caller made, with the contract enforced: this is the guarded end that
    /// subscribers and the operators with inner subscriptions use.
    func subscribe(in lifetime: CompositeDisposable, _ on: @escaping (Event<Element>) -> Void) {
        run(lifetime) { event in
            guard !lifetime.isStopped else { return }
            if event.isStopEvent {
                lifetime.isStopped = true
                on(event)
                lifetime.dispose()
            } else {
                on(event)
            }
        }
    }
}
