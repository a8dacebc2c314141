/// A fair choice of the next element: each owner has a queue, and the owners take turns (round robin).
///
/// It is pure, without threads and time; ``WorkQueue`` carries out what it decides.
///
/// ### Invariants
/// - An owner is in ``ready`` once if it has elements and none of its own is out, and otherwise not at all. So at most
///   one element of an owner is out, and an owner of a thousand waits as long for each as an owner of one.
/// - Elements of one owner leave in the order in which they came.
/// - Each place that was taken is given back once. There are never more than the limits allow: further owners are
///   refused at once.
struct FairQueue<Owner: Hashable, Element> {
    private struct Line {
        var waiting: [Element] = []
        var isOut = false
        var places = 0
    }

    private let placesPerOwner: Int
    private let places: Int
    private var lines: [Owner: Line] = [:]
    private var ready: [Owner] = []
    private(set) var taken = 0

    /// - Parameters:
    ///   - placesPerOwner: the number of places of one owner at most.
    ///   - places: the number of places of all owners at most.
    init(placesPerOwner: Int, places: Int) {
        self.placesPerOwner = placesPerOwner
        self.places = places
    }

    /// Whether nothing waits and nothing is out.
    var isEmpty: Bool { lines.isEmpty }

    /// Takes a place. Elements that are added for an owner belong to a place that was taken.
    ///
    /// - Returns: false when the owner has as many as it may, or none are left.
    mutating func takePlace(of owner: Owner) -> Bool {
        guard taken < places, lines[owner]?.places ?? 0 < placesPerOwner else { return false }
        taken += 1
        lines[owner, default: Line()].places += 1
        return true
    }

    /// Gives a place back.
    mutating func leavePlace(of owner: Owner) {
        taken -= 1
        lines[owner]?.places -= 1
        forgetIfIdle(owner)
    }

    mutating func add(_ element: Element, of owner: Owner) {
        var line = lines[owner] ?? Line()
        if line.waiting.isEmpty, !line.isOut { ready.append(owner) }
        line.waiting.append(element)
        lines[owner] = line
    }

    /// Returns the next element, which is out until ``finish(_:)``; nil when no owner is ready.
    mutating func next() -> (owner: Owner, element: Element)? {
        guard !ready.isEmpty else { return nil }
        let owner = ready.removeFirst()
        guard var line = lines[owner], !line.waiting.isEmpty else { return nil }
        let element = line.waiting.removeFirst()
        line.isOut = true
        lines[owner] = line
        return (owner, element)
    }

    /// Marks the element of an owner that was out as done: the owner's next element comes after all owners that are
    /// ready.
    mutating func finish(_ owner: Owner) {
        lines[owner]?.isOut = false
        if lines[owner]?.waiting.isEmpty == false { ready.append(owner) }
        forgetIfIdle(owner)
    }

    private mutating func forgetIfIdle(_ owner: Owner) {
        guard let line = lines[owner], line.places <= 0, line.waiting.isEmpty, !line.isOut else { return }
        lines[owner] = nil
    }
}
