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
    @usableFromInline var source: Observable<Element>

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

    /// The source for the next operator. When nobody else holds this sequence, nobody can subscribe to it any more
    /// except through that operator: so that gets the source itself, and the sharing in between is dropped.
    @inlinable
    consuming func unshared() -> Observable<Element> {
        var stage = self
        guard
            isKnownUniquelyReferenced(&stage), isKnownUniquelyReferenced(&stage.source),
            let shared = stage.source as? Shared<Element>
        else { return stage.source }
        return AnonymousObservable(shared.upstream.run)
    }

    /// The result of an operator that keeps the type of the elements. When nobody else holds this sequence, the
    /// operator goes below its sharing, and this object becomes the result.
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
