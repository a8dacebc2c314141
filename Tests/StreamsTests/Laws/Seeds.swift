import Foundation

/// Numbers that follow from a seed alone (SplitMix64), so that a failure can be run again.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0xD129_0D3B_3B9A_7F31
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ..< bound. Not `Int.random(in:)`, which is many times slower in a debug build.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// The seeds of a test, in portions that the machine's cores can share.
///
/// `STREAMS_LAWS_SEED=123 swift test --filter Laws` runs that one again.
enum Seeds {
    static let given = ProcessInfo.processInfo.environment["STREAMS_LAWS_SEED"].flatMap(Int.init)

    static func portions(of count: Int) -> [Range<Int>] {
        if let given { return [given..<given + 1] }
        let size = max(1, count / 20)
        return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    }
}
