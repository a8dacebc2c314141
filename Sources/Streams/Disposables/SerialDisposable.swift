/// A disposable that holds one other and disposes of it when a new one replaces it (RxSwift: `SerialDisposable`).
public final class SerialDisposable: Disposable {
    private var current: (any Disposable)?
    /// Whether `dispose` was called.
    public private(set) var isDisposed = false

    /// Creates one that holds nothing.
    public init() {}

    /// The current disposable. Setting it disposes of the one before; after disposal a new one is disposed of at once.
    public var disposable: (any Disposable)? {
        get { current }
        set {
            let former = current
            current = isDisposed ? nil : newValue
            former?.dispose()
            if isDisposed { newValue?.dispose() }
        }
    }

    /// Disposes of the current one and, from then on, of whatever replaces it.
    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        let former = current
        current = nil
        former?.dispose()
    }
}
