import Live

/// A product in the list.
struct ProductCell: Hashable, Sendable, Identifiable {
    let row: ProductRow
    /// The list that it is in, which its dialog lies over.
    let list: ListAddress

    var id: ProductID { row.id }
}

/// The content of the list's address.
struct ListAddress: Hashable, Sendable {
    /// The keyword as it was typed, trimmed; empty for all products.
    @ExactText var keyword = ""
    /// The first page that is shown, from 1 on.
    var page = 1
}

/// The rows of the list that are loaded so far, and what follows from the store's answers. Pure, so every race is a unit
/// test.
///
/// ### Invariants
/// - Rows are keyed by their products and in the order of the list, the latest offer first. Of a product that two answers
///   bring, the newer revision stands.
/// - ``pageCounter`` is the page that is fetched next. It goes on only when a page has come.
/// - At most one page is being fetched, so two prefetches ask once. A later request replaces the earlier one, and asks for
///   all that the earlier one did: no answer comes too late.
struct ProductListProvider: MachineState, Equatable {
    enum Event {
        case viewDidLoad
        case serverChecked(Result<Void, any Error>)
        /// The last row has come near.
        case fetchMoreDatas
        /// The store's answer to ``Effect/fetch(_:_:)``.
        case fetched(Result<[ProductPage], any Error>, ClosedRange<Int>)
        case refresh
        case keyword(String)
        case changed(ProductChanges)
        /// The store's answer to ``Effect/read(_:)``.
        case read(Result<[ProductRow], any Error>, Set<ProductID>)
        case selection(ProductID)
    }

    enum Effect: Equatable {
        case checkServer
        /// Asks for pages of the products with a keyword.
        case fetch(ClosedRange<Int>, Keyword?)
        /// Asks for some of the products that are shown.
        case read(Set<ProductID>)
        case selected(ProductID)
        case failed(ServiceFailure)
    }

    /// Number of pages that a document holds; the next ones are on another document.
    static let mostPages = MarketLimits.pages

    private(set) var productList: [ProductCell] = []
    /// The number of the page that is fetched next.
    private(set) var pageCounter: Int
    private(set) var address: ListAddress
    private(set) var fault: TextFault?
    /// Number of all pages and products; nil before the first answer.
    private(set) var total: (pages: Int, products: Int)?
    private(set) var isLoading = false
    /// The keyword that the rows have in common, as it was typed; empty for all products.
    @ExactText private(set) var answered = ""
    private var keyword: Keyword?
    /// The page that is being fetched; nil for none.
    private var fetching: Int?

    /// - Parameters:
    ///   - typed: the keyword in the address.
    ///   - page: the page in the address. One that is before the first is the first, one beyond the last the last.
    ///   - count: number of pages that the document had loaded when its session was lost.
    init(keyword typed: String = "", page: Int = 1, count: Int = 1) {
        let page = min(max(page, 1), ProductPage.mostProducts / ProductPage.size)
        address = ListAddress(page: page)
        pageCounter = page
        restored = min(max(count, 1), Self.mostPages)
        type(typed)
    }

    /// Number of pages that are fetched first.
    private let restored: Int

    static func == (one: Self, other: Self) -> Bool {
        one.productList == other.productList && one.summary == other.summary && one.foot == other.foot
            && one.isLoading == other.isLoading && one.address == other.address
    }

    /// Whether no page follows.
    var isLastPage: Bool { total.map { pageCounter > $0.pages } ?? false }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .viewDidLoad: return load()
        case .serverChecked(.success):
            // A keyword that was typed meanwhile has asked already.
            return fetching == nil ? fetch(address.page...lastWanted) : []
        case .serverChecked(.failure(let error)):
            isLoading = false
            return [.failed(ServiceFailure(error))]
        case .fetchMoreDatas:
            guard total != nil, !isLastPage, !isFull else { return [] }
            return fetchProductPage(pageNumber: pageCounter)
        case .fetched(let result, let pages): return take(result, pages)
        case .refresh: return total == nil ? load() : fetch(address.page...max(pageCounter - 1, address.page))
        case .keyword(let typed):
            guard type(typed) else { return [] }
            address.page = 1
            return fetch(1...1)
        case .changed(let changes): return look(at: changes)
        case .read(let result, let ids):
            // When it can't be read, the next change asks again.
            guard let rows = try? result.get() else { return [] }
            let found = Set(rows.map(\.id))
            productList.removeAll { ids.contains($0.id) && !found.contains($0.id) }
            merge(rows.filter { row in productList.contains { $0.id == row.id } })
            return []
        case .selection(let id): return productList.contains { $0.id == id } ? [.selected(id)] : []
        }
    }

    /// Fetches a page, unless one is being fetched.
    private mutating func fetchProductPage(pageNumber: Int) -> [Effect] {
        fetching == nil ? fetch(pageNumber...pageNumber) : []
    }

    private mutating func load() -> [Effect] {
        isLoading = true
        return [.checkServer]
    }

    private var lastWanted: Int { total == nil ? address.page + restored - 1 : address.page }

    private mutating func fetch(_ pages: ClosedRange<Int>) -> [Effect] {
        (fetching, isLoading) = (pages.upperBound, true)
        return [.fetch(pages, keyword)]
    }

    private mutating func take(_ result: Result<[ProductPage], any Error>, _ asked: ClosedRange<Int>) -> [Effect] {
        (fetching, isLoading) = (nil, false)
        let pages: [ProductPage]
        do { pages = try result.get() } catch { return [.failed(ServiceFailure(error))] }
        guard let last = pages.last else { return [] }
        let isWhole = total == nil || answered != address.keyword || asked.lowerBound <= address.page
        if isWhole {
            productList = []
            answered = address.keyword
            // Beyond the end there is the last page.
            address.page = min(asked.lowerBound, last.count)
        }
        total = (last.count, last.productCount)
        pageCounter = last.number + 1
        merge(pages.flatMap(\.rows))
        return []
    }

    /// Puts rows into their places. Of a product that is there already, the newer row stands.
    private mutating func merge(_ rows: [ProductRow]) {
        var newest: [ProductID: ProductRow] = [:]
        for row in productList.map(\.row) + rows where row.revision >= newest[row.id]?.revision ?? 0 {
            newest[row.id] = row
        }
        productList = newest.values.sorted { $0.id > $1.id }.map { ProductCell(row: $0, list: address) }
    }

    private mutating func look(at changes: ProductChanges) -> [Effect] {
        guard total != nil else { return [] }
        if changes.movesRows || changes.products == nil {
            return fetch(address.page...max(fetching ?? 0, pageCounter - 1, address.page))
        }
        let shown = Set(productList.map(\.id)).filter(changes.contains)
        return shown.isEmpty ? [] : [.read(shown)]
    }

    /// Takes a typed keyword.
    ///
    /// - Returns: whether it finds something else than the one before.
    @discardableResult
    private mutating func type(_ typed: String) -> Bool {
        let former = keyword
        fault = nil
        do {
            keyword = try Keyword(typed)
        } catch {
            // A text that is too long finds what the one before did.
            if error != .missing {
                fault = error
                return false
            }
            keyword = nil
        }
        address.keyword = keyword?.text ?? ""
        return keyword?.text != former?.text
    }

    /// Whether the document is full: the next page is another document.
    private var isFull: Bool { pageCounter - address.page >= Self.mostPages }

    var summary: ListSummary {
        ListSummary(keyword: answered, productCount: total?.products, fault: fault)
    }

    var foot: ListFoot {
        ListFoot(
            previous: address.page > 1 ? address.page - 1 : nil,
            next: total.flatMap { pageCounter <= $0.pages ? pageCounter : nil }, isFull: isFull, keyword: answered,
            isEmpty: productList.isEmpty)
    }

    /// Number of pages that are loaded, for ``Page/resume(with:_:)``.
    var loadedPages: Int { pageCounter - address.page }
}

/// The words above the rows.
struct ListSummary: Hashable, Sendable {
    /// The keyword that the rows have in common; empty for all products.
    @ExactText private(set) var keyword: String
    /// Number of products on all pages; nil before the first answer.
    let productCount: Int?
    /// The fault of the typed keyword.
    let fault: TextFault?
}

/// The end of the rows.
struct ListFoot: Hashable, Sendable {
    /// The page before those that are shown; nil for none.
    let previous: Int?
    /// The page behind them; nil for none.
    let next: Int?
    /// Whether the next page is another document.
    let isFull: Bool
    @ExactText private(set) var keyword: String
    let isEmpty: Bool
}
