/// Computation of the rows that can stay in place when a list changes.
enum ListDiff {
    /// Returns the ids that need not be moved: a longest increasing subsequence of the old positions, in new order
    /// (Schensted 1961), found in O(n log n) by patience sorting.
    static func unmoved(from old: [String], to new: [String]) -> Set<String> {
        if old == new { return Set(new) }
        let position = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($0.element, $0.offset) })
        let kept = new.compactMap { id in position[id].map { (id: id, position: $0) } }
        // piles[k] is the index in `kept` of the smallest end of an increasing run of length k + 1.
        var piles: [Int] = []
        var before = [Int?](repeating: nil, count: kept.count)
        for index in kept.indices {
            var low = 0
            var high = piles.count
            while low < high {
                let middle = (low + high) / 2
                if kept[piles[middle]].position < kept[index].position { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = piles[low - 1] }
            if low == piles.count { piles.append(index) } else { piles[low] = index }
        }
        var unmoved: Set<String> = []
        var index = piles.last
        while let current = index {
            unmoved.insert(kept[current].id)
            index = before[current]
        }
        return unmoved
    }
}
