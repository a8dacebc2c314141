extension Observable {
    /// `element` and completed (RxSwift: `just`).
    ///
    ///     (x|)
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            sink(.next(element))
            if !lifetime.isStopped { sink(.completed) }
        }
    }

    /// The elements in turn and completed (RxSwift: `of`).
    ///
    ///     (abc|)
    @inlinable
    public static func of(_ elements: Element...) -> Observable<Element> {
        from(elements)
    }

    /// The elements of a sequence in turn and completed (RxSwift: `from`). One that has no end is read for as long as
    /// somebody listens. All are sent while it is being subscribed to; in RxSwift several such sequences take turns.
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

    /// Completed at once (RxSwift: `empty`).
    ///
    ///     |
    @inlinable
    public static func empty() -> Observable<Element> {
        AnonymousObservable { _, sink in sink(.completed) }
    }

    /// Nothing, ever (RxSwift: `never`).
    ///
    ///     -
    @inlinable
    public static func never() -> Observable<Element> {
        Observable()
    }

    /// An error at once (RxSwift: `error`).
    ///
    ///     #
    @inlinable
    public static func error(_ error: any Error) -> Observable<Element> {
        AnonymousObservable { _, sink in sink(.error(error)) }
    }

    /// A sequence made by hand (RxSwift: `create`).
    ///
    /// - Parameter subscribe: runs for each subscriber. It sends events to its observer, now or later; what it returns is
    ///   disposed with the subscription. After a stop event or disposal the observer takes nothing.
    @inlinable
    public static func create(
        _ subscribe: @escaping (_ observer: AnyObserver<Element>) -> any Disposable
    ) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            let own = lifetime.child()
            own.insert(subscribe(AnyObserver { own.take($0, sink) }))
        }
    }

    /// A sequence made anew for each subscriber (RxSwift: `deferred`). What `make` throws is the error.
    @inlinable
    public static func deferred(_ make: @escaping () throws -> Observable<Element>) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            do { try make().start.run(lifetime, sink) } catch { sink(.error(error)) }
        }
    }
}
