/// A `combineLatest` or a `zip` under way.
@usableFromInline
final class Combination<Result> {
    /// How many sources have not completed.
    @usableFromInline var running: Int
    @usableFromInline let sink: (Event<Result>) -> Void

    @inlinable
    init(of sources: Int, _ sink: @escaping (Event<Result>) -> Void) {
        running = sources
        self.sink = sink
    }

    /// When a source has nothing to give: as in RxSwift, `combineLatest` and the `zip` of an array end here when the only
    /// source that still runs has sent an element which nothing can be combined with.
    @inlinable
    func lack() {
        if running == 1 { sink(.completed) }
    }

    /// Sends what `combine` makes of the elements, or its error.
    @inlinable
    func send(_ combine: () throws -> Result) {
        do { sink(.next(try combine())) } catch { sink(.error(error)) }
    }
}

/// What is kept of one source until it is combined.
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
        let former = self.element
        self.element = .some(element)
        withExtendedLifetime(former) {}
    }
}

extension Observable {
    /// Subscribes to one source of a combination.
    ///
    /// - Parameters:
    ///   - keeper: what keeps its elements.
    ///   - combine: is called after each.
    @inlinable
    func feed<Result>(
        _ keeper: some Keeping<Element>, of combination: Combination<Result>, _ lifetime: CompositeDisposable,
        _ combine: @escaping () -> Void
    ) {
        guard !lifetime.isStopped else { return }
        let own = lifetime.child()
        // Guarded here rather than by `subscribe(in:)`: a combination has several of these, and each closure counts.
        start.run(own) { event in
            guard !own.isStopped else { return }
            if case .next(let element) = event {
                keeper.keep(element)
                return combine()
            }
            own.isStopped = true
            combination.running -= 1
            if let error = event.error {
                combination.sink(.error(error))
            } else if combination.running == 0 {
                combination.sink(.completed)
            }
            own.end()
        }
    }
}
