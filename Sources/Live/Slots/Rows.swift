/// The rows of a list slot, as its algorithm sees them: by their indexes in the shown list and in the newest one.
@usableFromInline
class Rows {
    @usableFromInline
    init() {}

    @usableFromInline
    var newestCount: Int { 0 }

    /// Whether rendered rows are stored for other pages.
    @usableFromInline
    var areShared: Bool { false }

    /// Returns the `id` of a row of the newest list.
    @usableFromInline
    func newestID(_ index: Int) -> String { "" }

    /// Whether a shown row is equal to one of the newest list.
    @usableFromInline
    func isEqual(shown: Int, newest: Int) -> Bool { true }

    /// Renders the content of a shown row.
    @usableFromInline
    func renderShown(_ index: Int, _ render: (HTML) -> Rendering) -> Rendering { Rendering() }

    /// Renders the content of a row of the newest list.
    @usableFromInline
    func renderNewest(_ index: Int, _ render: (HTML) -> Rendering) -> Rendering { Rendering() }

    /// Keeps only these rows of the newest list.
    @usableFromInline
    func keepNewest(_ indices: [Int]) {}

    /// Makes the newest list the shown one.
    @usableFromInline
    func showNewest() {}
}

/// Rows of one type. Both lists are arrays of the Output, and share its storage.
@usableFromInline
final class TypedRows<Row: Hashable & Sendable>: Rows {
    @usableFromInline var shown: [Row] = []
    @usableFromInline var newest: [Row] = []
    @usableFromInline let id: (Row) -> String
    @usableFromInline let content: (Row) -> HTML
    @usableFromInline let cache: RowCache<Row>?

    /// - Parameter cache: the cache of rows rendered for this and other pages; nil when the content depends on the
    ///   page.
    @inlinable
    init(id: @escaping (Row) -> String, content: @escaping (Row) -> HTML, cache: RowCache<Row>? = nil) {
        self.id = id
        self.content = content
        self.cache = cache
        super.init()
    }

    @inlinable
    override var newestCount: Int { newest.count }

    @inlinable
    override var areShared: Bool { cache != nil }

    @inlinable
    override func newestID(_ index: Int) -> String { id(newest[index]) }

    @inlinable
    override func isEqual(shown index: Int, newest other: Int) -> Bool { shown[index] == newest[other] }

    @inlinable
    override func renderShown(_ index: Int, _ render: (HTML) -> Rendering) -> Rendering {
        rendering(of: shown[index], render)
    }

    @inlinable
    override func renderNewest(_ index: Int, _ render: (HTML) -> Rendering) -> Rendering {
        rendering(of: newest[index], render)
    }

    @inlinable
    func rendering(of row: Row, _ render: (HTML) -> Rendering) -> Rendering {
        guard let cache else { return render(content(row)) }
        if let rendering = cache.find(row) { return rendering }
        let rendering = render(content(row))
        cache.keep(row, rendering)
        return rendering
    }

    @inlinable
    override func keepNewest(_ indices: [Int]) { newest = indices.map { newest[$0] } }

    @inlinable
    override func showNewest() { shown = newest }
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
