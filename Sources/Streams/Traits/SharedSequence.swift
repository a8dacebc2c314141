/// How a trait for the page is shared by its subscribers (RxSwift: `SharingStrategyProtocol`).
public protocol SharingStrategy {
    /// The sequence with one subscription to it for all.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// A sequence for the page: it never fails, and all subscribers share one subscription to its source (RxSwift:
/// `SharedSequence`). There are two: ``Driver`` for what a page *shows*, ``Signal`` for what *happens* once.
///
/// Closures given to its operators cannot throw; the results are shared as their source is.
public final class SharedSequence<Strategy: SharingStrategy, Element>: ObservableConvertibleType {
    @usableFromInline let source: Observable<Element>

    /// For makers that guarantee that the source cannot fail and is shared as the strategy does it.
    @inlinable
    init(source: Observable<Element>) {
        self.source = source
    }

    /// One that cannot fail, shared.
    @inlinable
    convenience init(sharing source: Observable<Element>) {
        self.init(source: Strategy.share(source))
    }

    /// Completed at once (RxSwift: `empty`).
    @inlinable
    public static func empty() -> SharedSequence {
        SharedSequence(source: .empty())
    }

    /// Nothing, ever (RxSwift: `never`).
    @inlinable
    public static func never() -> SharedSequence {
        SharedSequence(source: .never())
    }

    /// `element` and completed (RxSwift: `just`).
    @inlinable
    public static func just(_ element: Element) -> SharedSequence {
        SharedSequence(source: .just(element))
    }

    /// The sequence under it.
    @inlinable
    public func asObservable() -> Observable<Element> { source }
}
