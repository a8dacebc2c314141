import StreamsTesting

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
