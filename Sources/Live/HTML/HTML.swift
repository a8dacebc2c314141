/// Markup, written as a string literal. What is literal is markup; what is interpolated is escaped, whatever it holds.
///
/// ```swift
/// let card: HTML = "<h2 dir='auto'>\(goal.title)</h2>"
/// ```
///
/// There is no way to turn a `String` into markup, so escaping cannot be forgotten. Attribute values must be quoted in
/// the literal; single quotes are as safe as double ones, and need no backslash in a literal of one line.
///
/// Markup is UTF-8 from the start: a literal is copied, a text is escaped straight into the same buffer, so a card of a
/// list is one allocation. What is only known when a document is written (an Output's slot, an Input's name) is an
/// `HTMLNode`, which remembers its place among the bytes.
public struct HTML: ExpressibleByStringInterpolation {
    /// A place that is filled when the document is written.
    struct Hole {
        /// How many of ``bytes`` stand before it.
        var offset: Int
        let node: HTMLNode
    }

    private(set) var bytes: [UInt8]
    private(set) var holes: [Hole] = []

    /// Nothing at all.
    public static var empty: HTML { HTML(bytes: []) }

    /// - Parameter bytes: markup in UTF-8.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(node: HTMLNode) {
        bytes = []
        holes = [Hole(offset: 0, node: node)]
    }

    /// Markup as it stands in the source: a `StaticString`, so that no text of a visitor can be taken for it.
    public init(stringLiteral literal: StaticString) {
        bytes = []
        bytes.append(literal)
    }

    /// Markup with interpolated values: what the compiler makes of a literal.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.html
    }

    /// Markup one after the other.
    public init(joining parts: some Sequence<HTML>) {
        self = .empty
        for part in parts { append(part) }
    }

    /// Plain text as markup: escaped.
    public init(text: String) {
        bytes = []
        bytes.append(escaping: text)
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { bytes.isEmpty && holes.isEmpty }

    /// Markup with something behind it.
    mutating func append(_ other: HTML) {
        let offset = bytes.count
        bytes.append(contentsOf: other.bytes)
        for hole in other.holes { holes.append(Hole(offset: offset + hole.offset, node: hole.node)) }
    }

    /// Collects the pieces of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate(set) var html = HTML.empty

        /// - Parameters:
        ///   - literalCapacity: the bytes of all literal pieces.
        ///   - interpolationCount: how many values stand between them.
        public init(literalCapacity: Int, interpolationCount: Int) {
            // An interpolated value is short more often than not; the buffer grows for what is longer.
            html.bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// A literal piece: markup.
        public mutating func appendLiteral(_ literal: StaticString) {
            html.bytes.append(literal)
        }

        /// Text, escaped for content and for quoted attribute values.
        public mutating func appendInterpolation(_ text: String) {
            assertQuoted()
            html.bytes.append(escaping: text)
        }

        /// Part of a text, escaped likewise.
        public mutating func appendInterpolation(_ text: Substring) {
            assertQuoted()
            html.bytes.append(escaping: String(text))
        }

        /// A whole number.
        public mutating func appendInterpolation(_ number: Int) {
            html.bytes.append(decimal: number)
        }

        /// A whole number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            html.bytes.append(contentsOf: String(number).utf8)
        }

        /// Markup within markup.
        public mutating func appendInterpolation(_ other: HTML) {
            html.append(other)
        }

        /// Markup, or nothing.
        public mutating func appendInterpolation(_ other: HTML?) {
            if let other { html.append(other) }
        }

        /// Markup one after the other.
        public mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { html.append(part) }
        }

        /// Markup only where a condition holds: `\(if: isLast, "<p>…</p>")`.
        public mutating func appendInterpolation(if condition: Bool, _ other: @autoclosure () -> HTML) {
            if condition { html.append(other()) }
        }

        mutating func append(_ node: HTMLNode) {
            html.holes.append(Hole(offset: html.bytes.count, node: node))
        }

        /// An interpolated value without quotes around it could end its attribute: quotes are part of the literal.
        private func assertQuoted() {
            #if DEBUG
                guard html.bytes.last == UInt8(ascii: "=") else { return }
                let before = String(decoding: html.bytes.suffix(200), as: UTF8.self)
                let isInTag = before.lastIndex(of: "<").map { !before[$0...].contains(">") } ?? false
                let word = before.reversed().prefix { !$0.isWhitespace }
                let isInValue = word.contains { $0 == "\"" || $0 == "'" }
                assert(!isInTag || isInValue, "Quote the attribute value after …\(before.suffix(20))")
            #endif
        }
    }
}

/// Something in markup whose text is not known before a document is written. The floors above have their kinds of it;
/// whoever writes the document knows what to put there.
class HTMLNode {}
