extension Observable where Element: FixedWidthInteger {
    /// Sends 0 after `dueTime`, and with a `period` 1, 2, 3 … one period apart (RxSwift: `timer`). Without a period it
    /// completes after the 0. A timer that is due at once fires in a later turn, and a page is not *settled* before it
    /// has fired.
    ///
    /// Periods are counted from the first element, so a late element does not delay those after it. After a pause (when
    /// the process slept or the actor was busy for more than a period) one element stands for all that were missed; the
    /// next comes when it would have come without the pause. A period below a millisecond counts as a millisecond.
    ///
    ///     --(0|)        two frames, no period
    ///     --0---1---2…  two frames, then every four
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: Scheduler
    ) -> Observable<Element> {
        AnonymousObservable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            var due = scheduler.now + dueTime
            var count: Element = 0
            let period = period.map { max($0, .milliseconds(1)) }
            func wait() {
                timer.disposable = scheduler.schedule(after: due - scheduler.now) {
                    let tick = count
                    count &+= 1
                    guard let period else {
                        sink(.next(tick))
                        return lifetime.isStopped ? () : sink(.completed)
                    }
                    due += period
                    let late = scheduler.now - due
                    if late >= .zero {
                        let missed = late.attoseconds / period.attoseconds + 1
                        due += Duration(attoseconds: missed * period.attoseconds)
                    }
                    wait()
                    sink(.next(tick))
                }
            }
            wait()
        }
    }

    /// Sends 0, 1, 2 …, one each `period` (RxSwift: `interval`). After a pause it sends one element for all that were
    /// missed, as ``timer(_:period:scheduler:)`` does.
    ///
    ///     --0--1--2…  three frames
    public static func interval(_ period: Duration, scheduler: Scheduler) -> Observable<Element> {
        timer(period, period: period, scheduler: scheduler)
    }
}

extension ObservableType {
    /// Sends an element when no newer one has come for `dueTime`; a completion first sends the element that is waiting
    /// (RxSwift: `debounce`).
    ///
    ///     ab--c-|  →  ---b--(c|)  (two frames)
    public func debounce(_ dueTime: Duration, scheduler: Scheduler) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            var waiting: Element?
            let send = {
                guard let element = waiting else { return }
                waiting = nil
                sink(.next(element))
            }
            source.run(lifetime) { event in
                switch event {
                case .next(let element):
                    let former = waiting
                    waiting = .some(element)
                    withExtendedLifetime(former) {}
                    timer.disposable = scheduler.schedule(after: dueTime, send)
                case .error: sink(event)
                case .completed:
                    send()
                    if !lifetime.isStopped { sink(event) }
                }
            }
        }
    }

    /// Sends the first element at once, then at most one each `dueTime` (RxSwift: `throttle`). A completion waits for
    /// the element that is still to be sent.
    ///
    ///     abc---d|  →  a--c--d|  (three frames)
    ///
    /// - Parameters:
    ///   - dueTime: the shortest time between two elements.
    ///   - latest: whether the newest of the elements held back is sent when the time has passed; otherwise they are
    ///     dropped.
    ///   - scheduler: the scheduler whose time counts.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: Scheduler
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            var waiting: Element?
            var openAt: Duration?
            var isLast = false
            let send = { (element: Element) in
                waiting = nil
                openAt = scheduler.now + dueTime
                sink(.next(element))
            }
            source.subscribe(within: lifetime) { event in
                switch event {
                case .next(let element):
                    let left = openAt.map { $0 - scheduler.now } ?? .zero
                    if left <= .zero { return send(element) }
                    guard latest else { return }
                    let former = waiting
                    waiting = .some(element)
                    if former != nil { return withExtendedLifetime(former) {} }
                    timer.disposable = scheduler.schedule(after: left) {
                        if let element = waiting { send(element) }
                        if isLast, !lifetime.isStopped { sink(.completed) }
                    }
                case .error: sink(event)
                case .completed: if waiting == nil { sink(event) } else { isLast = true }
                }
            }
        }
    }

    /// Sends every element and the completion later by `dueTime`; an error is sent at once (RxSwift: `delay`).
    ///
    ///     a-b|  →  --a-b|  (two frames)
    public func delay(_ dueTime: Duration, scheduler: Scheduler) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            let waiting = Queue<(due: Duration, event: Event<Element>)>()
            var isArmed = false
            var isSending = false
            var failure: Event<Element>?
            func arm() {
                guard let due = waiting.first?.due else { return }
                isArmed = true
                timer.disposable = scheduler.schedule(after: due - scheduler.now) {
                    isSending = true
                    sink(waiting.removeFirst().event)
                    isSending = false
                    isArmed = false
                    if let failure { return sink(failure) }
                    // Armed after the delivery: a timer that the subscriber has started in it, due at the same time,
                    // fires first.
                    if !lifetime.isStopped { arm() }
                }
            }
            source.subscribe(within: lifetime) { event in
                if case .error = event {
                    if isSending { failure = event } else { sink(event) }
                    return
                }
                waiting.keep((scheduler.now + dueTime, event))
                if !isArmed { arm() }
            }
        }
    }
}
