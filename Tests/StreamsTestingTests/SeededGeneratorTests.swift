import StreamsTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct SeededGeneratorTests {
    /// The first numbers of SplitMix64 for the seed 1234567, as its author's C code gives them.
    @Test func theNumbersAreThoseOfSplitMix64() {
        var random = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func theSameSeedGivesTheSameOrder() {
        var (first, second, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7), SeededGenerator(seed: 8))
        let order = (1...100).shuffled(using: &first)
        #expect((1...100).shuffled(using: &second) == order)
        #expect((1...100).shuffled(using: &other) != order)
    }
}
