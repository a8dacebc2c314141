import StreamsTesting
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(15))) struct ListDiffTests {
    /// Whether the unmoved ids stand in the same order in both lists.
    func keepsItsOrder(_ unmoved: Set<String>, _ old: [String], _ new: [String]) -> Bool {
        old.filter { unmoved.contains($0) } == new.filter { unmoved.contains($0) }
    }

    /// The length of a longest common order, by trying every subset.
    func mostThatCanStay(_ old: [String], _ new: [String]) -> Int {
        let position = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($0.element, $0.offset) })
        let kept = new.compactMap { position[$0] }
        return (0..<(1 << kept.count)).filter { subset in
            let chosen = kept.indices.filter { subset & (1 << $0) != 0 }.map { kept[$0] }
            return zip(chosen, chosen.dropFirst()).allSatisfy(<)
        }.map(\.nonzeroBitCount).max() ?? 0
    }

    @Test func afterTenThousandEditsTheUnmovedAreAlwaysInOrder() {
        var random = SeededGenerator(seed: 3)
        var ids: [String] = []
        var last = 0
        for _ in 0..<10_000 {
            let next = edited(
                ids,
                newID: { _ in
                    last += 1
                    return "\(last)"
                }, by: &random)
            let unmoved = ListDiff.unmoved(from: ids, to: next)
            #expect(unmoved.isSubset(of: ids))
            #expect(unmoved.isSubset(of: next))
            #expect(keepsItsOrder(unmoved, ids, next))
            ids = next.count > 60 ? Array(next.dropFirst(30)) : next
        }
    }

    @Test func inSmallListsNoMoreCouldStay() {
        var random = SeededGenerator(seed: 4)
        let alphabet = ["a", "b", "c", "d", "e", "f", "g", "h"]
        for _ in 0..<1500 {
            let old = Array(alphabet.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)))
            let new = Array(alphabet.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)))
            let unmoved = ListDiff.unmoved(from: old, to: new)
            #expect(unmoved.count == mostThatCanStay(old, new), "\(old) → \(new)")
            #expect(keepsItsOrder(unmoved, old, new))
        }
    }

    @Test(arguments: [
        ("abc", "abc", "abc"), ("abc", "xabc", "abc"), ("abc", "ac", "ac"), ("abcd", "dabc", "abc"),
        ("abcd", "bcda", "bcd"), ("", "abc", ""), ("abc", "", ""), ("abc", "xyz", ""),
    ])
    func aSingleEditMovesOnlyItsOwnRow(old: String, new: String, expected: String) {
        #expect(
            ListDiff.unmoved(from: old.map(String.init), to: new.map(String.init)) == Set(expected.map(String.init)))
    }
}
