/// What a completed goal earns: one of 20 jewels, drawn uniformly at random, given once and never changed.
public struct Jewel: Hashable, Sendable, Codable {
    public enum Color: String, CaseIterable, Sendable, Codable {
        case blue, purple, pink, green
    }

    public enum Shape: String, CaseIterable, Sendable, Codable {
        case brilliant, pear, heart, star, emerald
    }

    public let color: Color
    public let shape: Shape

    public init(color: Color, shape: Shape) {
        self.color = color
        self.shape = shape
    }

    /// All 20: 4 colours × 5 shapes.
    public static var all: [Jewel] {
        Color.allCases.flatMap { color in Shape.allCases.map { Jewel(color: color, shape: $0) } }
    }

    /// Draws one of the 20, each as likely as any other.
    public static func random(using generator: inout some RandomNumberGenerator) -> Jewel {
        Jewel(
            color: Color.allCases[Int.random(in: 0..<Color.allCases.count, using: &generator)],
            shape: Shape.allCases[Int.random(in: 0..<Shape.allCases.count, using: &generator)]
        )
    }
}
