/// Whether the element that ends a sequence is sent (RxSwift: `TakeBehavior`).
public enum TakeBehavior: Sendable {
    /// The element that ends it is sent.
    case inclusive
    /// The element that ends it is not sent.
    case exclusive
}

extension ObservableType {
    /// Sends the first `count` elements, then completes; the source is disposed of with the last of them (RxSwift:
    /// `take`). With 0 it completes without subscribing to the source.
    ///
    ///     a-b-c-  →  a-(b|)  (2)
    @inlinable
    public func take(_ count: Int) -> Observable<Element> {
        guard count > 0 else { return .empty() }
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let upstream = lifetime.child()
            var left = count
            source.subscribe(in: upstream) { event in
                guard case .next = event else { return sink(event) }
                guard left > 0 else { return }
                left -= 1
                let isLast = left == 0
                sink(event)
                guard isLast, !upstream.isStopped else { return }
                sink(.completed)
                upstream.dispose()
            }
        }
    }

    /// Sends the elements until `other` sends its first one; then completes (RxSwift: `take(until:)`). If `other` fails
    /// before that, this fails too; the completion of `other` is ignored.
    ///
    ///     a-b-c-|  and  ---x  →  a-b|
    @inlinable
    public func take(until other: some ObservableConvertibleType) -> Observable<Element> {
        let source = asObservable().start
        let other = other.asObservable().start
        return AnonymousObservable { lifetime, sink in
            let both = lifetime.child()
            other.subscribe(within: both) { event in
                switch event {
                case .next: sink(.completed)
                case .error(let error): sink(.error(error))
                case .completed: return
                }
                both.dispose()
            }
            guard !both.isStopped else { return }
            source.subscribe(within: both) { event in
                sink(event)
                if event.isStopEvent { both.dispose() }
            }
        }
    }

    /// Sends elements as long as they satisfy the predicate, then completes (RxSwift: `take(while:behavior:)`). An
    /// error thrown by `isTaken` ends the sequence.
    ///
    ///     1-2-3-1-|  →  1-2-|  (below 3)
    ///
    /// - Parameters:
    ///   - isTaken: whether an element is sent.
    ///   - behavior: whether the first element that does not satisfy the predicate is sent too.
    @inlinable
    public func take(
        while isTaken: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let upstream = lifetime.child()
            source.subscribe(in: upstream) { event in
                guard case .next(let element) = event else { return sink(event) }
                do {
                    if try isTaken(element) { return sink(event) }
                    upstream.isStopped = true
                    if case .inclusive = behavior { sink(event) }
                    if !lifetime.isStopped { sink(.completed) }
                } catch { sink(.error(error)) }
                upstream.dispose()
            }
        }
    }
}
