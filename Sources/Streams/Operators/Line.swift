/// A queue: the elements of a source of `zip` that wait for those of the others, what a `delay` holds back.
@usableFromInline
final class Line<Element>: Keeping {
    /// In the order in which they leave; what has come since is turned round when these are gone, so that each element
    /// is moved twice at most.
    private var leaving: [Element] = []
    private var arriving: [Element] = []

    @usableFromInline
    init() {}

    @usableFromInline
    var isEmpty: Bool { leaving.isEmpty && arriving.isEmpty }

    @usableFromInline
    func keep(_ element: Element) {
        arriving.append(element)
    }

    /// The first, left in the line; nil when that is empty.
    @usableFromInline
    var first: Element? { leaving.last ?? arriving.first }

    /// Takes out the first; there has to be one.
    @usableFromInline
    func removeFirst() -> Element {
        if leaving.isEmpty {
            leaving = arriving.reversed()
            arriving.removeAll(keepingCapacity: true)
        }
        return leaving.removeLast()
    }
}
