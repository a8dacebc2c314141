extension ObservableType where Element: ObservableConvertibleType {
    /// Of a sequence of sequences the newest one; the former is disposed (RxSwift: `switchLatest`).
    @inlinable
    public func switchLatest() -> Observable<Element.Element> {
        flatMapLatest { $0 }
    }

    /// Of a sequence of sequences all, in the order of their events (RxSwift: `merge`).
    @inlinable
    public func merge() -> Observable<Element.Element> {
        flatMap { $0 }
    }

    /// Of a sequence of sequences one after the other: the next waits until the one before has completed (RxSwift:
    /// `concat`).
    @inlinable
    public func concat() -> Observable<Element.Element> {
        concatMap { $0 }
    }
}
