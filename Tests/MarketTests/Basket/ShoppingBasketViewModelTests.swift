import GRDB
import Live
import LiveSQLite
import Streams
import StreamsTesting
import Testing

@testable import Market

/// The basket's view model on a real store: whole histories of its Outputs.
@Suite(.timeLimit(.minutes(15))) struct ShoppingBasketViewModelTests {
    /// The Inputs of a basket's page.
    private struct Inputs {
        let viewDidAppear = PublishRelay<Void>()
        let getBasketList = PublishRelay<Void>()
        let cellAction = PublishRelay<CellAction>()
        let removeItem = PublishRelay<ProductID>()
        let quantity = PublishRelay<QuantityChange>()
        let fulfilment = PublishRelay<Fulfilment>()

        func transform(
            _ fixture: MarketFixture, on stage: isolated Stage, isReturn: Bool = false
        ) -> ShoppingBasketViewModel.Output {
            ShoppingBasketViewModel(
                store: fixture.store, visitor: fixture.buyer, initial: BasketState { .random() },
                scheduler: stage.scheduler, isReturn: isReturn
            ).transform(
                input: .init(
                    viewDidAppear: viewDidAppear.asObservable(), getBasketList: getBasketList.asObservable(),
                    refresh: .empty(), cellAction: cellAction.asObservable(), removeItem: removeItem.asObservable(),
                    quantity: quantity.asObservable(), fulfilment: fulfilment.asObservable(),
                    basketChanges: .empty()))
        }
    }

    @Test func atEachAppearanceTheListIsLoadedWithNothingSelected() async throws {
        try await withMarket { fixture in
            try await fixture.choose(fixture.offer("Chair").id, 2)
            try await Stage.run { stage in
                let inputs = Inputs()
                let output = inputs.transform(fixture, on: stage)
                let history = stage.record(
                    Observable<String>.merge(
                        output.isLoading.asObservable().map { "\($0)" },
                        output.basketList.asObservable().map { Basket(items: $0).summary.joined() }))
                inputs.viewDidAppear.accept(())
                await stage.settled()
                #expect(history.values == ["false", "", "true", "false", "Chair 2"])
                inputs.cellAction.accept(.selectItem(try #require(await fixture.only), isSelected: true))
                await stage.settled()
                #expect(history.values.last == "Chair 2*")
                inputs.getBasketList.accept(())
                await stage.settled()
                #expect(history.values.suffix(3) == ["true", "false", "Chair 2"])
            }
        }
    }

    @Test func aPageThatReturnsKeepsItsSelection() async throws {
        try await withMarket { fixture in
            try await fixture.choose(fixture.offer("Chair").id)
            await Stage.run { stage in
                let inputs = Inputs()
                let list = stage.record(inputs.transform(fixture, on: stage, isReturn: true).basketList)
                inputs.viewDidAppear.accept(())
                await stage.settled()
                #expect(list.values.map { Basket(items: $0).summary } == [[], ["Chair 1*"]])
            }
        }
    }

    @Test func theTotalIsMadeOfThreePrices() async throws {
        try await withMarket { fixture in
            let chair = try await fixture.offer("Chair", price: 12_000, bargain: 10_000, stock: 9).id
            _ = try await fixture.store.addToBasket(chair, 1, of: fixture.buyer)
            await Stage.run { stage in
                let inputs = Inputs()
                let output = inputs.transform(fixture, on: stage)
                let (product, discount) = (stage.record(output.productPrice), stage.record(output.discountPrice))
                let (delivery, total) = (stage.record(output.deliveryCharge), stage.record(output.totalPrice))
                inputs.viewDidAppear.accept(())
                inputs.cellAction.accept(.selectItem(chair, isSelected: true))
                await stage.settled()
                inputs.fulfilment.accept(.delivery)
                #expect(total.values.last == 13_000)
                // From 30,000 won of goods on, delivery is free.
                inputs.quantity.accept(QuantityChange(product: chair, amount: .to(3)))
                await stage.settled()
                inputs.cellAction.accept(.cancelBtnPressed)
                await stage.settled()
                #expect(product.values == [0, 12_000, 36_000, 0])
                #expect(discount.values == [0, 2_000, 6_000, 0])
                #expect(delivery.values == [0, 3_000, 0])
                #expect([10_000, 13_000, 30_000, 0].allSatisfy(total.values.contains))
                #expect(total.values.last == 0)
            }
        }
    }

    @Test func loadingEndsWithOneAlertWhenTheStoreFailsAndTheInputWorksAgain() async throws {
        try await withMarket { fixture in
            try await fixture.choose(fixture.offer("Chair").id)
            try await Stage.run { stage in
                let inputs = Inputs()
                let output = inputs.transform(fixture, on: stage)
                let (isLoading, list) = (stage.record(output.isLoading), stage.record(output.basketList))
                let (alerts, empty) = (stage.record(output.failAlertAction), stage.record(output.isEmpty))
                try await fixture.break("x'FF'")
                inputs.viewDidAppear.accept(())
                await stage.settled()
                #expect(isLoading.values == [false, true, false] && list.values == [[]])
                #expect(alerts.values == [.service(.jsonMappingError)] && empty.values == [false])
                try await fixture.break("'Chair'")
                inputs.getBasketList.accept(())
                await stage.settled()
                #expect(isLoading.values == [false, true, false, true, false])
                #expect(list.values.last?.count == 1 && alerts.values.count == 1)
            }
        }
    }
}

extension MarketFixture {
    /// The only product of the buyer's basket.
    fileprivate var only: ProductID? { get async { try? await store.basket(of: buyer).items.first?.id } }

    /// Gives all products a name that isn't a text, or one that is.
    fileprivate func `break`(_ name: String) async throws {
        try await database.writer.write { try $0.execute(sql: "UPDATE product SET name = \(name)") }
    }
}
