/// A loop that makes subscriptions one after the other, for `concat` and `retry`. Each is made in the loop instead of
/// at the end of the one before, so a thousand sequences that end at once need no deeper stack than one.
@usableFromInline
final class Trampoline {
    private let lifetime: CompositeDisposable
    private let current = SerialDisposable()
    private let start: (CompositeDisposable, @escaping () -> Void) -> Void
    private var isLooping = false
    private var isDue = false

    /// - Parameter start: begins one subscription in the lifetime that it is given, and calls `next` once when that one
    ///   is over and another may begin.
    @usableFromInline
    init(
        in lifetime: CompositeDisposable,
        start: @escaping (_ current: CompositeDisposable, _ next: @escaping () -> Void) -> Void
    ) {
        self.lifetime = lifetime
        self.start = start
        lifetime.insert(current)
    }

    /// Begins the first or the next subscription; the one before is over.
    @usableFromInline
    func next() {
        isDue = true
        guard !isLooping else { return }
        isLooping = true
        while isDue, !lifetime.isStopped {
            isDue = false
            let subscription = CompositeDisposable()
            current.disposable = subscription
            start(subscription) { self.next() }
        }
        isLooping = false
    }
}
