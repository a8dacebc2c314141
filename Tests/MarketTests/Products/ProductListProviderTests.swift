import Live
import Testing

@testable import Market

/// The rows of the list, as a value: each race of the articles is a few events.
@Suite(.timeLimit(.minutes(15))) struct ProductListProviderTests {
    private func row(_ id: Int64, revision: Int = 1, stock: Int = 3) throws -> ProductRow {
        ProductRow(
            id: ProductID(rawValue: id), name: try ProductName("Product \(id)"),
            price: try #require(ProductPrice(list: Won(clamping: 1_000))), stock: stock, picture: nil,
            revision: revision)
    }

    private func page(_ number: Int, _ ids: some Sequence<Int64>, of count: Int) throws -> ProductPage {
        ProductPage(rows: try ids.map { try row($0) }, number: number, productCount: count)
    }

    /// A list of 45 products whose first page is there.
    private func loaded() throws -> ProductListProvider {
        var list = ProductListProvider()
        #expect(list.reduce(.viewDidLoad) == [.checkServer])
        #expect(list.reduce(.serverChecked(.success(()))) == [.fetch(1...1, nil)])
        _ = list.reduce(.fetched(.success([try page(1, (26...45).reversed(), of: 45)]), 1...1))
        return list
    }

    @Test func aFailedHealthCheckIsOneAlertAndNoPage() {
        var list = ProductListProvider()
        _ = list.reduce(.viewDidLoad)
        #expect(list.isLoading)
        let error = MarketError.unavailable(CancellationError())
        #expect(list.reduce(.serverChecked(.failure(error))) == [.failed(.httpError)])
        #expect(!list.isLoading && list.productList.isEmpty)
        // The same button works again.
        #expect(list.reduce(.refresh) == [.checkServer])
    }

    @Test func twoPrefetchesAskOnce() throws {
        var list = try loaded()
        #expect(list.reduce(.fetchMoreDatas) == [.fetch(2...2, nil)])
        #expect(list.reduce(.fetchMoreDatas) == [])
        #expect(list.pageCounter == 2)
        _ = list.reduce(.fetched(.success([try page(2, (6...25).reversed(), of: 45)]), 2...2))
        #expect(list.pageCounter == 3 && list.productList.count == 40)
        #expect(list.productList.map(\.id.rawValue) == Array((6...45).reversed()))
    }

    @Test func theCounterGoesOnOnlyWhenAPageHasCome() throws {
        var list = try loaded()
        _ = list.reduce(.fetchMoreDatas)
        #expect(
            list.reduce(.fetched(.failure(MarketError.unreadable(CancellationError())), 2...2))
                == [.failed(.jsonMappingError)])
        #expect(list.pageCounter == 2 && !list.isLoading && list.productList.count == 20)
        #expect(list.reduce(.fetchMoreDatas) == [.fetch(2...2, nil)])
    }

    @Test func noPageFollowsTheLastOne() throws {
        var list = ProductListProvider()
        _ = list.reduce(.viewDidLoad)
        #expect(list.reduce(.fetchMoreDatas) == [])
        _ = list.reduce(.serverChecked(.success(())))
        _ = list.reduce(.fetched(.success([try page(1, [3, 2, 1], of: 3)]), 1...1))
        #expect(list.isLastPage)
        #expect(list.reduce(.fetchMoreDatas) == [])
    }

    @Test func ofTwoPagesThatBringAProductTheNewerOneStands() throws {
        var list = try loaded()
        _ = list.reduce(.fetchMoreDatas)
        var second = try page(2, (6...25).reversed(), of: 45)
        second.rows += [try row(30, revision: 2, stock: 1), try row(31, revision: 0, stock: 9)]
        _ = list.reduce(.fetched(.success([second]), 2...2))
        let stocks = Dictionary(uniqueKeysWithValues: list.productList.map { ($0.id.rawValue, $0.row.stock) })
        #expect(list.productList.count == 40 && stocks[30] == 1 && stocks[31] == 3)
    }

    @Test func theLatestKeywordWins() throws {
        var list = try loaded()
        #expect(list.reduce(.keyword("chair")) == [.fetch(1...1, try Keyword("chair"))])
        #expect(list.reduce(.keyword("table")) == [.fetch(1...1, try Keyword("table"))])
        #expect(list.address.keyword == "table" && list.isLoading)
        // The rows stay until those of the keyword are there.
        #expect(list.productList.count == 20 && list.summary.keyword == "")
        _ = list.reduce(.fetched(.success([try page(1, [7], of: 1)]), 1...1))
        #expect(list.productList.map(\.id.rawValue) == [7] && list.summary.keyword == "table")
        // A space more finds the same.
        #expect(list.reduce(.keyword("table ")) == [])
        #expect(list.reduce(.keyword(String(repeating: "x", count: 61))) == [])
        #expect(list.summary.fault == .tooLong(count: 61, limit: 60) && list.address.keyword == "table")
        #expect(list.reduce(.keyword("")) == [.fetch(1...1, nil)])
    }

    @Test func changesOfOtherProductsReadNothing() throws {
        var list = try loaded()
        #expect(list.reduce(.changed(ProductChanges([ProductID(rawValue: 3)]))) == [])
        let shown = ProductID(rawValue: 30)
        #expect(list.reduce(.changed(ProductChanges([shown]))) == [.read([shown])])
        _ = list.reduce(.read(.success([try row(30, revision: 2, stock: 0)]), [shown]))
        #expect(list.productList.first { $0.id == shown }?.row.stock == 0)
        _ = list.reduce(.read(.success([]), [shown]))
        #expect(!list.productList.contains { $0.id == shown })
    }

    @Test func aChangeOfTheOrderReadsAllPagesAlsoThatUnderWay() throws {
        var list = try loaded()
        _ = list.reduce(.fetchMoreDatas)
        #expect(list.reduce(.changed(ProductChanges(nil, movesRows: true))) == [.fetch(1...2, nil)])
        let pages = [try page(1, (27...46).reversed(), of: 46), try page(2, (7...26).reversed(), of: 46)]
        _ = list.reduce(.fetched(.success(pages), 1...2))
        #expect(list.productList.map(\.id.rawValue) == Array((7...46).reversed()) && list.pageCounter == 3)
    }

    @Test(arguments: [(-3, 1), (2, 2), (Int.max, 3)])
    func aPageOutsideIsTheFirstOrTheLast(asked: Int, shown: Int) throws {
        var list = ProductListProvider(page: asked)
        _ = list.reduce(.viewDidLoad)
        guard case .fetch(let pages, nil)? = list.reduce(.serverChecked(.success(()))).first else {
            Issue.record("No page is fetched.")
            return
        }
        _ = list.reduce(.fetched(.success([try page(shown, [1], of: 45)]), pages))
        #expect(list.address.page == shown)
        #expect(list.isLastPage == (shown == 3))
    }
}
