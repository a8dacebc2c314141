/// A value for the page: never fails, shared by its subscribers, and gives a new subscriber the current value at once
/// (RxSwift: `Driver`). Use it for what a page *shows*; use ``Signal`` for what *happens* once.
public final class Driver<Element> {
    private let source: Observable<Element>

    /// For makers that guarantee that the source replays its current value and cannot fail.
    init(source: Observable<Element>) {
        self.source = source
    }

    /// A driver of one value that never changes.
    public static func just(_ element: Element) -> Driver<Element> {
        Observable.just(element).asDriver(onErrorDriveWith: .never())
    }

    /// A driver that never says anything.
    public static func never() -> Driver<Element> {
        Driver(source: .never())
    }

    /// The sequence under it.
    public func asObservable() -> Observable<Element> { source }

    /// Subscribes (RxSwift: `drive(onNext:)`).
    @discardableResult
    public func drive(onNext: @escaping (Element) -> Void) -> any Disposable {
        source.subscribe(onNext: onNext)
    }

    /// Sends every value to a relay (RxSwift: `drive(_:)`).
    @discardableResult
    public func drive(_ relay: BehaviorRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Each value transformed.
    public func map<Result>(_ transform: @escaping (Element) -> Result) -> Driver<Result> {
        Driver<Result>(source: source.map(transform).share(replay: 1))
    }

    /// Only values that differ from the one before.
    public func distinctUntilChanged() -> Driver<Element> where Element: Equatable {
        Driver(source: source.distinctUntilChanged().share(replay: 1))
    }
}

extension Observable {
    /// This sequence for the page: an error becomes `element` (RxSwift: `asDriver(onErrorJustReturn:)`).
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
        Driver(source: catchAndReturn(element).share(replay: 1))
    }

    /// This sequence for the page: after an error it goes on as `other` (RxSwift: `asDriver(onErrorDriveWith:)`).
    public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
        Driver(source: self.catch { _ in other.asObservable() }.share(replay: 1))
    }
}
