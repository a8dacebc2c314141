/// A first-in, first-out queue: for the elements of a `zip` source that wait for those of the others, and for the
/// elements that a `delay` holds back.
@usableFromInline
final class Queue<Element>: Keeping {
    /// The elements that leave next, in reverse order. When it is empty, those that have arrived since are reversed
    /// into it: so each element is moved at most twice, and removing one does not shift the others.
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

    /// The first element, which stays in the queue; nil when the queue is empty.
    @usableFromInline
    var first: Element? { leaving.last ?? arriving.first }

    /// Removes and returns the first element. The queue must not be empty.
    @usableFromInline
    func removeFirst() -> Element {
        if leaving.isEmpty {
            leaving = arriving.reversed()
            arriving.removeAll(keepingCapacity: true)
        }
        return leaving.removeLast()
    }
}
