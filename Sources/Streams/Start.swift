/// How a sequence is started: what operators keep of the ``Observable`` before them.
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

    /// Subscribes within a lifetime that the caller made, with the contract enforced: this is the guarded end that
    /// subscribers and the operators with inner subscriptions use.
    @inlinable
    func subscribe(in lifetime: CompositeDisposable, _ on: @escaping Sink) {
        run(lifetime) { event in
            guard !lifetime.isStopped else { return }
            if case .next = event { return on(event) }
            lifetime.isStopped = true
            on(event)
            lifetime.end()
        }
    }
}
