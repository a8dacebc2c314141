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
        run(lifetime) { lifetime.take($0, on) }
    }

    /// The same within a lifetime of its own, which ends with that one or before it.
    @inlinable
    func subscribe(within lifetime: CompositeDisposable, _ on: @escaping Sink) {
        subscribe(in: lifetime.child(), on)
    }
}
