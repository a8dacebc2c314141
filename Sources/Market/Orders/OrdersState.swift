import Live

/// State of the page of a visitor's orders, sales and offers, and of the form for a code.
struct OrdersState: MachineState {
    enum Event {
        /// Lists were changed, on this page or elsewhere.
        case changed(VisitorChanges)
        /// Asks for more rows of lists.
        case more(VisitorChanges)
        case typed(String)
        case open
        /// The store's answers to the effects.
        case orders(Result<MarketSlice<Purchase>, any Error>)
        case sales(Result<MarketSlice<Sale>, any Error>)
        case offers(Result<MarketSlice<ProductRow>, any Error>)
        case found(Result<FoundCode, any Error>)
    }

    enum Effect {
        case readOrders(limit: Int)
        case readSales(limit: Int)
        case readOffers(limit: Int)
        case find(MarketCode)
        case found(FoundCode)
        case failed(RequestFailure)
    }

    /// A list that shows more rows each time that they are asked for, up to as many as the store returns at once. The
    /// others are on another page.
    struct Part<Element: Hashable & Sendable>: Hashable, Sendable {
        var slice = MarketSlice<Element>()
        /// Number of rows that are asked for.
        var limit = OrdersState.sliceSize
        var isRead = false

        var isEmpty: Bool { isRead && slice.elements.isEmpty }
        /// Whether the page can't show more of them.
        var isFull: Bool { limit >= MarketSlice<Element>.limit }

        mutating func grow() { limit = OrdersState.limit(limit + OrdersState.sliceSize) }
    }

    /// Number of rows that a list shows first, and that each request for more adds.
    static let sliceSize = 20

    /// Returns the number of rows to ask for when somebody asks for `count`.
    static func limit(_ count: Int) -> Int { min(max(count, sliceSize), MarketSlice<Purchase>.limit) }

    private(set) var orders = Part<Purchase>()
    private(set) var sales = Part<Sale>()
    private(set) var offers = Part<ProductRow>()
    private(set) var fault: CodeFault?
    /// The lists that the page shows.
    private let shown: VisitorChanges
    private var typed = ""
    private var isFinding = false

    /// - Parameters:
    ///   - shown: the lists that the page shows.
    ///   - limits: numbers of rows of the three lists.
    init(_ shown: VisitorChanges, limits: [Int] = []) {
        self.shown = shown
        guard limits.count == 3 else { return }
        orders.limit = Self.limit(limits[0])
        sales.limit = Self.limit(limits[1])
        offers.limit = Self.limit(limits[2])
    }

    /// Numbers of rows of the three lists.
    var limits: [Int] { [orders.limit, sales.limit, offers.limit] }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        // A sale also takes pieces of an offer.
        case .changed(let changes): return read(changes.contains(.sales) ? changes.union(.offers) : changes)
        case .more(let lists):
            if lists.contains(.orders) { orders.grow() }
            if lists.contains(.sales) { sales.grow() }
            if lists.contains(.offers) { offers.grow() }
            return read(lists)
        case .typed(let text):
            (typed, fault) = (text, nil)
            return []
        case .open: return open()
        case .orders(let result): return take(result, \.orders)
        case .sales(let result): return take(result, \.sales)
        case .offers(let result): return take(result, \.offers)
        case .found(let result):
            isFinding = false
            switch result {
            case .success(let found): return [.found(found)]
            case .failure(let fault as CodeFault): self.fault = fault
            case .failure(let error): return [.failed(RequestFailure(error))]
            }
            return []
        }
    }

    private func read(_ lists: VisitorChanges) -> [Effect] {
        let lists = lists.intersection(shown)
        return (lists.contains(.orders) ? [.readOrders(limit: orders.limit)] : [])
            + (lists.contains(.sales) ? [.readSales(limit: sales.limit)] : [])
            + (lists.contains(.offers) ? [.readOffers(limit: offers.limit)] : [])
    }

    private mutating func open() -> [Effect] {
        guard !isFinding else { return [] }
        guard let code = MarketCode(typed) else {
            fault = typed.hasVisibleCharacter ? .malformed : .missing
            return []
        }
        isFinding = true
        return [.find(code)]
    }

    private mutating func take<Element>(
        _ result: Result<MarketSlice<Element>, any Error>, _ part: WritableKeyPath<Self, Part<Element>>
    ) -> [Effect] {
        switch result {
        case .success(let slice): (self[keyPath: part].slice, self[keyPath: part].isRead) = (slice, true)
        case .failure(let error): return [.failed(RequestFailure(error))]
        }
        return []
    }
}
