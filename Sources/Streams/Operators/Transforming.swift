extension Observable {
    /// Each element transformed; what `transform` throws is the error.
    /// `a-b-| → A-B-|`
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            self.runSafely(lifetime, sink) { sink(.next(try transform($0))) }
        }
    }

    /// Only what `transform` makes something of.
    /// `a-b-| → A---|`
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            self.runSafely(lifetime, sink) { element in
                if let result = try transform(element) { sink(.next(result)) }
            }
        }
    }

    /// Everything so far folded into one value, sent after each element.
    /// `1-2-3-| → 1-3-6-|`
    public func scan<Result>(
        _ seed: Result, accumulator: @escaping (Result, Element) throws -> Result
    ) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            var accumulated = seed
            self.runSafely(lifetime, sink) { element in
                accumulated = try accumulator(accumulated, element)
                sink(.next(accumulated))
            }
        }
    }

    /// `element` first.
    /// `-a-| → x-a-|`
    public func startWith(_ element: Element) -> Observable<Element> {
        Observable { lifetime, sink in
            sink(.next(element))
            guard !lifetime.isDisposed else { return }
            self.run(lifetime, sink)
        }
    }

    /// Each event as an element, then completed; so a failure can be seen without ending what is around it.
    public func materialize() -> Observable<Event<Element>> {
        Observable<Event<Element>> { lifetime, sink in
            self.run(lifetime) { event in
                sink(.next(event))
                if event.isStopEvent { sink(.completed) }
            }
        }
    }

    /// Looks at events on their way, without changing them.
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> Observable<Element> {
        Observable { lifetime, sink in
            onSubscribe?()
            if let onDispose { lifetime.insert(ActionDisposable(onDispose)) }
            let upstream = lifetime.child()
            self.subscribe(in: upstream) { event in
                switch event {
                case .next(let element):
                    do { try onNext?(element) } catch {
                        upstream.dispose()
                        sink(.error(error))
                        return
                    }
                case .error(let error): onError?(error)
                case .completed: onCompleted?()
                }
                sink(event)
            }
        }
    }

    /// For the operators whose closure may throw: an error thrown for an element ends the upstream and is sent on.
    func runSafely<Result>(
        _ lifetime: CompositeDisposable,
        _ sink: @escaping (Event<Result>) -> Void,
        next: @escaping (Element) throws -> Void
    ) {
        var failed = false
        run(lifetime) { event in
            guard !failed else { return }
            switch event {
            case .next(let element):
                do { try next(element) } catch {
                    failed = true
                    sink(.error(error))
                }
            case .error(let error): sink(.error(error))
            case .completed: sink(.completed)
            }
        }
    }
}
