extension ObservableType {
    /// Drops the first `count` elements (RxSwift: `skip`).
    ///
    ///     a-b-c-|  →  --b-c-|  (1)
    @inlinable
    public func skip(_ count: Int) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            var left = count
            source.run(lifetime) { event in
                if left > 0, case .next = event { left -= 1 } else { sink(event) }
            }
        }
    }

    /// Drops elements until one does not satisfy the predicate; that one and all later ones are sent (RxSwift:
    /// `skip(while:)`).
    ///
    ///     1-2-3-1-|  →  ----3-1-|  (below 3)
    @inlinable
    public func skip(while isSkipped: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            var isOpen = false
            source.run(lifetime) { event in
                guard !isOpen, case .next(let element) = event else { return sink(event) }
                do {
                    if try isSkipped(element) { return }
                    isOpen = true
                    sink(event)
                } catch { sink(.error(error)) }
            }
        }
    }

    /// Drops elements until `other` sends its first element (RxSwift: `skip(until:)`). An error of `other` before that
    /// ends this sequence. As in RxSwift, when the source completes before `other` has sent anything, that completion
    /// is not sent.
    ///
    ///     a-b-c-|  and  ---x  →  ----c-|
    @inlinable
    public func skip(until other: some ObservableConvertibleType) -> Observable<Element> {
        let source = asObservable().start
        let other = other.asObservable().start
        return AnonymousObservable { lifetime, sink in
            let both = lifetime.child()
            let opening = both.child()
            var isOpen = false
            // As in RxSwift, the source is subscribed to first: if `other` answers at once, only later elements pass.
            source.subscribe(within: both) { event in
                if isOpen || event.error != nil { sink(event) }
                if event.isStopEvent { both.dispose() }
            }
            guard !both.isStopped else { return }
            other.subscribe(in: opening) { event in
                switch event {
                case .next:
                    isOpen = true
                    opening.dispose()
                case .error(let error): sink(.error(error))
                case .completed: break
                }
            }
        }
    }
}
