/// Ends what it holds when it is released or told to (RxSwift: `DisposeBag`).
public final class DisposeBag: Disposable {
    private var members: [any Disposable] = []
    private var isDisposed = false

    /// Holds nothing yet.
    public init() {}

    /// A bag that holds these.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        members = disposables
    }

    /// Adds a disposable to what ends with the bag.
    public func insert(_ disposable: any Disposable) {
        if isDisposed { disposable.dispose() } else { members.append(disposable) }
    }

    /// Adds disposables to what ends with the bag.
    public func insert(_ disposables: any Disposable...) {
        for disposable in disposables { insert(disposable) }
    }

    /// Ends what it holds now, and whatever is inserted later at once. For an owner that knows when it is over, so that
    /// a closure which captured the bag's holder can't keep everything alive.
    public func dispose() {
        isDisposed = true
        for member in exchange(&members, with: []) { member.dispose() }
    }

    deinit {
        dispose()
    }
}
