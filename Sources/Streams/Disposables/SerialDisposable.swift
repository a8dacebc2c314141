/// Holds one disposable and ends it when another takes its place (RxSwift: `SerialDisposable`).
public final class SerialDisposable: Disposable {
    private var current: (any Disposable)?
    /// Whether `dispose` was called.
    public private(set) var isDisposed = false

    /// Holds nothing yet.
    public init() {}

    /// The one held. Setting it ends the one before; after disposal a new one is ended at once.
    public var disposable: (any Disposable)? {
        get { current }
        set {
            let former = current
            current = isDisposed ? nil : newValue
            former?.dispose()
            if isDisposed { newValue?.dispose() }
        }
    }

    /// Ends the one held and whatever takes its place.
    public func dispose() {
        guard !isDisposed else { return }
        isDisposed = true
        let former = current
        current = nil
        former?.dispose()
    }
}
