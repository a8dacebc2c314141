extension ObservableType {
    /// The error ``StreamError/timeout`` when nothing comes for `dueTime`, after the subscription or after an element
    /// (RxSwift: `timeout`).
    ///
    ///     ab----c|  →  ab--#  (three frames)
    public func timeout(_ dueTime: Duration, scheduler: Scheduler) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(StreamError.timeout), scheduler: scheduler)
    }

    /// The other sequence, once nothing comes for `dueTime`, after the subscription or after an element (RxSwift:
    /// `timeout(_:other:scheduler:)`). The other one may take its time.
    ///
    ///     ab----c|  and  x----y|  →  ab--x----y|  (three frames)
    ///
    /// - Parameters:
    ///   - dueTime: the time for one element.
    ///   - other: what takes the place of this sequence.
    ///   - scheduler: whose time it is.
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
                    // As in RxSwift, the source is let go after the other one has begun: what they share goes on.
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
