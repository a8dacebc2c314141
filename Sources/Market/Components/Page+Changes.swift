import Live
import Streams

extension Page {
    /// Emits the changes of all products, while the page is open. Changes that wait are merged.
    func productChanges(in store: any MarketStore) -> Observable<ProductChanges> {
        changes(merging: { $0.merging($1) }, subscribe: store.observeProducts)
    }

    /// Emits when a product has changed or is removed, while the page is open.
    func changes(of product: ProductID, in store: any MarketStore) -> Observable<Void> {
        changes(merging: { _, _ in }, subscribe: { notify in store.observeProduct(product) { notify(()) } })
    }

    /// Emits the changes of a visitor's basket, orders, sales and offers, while the page is open.
    func changes(of visitor: VisitorID, in store: any MarketStore) -> Observable<VisitorChanges> {
        changes(merging: { $0.union($1) }, subscribe: { store.observeVisitor(visitor, $0) })
    }

    /// Emits the number of items in a visitor's basket: when the page has appeared, and after each change. Nothing is
    /// emitted while the store doesn't answer.
    func basketCount(of visitor: VisitorID, in store: any MarketStore) -> Observable<Int> {
        let changed = changes(of: visitor, in: store).filter { $0.contains(.basket) }.map { _ in }
        return Observable<Void>.merge(appeared, changed).flatMapLatest { [scheduler] in
            Single.perform(on: scheduler, deliversSynchronously: true) {
                try await store.basketCount(of: visitor)
            }
            .asObservable().catch { _ in .empty() }
        }
    }
}
