/// The function that starts a sequence. An operator keeps this of its source, not the whole ``Observable``.
@usableFromInline
struct Start<Element> {
    @usableFromInline typealias Sink = (Event<Element>) -> Void
    @usableFromInline typealias Run = (_ lifetime: CompositeDisposable, _ sink: @escaping Sink) -> Void

    /// Starts the sequence: events go to the sink for as long as the lifetime is not stopped.
    @usableFromInline let run: Run

    /// Creates a start for an operator, which has to keep the invariants of ``Observable``.
    @inlinable
    init(_ run: @escaping Run) {
        self.run = run
    }

    /// Subscribes within a lifetime that the caller made, and enforces the contract: nothing is delivered after a stop
    /// event or after disposal. For subscribers, and for operators with further subscriptions.
    @inlinable
    func subscribe(in lifetime: CompositeDisposable, _ on: @escaping Sink) {
        run(lifetime) { lifetime.take($0, on) }
    }

    /// Subscribes in the same way, in a new lifetime inside the given one, which ends with that one or before it.
    @inlinable
    func subscribe(within lifetime: CompositeDisposable, _ on: @escaping Sink) {
        subscribe(in: lifetime.child(), on)
    }
}

extension CompositeDisposable {
    /// Passes an event on unless this is stopped; a stop event ends this lifetime after it was delivered.
    @inlinable
    final func take<Element>(_ event: Event<Element>, _ on: (Event<Element>) -> Void) {
        guard !isStopped else { return }
        if case .next = event { return on(event) }
        isStopped = true
        on(event)
        end()
    }
}
