extension Observable {
    /// `element` and completed. `(x|)`
    public static func just(_ element: Element) -> Observable<Element> {
        Observable { _, sink in
            sink(.next(element))
            sink(.completed)
        }
    }

    /// The elements in turn and completed. `(abc|)`
    public static func of(_ elements: Element...) -> Observable<Element> {
        from(elements)
    }

    /// The elements of a sequence in turn and completed. `(abc|)`
    public static func from(_ elements: some Sequence<Element>) -> Observable<Element> {
        Observable { lifetime, sink in
            for element in elements {
                guard !lifetime.isDisposed else { return }
                sink(.next(element))
            }
            sink(.completed)
        }
    }

    /// Completed at once. `|`
    public static func empty() -> Observable<Element> {
        Observable { _, sink in sink(.completed) }
    }

    /// Nothing, ever. `-`
    public static func never() -> Observable<Element> {
        Observable { _, _ in }
    }

    /// An error at once. `#`
    public static func error(_ error: any Error) -> Observable<Element> {
        Observable { _, sink in sink(.error(error)) }
    }

    /// A sequence made by hand: `subscribe` sends events to its observer; what it returns is ended with the
    /// subscription.
    public static func create(
        _ subscribe: @escaping (_ observer: @escaping (Event<Element>) -> Void) -> any Disposable
    ) -> Observable<Element> {
        Observable { lifetime, sink in
            var stopped = false
            lifetime.insert(
                subscribe { event in
                    guard !stopped, !lifetime.isDisposed else { return }
                    stopped = event.isStopEvent
                    sink(event)
                })
        }
    }

    /// A sequence made anew for each subscriber.
    public static func deferred(_ make: @escaping () throws -> Observable<Element>) -> Observable<Element> {
        Observable { lifetime, sink in
            do { try make().run(lifetime, sink) } catch { sink(.error(error)) }
        }
    }
}
