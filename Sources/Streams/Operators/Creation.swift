extension Observable {
    /// Sends `element` and completes (RxSwift: `just`).
    ///
    ///     (x|)
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            sink(.next(element))
            if !lifetime.isStopped { sink(.completed) }
        }
    }

    /// Sends the elements in turn and completes (RxSwift: `of`).
    ///
    ///     (abc|)
    @inlinable
    public static func of(_ elements: Element...) -> Observable<Element> {
        from(elements)
    }

    /// Sends the elements of a sequence in turn and completes (RxSwift: `from`). An infinite one is read until the
    /// subscription is stopped. All are sent during the subscription; in RxSwift several such sequences take turns.
    ///
    ///     (abc|)
    @inlinable
    public static func from(_ elements: some Sequence<Element>) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            for element in elements {
                guard !lifetime.isStopped else { return }
                sink(.next(element))
            }
            if !lifetime.isStopped { sink(.completed) }
        }
    }

    /// Completes at once (RxSwift: `empty`).
    ///
    ///     |
    @inlinable
    public static func empty() -> Observable<Element> {
        AnonymousObservable { _, sink in sink(.completed) }
    }

    /// Never sends anything (RxSwift: `never`).
    ///
    ///     -
    @inlinable
    public static func never() -> Observable<Element> {
        Observable()
    }

    /// Fails at once with `error` (RxSwift: `error`).
    ///
    ///     #
    @inlinable
    public static func error(_ error: any Error) -> Observable<Element> {
        AnonymousObservable { _, sink in sink(.error(error)) }
    }

    /// Returns a sequence made by hand (RxSwift: `create`).
    ///
    /// - Parameter subscribe: runs for each subscriber. It sends events to its observer, at once or later; the
    ///   disposable that it returns is disposed of with the subscription. After a stop event or disposal the observer
    ///   ignores events.
    @inlinable
    public static func create(
        _ subscribe: @escaping (_ observer: AnyObserver<Element>) -> any Disposable
    ) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            let own = lifetime.child()
            own.insert(subscribe(AnyObserver { own.take($0, sink) }))
        }
    }

    /// Returns a sequence that is made anew for each subscriber (RxSwift: `deferred`). An error thrown by `make` is
    /// sent to the subscriber.
    @inlinable
    public static func deferred(_ make: @escaping () throws -> Observable<Element>) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            do { try make().start.run(lifetime, sink) } catch { sink(.error(error)) }
        }
    }
}
