/// Markup, written as a string literal. What is literal is markup; what is interpolated is escaped, whatever it holds.
///
/// ```swift
/// let card: HTML = "<h2 dir=\"auto\">\(goal.title)</h2>"
/// ```
///
/// There is no way to turn a `String` into markup, so escaping cannot be forgotten. An interpolated Output is a *slot*
/// (see ``Slot``), an interpolated Input the attribute that offers it. Attribute values must be quoted in the literal.
public struct HTML: ExpressibleByStringInterpolation {
    enum Piece {
        case markup(String)
        case input(InputMark)
        case slot(Slot)
        case liveAttributes
        case csrfField
    }

    var pieces: [Piece] = []

    /// Nothing at all.
    public static var empty: HTML { HTML(pieces: []) }

    init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// Markup as it stands in the source: a `StaticString`, so that no text of a visitor can be taken for it.
    public init(stringLiteral literal: StaticString) {
        pieces = literal.utf8CodeUnitCount == 0 ? [] : [.markup(literal.description)]
    }

    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    /// Markup one after the other.
    public init(joining parts: some Sequence<HTML>) {
        for part in parts { pieces += part.pieces }
    }

    /// Plain text as markup: escaped.
    public init(text: String) {
        pieces = [.markup(text.escapedForHTML())]
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(.markup(literal.description)) }
        }

        /// Text, escaped for content and for quoted attribute values.
        public mutating func appendInterpolation(_ text: some StringProtocol) {
            assertQuoted()
            pieces.append(.markup(text.escapedForHTML()))
        }

        /// A whole number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            pieces.append(.markup(String(number)))
        }

        /// Markup within markup.
        public mutating func appendInterpolation(_ html: HTML) {
            pieces += html.pieces
        }

        /// Markup, or nothing.
        public mutating func appendInterpolation(_ html: HTML?) {
            if let html { pieces += html.pieces }
        }

        /// Markup one after the other.
        public mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { pieces += part.pieces }
        }

        /// Markup only where a condition holds: `\(if: isLast, "<p>…</p>")`.
        public mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
            if condition { pieces += html().pieces }
        }

        /// The place where an Output shows.
        public mutating func appendInterpolation(_ slot: Slot) {
            pieces.append(.slot(slot))
        }

        /// An interpolated value without quotes around it could end its attribute: quotes are part of the literal.
        private func assertQuoted() {
            guard case .markup(let before)? = pieces.last, before.last == "=" else { return }
            let isInTag = before.lastIndex(of: "<").map { !before[$0...].contains(">") } ?? false
            let word = before.reversed().prefix { !$0.isWhitespace }
            assert(!isInTag || word.contains { $0 == "\"" }, "Quote the attribute value after …\(before.suffix(20))")
        }
    }
}
