import StreamsTesting
import Testing

@testable import Market

/// Random visitors, whose orders are compared with those of a model of a few lines.
@Suite(.timeLimit(.minutes(15))) struct OrderModelTests {
    private struct Model {
        var stocks: [ProductID: Int] = [:]
        /// Quantities by visitor and product, and whether they are selected.
        var baskets: [VisitorID: [ProductID: (quantity: Int, isSelected: Bool)]] = [:]
        var orders: [OrderID: (buyer: VisitorID, items: [ProductID: Int], state: PurchaseState)] = [:]
    }

    @Test(arguments: 0..<8, [StorePlace.memory] + StorePlace.allCases.filter { $0 == .postgres })
    func theStockIsThatOfTheModel(seed: UInt64, place: StorePlace) async throws {
        try await withMarket(place) { fixture in
            var (random, model) = (SeededGenerator(seed: seed), Model())
            let visitors = try (0..<4).map { try VisitorID.make("v\($0)") }
            for number in 0..<5 {
                let product = try await fixture.offer("Product \(number)", stock: number + 1)
                model.stocks[product.id] = number + 1
            }
            let products = model.stocks.keys.sorted()
            for _ in 0..<250 {
                let visitor = visitors.randomElement(using: &random)!
                let product = products.randomElement(using: &random)!
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: try await add(product, visitor, Int.random(in: 1...2, using: &random), fixture, &model)
                case 3...4: try await select(Bool.random(using: &random), product, visitor, fixture, &model)
                case 5...7: try await order(visitor, fixture, &model)
                case 8: try await cancel(fixture, &random, &model)
                default: try await pickUp(fixture, &random, &model)
                }
                for (product, stock) in model.stocks { #expect(try await fixture.stock(product) == stock) }
                let basket = try await fixture.store.basket(of: visitor)
                let items = model.baskets[visitor] ?? [:]
                #expect(basket.items.count == items.count)
                for item in basket.items {
                    #expect(items[item.id].map { $0 == (item.quantity, item.isSelected) } ?? false)
                }
            }
            #expect(model.orders.count > 5)
        }
    }

    private func add(
        _ product: ProductID, _ visitor: VisitorID, _ count: Int, _ fixture: MarketFixture, _ model: inout Model
    ) async throws {
        let present = model.baskets[visitor]?[product]
        let sum = (present?.quantity ?? 0) + count
        guard sum <= model.stocks[product]! else {
            await expectRefusal("soldOut") { try await fixture.store.addToBasket(product, count, of: visitor) }
            return
        }
        _ = try await fixture.store.addToBasket(product, count, of: visitor)
        model.baskets[visitor, default: [:]][product] = (sum, present?.isSelected ?? false)
    }

    private func select(
        _ isSelected: Bool, _ product: ProductID, _ visitor: VisitorID, _ fixture: MarketFixture, _ model: inout Model
    ) async throws {
        guard model.baskets[visitor]?[product] != nil else {
            await expectRefusal("notFound") { try await fixture.store.select(isSelected, product, of: visitor) }
            return
        }
        _ = try await fixture.store.select(isSelected, product, of: visitor)
        model.baskets[visitor]?[product]?.isSelected = isSelected
    }

    private func order(_ visitor: VisitorID, _ fixture: MarketFixture, _ model: inout Model) async throws {
        let items = (model.baskets[visitor] ?? [:]).filter { $0.value.isSelected }.mapValues(\.quantity)
        if items.isEmpty {
            await expectRefusal("nothingSelected") { try await fixture.order(by: visitor) }
        } else if items.contains(where: { $0.value > model.stocks[$0.key]! }) {
            await expectRefusal("soldOut") { try await fixture.order(by: visitor) }
        } else {
            let purchase = try await fixture.order(by: visitor)
            for (product, quantity) in items {
                model.stocks[product]! -= quantity
                model.baskets[visitor]?[product] = nil
            }
            model.orders[purchase.id] = (visitor, items, .open)
        }
    }

    private func cancel(
        _ fixture: MarketFixture, _ random: inout SeededGenerator, _ model: inout Model
    ) async throws {
        guard let id = model.orders.keys.sorted().randomElement(using: &random), let order = model.orders[id] else {
            return
        }
        if order.state == .pickedUp {
            await expectRefusal("isPickedUp") { try await fixture.store.cancel(id, by: .visitor(order.buyer)) }
            return
        }
        _ = try await fixture.store.cancel(id, by: .visitor(order.buyer))
        if order.state == .open { for (product, quantity) in order.items { model.stocks[product]! += quantity } }
        model.orders[id]?.state = .cancelled
    }

    private func pickUp(
        _ fixture: MarketFixture, _ random: inout SeededGenerator, _ model: inout Model
    ) async throws {
        guard let id = model.orders.keys.sorted().randomElement(using: &random), let order = model.orders[id] else {
            return
        }
        if order.state == .cancelled {
            await expectRefusal("isCancelled") { try await fixture.store.pickUp(id, by: fixture.seller) }
            return
        }
        _ = try await fixture.store.pickUp(id, by: fixture.seller)
        model.orders[id]?.state = .pickedUp
    }
}
