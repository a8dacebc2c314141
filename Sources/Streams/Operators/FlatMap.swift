extension ObservableType {
    /// For each element a sequence; all are listened to (RxSwift: `flatMap`). What `transform` throws is the error.
    ///
    ///     1---2--|  with x → xx|  →  11--22-|
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            var running = 1
            let completed = {
                running -= 1
                if running == 0 { sink(.completed) }
            }
            source.subscribe(in: lifetime.child()) { event in
                switch event {
                case .next(let element):
                    do {
                        let sequence = try transform(element).asObservable().start
                        running += 1
                        let inner = lifetime.child()
                        sequence.subscribe(in: inner) { event in
                            guard case .completed = event else { return sink(event) }
                            lifetime.remove(inner)
                            completed()
                        }
                    } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: completed()
                }
            }
        }
    }

    /// For each element a sequence; only the newest one is listened to, the former is disposed (RxSwift:
    /// `flatMapLatest`). "The latest request wins."
    ///
    ///     1--2---|  with x → x--x|  →  1--2--2|
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        flatMapOne(isReplaced: true, transform)
    }

    /// For each element a sequence, unless the one before is still running: then the element is ignored (RxSwift:
    /// `flatMapFirst`). "Taps while a save is in flight do nothing."
    ///
    ///     1--2---|  with x → x---x|  →  1---1--|
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        flatMapOne(isReplaced: false, transform)
    }

    /// - Parameter isReplaced: whether a running sequence gives way to the next, or keeps it out.
    @inlinable
    func flatMapOne<Source: ObservableConvertibleType>(
        isReplaced: Bool, _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            let state = OneInner()
            lifetime.insert(state)
            source.subscribe(in: state.outer) { event in
                switch event {
                case .next(let element):
                    guard isReplaced || state.inner == nil else { return }
                    do {
                        let sequence = try transform(element).asObservable().start
                        let inner = CompositeDisposable()
                        state.begin(inner)
                        sequence.subscribe(in: inner) { event in
                            guard case .completed = event else { return sink(event) }
                            state.inner = nil
                            if state.outer.isStopped { sink(.completed) }
                        }
                    } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: if state.inner == nil { sink(.completed) }
                }
            }
        }
    }

    /// For each element a sequence, one after the other: the next waits until the one before has completed (RxSwift:
    /// `concatMap`). "Every save, in order." As in RxSwift, `transform` runs when the element comes, not when its turn
    /// has come.
    ///
    ///     1-2----|  with x → x--x|  →  1--12--2|
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            let waiting = Line<Start<Source.Element>>()
            var isRunning = false
            var isLast = false
            let turns = Turns(in: lifetime) { current, next in
                guard !waiting.isEmpty else {
                    isRunning = false
                    return isLast ? sink(.completed) : ()
                }
                waiting.removeFirst().subscribe(in: current) { event in
                    if case .completed = event { next() } else { sink(event) }
                }
            }
            source.subscribe(in: lifetime.child()) { event in
                switch event {
                case .next(let element):
                    do {
                        waiting.keep(try transform(element).asObservable().start)
                    } catch { return sink(.error(error)) }
                    guard !isRunning else { return }
                    isRunning = true
                    turns.next()
                case .error(let error): sink(.error(error))
                case .completed: if isRunning { isLast = true } else { sink(.completed) }
                }
            }
        }
    }
}

/// Of a `flatMapLatest` or a `flatMapFirst`: the subscription to the source, and the one to the sequence that is listened
/// to.
@usableFromInline
final class OneInner: Disposable {
    @usableFromInline let outer = CompositeDisposable()
    /// Nil when none is running.
    @usableFromInline var inner: CompositeDisposable?
    private var isDisposed = false

    @usableFromInline
    init() {}

    /// Ends the one that is running, which the new one replaces.
    @usableFromInline
    func begin(_ inner: CompositeDisposable) {
        let former = self.inner
        self.inner = inner
        former?.dispose()
        // What the former one held may have ended all of this, as `transform` may have.
        if isDisposed { inner.dispose() }
    }

    @usableFromInline
    func dispose() {
        isDisposed = true
        outer.dispose()
        let inner = inner
        self.inner = nil
        inner?.dispose()
    }
}
