extension Observable {
    /// Only the elements that pass.
    /// `1-2-3-| → 1---3-|` (odd)
    public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> Observable<Element> {
        Observable { lifetime, sink in
            self.runSafely(lifetime, sink) { element in
                if try isIncluded(element) { sink(.next(element)) }
            }
        }
    }

    /// Only elements that differ from the one before.
    /// `a-a-b-| → a---b-|`
    public func distinctUntilChanged(
        _ areSame: @escaping (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        Observable { lifetime, sink in
            var former: Element?
            self.runSafely(lifetime, sink) { element in
                if let known = former, try areSame(known, element) { return }
                former = element
                sink(.next(element))
            }
        }
    }

    /// All but the first `count` elements.
    public func skip(_ count: Int) -> Observable<Element> {
        Observable { lifetime, sink in
            var left = count
            self.runSafely(lifetime, sink) { element in
                if left > 0 { left -= 1 } else { sink(.next(element)) }
            }
        }
    }

    /// The first `count` elements, then completed; the source is let go with the last of them.
    /// `a-b-c- → a-(b|)` (2)
    public func take(_ count: Int) -> Observable<Element> {
        guard count > 0 else { return .empty() }
        return Observable { lifetime, sink in
            var left = count
            let upstream = lifetime.child()
            self.subscribe(in: upstream) { event in
                guard case .next = event else { return sink(event) }
                guard left > 0 else { return }
                left -= 1
                let isLast = left == 0
                sink(event)
                if isLast {
                    sink(.completed)
                    upstream.dispose()
                }
            }
        }
    }

    /// Everything until `other` sends its first element.
    public func take<Other>(until other: Observable<Other>) -> Observable<Element> {
        Observable { lifetime, sink in
            let both = lifetime.child()
            other.subscribe(in: both.child()) { event in
                switch event {
                case .next:
                    sink(.completed)
                    both.dispose()
                case .error(let error):
                    sink(.error(error))
                    both.dispose()
                case .completed: break
                }
            }
            guard !both.isDisposed else { return }
            self.subscribe(in: both.child(), sink)
        }
    }
}

extension Observable where Element: Equatable {
    /// Only elements that differ from the one before.
    /// `a-a-b-| → a---b-|`
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged(==)
    }
}
