extension ObservableType {
    /// Folds all elements so far into one value, which is sent after each element (RxSwift: `scan`).
    ///
    ///     1-2-3-|  →  1-3-6-|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element; it is not sent.
    ///   - accumulator: returns the next value; an error that it throws ends the sequence.
    @inlinable
    public func scan<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            let scan = Scan(seed, accumulator, sink)
            source.run(lifetime) { scan.take($0) }
        }
    }

    /// Folds all elements so far into one value, which is changed in place and sent after each element (RxSwift:
    /// `scan(into:accumulator:)`). A collection that no subscriber keeps is not copied for the next element.
    ///
    ///     1-2-3-|  →  1-3-6-|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element; it is not sent.
    ///   - accumulator: changes the value; an error that it throws ends the sequence. An element that it causes itself
    ///     is ignored.
    @inlinable
    public func scan<Result>(
        into seed: Result, accumulator: @escaping (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        let source = asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            let scan = ScanInto(seed, accumulator, sink)
            source.run(lifetime) { scan.take($0) }
        }
    }
}

/// State of one subscription to a `scan`.
@usableFromInline
final class Scan<Element, Result> {
    @usableFromInline let accumulator: (Result, Element) throws -> Result
    @usableFromInline let sink: (Event<Result>) -> Void
    @usableFromInline var accumulated: Result

    @inlinable
    init(
        _ seed: Result, _ accumulator: @escaping (Result, Element) throws -> Result,
        _ sink: @escaping (Event<Result>) -> Void
    ) {
        accumulated = seed
        self.accumulator = accumulator
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                let former = accumulated
                let next = try accumulator(former, element)
                accumulated = next
                withExtendedLifetime(former) {}
                sink(.next(next))
            } catch { sink(.error(error)) }
        case .error(let error): sink(.error(error))
        case .completed: sink(.completed)
        }
    }
}

/// State of one subscription to a `scan(into:)`.
@usableFromInline
final class ScanInto<Element, Result> {
    @usableFromInline let accumulator: (inout Result, Element) throws -> Void
    @usableFromInline let sink: (Event<Result>) -> Void
    /// The value so far. It is nil while the accumulator changes it: with a second reference it would be copied. An
    /// element that arrives meanwhile, sent by the accumulator or by the release of something, is ignored.
    @usableFromInline var accumulated: Result?

    @inlinable
    init(
        _ seed: Result, _ accumulator: @escaping (inout Result, Element) throws -> Void,
        _ sink: @escaping (Event<Result>) -> Void
    ) {
        accumulated = .some(seed)
        self.accumulator = accumulator
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            guard var value = exchange(&accumulated, with: nil) else { return }
            do {
                try accumulator(&value, element)
                accumulated = .some(value)
                sink(.next(value))
            } catch { sink(.error(error)) }
        case .error(let error): sink(.error(error))
        case .completed: sink(.completed)
        }
    }
}
