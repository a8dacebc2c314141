/// The rows of a list slot, as its algorithm sees them: by their places in the list that is shown and in the newest one.
@usableFromInline
class Rows {
    @usableFromInline
    init() {}

    @usableFromInline
    var shownCount: Int { 0 }

    @usableFromInline
    var newestCount: Int { 0 }

    /// The `id` of a row of the newest list.
    @usableFromInline
    func newestID(_ index: Int) -> String { "" }

    /// Whether a row that is shown is equal to one of the newest list.
    @usableFromInline
    func isEqual(shown: Int, newest: Int) -> Bool { true }

    /// The content of a row that is shown.
    @usableFromInline
    func shownContent(_ index: Int) -> HTML { .empty }

    /// The content of a row of the newest list.
    @usableFromInline
    func newestContent(_ index: Int) -> HTML { .empty }

    /// Keeps only these rows of the newest list.
    @usableFromInline
    func keepNewest(_ indices: [Int]) {}

    /// From here on the newest list is the one that is shown.
    @usableFromInline
    func showNewest() {}
}

/// Rows of one type. Both lists are the arrays that the Output gave, and share its storage.
@usableFromInline
final class TypedRows<Row: Equatable>: Rows {
    @usableFromInline var shown: [Row] = []
    @usableFromInline var newest: [Row] = []
    @usableFromInline let id: (Row) -> String
    @usableFromInline let content: (Row) -> HTML

    @inlinable
    init(id: @escaping (Row) -> String, content: @escaping (Row) -> HTML) {
        self.id = id
        self.content = content
        super.init()
    }

    @inlinable
    override var shownCount: Int { shown.count }

    @inlinable
    override var newestCount: Int { newest.count }

    @inlinable
    override func newestID(_ index: Int) -> String { id(newest[index]) }

    @inlinable
    override func isEqual(shown index: Int, newest other: Int) -> Bool { shown[index] == newest[other] }

    @inlinable
    override func shownContent(_ index: Int) -> HTML { content(shown[index]) }

    @inlinable
    override func newestContent(_ index: Int) -> HTML { content(newest[index]) }

    @inlinable
    override func keepNewest(_ indices: [Int]) { newest = indices.map { newest[$0] } }

    @inlinable
    override func showNewest() { shown = newest }
}
