extension ObservableType {
    /// Each element transformed; what `transform` throws is the error (RxSwift: `map`).
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

    /// Only what `transform` makes something of (RxSwift: `compactMap`).
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

    /// Everything folded into one value, sent at the end (RxSwift: `reduce`).
    ///
    ///     1-2-3-|  →  ------(6|)
    ///
    /// - Parameters:
    ///   - seed: the value before the first element, and the result of an empty sequence.
    ///   - accumulator: the next value; what it throws is the error.
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

    /// Each element with the one before it (RxSwiftExt: `pairwise`).
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

    /// Each event as an element, then completed; so a failure can be seen without ending what is around it (RxSwift:
    /// `materialize`).
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
