import Live
import Streams

/// A product, with its stock as it is now.
struct ProductDetailViewModel: ViewModel {
    struct Input {
        /// Puts one piece into the visitor's basket.
        let addToBasket: Observable<Void>
        /// Takes the product off the market, which only its seller can.
        let remove: Observable<Void>
        let productChanges: Observable<Void>
        let basketCount: Observable<Int>
    }

    struct Output {
        /// The product; nil when it is gone.
        let product: Driver<Product?>
        /// Number of pieces that are left.
        let stock: Driver<Int>
        let added: Signal<Void>
        let removed: Signal<Void>
        /// The words of a failure.
        let failAlertAction: Signal<String>
        let failed: Signal<ServiceFailure>
        let basketCount: Driver<Int>
    }

    let store: any MarketStore
    let visitor: VisitorID
    let strings: Strings
    /// The product as the page was opened.
    let initial: Product
    /// The seller, when the visitor is that; nil for everybody else.
    let holder: Holder?
    let scheduler: Scheduler
    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let errors = ErrorTracker()
        let product = BehaviorRelay<Product?>(value: initial)
        // Read once more at the beginning: something may have changed before the subscription to changes.
        input.productChanges.startWith(()).flatMapLatest { [store, scheduler, id = initial.id] in
            Single<Product?>.perform(on: scheduler, deliversSynchronously: true) { try await store.product(id) }
                .trackError(errors).catchErrorJustComplete()
        }
        .bind(to: product).disposed(by: bag)
        let added = input.addToBasket.concatMap { [store, visitor, scheduler, id = initial.id] in
            Single<Void>.perform(on: scheduler) { _ = try await store.addToBasket(id, 1, of: visitor) }
                .trackError(errors).catchErrorJustComplete()
        }
        let removed = input.remove.concatMap { [store, holder, scheduler, id = initial.id] in
            Single<Void>.perform(on: scheduler) {
                guard let holder else { throw MarketError.notFound }
                try await store.remove(id, by: holder)
            }
            .trackError(errors).catchErrorJustComplete()
        }
        return Output(
            product: product.asDriver(), stock: product.select { $0?.stock ?? 0 },
            added: added.asSignal(onErrorJustReturn: ()), removed: removed.asSignal(onErrorJustReturn: ()),
            failAlertAction: errors.asSignal().map { [strings] in strings.words(forAdding: $0) },
            failed: errors.asSignal().map { ServiceFailure($0) },
            basketCount: input.basketCount.asDriver(onErrorJustReturn: 0))
    }
}
