/// Disposables that end together (RxSwift: `CompositeDisposable`).
///
/// It is also the *lifetime* of one subscription: operators put what they hold into it, and sources look at
/// ``isDisposed`` to stop.
public final class CompositeDisposable: Disposable {
    /// Whether `dispose` was called.
    public private(set) var isDisposed = false
    /// Set with the stop event, before it is delivered, so that nothing re-entrant can follow it.
    var isStopped = false
    private var members: [any Disposable] = []

    public init() {}

    /// Adds a member; a composite that is disposed already ends it at once.
    public func insert(_ disposable: any Disposable) {
        if isDisposed { disposable.dispose() } else { members.append(disposable) }
    }

    /// Ends and forgets one member.
    public func remove(_ disposable: any Disposable) {
        members.removeAll { $0 === disposable }
        disposable.dispose()
    }

    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        isStopped = true
        let members = members
        self.members = []
        for member in members { member.dispose() }
    }

    /// A lifetime inside this one: it ends with this or before it.
    func child() -> CompositeDisposable {
        let child = CompositeDisposable()
        insert(child)
        return child
    }
}
