extension Observable {
    /// For each element a sequence; only the newest one is listened to, the former is disposed (RxSwift:
    /// `flatMapLatest`). "The latest request wins."
    public func flatMapLatest<Result>(
        _ transform: @escaping (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        flatMapOne(isReplaced: true, transform)
    }

    /// For each element a sequence, unless the one before is still running: then the element is ignored (RxSwift:
    /// `flatMapFirst`). "Taps while a save is in flight do nothing."
    public func flatMapFirst<Result>(
        _ transform: @escaping (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        flatMapOne(isReplaced: false, transform)
    }

    /// - Parameter isReplaced: whether a running sequence gives way to the next, or keeps it out.
    private func flatMapOne<Result>(
        isReplaced: Bool, _ transform: @escaping (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            let inner = SerialDisposable()
            lifetime.insert(inner)
            var innerIsRunning = false
            var outerIsDone = false
            let outerCompleted = { if innerIsRunning { outerIsDone = true } else { sink(.completed) } }
            self.runFlat(lifetime, sink, completed: outerCompleted) { element in
                guard isReplaced || !innerIsRunning else { return }
                let sequence = try transform(element)
                let child = CompositeDisposable()
                innerIsRunning = true
                inner.disposable = child
                sequence.subscribe(in: child) { event in
                    switch event {
                    case .next, .error: sink(event)
                    case .completed:
                        innerIsRunning = false
                        if outerIsDone { sink(.completed) }
                    }
                }
            }
        }
    }

    /// For each element a sequence; all are listened to (RxSwift: `flatMap`).
    public func flatMap<Result>(
        _ transform: @escaping (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        Observable<Result> { lifetime, sink in
            var running = 0
            var outerIsDone = false
            self.runFlat(
                lifetime, sink, completed: { if running == 0 { sink(.completed) } else { outerIsDone = true } }
            ) { element in
                let sequence = try transform(element)
                let child = lifetime.child()
                running += 1
                sequence.subscribe(in: child) { event in
                    switch event {
                    case .next, .error: sink(event)
                    case .completed:
                        running -= 1
                        lifetime.remove(child)
                        if running == 0, outerIsDone { sink(.completed) }
                    }
                }
            }
        }
    }

    private func runFlat<Result>(
        _ lifetime: CompositeDisposable,
        _ sink: @escaping (Event<Result>) -> Void,
        completed: @escaping () -> Void,
        next: @escaping (Element) throws -> Void
    ) {
        let outer = lifetime.child()
        subscribe(in: outer) { event in
            switch event {
            case .next(let element):
                do { try next(element) } catch {
                    outer.dispose()
                    sink(.error(error))
                }
            case .error(let error): sink(.error(error))
            case .completed: completed()
            }
        }
    }
}
