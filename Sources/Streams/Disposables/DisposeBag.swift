/// A bag that disposes of its members when it is released or when `dispose` is called (RxSwift: `DisposeBag`).
public final class DisposeBag: Disposable {
    private var members: [any Disposable] = []
    private var isDisposed = false

    /// Creates an empty bag.
    public init() {}

    /// Creates a bag with these members.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        members = disposables
    }

    /// Adds a member; a bag that is already disposed disposes of it at once.
    public func insert(_ disposable: any Disposable) {
        if isDisposed { disposable.dispose() } else { members.append(disposable) }
    }

    /// Adds several members.
    public func insert(_ disposables: any Disposable...) {
        for disposable in disposables { insert(disposable) }
    }

    /// Disposes of the members, and from then on of whatever is inserted at once. For an owner that knows when it is
    /// done, so that a closure which captured the bag's owner can't keep everything alive.
    public func dispose() {
        isDisposed = true
        for member in exchange(&members, with: []) { member.dispose() }
    }

    deinit {
        dispose()
    }
}
