/// The jewel earned by completing a goal: one of 20, drawn uniformly at random, given once and never changed.
package struct Jewel: Hashable, Sendable, Codable {
    /// Four colours.
    package enum Color: String, CaseIterable, Sendable, Codable {
        /// A colour of the jewel's stone.
        case blue, purple, pink, green
    }

    /// Five shapes.
    package enum Shape: String, CaseIterable, Sendable, Codable {
        /// The cut of the jewel's stone.
        case brilliant, pear, heart, star, emerald
    }

    /// One of the four.
    package let color: Color
    /// One of the five.
    package let shape: Shape

    /// A certain jewel. One to be given away is drawn: ``random(using:)``.
    package init(color: Color, shape: Shape) {
        self.color = color
        self.shape = shape
    }

    /// All 20: 4 colours × 5 shapes.
    package static var all: [Jewel] {
        Color.allCases.flatMap { color in Shape.allCases.map { Jewel(color: color, shape: $0) } }
    }

    /// Draws one of the 20, each as likely as any other.
    package static func random() -> Jewel {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Draws one of the 20, each as likely as any other.
    package static func random(using generator: inout some RandomNumberGenerator) -> Jewel {
        Jewel(
            color: Color.allCases[Int.random(in: 0..<Color.allCases.count, using: &generator)],
            shape: Shape.allCases[Int.random(in: 0..<Shape.allCases.count, using: &generator)]
        )
    }
}
