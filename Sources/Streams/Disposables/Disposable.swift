/// Something that can be ended once: a subscription, a timer, work in flight (RxSwift: `Disposable`).
public protocol Disposable: AnyObject {
    /// Ends it. A second call does nothing.
    func dispose()
}

extension Disposable {
    /// Adds this to a bag, which disposes of it when the bag is released (RxSwift: `disposed(by:)`).
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}

/// Makers of disposables (RxSwift: `Disposables`).
public enum Disposables {
    /// Returns a disposable that does nothing.
    public static func create() -> any Disposable {
        ActionDisposable {}
    }

    /// Returns a disposable that runs an action once.
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
