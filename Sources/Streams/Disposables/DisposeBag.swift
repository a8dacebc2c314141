/// Ends what it holds when it is released or told to (RxSwift: `DisposeBag`).
public final class DisposeBag: Disposable {
    private let members = CompositeDisposable()

    /// Holds nothing yet.
    public init() {}

    /// A bag that holds these.
    public convenience init(disposing disposables: any Disposable...) {
        self.init()
        for disposable in disposables { members.insert(disposable) }
    }

    /// Adds a disposable to what ends with the bag.
    public func insert(_ disposable: any Disposable) {
        members.insert(disposable)
    }

    /// Adds disposables to what ends with the bag.
    public func insert(_ disposables: any Disposable...) {
        for disposable in disposables { members.insert(disposable) }
    }

    /// Ends what it holds now, and whatever is inserted later at once. For an owner that knows when it is over, so that
    /// a closure which captured the bag's holder can't keep everything alive.
    public func dispose() {
        members.dispose()
    }

    deinit {
        members.dispose()
    }
}
