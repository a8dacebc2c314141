import Foundation
import Testing

@testable import Market

/// The basket's state by itself: who wins when the visitor, the store and other pages come at the same time.
@Suite(.timeLimit(.minutes(15))) struct BasketStateTests {
    private func state(_ count: Int = 1) throws -> BasketState {
        var keys = (1...9).map { "key-\($0)" }
        var state = BasketState { IdempotencyKey(keys.removeFirst()) ?? .random() }
        _ = state.reduce(.read(.success(try basket((1...count).map { ($0, 1) }))))
        return state
    }

    /// A basket of products with these numbers and quantities, all of them selected.
    private func basket(_ items: [(Int, Int)]) throws -> Basket {
        Basket(
            items: try items.map { id, quantity in
                let price = try #require(ProductPrice(list: Won(clamping: 1_000)))
                let product = ProductRow(
                    id: ProductID(rawValue: Int64(id)), name: try ProductName("Chair \(id)"), price: price, stock: 9,
                    picture: nil, revision: 1)
                return BasketItem(product: product, quantity: quantity, isSelected: true)
            })
    }

    private let chair = ProductID(rawValue: 1)

    @Test func eachOfSeveralQuickPressesCounts() throws {
        var state = try state()
        let more = BasketState.Event.quantity(QuantityChange(product: chair, amount: .by(1)))
        #expect(state.reduce(more).quantities == [2])
        #expect(state.reduce(more).quantities == [3])
        // The answer to the first one is older than what is shown.
        #expect(state.reduce(.answered(chair, .success(try basket([(1, 2)])))).isEmpty)
        #expect(state.shown.items.map(\.quantity) == [3] && state.prices.total.amount == 3_000)
        _ = state.reduce(.answered(chair, .success(try basket([(1, 3)]))))
        #expect(state.shown.items.map(\.quantity) == [3])
        // Fewer than one are never wanted.
        #expect(state.reduce(.quantity(QuantityChange(product: chair, amount: .by(-10)))).quantities == [1])
    }

    @Test func aRefusedQuantityIsTakenBack() throws {
        var state = try state()
        _ = state.reduce(.quantity(QuantityChange(product: chair, amount: .to(9))))
        let shortage = Shortage(product: chair, name: try ProductName("Chair"), left: 2)
        let effects = state.reduce(.answered(chair, .failure(MarketError.soldOut([shortage]))))
        #expect(effects.names == ["read", "failed"])
        #expect(state.shown.items.map(\.quantity) == [1])
    }

    /// The answers to writes are baskets of the time of the write: a change by others that came meanwhile is read behind
    /// the last of them.
    @Test func aChangeDuringAWriteIsReadBehindItOnce() throws {
        var state = try state(2)
        let change = BasketState.Event.changed(BasketChanges(products: ProductChanges([chair])))
        _ = state.reduce(.cell(.removeItem(chair)))
        _ = state.reduce(.cell(.cancelBtnPressed))
        #expect(state.reduce(change).isEmpty && state.reduce(change).isEmpty)
        #expect(state.reduce(.removed(.success(try basket([(1, 1)])))).names == ["removed"])
        #expect(state.reduce(.answered(nil, .success(try basket([(1, 1)])))).names == ["read"])
        #expect(state.reduce(.changed(BasketChanges(ofItems: true))).names == ["read"])
    }

    @Test func onlyChangesOfItsOwnProductsAreRead() throws {
        var state = try state()
        let other = ProductID(rawValue: 2)
        #expect(state.reduce(.changed(BasketChanges(products: ProductChanges([other])))).isEmpty)
        #expect(state.reduce(.changed(BasketChanges(products: ProductChanges([other, chair])))).names == ["read"])
        // More products than are named.
        #expect(state.reduce(.changed(BasketChanges(products: ProductChanges(nil)))).names == ["read"])
        #expect(state.reduce(.changed(BasketChanges().merging(BasketChanges(ofItems: true)))).names == ["read"])
    }

    @Test func aSecondPressIsNoSecondOrderAndTheNextOrderHasAnotherKey() throws {
        var state = try state()
        let attempt = state.checkout.attempt
        #expect(state.reduce(.cell(.orderBtnPressed(attempt))).names == ["order"])
        #expect(state.reduce(.cell(.orderBtnPressed(attempt))).isEmpty)
        #expect(state.checkout.isOrdering)
        // An order that was refused keeps its key.
        #expect(state.reduce(.ordered(.failure(MarketError.nothingSelected))).names == ["read", "failed"])
        #expect(state.checkout.attempt == attempt && !state.checkout.isOrdering)
        _ = state.reduce(.cell(.orderBtnPressed(attempt)))
        let purchase = Purchase(
            id: OrderID(rawValue: 1), code: try #require(MarketCode("ABCD1234")), fulfilment: .pickUp, items: [],
            delivery: .zero, orderedAt: .distantPast, cancelledAt: nil)
        #expect(state.reduce(.ordered(.success(purchase))).names == ["read", "ordered"])
        #expect(state.checkout.attempt.key != attempt.key)
    }

    @Test func actionsAreReadFromTheirTextsOnly() throws {
        let attempt = OrderAttempt(key: .random(), quote: try state(3).shown.quote(.delivery))
        let actions: [CellAction] = [
            .orderBtnPressed(attempt), .cancelBtnPressed, .removeItem(chair), .selectItem(chair, isSelected: true),
            .selectItem(chair, isSelected: false),
        ]
        for action in actions { #expect(CellAction(inputText: action.inputText) == action) }
        for amount in [QuantityChange.Amount.to(4), .by(1), .by(-10)] {
            let change = QuantityChange(product: chair, amount: amount)
            #expect(QuantityChange(inputText: change.inputText) == change)
        }
        let long = String(repeating: ".", count: 16_000)
        for text in ["", "order", "order.a b.0", "order.key", "cancel.1", "select.0", "select.x", "remove.1.2", long] {
            #expect(CellAction(inputText: text) == nil)
        }
        for text in ["", "1", "1.", "1.0", "1.+0", "1.99999", "1.+-1", "0.1", "1.1.1", "1.--1", long] {
            #expect(QuantityChange(inputText: text) == nil)
        }
    }
}

extension [BasketState.Effect] {
    fileprivate var names: [String] { map { String("\($0)".prefix { $0 != "(" }) } }

    fileprivate var quantities: [Int] {
        compactMap { if case .setQuantity(_, let quantity) = $0 { quantity } else { nil } }
    }
}
