extension ObservableType {
    /// Only the elements that pass (RxSwift: `filter`).
    ///
    ///     1-2-3-|  →  1---3-|  (odd)
    @inlinable
    public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            source.run(lifetime) { event in
                guard case .next(let element) = event else { return sink(event) }
                do {
                    if try isIncluded(element) { sink(event) }
                } catch { sink(.error(error)) }
            }
        }
    }

    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    ///
    ///     a-a-b-|  →  a---b-|
    @inlinable
    public func distinctUntilChanged(
        _ areSame: @escaping (Element, Element) throws -> Bool
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            var former: Element?
            source.run(lifetime) { event in
                guard case .next(let element) = event else { return sink(event) }
                do {
                    if let known = former, try areSame(known, element) { return }
                    former = .some(element)
                    sink(event)
                } catch { sink(.error(error)) }
            }
        }
    }

    /// Only elements whose key differs from the one before (RxSwift: `distinctUntilChanged(_:)` with a key selector).
    /// `key` is asked for once per element; what it throws is the error.
    @inlinable
    public func distinctUntilChanged<Key: Equatable>(
        at key: @escaping (Element) throws -> Key
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            var former: Key?
            source.run(lifetime) { event in
                guard case .next(let element) = event else { return sink(event) }
                do {
                    let newest = try key(element)
                    if let known = former, known == newest { return }
                    former = .some(newest)
                    sink(event)
                } catch { sink(.error(error)) }
            }
        }
    }
}

extension ObservableType where Element: Equatable {
    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    ///
    ///     a-a-b-|  →  a---b-|
    @inlinable
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged(==)
    }
}
