/// Decides whose turn is next: each owner has a queue, and the owners take turns (round robin).
///
/// It knows neither threads nor time; ``WorkQueue`` acts on what it says.
///
/// ### Invariants
/// - An owner stands in ``ready`` once when it has elements and none of its own is out, and otherwise not at all. So of one
///   owner at most one element is out, and whoever has a thousand waits as long for each as whoever has one.
/// - Elements of one owner leave in the order in which they came.
/// - Each admitted place is given back once. There are never more than the limits say: who comes then is refused at once.
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
    ///   - placesPerOwner: how many places one owner has at most.
    ///   - places: how many places there are.
    init(placesPerOwner: Int, places: Int) {
        self.placesPerOwner = placesPerOwner
        self.places = places
    }

    /// Whether nothing waits and nothing is out.
    var isEmpty: Bool { lines.isEmpty }

    /// Takes a place. What is added for an owner belongs to one that was taken.
    ///
    /// - Returns: false when the owner has as many as it may, or there are none left.
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

    /// The next element, which is out until ``finish(_:)``; nil when nobody is ready.
    mutating func next() -> (owner: Owner, element: Element)? {
        guard !ready.isEmpty else { return nil }
        let owner = ready.removeFirst()
        guard var line = lines[owner], !line.waiting.isEmpty else { return nil }
        let element = line.waiting.removeFirst()
        line.isOut = true
        lines[owner] = line
        return (owner, element)
    }

    /// What was out of an owner is done: its next element comes behind all owners that are ready.
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
