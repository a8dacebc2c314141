/// A random number generator that depends on its seed alone (SplitMix64), so that a test which failed with a seed can
/// be repeated.
///
///     var random = SeededGenerator(seed: 7)
///     let ids = (1...10).shuffled(using: &random)
///
/// Not for secrets: the numbers that follow can be computed from a known one.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator. The same seed gives the same numbers on every machine.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
