/// Something that can be ended once: a subscription, a timer, work in flight (RxSwift: `Disposable`).
public protocol Disposable: AnyObject {
    /// Ends it. A second call does nothing.
    func dispose()
}

extension Disposable {
    /// Ends this when the bag is released (RxSwift: `disposed(by:)`).
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}

/// Makers of disposables (RxSwift: `Disposables`).
public enum Disposables {
    /// A disposable that has nothing to end.
    public static func create() -> any Disposable {
        ActionDisposable {}
    }

    /// A disposable that runs an action once.
    public static func create(with action: @escaping () -> Void) -> any Disposable {
        ActionDisposable(action)
    }
}

@usableFromInline
final class ActionDisposable: Disposable {
    private var action: (() -> Void)?

    @usableFromInline
    init(_ action: @escaping () -> Void) {
        self.action = action
    }

    @usableFromInline
    func dispose() {
        let action = action
        self.action = nil
        action?()
    }
}
