extension ObservableType {
    /// Sends only the elements that satisfy the predicate (RxSwift: `filter`). An error thrown by it ends the sequence.
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

    /// Drops elements that are the same as the one before (RxSwift: `distinctUntilChanged`).
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

    /// Drops elements whose key equals that of the element before (RxSwift: `distinctUntilChanged(_:)` with a key
    /// selector). `keySelector` runs once per element; an error that it throws ends the sequence.
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

    /// Drops elements whose key is the same as that of the element before, by a given comparison (RxSwift:
    /// `distinctUntilChanged(_:comparer:)`).
    ///
    /// - Parameters:
    ///   - keySelector: returns the key of an element. It runs once per element; an error that it throws ends the
    ///     sequence.
    ///   - areSame: whether the element of the second key is dropped; an error that it throws ends the sequence.
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

    /// Drops elements that equal the one before in a property (RxSwift: `distinctUntilChanged(at:)`).
    @inlinable
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Observable<Element> {
        distinctUntilChanged { $0[keyPath: keyPath] }
    }
}

extension ObservableType where Element: Equatable {
    /// Drops elements that equal the one before (RxSwift: `distinctUntilChanged`).
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

/// State of one subscription to a `distinctUntilChanged`.
@usableFromInline
final class Distinct<Element, Key> {
    @usableFromInline let sink: (Event<Element>) -> Void
    @usableFromInline var former: Key?

    @inlinable
    init(_ sink: @escaping (Event<Element>) -> Void) {
        self.sink = sink
    }

    /// - Parameters:
    ///   - key: returns the key of an element, which is compared.
    ///   - areSame: whether the element of the second key is dropped.
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
