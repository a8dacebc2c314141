extension Observable {
    /// An element once nothing newer has come for `interval`; completion sends what is waiting (RxSwift: `debounce`).
    public func debounce(_ interval: Duration, scheduler: Scheduler) -> Observable<Element> {
        Observable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            var waiting: Element?
            let send = {
                guard let element = waiting else { return }
                waiting = nil
                sink(.next(element))
            }
            self.run(lifetime) { event in
                switch event {
                case .next(let element):
                    waiting = .some(element)
                    timer.disposable = scheduler.schedule(after: interval, send)
                case .error(let error): sink(.error(error))
                case .completed:
                    send()
                    sink(.completed)
                }
            }
        }
    }

    /// The first element at once, then at most one each `interval`: the newest (RxSwift: `throttle`, `latest: true`).
    public func throttle(_ interval: Duration, scheduler: Scheduler) -> Observable<Element> {
        Observable { lifetime, sink in
            let timer = SerialDisposable()
            lifetime.insert(timer)
            var waiting: Element?
            var isResting = false
            func rest() {
                isResting = true
                timer.disposable = scheduler.schedule(after: interval) {
                    isResting = false
                    guard let element = waiting else { return }
                    waiting = nil
                    rest()
                    sink(.next(element))
                }
            }
            self.run(lifetime) { event in
                switch event {
                case .next(let element):
                    if isResting {
                        waiting = .some(element)
                    } else {
                        rest()
                        sink(.next(element))
                    }
                case .error(let error): sink(.error(error))
                case .completed:
                    if let element = waiting { sink(.next(element)) }
                    waiting = nil
                    sink(.completed)
                }
            }
        }
    }
}

extension Observable {
    /// Every element and the completion, later; an error at once (RxSwift: `delay`).
    public func delay(_ interval: Duration, scheduler: Scheduler) -> Observable<Element> {
        Observable { lifetime, sink in
            self.run(lifetime) { event in
                if case .error = event { return sink(event) }
                let waiting = lifetime.child()
                waiting.insert(
                    scheduler.schedule(after: interval) {
                        lifetime.remove(waiting)
                        sink(event)
                    })
            }
        }
    }
}
