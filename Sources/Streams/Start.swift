/// How a sequence is started. This, not the whole ``Observable``, is what an operator keeps of its source.
@usableFromInline
struct Start<Element> {
    @usableFromInline typealias Sink = (Event<Element>) -> Void
    @usableFromInline typealias Run = (_ lifetime: CompositeDisposable, _ sink: @escaping Sink) -> Void

    /// Starts the sequence: events go to the sink for as long as the lifetime is not stopped.
    @usableFromInline let run: Run

    /// For operators; see the invariants of ``Observable``.
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

    /// The same in a new lifetime inside that one, which it ends with or before.
    @inlinable
    func subscribe(within lifetime: CompositeDisposable, _ on: @escaping Sink) {
        subscribe(in: lifetime.child(), on)
    }
}

extension CompositeDisposable {
    /// Passes an event on while this is not stopped; a stop event ends it.
    @inlinable
    final func take<Element>(_ event: Event<Element>, _ on: (Event<Element>) -> Void) {
        guard !isStopped else { return }
        if case .next = event { return on(event) }
        isStopped = true
        on(event)
        end()
    }
}
