extension ObservableType {
    /// Transforms each element; an error thrown by `transform` ends the sequence (RxSwift: `map`).
    ///
    ///     a-b-|  →  A-B-|
    @inlinable
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        let source = asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    do { sink(.next(try transform(element))) } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: sink(.completed)
                }
            }
        }
    }

    /// Transforms each element and drops nil results (RxSwift: `compactMap`). An error thrown by `transform` ends the
    /// sequence.
    ///
    ///     a-b-|  →  A---|
    @inlinable
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
        let source = asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    do {
                        if let result = try transform(element) { sink(.next(result)) }
                    } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: sink(.completed)
                }
            }
        }
    }

    /// Folds all elements into one value, which is sent at the completion (RxSwift: `reduce`).
    ///
    ///     1-2-3-|  →  ------(6|)
    ///
    /// - Parameters:
    ///   - seed: the value before the first element, and the result of an empty sequence.
    ///   - accumulator: returns the next value; an error that it throws ends the sequence.
    @inlinable
    public func reduce<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
    ) -> Observable<Result> {
        let source = asObservable().start
        return AnonymousObservable<Result> { lifetime, sink in
            var accumulated = seed
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    do { accumulated = try accumulator(accumulated, element) } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed:
                    sink(.next(accumulated))
                    if !lifetime.isStopped { sink(.completed) }
                }
            }
        }
    }

    /// Pairs each element with the one before it (RxSwiftExt: `pairwise`).
    ///
    ///     a-b-c-|  →  --(ab)-(bc)-|
    @inlinable
    public func pairwise() -> Observable<(Element, Element)> {
        let source = asObservable().start
        return AnonymousObservable<(Element, Element)> { lifetime, sink in
            var former: Element?
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    let pair = former.map { ($0, element) }
                    former = .some(element)
                    if let pair { sink(.next(pair)) }
                case .error(let error): sink(.error(error))
                case .completed: sink(.completed)
                }
            }
        }
    }

    /// Sends each event as an element, then completes; so a failure can be seen without ending the surrounding sequence
    /// (RxSwift: `materialize`).
    ///
    ///     a-#  →  a-(#|), the error as an element
    @inlinable
    public func materialize() -> Observable<Event<Element>> {
        let source = asObservable().start
        return AnonymousObservable<Event<Element>> { lifetime, sink in
            source.subscribe(within: lifetime) { event in
                sink(.next(event))
                if event.isStopEvent, !lifetime.isStopped { sink(.completed) }
            }
        }
    }
}
