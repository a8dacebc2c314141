/// The rows of a list slot, as its algorithm sees them: by their indexes in the shown list and in the newest one. Both
/// lists are arrays of the Output, and share its storage.
///
/// It consists of closures, which are compiled for the type of row where a screen uses them. A generic class would be
/// compiled once for all types, and finding a rendered row would take longer than rendering it.
@usableFromInline
struct Rows {
    /// Returns the number of rows of the newest list.
    @usableFromInline let newestCount: () -> Int
    /// Returns the `id` of a row of the newest list.
    @usableFromInline let newestID: (Int) -> String
    /// Whether a shown row is equal to one of the newest list.
    @usableFromInline let isEqual: (_ shown: Int, _ newest: Int) -> Bool
    /// Whether a shown row that becomes one of the newest list is seen to change.
    @usableFromInline let isNews: (_ shown: Int, _ newest: Int) -> Bool
    /// Renders the content of a row, of the newest list or else of the shown one.
    @usableFromInline let render: (_ isNewest: Bool, _ index: Int, _ render: (HTML) -> Rendering) -> Rendering
    /// Keeps only these rows of the newest list.
    @usableFromInline let keepNewest: ([Int]) -> Void
    /// Makes the newest list the shown one.
    @usableFromInline let showNewest: () -> Void
    /// Whether rendered rows are stored for other pages.
    @usableFromInline let areShared: Bool

    /// - Parameters:
    ///   - lists: the storage of both lists.
    ///   - cache: the cache of rows rendered for this and other pages; nil when the content depends on the page.
    @inlinable
    init<Row: Hashable & Sendable>(
        _ lists: RowLists<Row>, id: @escaping (Row) -> String, isNews: ((Row, Row) -> Bool)? = nil,
        content: @escaping (Row) -> HTML,
        cache: RowCache<Row>? = nil
    ) {
        areShared = cache != nil
        newestCount = { lists.newest.count }
        newestID = { id(lists.newest[$0]) }
        isEqual = { lists.shown[$0] == lists.newest[$1] }
        self.isNews = { shown, newest in isNews?(lists.shown[shown], lists.newest[newest]) ?? true }
        keepNewest = { indices in lists.newest = indices.map { lists.newest[$0] } }
        showNewest = { lists.shown = lists.newest }
        render = { isNewest, index, render in
            let row = isNewest ? lists.newest[index] : lists.shown[index]
            guard let cache else { return render(content(row)) }
            if let rendering = cache.find(row) { return rendering }
            let rendering = render(content(row))
            cache.keep(row, rendering)
            return rendering
        }
    }
}

extension Rows {
    /// No rows, for a slot that has not subscribed yet.
    static var none: Rows { Rows(RowLists<String>(), id: { _ in "" }, content: { _ in "" }) }
}

/// The shown and the newest list of rows of one type.
@usableFromInline
final class RowLists<Row> {
    @usableFromInline var shown: [Row] = []
    @usableFromInline var newest: [Row] = []

    @inlinable
    init() {}
}

/// The page and the Output that a list slot is connected with.
@usableFromInline
struct ListContext {
    fileprivate let page: Bindings
    fileprivate let output: String
    /// Marks that there is a new list.
    @usableFromInline let mark: () -> Void

    init(page: Bindings, output: String, mark: @escaping () -> Void) {
        self.page = page
        self.output = output
        self.mark = mark
    }

    /// Returns the cache of rows of all pages that show this list in that wording.
    @usableFromInline
    func cache<Row>(_ wording: String) -> RowCache<Row> {
        page.rowCaches.cache(.init(screen: page.screen, output: output, wording: wording))
    }
}
