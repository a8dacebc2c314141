/// First in, first out: the elements of a source of `zip` that wait for those of the others, or what a `delay` holds
/// back.
@usableFromInline
final class Queue<Element>: Keeping {
    /// The ones that leave next, in reverse order. When they are gone, those that have arrived since are reversed into
    /// this array: so each element is moved twice at most, and none shifts the others.
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

    /// The first, which stays in the queue; nil when that is empty.
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
