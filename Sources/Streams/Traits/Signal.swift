/// Something that happens for the page: never fails, shared, and never replayed (RxSwift: `Signal`). Alerts,
/// navigation and one-shot confirmations are signals: who subscribes later must not see them again.
public final class Signal<Element> {
    private let source: Observable<Element>

    /// For makers that guarantee that the source cannot fail and does not replay.
    init(source: Observable<Element>) {
        self.source = source
    }

    /// A signal that never says anything.
    public static func never() -> Signal<Element> {
        Signal(source: .never())
    }

    /// The sequence under it.
    public func asObservable() -> Observable<Element> { source }

    /// Subscribes (RxSwift: `emit(onNext:)`).
    @discardableResult
    public func emit(onNext: @escaping (Element) -> Void) -> any Disposable {
        source.subscribe(onNext: onNext)
    }

    /// Sends every element to a relay (RxSwift: `emit(to:)`).
    @discardableResult
    public func emit(to relay: PublishRelay<Element>) -> any Disposable {
        source.bind(to: relay)
    }

    /// Each element transformed.
    public func map<Result>(_ transform: @escaping (Element) -> Result) -> Signal<Result> {
        Signal<Result>(source: source.map(transform).share())
    }

    /// Several signals as one.
    public static func merge(_ signals: Signal<Element>...) -> Signal<Element> {
        Signal(source: Observable.merge(signals.map { $0.asObservable() }).share())
    }
}

extension Observable {
    /// This sequence as a signal: after an error it goes on as `other` (RxSwift: `asSignal(onErrorSignalWith:)`).
    public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
        Signal(source: self.catch { _ in other.asObservable() }.share())
    }
}
