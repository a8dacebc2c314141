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
            let distinct = Distinct<Element, Element>(sink)
            source.run(lifetime) { distinct.take($0, key: { $0 }, areSame) }
        }
    }

    /// Only elements whose key differs from the one before (RxSwift: `distinctUntilChanged(_:)` with a key selector).
    /// `keySelector` is asked once per element; what it throws is the error.
    ///
    ///     aAb-|  →  a-b-|  (in lower case)
    @inlinable
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping (Element) throws -> Key
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let distinct = Distinct<Element, Key>(sink)
            source.run(lifetime) { distinct.take($0, key: keySelector, ==) }
        }
    }

    /// Only elements whose key differs from the one before by a comparison (RxSwift:
    /// `distinctUntilChanged(_:comparer:)`).
    ///
    /// - Parameters:
    ///   - keySelector: what is compared of an element. It is asked once per element; what it throws is the error.
    ///   - areSame: whether the element of the second key is left out; what it throws is the error.
    @inlinable
    public func distinctUntilChanged<Key>(
        _ keySelector: @escaping (Element) throws -> Key, comparer areSame: @escaping (Key, Key) throws -> Bool
    ) -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let distinct = Distinct<Element, Key>(sink)
            source.run(lifetime) { distinct.take($0, key: keySelector, areSame) }
        }
    }

    /// Only elements that differ in a property from the one before (RxSwift: `distinctUntilChanged(at:)`).
    @inlinable
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Observable<Element> {
        distinctUntilChanged { $0[keyPath: keyPath] }
    }
}

extension ObservableType where Element: Equatable {
    /// Only elements that differ from the one before (RxSwift: `distinctUntilChanged`).
    ///
    ///     a-a-b-|  →  a---b-|
    @inlinable
    public func distinctUntilChanged() -> Observable<Element> {
        let source = asObservable().start
        return AnonymousObservable { lifetime, sink in
            let distinct = Distinct<Element, Element>(sink)
            source.run(lifetime) { distinct.take($0, key: { $0 }, ==) }
        }
    }
}

/// A `distinctUntilChanged` under way.
@usableFromInline
final class Distinct<Element, Key> {
    @usableFromInline let sink: (Event<Element>) -> Void
    @usableFromInline var former: Key?

    @inlinable
    init(_ sink: @escaping (Event<Element>) -> Void) {
        self.sink = sink
    }

    /// - Parameters:
    ///   - key: what is compared of an element.
    ///   - areSame: whether the element of the second key is left out.
    @inlinable
    func take(
        _ event: Event<Element>, key: (Element) throws -> Key, _ areSame: (Key, Key) throws -> Bool
    ) {
        guard case .next(let element) = event else { return sink(event) }
        do {
            let newest = try key(element)
            if let former, try areSame(former, newest) { return }
            let former = exchange(&former, with: newest)
            withExtendedLifetime(former) {}
            sink(event)
        } catch { sink(.error(error)) }
    }
}
