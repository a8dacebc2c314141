/// SplitMix64: the same seed gives the same test.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// One random edit of a list of distinct ids: insert, remove, move, reverse a part, or exchange everything.
func edited(_ ids: [String], newID: (inout SeededGenerator) -> String, by random: inout SeededGenerator) -> [String] {
    var ids = ids
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: ids.insert(newID(&random), at: Int.random(in: 0...ids.count, using: &random))
    case 3...4 where !ids.isEmpty: ids.remove(at: Int.random(in: 0..<ids.count, using: &random))
    case 5...7 where !ids.isEmpty:
        let id = ids.remove(at: Int.random(in: 0..<ids.count, using: &random))
        ids.insert(id, at: Int.random(in: 0...ids.count, using: &random))
    case 8:
        let start = Int.random(in: 0...ids.count, using: &random)
        ids[start...].reverse()
    case 9 where Int.random(in: 0..<5, using: &random) == 0: ids.shuffle(using: &random)
    default: break
    }
    return ids
}
