extension ObservableType {
    /// Fails with ``StreamError/timeout`` when no event comes for `dueTime` after the subscription or after an element
    /// (RxSwift: `timeout`).
    ///
    ///     ab----c|  →  ab--#  (three frames)
    public func timeout(_ dueTime: Duration, scheduler: Scheduler) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(StreamError.timeout), scheduler: scheduler)
    }

    /// Switches to the other sequence when no event comes for `dueTime` after the subscription or after an element
    /// (RxSwift: `timeout(_:other:scheduler:)`). The other sequence has no time limit.
    ///
    ///     ab----c|  and  x----y|  →  ab--x----y|  (three frames)
    ///
    /// - Parameters:
    ///   - dueTime: the longest time to wait for one element.
    ///   - other: the sequence that replaces this one.
    ///   - scheduler: the scheduler whose time counts.
    public func timeout(
        _ dueTime: Duration, other: some ObservableConvertibleType<Element>, scheduler: Scheduler
    ) -> Observable<Element> {
        let source = asObservable().start
        let other = other.asObservable().start
        return AnonymousObservable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            let upstream = lifetime.child()
            func arm() {
                timer.disposable = scheduler.schedule(after: dueTime) {
                    // As in RxSwift, the source is disposed of after the other one has begun: what they share stays
                    // connected.
                    upstream.isStopped = true
                    other.run(lifetime, sink)
                    upstream.dispose()
                }
            }
            arm()
            source.subscribe(in: upstream) { event in
                timer.disposable = nil
                sink(event)
                if !upstream.isStopped { arm() }
            }
        }
    }
}
