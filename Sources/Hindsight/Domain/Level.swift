/// How fulfilling a goal was, from 1 (least) to 5 (most).
public enum Level: Int, CaseIterable, Comparable, Sendable, Codable {
    case one = 1
    case two, three, four, five

    /// The level with this number; `nil` unless it is 1 to 5.
    public init?(_ number: Int) { self.init(rawValue: number) }

    /// The level as a form sends it: a single digit 1 to 5; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard let number = plainDecimal(text), let level = Level(rawValue: Int(clamping: number)) else { return nil }
        self = level
    }

    public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
}
