import StreamsTesting
import Testing

@testable import LiveHTTP

@Suite(.timeLimit(.minutes(15))) struct FairQueueTests {
    /// Everything that comes out until nothing is ready, each finished before the next.
    private func drain(_ queue: inout FairQueue<String, Int>) -> [Int] {
        var elements: [Int] = []
        while let (owner, element) = queue.next() {
            elements.append(element)
            queue.finish(owner)
        }
        return elements
    }

    @Test func ownersTakeTurnsHoweverMuchOneOfThemBrings() {
        var queue = FairQueue<String, Int>(placesPerOwner: 9, places: 9)
        for element in 1...5 { queue.add(element, of: "a") }
        queue.add(10, of: "b")
        for element in 20...21 { queue.add(element, of: "c") }
        #expect(drain(&queue) == [1, 10, 20, 2, 21, 3, 4, 5])
        #expect(queue.isEmpty)
    }

    @Test func ofOneOwnerOneElementIsOutAtATime() {
        var queue = FairQueue<String, Int>(placesPerOwner: 9, places: 9)
        for element in 1...2 { queue.add(element, of: "a") }
        queue.add(10, of: "b")
        func next() -> Int? { queue.next()?.element }
        #expect(next() == 1)
        #expect(next() == 10)
        #expect(next() == nil)
        queue.add(3, of: "a")
        #expect(next() == nil)
        queue.finish("a")
        #expect(next() == 2)
        queue.finish("b")
        queue.finish("a")
        #expect(next() == 3)
        queue.finish("a")
        #expect(queue.isEmpty)
    }

    @Test func whoComesWhenAllPlacesAreTakenIsRefused() {
        var queue = FairQueue<String, Int>(placesPerOwner: 2, places: 3)
        func isTaken(_ owner: String) -> Bool { queue.takePlace(of: owner) }
        #expect(isTaken("a") && isTaken("a"))
        #expect(!isTaken("a"))
        #expect(isTaken("b"))
        #expect(!isTaken("b") && !isTaken("c"))
        queue.leavePlace(of: "a")
        #expect(isTaken("c"))
        for owner in ["a", "b", "c"] { queue.leavePlace(of: owner) }
        #expect(queue.taken == 0 && queue.isEmpty)
    }

    /// Random histories, with what the invariants say checked after each step.
    @Test(arguments: 0..<50)
    func nothingIsLostDoubledOrOutOfOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = FairQueue<Int, Int>(placesPerOwner: 100, places: 1000)
        var (out, added, left): (Set<Int>, [Int: [Int]], [Int: [Int]]) = ([], [:], [:])
        // By owner, how often others have had a turn since it was ready.
        var passedOver: [Int: Int] = [:]
        for number in 0..<400 {
            let owner = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                queue.add(number, of: owner)
                added[owner, default: []].append(number)
            case 1:
                if let (owner, element) = queue.next() {
                    #expect(out.insert(owner).inserted)
                    left[owner, default: []].append(element)
                    passedOver[owner] = 0
                    for other in 0..<5 where other != owner && !out.contains(other) {
                        let isWaiting = (added[other]?.count ?? 0) > (left[other]?.count ?? 0)
                        passedOver[other] = isWaiting ? (passedOver[other] ?? 0) + 1 : 0
                        #expect(passedOver[other] ?? 0 <= 5)
                    }
                } else {
                    // Whoever has something waiting is out.
                    for (owner, elements) in added where elements.count > left[owner]?.count ?? 0 {
                        #expect(out.contains(owner))
                    }
                }
            default:
                if let owner = out.min() {
                    queue.finish(owner)
                    out.remove(owner)
                }
            }
        }
        for owner in out { queue.finish(owner) }
        while let (owner, element) = queue.next() {
            left[owner, default: []].append(element)
            queue.finish(owner)
        }
        #expect(left == added)
        #expect(queue.isEmpty)
    }
}
