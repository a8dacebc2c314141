/// The strategy by which a trait for the page shares its subscription (RxSwift: `SharingStrategyProtocol`).
public protocol SharingStrategy {
    /// Returns a sequence whose subscribers share one subscription to `source`.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// A sequence for the page: it never fails, and all subscribers share one subscription to its source (RxSwift:
/// `SharedSequence`). There are two: ``Driver`` for what a page *shows*, ``Signal`` for what *happens* once.
///
/// Closures given to its operators cannot throw; the results are shared by the same strategy.
public final class SharedSequence<Strategy: SharingStrategy, Element>: ObservableConvertibleType {
    @usableFromInline var source: Observable<Element>

    /// Wraps a source that the caller guarantees cannot fail and is shared as the strategy does it.
    @inlinable
    init(source: Observable<Element>) {
        self.source = source
    }

    /// Shares a source that cannot fail.
    @inlinable
    convenience init(sharing source: Observable<Element>) {
        self.init(source: Strategy.share(source))
    }

    /// Returns the source for the next operator. If nothing else references this sequence, nothing can subscribe to it
    /// any more except through that operator: so that gets the source itself, without the sharing in between.
    @inlinable
    consuming func unshared() -> Observable<Element> {
        var stage = self
        guard
            isKnownUniquelyReferenced(&stage), isKnownUniquelyReferenced(&stage.source),
            let shared = stage.source as? Shared<Element>
        else { return stage.source }
        return AnonymousObservable(shared.upstream.run)
    }

    /// Returns the result of an operator that keeps the type of the elements. If nothing else references this sequence,
    /// the operator is applied below its sharing, and this object becomes the result.
    @inlinable
    consuming func refined(_ operation: (Observable<Element>) -> Observable<Element>) -> SharedSequence {
        var stage = self
        guard
            isKnownUniquelyReferenced(&stage), isKnownUniquelyReferenced(&stage.source),
            let shared = stage.source as? Shared<Element>
        else { return SharedSequence(sharing: operation(stage.source)) }
        shared.upstream = operation(AnonymousObservable(shared.upstream.run)).start
        return stage
    }

    /// Completes at once (RxSwift: `empty`).
    @inlinable
    public static func empty() -> SharedSequence {
        SharedSequence(source: .empty())
    }

    /// Never sends anything (RxSwift: `never`).
    @inlinable
    public static func never() -> SharedSequence {
        SharedSequence(source: .never())
    }

    /// Sends `element` and completes (RxSwift: `just`).
    @inlinable
    public static func just(_ element: Element) -> SharedSequence {
        SharedSequence(source: .just(element))
    }

    /// Returns the underlying sequence, which is shared.
    @inlinable
    public func asObservable() -> Observable<Element> { source }
}
