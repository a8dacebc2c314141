extension ObservableType {
    /// Maps each element to a sequence and merges them all (RxSwift: `flatMap`). An error thrown by `transform` ends
    /// the sequence.
    ///
    ///     1---2--|  with x → xx|  →  11--22-|
    @inlinable
    public func flatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            let merged = Merged(1, sink)
            source.subscribe(within: lifetime) { event in
                switch event {
                case .next(let element):
                    do {
                        let sequence = try transform(element).asObservable().start
                        merged.running += 1
                        let inner = lifetime.child()
                        sequence.subscribe(in: inner) { event in
                            if case .completed = event { lifetime.remove(inner) }
                            merged.take(event)
                        }
                    } catch { sink(.error(error)) }
                case .error(let error): sink(.error(error))
                case .completed: merged.take(.completed)
                }
            }
        }
    }

    /// Maps each element to a sequence and sends the elements of the newest one; the one before is disposed of
    /// (RxSwift: `flatMapLatest`). "The latest request wins."
    ///
    ///     1--2---|  with x → x--x|  →  1--2--2|
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        flatMapOne(isReplaced: true, transform)
    }

    /// Maps an element to a sequence unless the one before is still running; then the element is ignored (RxSwift:
    /// `flatMapFirst`). "Taps while a save is in flight do nothing."
    ///
    ///     1--2---|  with x → x---x|  →  1---1--|
    @inlinable
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        flatMapOne(isReplaced: false, transform)
    }

    /// - Parameter isReplaced: whether a new sequence replaces a running one; otherwise the new element is ignored.
    @inlinable
    func flatMapOne<Source: ObservableConvertibleType>(
        isReplaced: Bool, _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            let outer = Outer(isReplaced: isReplaced)
            lifetime.insert(outer)
            let flattened = FlattenedOne(outer, transform, sink)
            source.run(outer) { flattened.take($0) }
        }
    }

    /// Maps each element to a sequence and sends them one after the other: the next waits until the one before has
    /// completed (RxSwift: `concatMap`). "Every save, in order." As in RxSwift, `transform` runs when the element
    /// comes, not when the sequence's turn has come.
    ///
    ///     1-2----|  with x → x--x|  →  1--12--2|
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ transform: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        let source = asObservable().start
        return AnonymousObservable<Source.Element> { lifetime, sink in
            let waiting = Queue<Start<Source.Element>>()
            var isRunning = false
            var isLast = false
            let trampoline = Trampoline(in: lifetime) { current, next in
                guard !waiting.isEmpty else {
                    isRunning = false
                    return isLast ? sink(.completed) : ()
                }
                waiting.removeFirst().subscribe(in: current) { event in
                    if case .completed = event { next() } else { sink(event) }
                }
            }
            source.subscribe(within: lifetime) { event in
                switch event {
                case .next(let element):
                    do {
                        waiting.keep(try transform(element).asObservable().start)
                    } catch { return sink(.error(error)) }
                    guard !isRunning else { return }
                    isRunning = true
                    trampoline.next()
                case .error(let error): sink(.error(error))
                case .completed: if isRunning { isLast = true } else { sink(.completed) }
                }
            }
        }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Sends the elements of the newest inner sequence; the one before it is disposed of (RxSwift: `switchLatest`).
    @inlinable
    public func switchLatest() -> Observable<Element.Element> {
        flatMapLatest { $0 }
    }

    /// Merges all inner sequences, in the order of their events (RxSwift: `merge`).
    @inlinable
    public func merge() -> Observable<Element.Element> {
        flatMap { $0 }
    }

    /// Concatenates the inner sequences: the next waits until the one before has completed (RxSwift: `concat`).
    @inlinable
    public func concat() -> Observable<Element.Element> {
        concatMap { $0 }
    }
}

/// The lifetime of the subscription to the source of a `flatMapLatest` or `flatMapFirst`. Its disposal also ends the
/// subscription to the inner sequence that is running.
@usableFromInline
final class Outer: CompositeDisposable {
    /// Whether a new sequence replaces a running one; otherwise the new element is ignored.
    @usableFromInline let isReplaced: Bool
    private var isOver = false
    /// Lifetime of the running inner sequence; nil when none is running.
    @usableFromInline var inner: CompositeDisposable?

    @usableFromInline
    init(isReplaced: Bool) {
        self.isReplaced = isReplaced
    }

    /// Disposes of the inner sequence that is running, and stores the lifetime of the one that replaces it.
    @usableFromInline
    func begin(_ inner: CompositeDisposable) {
        let former = exchange(&self.inner, with: inner)
        former?.dispose()
        // The disposal, or the closure that made the new sequence, may have disposed of everything.
        if isOver { endInner() }
    }

    @usableFromInline
    override func dispose() {
        isOver = true
        super.dispose()
        endInner()
    }

    private func endInner() {
        let former = exchange(&inner, with: nil)
        former?.dispose()
    }
}

/// State of one subscription to a `flatMapLatest` or a `flatMapFirst`.
@usableFromInline
final class FlattenedOne<Element, Source: ObservableConvertibleType> {
    @usableFromInline let outer: Outer
    @usableFromInline let transform: (Element) throws -> Source
    @usableFromInline let sink: (Event<Source.Element>) -> Void

    @inlinable
    init(
        _ outer: Outer, _ transform: @escaping (Element) throws -> Source,
        _ sink: @escaping (Event<Source.Element>) -> Void
    ) {
        self.outer = outer
        self.transform = transform
        self.sink = sink
    }

    @inlinable
    func take(_ event: Event<Element>) {
        guard !outer.isStopped else { return }
        switch event {
        case .next(let element):
            guard outer.isReplaced || outer.inner == nil else { return }
            do {
                let sequence = try transform(element).asObservable().start
                let inner = CompositeDisposable()
                outer.begin(inner)
                sequence.run(inner) { self.take($0, of: inner) }
            } catch { sink(.error(error)) }
        case .error(let error):
            outer.isStopped = true
            sink(.error(error))
            outer.end()
        case .completed:
            outer.isStopped = true
            if outer.inner == nil { sink(.completed) }
            outer.end()
        }
    }

    @inlinable
    func take(_ event: Event<Source.Element>, of inner: CompositeDisposable) {
        guard !inner.isStopped else { return }
        if case .next = event { return sink(event) }
        inner.isStopped = true
        if event.error != nil {
            sink(event)
        } else {
            outer.inner = nil
            if outer.isStopped { sink(event) }
        }
        inner.end()
    }
}
