/// State of one subscription to a `combineLatest` or a `zip`.
@usableFromInline
final class Combination<Result> {
    /// Number of sources that have not completed.
    @usableFromInline var running: Int
    @usableFromInline let sink: (Event<Result>) -> Void
    /// Closure that is called after each element of a source.
    @usableFromInline let combine: (Combination<Result>) -> Void

    @inlinable
    init(
        of sources: Int, _ sink: @escaping (Event<Result>) -> Void,
        _ combine: @escaping (Combination<Result>) -> Void
    ) {
        running = sources
        self.sink = sink
        self.combine = combine
    }

    /// Completes when no other source is running. Called when an element can't be combined since another source has
    /// none: if all others have completed, it never can be. As in RxSwift, `combineLatest` and the `zip` of an array
    /// complete then.
    @inlinable
    func completeIfOthersHave() {
        if running == 1 { sink(.completed) }
    }

    /// Sends the result of `combine`, or the error that it throws.
    @inlinable
    func send(_ combine: () throws -> Result) {
        do { sink(.next(try combine())) } catch { sink(.error(error)) }
    }
}

/// Storage of one source's elements until they are combined.
@usableFromInline
protocol Keeping<Element>: AnyObject {
    associatedtype Element
    func keep(_ element: Element)
}

/// The newest element of a source of `combineLatest`.
@usableFromInline
final class Newest<Element>: Keeping {
    @usableFromInline var element: Element?

    @inlinable
    init() {}

    @inlinable
    func keep(_ element: Element) {
        let former = exchange(&self.element, with: .some(element))
        withExtendedLifetime(former) {}
    }
}

extension Observable {
    /// Subscribes to one source of a combination, unless the lifetime is stopped.
    ///
    /// - Parameter keeper: the storage of its elements.
    @inlinable
    func feed<Result>(
        _ keeper: some Keeping<Element>, of combination: Combination<Result>, _ lifetime: CompositeDisposable
    ) {
        guard !lifetime.isStopped else { return }
        let part = Part(lifetime.child(), keeper, of: combination)
        start.run(part.lifetime) { part.take($0) }
    }
}

/// State of the subscription to one source of a combination: it stores the elements and counts the end.
@usableFromInline
final class Part<Keeper: Keeping, Result> {
    @usableFromInline let lifetime: CompositeDisposable
    @usableFromInline let keeper: Keeper
    @usableFromInline let combination: Combination<Result>

    @inlinable
    init(_ lifetime: CompositeDisposable, _ keeper: Keeper, of combination: Combination<Result>) {
        self.lifetime = lifetime
        self.keeper = keeper
        self.combination = combination
    }

    @inlinable
    func take(_ event: Event<Keeper.Element>) {
        guard !lifetime.isStopped else { return }
        if case .next(let element) = event {
            keeper.keep(element)
            return combination.combine(combination)
        }
        lifetime.isStopped = true
        combination.running -= 1
        if let error = event.error {
            combination.sink(.error(error))
        } else if combination.running == 0 {
            combination.sink(.completed)
        }
        lifetime.end()
    }
}
